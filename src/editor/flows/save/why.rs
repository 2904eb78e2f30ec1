//! Why canonical writing would change a record, in words, and what of it word by word.

use crate::editor::model::Model;
use crate::editor::widgets::glyph;
use crate::editor::widgets::words::diff::{Part, parts};
use crate::epd::{CanonicalOptions, LineKind, ReadOptions, Record};
use crate::suite::LineState;

/// Lines looked through for an example.
const LOOKED: usize = 300;
/// Reasons told of one record, and changes of one line.
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

/// Returns the changes of a line, word by word: `e2e4 → e4`.
pub(super) fn word_by_word(before: &[u8], after: &[u8]) -> Vec<String> {
    let (old, new) = parts(before, after);
    let changed = |parts: Vec<Part>| -> Vec<String> {
        let parts = parts.into_iter().filter(|part| part.changed);
        parts.map(|part| part.text).collect()
    };
    let (old, new) = (changed(old), changed(new));
    let mut words: Vec<String> = if old.len() == new.len() {
        let pairs = old.iter().zip(&new);
        pairs
            .map(|(old, new)| format!("`{old}` → `{new}`"))
            .collect()
    } else {
        let gone = old.iter().map(|text| format!("− `{text}`"));
        gone.chain(new.iter().map(|text| format!("+ `{text}`")))
            .collect()
    };
    let more = words.len().saturating_sub(2 * TOLD);
    words.truncate(2 * TOLD);
    if more > 0 {
        words.push(format!("… {more} more"));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(before: &str, why: &str, words: &[&str]) {
        let options = ReadOptions::default();
        let record = Record::read(before.as_bytes(), &options);
        let after = record.canonical(&CanonicalOptions::default());
        let after = after.expect("canonical");
        assert_eq!(reasons(before.as_bytes(), &after, &options), why);
        assert_eq!(word_by_word(before.as_bytes(), &after), words);
    }

    #[test]
    fn it_says_which_operation_goes_before_which_and_what_is_spelled_otherwise() {
        let k = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        check(
            &format!("{k} id \"a\"; c0 \"x\";"),
            "c0 sorted before id",
            &["`id` → `c0`", "`a` → `x`", "`c0` → `id`", "`x` → `a`"],
        );
    }

    #[test]
    fn a_move_is_shown_as_it_is_and_as_it_will_be() {
        let before = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4;";
        let options = ReadOptions::default();
        let record = Record::read(before.as_bytes(), &options);
        let after = record
            .canonical(&CanonicalOptions::default())
            .expect("canonical");
        assert!(reasons(before.as_bytes(), &after, &options).contains("e2e4"));
        assert_eq!(word_by_word(before.as_bytes(), &after), ["`e2e4` → `e4`"]);
    }
}
