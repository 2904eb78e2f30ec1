//! One kind of problem, found or fixed in the whole file.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::rewrite::{Rewrite, rewrite_lines};
use super::{BulkChange, Chosen, Edit};
use crate::epd::{Code, ReadOptions, Record, edit};
use crate::suite::line_set::LineSet;
use crate::suite::progress::Job;
use crate::suite::scan::{JobError, scan_lines};
use crate::suite::snapshot::Snapshot;

/// What [`fix_code`] prepared.
#[derive(Clone, Debug)]
pub struct FixedCode {
    /// The change.
    pub change: BulkChange,
    /// Problems of the code that it fixes.
    pub fixed: usize,
    /// Diagnostics of the code that have no safe fix.
    pub left: usize,
}

/// The chosen lines that have a diagnostic of this code. Progress is in lines.
///
/// # Errors
/// Cancelled, or lines can't be read any more.
pub fn lines_with(
    snapshot: &Snapshot,
    code: Code,
    chosen: &Chosen,
    job: &Job,
) -> Result<LineSet, JobError> {
    let each = |(lines, parsed): &mut (Vec<usize>, usize), line: usize, bytes: &[u8]| {
        *parsed += 1;
        if count(bytes, code, snapshot.read_options()) > 0 {
            lines.push(line);
        }
    };
    let mut found = Vec::new();
    let begin = |_: &_| Default::default();
    scan_lines(
        snapshot,
        chosen.lines(),
        job,
        begin,
        each,
        |(lines, parsed)| {
            snapshot.work.parsed_lines(parsed);
            found.extend(lines);
            Ok(())
        },
    )?;
    Ok(found.into_iter().collect())
}

/// Prepares the safe fixes of all diagnostics of one code in the chosen lines, and no other fixes.
///
/// # Errors
/// Cancelled, the file is not read to its end yet, or lines can't be read any more.
pub fn fix_code(
    snapshot: &Snapshot,
    code: Code,
    chosen: &Chosen,
    job: &Job,
) -> Result<FixedCode, JobError> {
    let (fixed, left) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let label = format!("fix {}", code.name());
    let options = snapshot.read_options();
    let change = rewrite_lines(
        snapshot,
        label,
        job,
        |line, _| chosen.has(line),
        |_, _, bytes| {
            snapshot.work.parsed_lines(1);
            let before = count(bytes, code, options);
            if before == 0 {
                return Rewrite::Keep;
            }
            let new = edit::apply_safe_fixes_of(bytes, options, code);
            let after = count(&new, code, options);
            fixed.fetch_add(before.saturating_sub(after), Ordering::Relaxed);
            left.fetch_add(after.min(before), Ordering::Relaxed);
            Rewrite::Replace(new)
        },
    )?;
    Ok(FixedCode {
        change: change.made_by(snapshot, Edit::Fix(code), chosen),
        fixed: fixed.into_inner(),
        left: left.into_inner(),
    })
}

fn count(line: &[u8], code: Code, options: &ReadOptions) -> usize {
    let record = Record::read(line, options);
    let found = record.diagnostics().iter();
    found.filter(|found| found.code == code).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Suite;

    const TEXT: &str = "\
4k3/8/8/8/8/8/8/4K2R w K - bm O-O+; id one;
# O-O+
4k3/8/8/8/8/8/8/4K2R w K - bm Rh8; id \"two\";
4k3/8/8/8/8/8/8/4K2R w K - bm Qd2;
";

    #[test]
    fn only_the_problems_of_one_code_are_fixed_and_counted() {
        let mut suite = Suite::from_bytes("test.epd", TEXT.as_bytes().to_vec());
        let record = |line: usize| suite.line(line).into_owned();
        let first = record(2);
        let options = *suite.read_options();
        let read = Record::read(&first, &options);
        let code = read.diagnostics()[0].code;
        let lines = lines_with(&suite.snapshot(), code, &Chosen::All, &Job::new()).unwrap();
        assert!(lines.contains(2) && !lines.contains(1) && !lines.contains(3));
        let fixed = fix_code(&suite.snapshot(), code, &Chosen::All, &Job::new()).unwrap();
        assert_eq!((fixed.fixed, fixed.left), (lines.len(), 0));
        suite.apply(fixed.change).unwrap();
        let after = lines_with(&suite.snapshot(), code, &Chosen::All, &Job::new()).unwrap();
        assert!(after.is_empty());
        assert_eq!(
            suite.line(2).as_ref(),
            b"4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+; id \"two\";\n"
        );
        let other = suite.line(0).into_owned();
        assert!(other.ends_with(b"id one;\n"), "other problems stay");
        assert!(suite.undo().is_some());
        assert_eq!(suite.line(2).as_ref(), first);
    }

    #[test]
    fn what_has_no_safe_fix_is_counted_as_left() {
        let suite = Suite::from_bytes("test.epd", TEXT.as_bytes().to_vec());
        let found = fix_code(
            &suite.snapshot(),
            Code::MoveIllegal,
            &Chosen::All,
            &Job::new(),
        )
        .unwrap();
        assert_eq!((found.fixed, found.left, found.change.changed()), (0, 1, 0));
    }
}
