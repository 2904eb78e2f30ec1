//! An edit of many records or of their order, as a user requests it. Its recipe in words keeps journals short
//! and makes the change again from the same lines.
//!
//! ```
//! use epdit::suite::edit::{Selection, Edit, Existing, Filling};
//! use epdit::suite::{Job, Suite};
//!
//! let text = b"4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\n4k3/8/8/8/8/8/8/4K3 w - - id \"b\";\n";
//! let mut suite = Suite::from_bytes("a.epd", text.to_vec());
//! let edit = Edit::Set(Filling::parse("c0 \"{n}: {id}\"")?, Existing::Replace);
//! suite.apply(edit.plan(&suite.snapshot(), &Selection::All, &Job::new())?)?;
//! assert!(suite.line(1).ends_with(b"c0 \"2: b\"; id \"b\";\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::epd::edit::{self, Refusal};
use crate::epd::visible::visible;
use crate::epd::{CanonicalOptions, Code, LineKind, ReadOptions, Record, Skim, openings};
use crate::suite::arrange::Arrangement;
use crate::suite::edit::{
    Assignment, BulkChange, Existing, Filling, Mirror, Ready, Selection, remove, rename,
    rewrite_inline, rewrite_lines, set_operations, settled, with_clock_field,
};
use crate::suite::line_set::{LineSet, Part};
use crate::suite::progress::Job;
use crate::suite::scan::{JobError, scan_lines};
use crate::suite::snapshot::Snapshot;

/// The number of lines up to which an edit is made inline, without a scan of the file.
const FEW: usize = 500;

/// An edit of many records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Sets an operation: replaces the one with its opcode, or adds it.
    Set(Filling, Existing),
    /// Sets new ids, see [`Filling::ids`].
    Renumber(Filling),
    /// Removes all operations with these opcodes.
    Remove(Vec<String>),
    /// Renames the opcode of all operations with the first opcode to the second.
    Rename(String, String),
    /// Applies all safe fixes, or those of one code.
    Fix(Option<Code>),
    Mirror(Mirror),
    Canonical(CanonicalOptions),
    /// Sets the ECO code (`eco`) and the name (`v0`) of openings; with `replace` also if a record has them.
    Openings {
        replace: bool,
    },
    Arrange(Arrangement),
}

/// A line to edit, and its place.
#[derive(Clone, Copy, Debug)]
pub struct EditTarget<'a> {
    /// The bytes of the line, with its end.
    pub line: &'a [u8],
    pub options: &'a ReadOptions,
    pub path: &'a str,
    /// The line number (0-based).
    pub number: usize,
    /// The index among the chosen records of all files.
    pub rank: u64,
    /// The index among the chosen records of its file.
    pub rank_in_file: u64,
}

impl<'a> EditTarget<'a> {
    /// Returns the target for a line of a file without a known path.
    pub fn of_line(options: &'a ReadOptions, line: &'a [u8], number: usize, rank: u64) -> Self {
        Self {
            line,
            options,
            path: "",
            number,
            rank,
            rank_in_file: rank,
        }
    }
}

impl Edit {
    /// Prepares the edit to be made of many records.
    pub fn ready(&self) -> Ready<'_> {
        Ready::of(self)
    }

    /// Plans the edit of the chosen records.
    ///
    /// # Errors
    /// Cancelled, the file is not completely read yet, lines can no longer be read, or there are too many.
    pub fn plan(
        &self,
        snapshot: &Snapshot,
        chosen: &Selection,
        job: &Job,
    ) -> Result<BulkChange, JobError> {
        if let Self::Arrange(arrangement) = self {
            let change = arrangement.plan(snapshot, chosen, job)?;
            return Ok(change.made_by(snapshot, self, chosen));
        }
        let (ready, options) = (self.ready(), snapshot.read_options());
        let rewrite = |line, bytes: &[u8], rank| {
            snapshot.work.parsed_lines(1);
            ready.rewrite(&EditTarget::of_line(options, bytes, line, rank))
        };
        let change = match chosen {
            Selection::Lines(lines) if lines.len() <= FEW => {
                let mut rank = 0;
                rewrite_inline(snapshot, self.label(), lines, |line, bytes| {
                    let new = rewrite(line, bytes, rank);
                    rank += u64::from(Skim::kind_of(bytes) == LineKind::Record);
                    new
                })?
            }
            _ => {
                let is_record = |_, bytes: &[u8]| Skim::kind_of(bytes) == LineKind::Record;
                let records = self
                    .counts()
                    .then(|| lines_where(snapshot, chosen, job, is_record));
                let records = records.transpose()?;
                let rank = |line| records.as_ref().map_or(0, |all| all.rank(line) as u64);
                rewrite_lines(
                    snapshot,
                    self.label(),
                    job,
                    |line, _| chosen.has(line),
                    |line, _, bytes| rewrite(line, bytes, rank(line)),
                )?
            }
        };
        Ok(change.made_by(snapshot, self, chosen))
    }

    /// Returns the changed line; `None` if nothing changes or the line is not a record. A canonical record
    /// stays canonical; in others only the affected bytes change.
    ///
    /// # Errors
    /// The edit applies to the record, but the record must be left unchanged.
    pub fn of(&self, target: &EditTarget<'_>) -> Result<Option<Vec<u8>>, Refusal> {
        if let Self::Remove(opcodes) = self
            && let Some(changed) = edit::without(target.line, opcodes)
        {
            return Ok(Some(changed));
        }
        self.of_record(&Record::read(target.line, target.options), target)
    }

    /// Does the work of [`Self::of`] for a parsed line.
    pub(super) fn of_record(
        &self,
        record: &Record<'_>,
        target: &EditTarget<'_>,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        let (line, options) = (record.line(), record.options());
        // Comments and blank lines have a canonical form, too: without a byte order mark or Ctrl-Z.
        if let Self::Canonical(options) = self {
            return canonical(record, options).map(Some);
        }
        if record.kind() != LineKind::Record {
            return Ok(None);
        }
        let changed = match self {
            Self::Set(filling, existing) => filling.set(record, *existing, target)?,
            Self::Renumber(ids) => ids.set(record, Existing::Replace, target)?,
            Self::Remove(opcodes) => remove(record, opcodes)?,
            Self::Rename(old, new) => rename(record, old, new)
                .map_err(|refusal| with_clock_field(record, new, refusal))?,
            Self::Fix(None) => Some(edit::apply_safe_fixes(line, options)),
            Self::Fix(Some(code)) => return fixed(record, *code),
            Self::Mirror(mirror) => Some(mirror.of(record)?),
            Self::Openings { replace } => return with_opening(record, *replace),
            Self::Canonical(_) | Self::Arrange(_) => None,
        };
        let changed = changed
            .filter(|changed| changed != line)
            .map(|changed| settled(record, changed));
        if let (Self::Mirror(mirror), Some(changed)) = (self, &changed)
            && !mirror.is_image(record, &Record::read(changed, options))
        {
            return Err(Refusal::ReadsDifferently);
        }
        Ok(changed)
    }

    /// Returns true if each line stays in its place, and its result depends on no other line.
    pub fn is_of_each_line(&self) -> bool {
        !self.counts() && !matches!(self, Self::Arrange(_))
    }

    /// Returns true if the result depends on the rank of a record among the chosen ones.
    fn counts(&self) -> bool {
        matches!(self, Self::Set(filling, _) | Self::Renumber(filling) if filling.counts())
    }

    /// Returns true if the name or path of the file is used.
    pub(super) fn names_file(&self) -> bool {
        matches!(self, Self::Set(filling, _) if filling.names_file())
    }

    /// Returns the title for a preview.
    pub fn title(&self) -> String {
        match self {
            Self::Set(filling, existing) => {
                let Assignment { opcode, operands } = &filling.operation;
                existing.title(opcode, operands)
            }
            Self::Renumber(ids) => format!("ids from {}", visible(&ids.first_id())),
            Self::Arrange(arrangement) => arrangement.title(),
            edit => edit.label(),
        }
    }

    /// Returns the short label for the list of changes.
    pub fn label(&self) -> String {
        match self {
            Self::Set(filling, existing) => existing.label(&filling.operation.opcode),
            Self::Renumber(_) => "renumber".to_owned(),
            Self::Remove(opcodes) => format!("remove {}", opcodes.join(", ")),
            Self::Rename(old, new) => format!("rename {old} to {new}"),
            Self::Fix(None) => "apply safe fixes".to_owned(),
            Self::Fix(Some(code)) => format!("fix {}", code.name()),
            Self::Mirror(mirror) => mirror.label().to_owned(),
            Self::Canonical(_) => "make canonical".to_owned(),
            Self::Openings { .. } => "name openings".to_owned(),
            Self::Arrange(arrangement) => arrangement.label(),
        }
    }
}

fn canonical(record: &Record<'_>, options: &CanonicalOptions) -> Result<Vec<u8>, Refusal> {
    record.canonical(options).ok_or_else(|| {
        let doubt = record.diagnostics().iter().find(|found| found.blocks());
        match doubt {
            Some(found) => Refusal::Value(found.code.name().to_owned()),
            None => Refusal::ReadsDifferently,
        }
    })
}

/// Applies the safe fixes of one code.
fn fixed(record: &Record<'_>, code: Code) -> Result<Option<Vec<u8>>, Refusal> {
    if !record.diagnostics().iter().any(|found| found.code == code) {
        return Ok(None);
    }
    let new = edit::apply_safe_fixes_of(record.line(), record.options(), code);
    match new == record.line() {
        true => Err(Refusal::Value(format!("{} has no safe fix", code.name()))),
        false => Ok(Some(new)),
    }
}

fn with_opening(record: &Record<'_>, replace: bool) -> Result<Option<Vec<u8>>, Refusal> {
    let Some(opening) = record.position().and_then(openings::of) else {
        return Ok(None);
    };
    let operations = [("eco", opening.eco), ("v0", opening.name)];
    let operations = operations
        .into_iter()
        .filter(|(opcode, _)| replace || record.operation(opcode).is_none())
        .map(|(opcode, text)| (opcode.to_owned(), Some(format!("\"{text}\""))));
    set_operations(record, &operations.collect::<Vec<_>>())
}

/// Returns the chosen lines that `is_one` accepts by number and bytes. Progress is in lines.
///
/// # Errors
/// Cancelled, or lines can no longer be read.
pub fn lines_where(
    snapshot: &Snapshot,
    chosen: &Selection,
    job: &Job,
    is_one: impl Fn(usize, &[u8]) -> bool + Sync,
) -> Result<LineSet, JobError> {
    let each = |lines: &mut Part, line: usize, bytes: &[u8]| {
        if is_one(line, bytes) {
            lines.insert(line);
        }
    };
    let mut found = Vec::new();
    scan_lines(snapshot, chosen.lines(), job, Part::of, each, |lines| {
        found.push(lines);
        Ok(())
    })?;
    Ok(found.into_iter().collect())
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

    fn planned(suite: &Suite, code: Code) -> BulkChange {
        let edit = Edit::Fix(Some(code));
        edit.plan(&suite.snapshot(), &Selection::All, &Job::new())
            .unwrap()
    }

    #[test]
    fn only_the_problems_of_one_code_are_fixed() {
        let mut suite = Suite::from_bytes("test.epd", TEXT.as_bytes().to_vec());
        let first = suite.line(2).into_owned();
        let code = Record::read(&first, suite.read_options()).diagnostics()[0].code;
        let fixed = planned(&suite, code);
        assert!(fixed.left.is_empty());
        suite.apply(fixed).unwrap();
        assert_eq!(planned(&suite, code).changed, 0);
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
    fn problems_without_a_safe_fix_are_left_and_reported() {
        let suite = Suite::from_bytes("test.epd", TEXT.as_bytes().to_vec());
        let found = planned(&suite, Code::MoveIllegal);
        assert_eq!(found.changed, 0);
        let reasons = found.left.reasons();
        assert_eq!(reasons, [("move-illegal has no safe fix", 1, 3)]);
    }
}
