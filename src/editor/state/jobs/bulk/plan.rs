//! What is to become of many records.

use crate::editor::state::jobs::bulk::{Scope, ScopeOf};
use crate::editor::widgets::glyph;
use crate::epd::counted::{noun, thousands_of};
use crate::suite::arrange::{Arrangement, Keep};
use crate::suite::edit::{
    Chosen, Edit, Mirror, gather, merge_lines, replace_lines, rewrite_inline,
};
use crate::suite::save::FileState;
use crate::suite::{
    BulkChange, Job, JobError, LineSet, OpenOptions, Rewrite, Snapshot, Suite, rewrite_lines,
    text_of,
};
use std::path::{Path, PathBuf};

/// Lines that are rewritten by themselves, without a way through the whole file.
pub(crate) const FEW: usize = 500;

/// A change of many records, as it was asked for.
#[derive(Clone, Debug)]
pub enum Plan {
    /// One that is known by its words.
    Edit(Edit),
    /// The lines go.
    Delete,
    /// Each line gets a copy after it.
    Duplicate,
    /// The lines, in their order, before line `to`.
    Gather { to: usize },
    /// The lines of another file, before line `at`.
    Merge { path: PathBuf, at: usize },
    /// The lines of another file instead of all there are.
    Restore { path: PathBuf },
    /// Lines of this or another file, as they were when they were copied, before line `at`.
    Paste {
        from: Snapshot,
        lines: LineSet,
        at: usize,
    },
}

impl From<Edit> for Plan {
    fn from(edit: Edit) -> Self {
        Self::Edit(edit)
    }
}

impl Plan {
    /// Returns whether it gives lines other places and leaves their texts alone.
    pub(crate) fn moves_lines(&self) -> bool {
        matches!(
            self,
            Self::Edit(Edit::Arrange(
                Arrangement::Sort { .. } | Arrangement::Shuffle { .. }
            )) | Self::Gather { .. }
        )
    }

    /// Returns what it does, in words.
    pub fn title(&self) -> String {
        match self {
            Self::Edit(edit) => edit.title(),
            Self::Delete => "delete".to_owned(),
            Self::Duplicate => "duplicate".to_owned(),
            Self::Gather { .. } => "gather".to_owned(),
            Self::Merge { path, .. } => format!("merge {}", glyph::file_name(path)),
            Self::Restore { path } => format!("restore {}", glyph::file_name(path)),
            Self::Paste { .. } => "paste".to_owned(),
        }
    }

    /// Returns what was done by a change.
    pub(super) fn said(&self, change: &BulkChange, scope: &Scope) -> String {
        let changed = change.changed;
        let records = thousands_of(change.records(), "record", "records");
        let all_lines = thousands_of(changed, "line", "lines");
        let few_lines = format!("{changed} {}", noun(changed, "line", "lines"));
        let marked = match scope.of {
            ScopeOf::Marks => format!("{} marked", scope.lines),
            ScopeOf::Filter | ScopeOf::All => scope.lines.to_string(),
        };
        let lines = noun(scope.lines, "line", "lines");
        let hidden = scope.hidden_in_words();
        match self {
            Self::Edit(edit) => match edit {
                Edit::Set(..) => format!("{} in {records}", past(&self.title())),
                Edit::Remove(opcodes) => format!("removed {} from {records}", opcodes.join(", ")),
                Edit::Rename(old, new) => format!("renamed {old} to {new} in {records}"),
                Edit::Fix(None) => format!("fixed {records}"),
                Edit::Fix(Some(code)) => format!("fixed {} in {records}", code.name()),
                Edit::Mirror(Mirror::Colours) => format!("mirrored the colours of {records}"),
                Edit::Mirror(Mirror::Sides) => format!("flipped the sides of {records}"),
                Edit::Canonical(_) => format!("made {all_lines} canonical"),
                Edit::Renumber(_) => format!("renumbered {records}"),
                Edit::Openings { .. } => format!("named the openings of {records}"),
                Edit::Arrange(arrangement) => match arrangement {
                    Arrangement::Sort { keys, .. } => {
                        format!("sorted by {keys}: {all_lines} moved")
                    }
                    Arrangement::Shuffle { seed } => {
                        format!("shuffled {all_lines} with seed {seed}")
                    }
                    Arrangement::Sample { .. } => format!("took a sample: {all_lines} removed"),
                    Arrangement::Dedupe { by, keep } => match keep {
                        Keep::Merged => {
                            format!("merged duplicate {}: {records} removed", by.plural())
                        }
                        _ => format!("removed {records}: duplicate {}", by.plural()),
                    },
                },
            },
            Self::Delete => format!("deleted {marked} {lines}{hidden}"),
            Self::Duplicate => format!("duplicated {marked} {lines}{hidden}"),
            Self::Gather { .. } => format!("gathered {marked} {lines}{hidden}"),
            Self::Merge { path, .. } => format!("merged {few_lines} of {}", glyph::file_name(path)),
            Self::Restore { .. } => format!(
                "restored the copy: {}",
                thousands_of(changed, "line changed", "lines changed")
            ),
            Self::Paste { .. } => format!("pasted {few_lines}"),
        }
    }

    /// Returns whether it changes each line by itself.
    pub(crate) fn is_of_lines(&self) -> bool {
        self.keeps_lines() || matches!(self, Self::Delete | Self::Duplicate)
    }

    /// Returns whether it changes each line by itself, and every line stays where it is.
    pub(crate) fn keeps_lines(&self) -> bool {
        matches!(self, Self::Edit(edit) if edit.is_of_each_line())
    }

    /// Works it out.
    pub(super) fn prepare(
        &self,
        snapshot: &Snapshot,
        chosen: &Chosen,
        job: &Job,
    ) -> Result<BulkChange, String> {
        let fate = |bytes: &[u8]| match self {
            Self::Duplicate => {
                let end = snapshot.line_end().bytes();
                Rewrite::Replace([text_of(bytes), end, text_of(bytes), end].concat())
            }
            _ => Rewrite::Remove,
        };
        let change = match self {
            Self::Edit(edit) => edit.plan(snapshot, chosen, job),
            Self::Delete | Self::Duplicate => match chosen {
                Chosen::Lines(lines) if lines.len() <= FEW => {
                    rewrite_inline(snapshot, self.title(), lines, |_, bytes| fate(bytes))
                }
                _ => rewrite_lines(
                    snapshot,
                    self.title(),
                    job,
                    |line, _| chosen.has(line),
                    |_, _, bytes| fate(bytes),
                ),
            },
            Self::Gather { to } => match chosen {
                Chosen::All => gather(snapshot, &LineSet::default(), *to),
                Chosen::Lines(lines) => gather(snapshot, lines, *to),
            },
            Self::Merge { path, at } => {
                let other = beside(path, snapshot, job)?;
                merge_lines(snapshot, &other.snapshot(), &Chosen::All, *at, job)
            }
            Self::Restore { path } => {
                let other = beside(path, snapshot, job)?;
                replace_lines(snapshot, &other.snapshot(), job)
            }
            Self::Paste { from, lines, at } => {
                merge_lines(snapshot, from, &Chosen::Lines(lines.clone()), *at, job)
            }
        };
        change.map_err(|error| error.to_string())
    }
}

/// Returns a title as what was done: the word `set` is its own past.
fn past(title: &str) -> String {
    match title.strip_prefix("append ") {
        Some(rest) => format!("appended {rest}"),
        None => title.to_owned(),
    }
}

/// Returns another file, opened as this one was and read to its end.
fn beside(path: &Path, snapshot: &Snapshot, job: &Job) -> Result<Suite, String> {
    const LONGEST: std::time::Duration = std::time::Duration::from_millis(100);
    let options = OpenOptions {
        background: true,
        ..snapshot.options_beside()
    };
    let mut suite = Suite::open(path, &options).map_err(|error| error.to_string())?;
    // To the editor a path where nothing is yet is a new file; here nothing could come from it.
    let target = suite.save_target();
    if target.is_some_and(|target| target.expected == Some(FileState::Missing)) {
        return Err(format!("{}: no such file", glyph::file_name(path)));
    }
    let mut read = 0;
    if let Some(handle) = suite.load_handle() {
        while let Some(progress) = handle.wait(read, LONGEST) {
            if job.is_cancelled() {
                return Err(JobError::Cancelled.to_string());
            }
            read = progress.done;
        }
    }
    suite.wait_until_loaded();
    match suite.trouble() {
        Some(reason) => Err(reason),
        None => Ok(suite),
    }
}
