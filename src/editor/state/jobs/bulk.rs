//! A bulk edit: the plan, its scope, examples for the preview, and the prepared change.

use crate::editor::widgets::glyph;
use crate::epd::counted::{noun, thousands, thousands_of};
use crate::suite::arrange::{Arrangement, Keep};
use crate::suite::edit::{
    Edit, Mirror, Selection, gather, merge_lines, replace_lines, rewrite_inline,
};
use crate::suite::save::FileState;
use crate::suite::{
    BulkChange, Job, JobError, LineSet, OpenOptions, Rewrite, Snapshot, Suite, differing,
    places_before, remap, rewrite_lines, text_of,
};
use std::ops::Range;
use std::path::{Path, PathBuf};

const MOST: usize = 40;
/// Most lines that are searched for examples.
const LOOKED_AT: usize = 200_000;
/// Lines at the start of a file computed first: for independent lines, and for lines that depend on others.
const HEAD: usize = 2000;
const HEAD_TOGETHER: usize = 10_000;
/// Most lines that are rewritten one by one, without a pass over the whole file.
pub(crate) const FEW: usize = 500;

/// A request to prepare a bulk edit.
#[derive(Clone, Debug)]
pub struct Preparation {
    pub base: Snapshot,
    pub plan: Plan,
    pub scope: Scope,
    /// Whether it is previewed before it is applied.
    pub previewed: bool,
}

/// A change that is ready to apply.
#[derive(Clone, Debug)]
pub struct PreparedChange {
    /// Its label describes it in the past tense: `removed bm from 214 records`.
    pub change: BulkChange,
    pub examples: Vec<Example>,
    pub of: Preparation,
}

impl Preparation {
    /// Prepares the change; may take a while. Fails if it is not possible or was stopped.
    pub(crate) fn run(&self, job: &Job) -> Result<PreparedChange, String> {
        let mut change = self.plan.prepare(&self.base, &self.scope.chosen, job)?;
        let examples = match self.previewed {
            true => examples(&self.base, &change, &self.plan),
            false => Vec::new(),
        };
        change.label = self.plan.summary(&change, &self.scope).into();
        Ok(PreparedChange {
            change,
            examples,
            of: self.clone(),
        })
    }
}

/// A change of many records, as requested.
#[derive(Clone, Debug)]
pub enum Plan {
    /// One that is known by its words.
    Edit(Edit),
    Delete,
    /// Insert a copy after each line.
    Duplicate,
    /// Move the lines, in their order, before line `to`.
    Gather {
        to: usize,
    },
    /// Insert the lines of another file before line `at`.
    Merge {
        path: PathBuf,
        at: usize,
    },
    /// Replace all lines by those of another file.
    Restore {
        path: PathBuf,
    },
    /// Insert lines of this or another file, as they were when copied, before line `at`.
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
    /// Returns whether it moves lines and leaves their texts alone.
    pub(crate) fn moves_lines(&self) -> bool {
        matches!(
            self,
            Self::Edit(Edit::Arrange(
                Arrangement::Sort { .. } | Arrangement::Shuffle { .. }
            )) | Self::Gather { .. }
        )
    }

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

    fn summary(&self, change: &BulkChange, scope: &Scope) -> String {
        let changed = change.changed;
        let records = thousands_of(change.records(), "record", "records");
        let all_lines = thousands_of(changed, "line", "lines");
        let few_lines = format!("{changed} {}", noun(changed, "line", "lines"));
        let marked = match scope.of {
            ScopeOf::Marks => format!("{} marked", scope.lines),
            ScopeOf::Filter | ScopeOf::All => scope.lines.to_string(),
        };
        let lines = noun(scope.lines, "line", "lines");
        let hidden = hidden_in_words(scope.hidden, scope.lines);
        match self {
            Self::Edit(edit) => match edit {
                Edit::Set(..) => match self.title().strip_prefix("append ") {
                    Some(rest) => format!("appended {rest} in {records}"),
                    None => format!("{} in {records}", self.title()),
                },
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

    /// Returns whether it changes each line independently.
    pub(crate) fn is_of_lines(&self) -> bool {
        self.keeps_lines() || matches!(self, Self::Delete | Self::Duplicate)
    }

    /// Returns whether it changes each line independently, and every line stays where it is.
    pub(crate) fn keeps_lines(&self) -> bool {
        matches!(self, Self::Edit(edit) if edit.is_of_each_line())
    }

    fn prepare(
        &self,
        snapshot: &Snapshot,
        chosen: &Selection,
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
                Selection::Lines(lines) if lines.len() <= FEW => {
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
                Selection::All => gather(snapshot, &LineSet::default(), *to),
                Selection::Lines(lines) => gather(snapshot, lines, *to),
            },
            Self::Merge { path, at } => {
                let other = beside(path, snapshot, job)?;
                merge_lines(snapshot, &other.snapshot(), &Selection::All, *at, job)
            }
            Self::Restore { path } => {
                let other = beside(path, snapshot, job)?;
                replace_lines(snapshot, &other.snapshot(), job)
            }
            Self::Paste { from, lines, at } => {
                merge_lines(snapshot, from, &Selection::Lines(lines.clone()), *at, job)
            }
        };
        change.map_err(|error| error.to_string())
    }
}

/// Returns another file, opened with the options of this one and read to its end.
fn beside(path: &Path, snapshot: &Snapshot, job: &Job) -> Result<Suite, String> {
    const LONGEST: std::time::Duration = std::time::Duration::from_millis(100);
    let options = OpenOptions {
        background: true,
        ..snapshot.options_beside()
    };
    let mut suite = Suite::open(path, &options).map_err(|error| error.to_string())?;
    // The editor opens a path without a file as a new file; here it is an error.
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    pub chosen: Selection,
    pub lines: usize,
    pub of: ScopeOf,
    /// The number of lines that are marked and hidden by the filter.
    pub hidden: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeOf {
    Marks,
    Filter,
    All,
}

impl Scope {
    pub fn all(lines: usize) -> Self {
        Self {
            chosen: Selection::All,
            lines,
            of: ScopeOf::All,
            hidden: 0,
        }
    }

    /// Returns the scope as `12 marked lines`.
    pub fn in_words(&self) -> String {
        let lines = noun(self.lines, "line", "lines");
        let number = thousands(self.lines);
        match self.of {
            ScopeOf::Marks => {
                let hidden = hidden_in_words(self.hidden, self.lines);
                format!("{number} marked {lines}{hidden}")
            }
            ScopeOf::Filter => format!("the {number} {lines} shown"),
            ScopeOf::All => format!("all {number} {lines}"),
        }
    }
}

pub(crate) fn hidden_in_words(hidden: usize, of: usize) -> String {
    match hidden {
        0 => String::new(),
        all if all == of => ", hidden by the filter".to_owned(),
        some => format!(", {some} of them hidden by the filter"),
    }
}

/// The change of a line (0-based), its texts without line ends: a removed line has no `after`, a new one no
/// `before`; a moved one has the line it came `from`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Example {
    pub line: usize,
    pub from: Option<usize>,
    pub before: Option<Vec<u8>>,
    pub after: Option<Vec<u8>>,
}

fn examples(before: &Snapshot, change: &BulkChange, plan: &Plan) -> Vec<Example> {
    let after = change.applied_to(before);
    let (old, new) = differing(before, &after);
    let mut lines = if plan.moves_lines() {
        moved(before, &after, old.start..old.end)
    } else if old.len() == new.len() {
        changed(before, &after, old.start..old.end)
    } else {
        gone_and_new(before, &after, old.start..old.end)
    };
    lines.truncate(MOST);
    lines
}

/// The part of a change that can be shown before all of it is computed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct First {
    pub lines: Vec<Example>,
    /// The number of lines at the start of the file that this is the change of, as if the file had no others.
    pub among: Option<usize>,
}

impl First {
    /// Returns an empty value for a change that can only be shown whole: one with random choices, or one that
    /// needs too much of the file.
    pub fn of(change: &Preparation, job: &Job) -> Self {
        let (snapshot, plan) = (&change.base, &change.plan);
        let is_together = matches!(plan, Plan::Edit(Edit::Arrange(_)));
        let most = if is_together { HEAD_TOGETHER } else { HEAD };
        let lines = match plan {
            Plan::Gather { .. } | Plan::Restore { .. } => return Self::default(),
            Plan::Edit(Edit::Arrange(Arrangement::Shuffle { .. } | Arrangement::Sample { .. })) => {
                return Self::default();
            }
            Plan::Merge { path, at } => {
                let beside = OpenOptions {
                    background: true,
                    ..snapshot.options_beside()
                };
                // Opening returns with the first screen of lines.
                let other = Suite::open(path, &beside).map(|suite| suite.snapshot());
                let lines = other.map(|other| new(&other, 0..other.line_count(), *at));
                lines.unwrap_or_default()
            }
            Plan::Paste { from, lines, at } => new(from, lines.iter(), *at),
            _ => {
                let head = snapshot.head(most);
                let is_in_head = |line: &usize| *line < head.line_count();
                let chosen = match &change.scope.chosen {
                    Selection::All => Selection::All,
                    Selection::Lines(lines) => {
                        Selection::Lines(lines.iter().take_while(is_in_head).collect())
                    }
                };
                let change = plan.prepare(&head, &chosen, job);
                let lines = change.map(|change| examples(&head, &change, plan));
                lines.unwrap_or_default()
            }
        };
        let among = Some(most).filter(|head| is_together && *head < snapshot.line_count());
        Self { lines, among }
    }
}

/// Returns lines inserted from elsewhere before line `at`.
fn new(from: &Snapshot, lines: impl IntoIterator<Item = usize>, at: usize) -> Vec<Example> {
    let lines = (at..).zip(lines).take(MOST);
    let new = |(line, source)| Example {
        line,
        after: Some(text(from, source)),
        ..Example::default()
    };
    lines.map(new).collect()
}

fn text(snapshot: &Snapshot, line: usize) -> Vec<u8> {
    text_of(&snapshot.line(line)).to_vec()
}

fn changed(before: &Snapshot, after: &Snapshot, range: Range<usize>) -> Vec<Example> {
    let examples = range.take(LOOKED_AT).map(|line| Example {
        line,
        from: None,
        before: Some(text(before, line)),
        after: Some(text(after, line)),
    });
    let changed = examples.filter(|example| example.before != example.after);
    changed.take(MOST).collect()
}

fn moved(before: &Snapshot, after: &Snapshot, range: Range<usize>) -> Vec<Example> {
    let lines: Vec<usize> = range.take(MOST).collect();
    let places = places_before(after, before, &lines).into_iter();
    let examples = lines.into_iter().zip(places).map(|(line, from)| Example {
        line,
        from: from.filter(|from| *from != line),
        before: None,
        after: Some(text(after, line)),
    });
    examples.filter(|example| example.from.is_some()).collect()
}

fn gone_and_new(before: &Snapshot, after: &Snapshot, range: Range<usize>) -> Vec<Example> {
    let remapped = remap(before, after, &LineSet::of_range(range));
    let removed = remapped.gone.iter().take(MOST).map(|line| Example {
        line,
        before: Some(text(before, line)),
        ..Example::default()
    });
    let inserted = remapped.new.iter().take(MOST).map(|line| Example {
        line,
        after: Some(text(after, line)),
        ..Example::default()
    });
    let mut lines: Vec<Example> = removed.chain(inserted).collect();
    lines.sort_by_key(|example| example.line);
    lines
}
