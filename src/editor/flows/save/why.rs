//! Why canonical writing would change a record, in words.

use crate::editor::model::Model;
use crate::editor::widgets::glyph;
use crate::epd::{CanonicalOptions, LineKind, ReadOptions, Record};
use crate::suite::LineState;

/// Lines looked through for an example.
const LOOKED: usize = 300;
/// Reasons told of one record.
const TOLD: usize = 3;

/// The first record that was not edited and would change: its line and why.
pub(super) fn example(model: &Model) -> Option<(usize, String)> {
    let suite = &model.document.suite;
    let options = model.document.read_options();
    (0..suite.line_count().min(LOOKED))
        .filter(|line| suite.line_state(*line) == LineState::Untouched)
        .find_map(|line| {
            let before = suite.line(line);
            let record = Record::read(&before, &options);
            let after = record.canonical(&CanonicalOptions::default())?;
            (record.kind() == LineKind::Record && after != before.as_ref())
                .then(|| (line, reasons(&before, &after, &options)))
        })
}

/// Returns why a line would change: the operations that change places, and the problems that go.
pub(super) fn reasons(before: &[u8], after: &[u8], options: &ReadOptions) -> String {
    let (old, new) = (Record::read(before, options), Record::read(after, options));
    let names = |record: &Record<'_>| -> Vec<String> {
        let operations = record.operations().iter();
        operations
            .map(|operation| record.opcode(operation).into_owned())
            .collect()
    };
    let mut told: Vec<String> = moved(&names(&old), &names(&new)).into_iter().collect();
    for found in old.diagnostics() {
        let is_told = found.code.name() == "unsorted-operations";
        if !is_told && found.code.is_fixed_by_writing() {
            let words = glyph::safe(old.message(found).as_bytes());
            if !told.contains(&words) {
                told.push(words);
            }
        }
    }
    let more = told.len().saturating_sub(TOLD);
    told.truncate(TOLD);
    if more > 0 {
        told.push(format!("{more} more"));
    }
    if told.is_empty() {
        told.push("its spelling".to_owned());
    }
    told.join(" · ")
}

/// The first operation that goes before others: `c0 sorted before id`.
fn moved(old: &[String], new: &[String]) -> Option<String> {
    let same = old.iter().zip(new).take_while(|(old, new)| old == new);
    let at = same.count();
    let (before, first) = (old.get(at)?, new.get(at)?);
    let is_there = old.contains(first) && new.contains(before);
    is_there.then(|| {
        let (first, before) = (
            glyph::safe(first.as_bytes()),
            glyph::safe(before.as_bytes()),
        );
        format!("{first} sorted before {before}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_which_operation_goes_before_which_and_what_is_spelled_otherwise() {
        let check = |operations: &str, why: &str| {
            let before = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}");
            let options = ReadOptions::default();
            let record = Record::read(before.as_bytes(), &options);
            let after = record.canonical(&CanonicalOptions::default());
            let after = after.expect("canonical");
            assert_eq!(reasons(before.as_bytes(), &after, &options), why);
        };
        check("id \"a\"; c0 \"x\";", "c0 sorted before id");
        check("bm e2e4;", "`e2e4` should be `e4`");
    }
}
