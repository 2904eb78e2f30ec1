//! What is not the same in two states of a file, or in two files.

use crate::suite::save::{Found as OnDisk, SaveTarget};
use crate::suite::{Changes, Comparison, Job, LineChange, Review, Snapshot, Suite, compare};
use std::borrow::Cow;
use std::path::Path;

fn is_changed(target: &SaveTarget) -> bool {
    // Other times alone are no change: it is read where they are others.
    !matches!(target.look(), Ok(OnDisk::AsExpected(_)))
}

/// What came of a comparison.
#[derive(Clone, Debug)]
pub enum Found {
    Saved {
        changes: Changes,
        /// Another program changed the file since.
        is_changed_on_disk: bool,
    },
    Files {
        comparison: Comparison,
        here: Snapshot,
        there: Snapshot,
    },
}

impl Found {
    /// Compares a file with what was read or saved last; `target` is the file, to see whether another program changed
    /// it. May take a while, as the others do.
    ///
    /// # Errors
    /// Cancelled, or lines can't be read any more.
    pub(crate) fn saved(
        review: &Review,
        target: Option<&SaveTarget>,
        job: &Job,
    ) -> Result<Self, String> {
        Ok(Self::Saved {
            changes: review.find(job).map_err(|error| error.to_string())?,
            is_changed_on_disk: target.is_some_and(is_changed),
        })
    }

    /// Compares two files.
    pub(crate) fn files(here: &Snapshot, there: Snapshot, job: &Job) -> Result<Self, String> {
        let comparison = compare(here, &there, job).map_err(|error| error.to_string())?;
        Ok(Self::Files {
            comparison,
            here: here.clone(),
            there,
        })
    }

    /// Compares a file with what is on disk now.
    pub(crate) fn disk(here: &Snapshot, path: &Path, job: &Job) -> Result<Self, String> {
        let suite = Suite::open(path, &here.options_beside());
        let mut suite = suite.map_err(|error| error.to_string())?;
        suite.wait_until_loaded();
        Self::files(here, suite.snapshot(), job)
    }

    /// Returns how many differences there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Saved { changes, .. } => changes.list.len(),
            Self::Files { comparison, .. } => {
                let [here, there] = &comparison.only;
                comparison.changed.len() + here.len() + there.len()
            }
        }
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns how many records are in both of two files, which can be listed behind the differences.
    pub fn identical(&self) -> usize {
        match self {
            Self::Saved { .. } => 0,
            Self::Files { comparison, .. } => comparison.identical.len(),
        }
    }

    /// Returns a row of the page: the differences, and behind them the records that are in both.
    pub fn row(&self, index: usize) -> Option<Row> {
        let Some(behind) = index.checked_sub(self.len()) else {
            return self.difference(index);
        };
        match self {
            Self::Saved { .. } => None,
            Self::Files { comparison, .. } => {
                let &(here, there) = comparison.identical.get(behind)?;
                Some(Row::Identical {
                    here: usize::try_from(here).ok()?,
                    there: usize::try_from(there).ok()?,
                })
            }
        }
    }

    /// Returns a difference: of two files first what changed, then what is only here, then what is only
    /// there.
    fn difference(&self, index: usize) -> Option<Row> {
        match self {
            Self::Saved { changes, .. } => Some(match *changes.list.get(index)? {
                LineChange::Edited { line, held } => Row::Changed {
                    here: line,
                    there: held,
                },
                LineChange::New { line } => Row::OnlyHere { here: line },
                LineChange::Removed { held, at } => Row::OnlyThere { there: held, at },
                LineChange::Moved { line, held, at } => Row::Moved {
                    here: line,
                    there: held,
                    at,
                },
            }),
            Self::Files {
                comparison, here, ..
            } => {
                if let Some(&(here, there)) = comparison.changed.get(index) {
                    return Some(Row::Changed { here, there });
                }
                let index = index - comparison.changed.len();
                let [only_here, only_there] = &comparison.only;
                if let Some(here) = only_here.nth(index) {
                    return Some(Row::OnlyHere { here });
                }
                let there = only_there.nth(index - only_here.len())?;
                let at = here.line_count();
                Some(Row::OnlyThere { there, at })
            }
        }
    }

    /// Returns the text of a row: of the file shown, where it has the line.
    pub fn line(&self, row: Row) -> Cow<'_, [u8]> {
        match row.here() {
            Some(here) => self.here().line(here),
            None => self.there().line(row.there().unwrap_or_default()),
        }
    }

    /// Returns the state of the file shown.
    pub fn here(&self) -> &Snapshot {
        match self {
            Self::Saved { changes, .. } => &changes.now,
            Self::Files { here, .. } => here,
        }
    }

    /// Returns the state that it is compared with.
    pub fn there(&self) -> &Snapshot {
        match self {
            Self::Saved { changes, .. } => &changes.held,
            Self::Files { there, .. } => there,
        }
    }
}

/// A difference; lines are 0-based, *here* in the file shown, *there* in what it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    Changed {
        here: usize,
        there: usize,
    },
    OnlyHere {
        here: usize,
    },
    OnlyThere {
        there: usize,
        /// The line here before which it would stand.
        at: usize,
    },
    /// The same record in both of two files: no difference, listed on demand.
    Identical {
        here: usize,
        there: usize,
    },
    /// The same text, elsewhere among the others.
    Moved {
        here: usize,
        there: usize,
        /// The line here before which it would stand.
        at: usize,
    },
}

impl Row {
    /// Returns the line of the file shown.
    pub fn here(self) -> Option<usize> {
        match self {
            Self::OnlyThere { .. } => None,
            Self::Changed { here, .. }
            | Self::OnlyHere { here }
            | Self::Identical { here, .. }
            | Self::Moved { here, .. } => Some(here),
        }
    }

    /// Returns the line of what it is compared with.
    pub fn there(self) -> Option<usize> {
        match self {
            Self::OnlyHere { .. } => None,
            Self::Changed { there, .. }
            | Self::OnlyThere { there, .. }
            | Self::Identical { there, .. }
            | Self::Moved { there, .. } => Some(there),
        }
    }
}
