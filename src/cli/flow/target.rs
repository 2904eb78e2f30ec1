//! Arguments that commands share: the choice of records (`--where`), and the target of the result.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{Fault, Paths, Status, is_file};
use crate::suite::Query;

/// Paths, and the choice of records in them.
#[derive(Args, Debug)]
pub(crate) struct Records {
    #[command(flatten)]
    pub paths: Paths,
    /// Only records that match this query (see `epdit query --help`)
    #[arg(long = "where", value_name = "EXPR", value_parser = query, allow_hyphen_values = true)]
    pub chosen: Option<Query>,
}

/// Records to change, and the target of the result.
#[derive(Args, Debug)]
pub(crate) struct Changes {
    #[command(flatten)]
    pub records: Records,
    #[command(flatten)]
    pub target: Target,
}

/// The target of a result.
#[derive(Args, Clone, Debug)]
pub(crate) struct Target {
    /// Change the files in place, safely replacing each
    #[arg(short, long, conflicts_with = "output")]
    pub in_place: bool,
    /// Write to this file, replacing it, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Change nothing; only count what would change
    #[arg(long)]
    dry_run: bool,
    /// Change nothing; show what would change as a unified diff
    #[arg(long)]
    diff: bool,
}

/// The error for `-i` with standard input.
pub(super) const NO_FILE: &str =
    "`--in-place` can't be used with standard input; leave it out to write to standard output";

impl Target {
    /// Returns true if files are changed in place, or the changes are only shown.
    pub(crate) fn is_change(&self) -> bool {
        self.in_place || self.dry_run || self.diff
    }

    /// Returns the file of `-o`.
    pub(crate) fn output(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Returns the destination of the changed lines of these paths.
    ///
    /// # Errors
    ///
    /// Standard input can't be written in place.
    pub(crate) fn of(&self, paths: &Paths) -> Result<To<'_>, Fault> {
        let in_place = paths.in_place(self.in_place, NO_FILE)?;
        paths.not_below(self.output())?;
        Ok(match (self.diff, self.dry_run) {
            (true, _) => To::Diff { in_place },
            (false, true) => To::Nothing { in_place },
            (false, false) if in_place => To::InPlace,
            (false, false) => To::Output(self.output.as_deref()),
        })
    }
}

/// The destination of changed lines.
#[derive(Clone, Copy, Debug)]
pub(crate) enum To<'a> {
    /// The files they come from.
    InPlace,
    /// A file, or standard output.
    Output(Option<&'a Path>),
    /// A diff only; with `in_place`, of each file by itself.
    Diff { in_place: bool },
    /// A count of the changes only.
    Nothing { in_place: bool },
}

impl<'a> To<'a> {
    /// Returns the output file; `None` for standard output.
    pub(crate) fn file(self) -> Option<&'a Path> {
        match self {
            Self::Output(path) => path,
            _ => None,
        }
    }

    /// Returns true if the records are only looked at.
    pub(crate) fn only_looks(self) -> bool {
        matches!(self, Self::Diff { .. } | Self::Nothing { .. })
    }

    /// Returns true if nothing is written for inputs that ended in this status: a file is not written if one can't be
    /// read.
    pub(crate) fn came_to_nothing(self, status: Status) -> bool {
        self.only_looks() || (status == Status::Trouble && self.file().is_some_and(is_file))
    }

    /// Returns true if each file is changed by itself.
    pub(crate) fn is_in_place(self) -> bool {
        match self {
            Self::InPlace => true,
            Self::Output(_) => false,
            Self::Diff { in_place } | Self::Nothing { in_place } => in_place,
        }
    }
}

/// Parses a query of the command line.
pub(crate) fn query(text: &str) -> Result<Query, String> {
    let query = Query::parse(text).map_err(|error| format!("\n\n{}", error.marked(text)))?;
    if let Some(word) = query.word_of_the_editor() {
        return Err(format!(
            "`{word}` can be asked only in the editor: marks and unsaved edits are not in the file"
        ));
    }
    // Standard input is read later, when it is known that no records come from it.
    if !query.waits_for_stream() {
        query.load()?;
    }
    Ok(query.watched())
}
