//! Where the results of a run over records go.

use std::path::PathBuf;

use clap::Args;

use super::Results;
use crate::cli::flow::{Fault, Growing, Held, MadeWith, Records, Resumed, Status};
use crate::cli::output::{conclude, say};
use crate::engine::{Done, EngineCommand, Why};
use crate::epd::counted::thousands_of;
use crate::epd::{LineKind, ReadOptions, Record};

/// Where results go, and whether a run that was stopped goes on there.
#[derive(Args, Debug)]
pub(crate) struct ResultArgs {
    /// Write to this file, record by record, instead of standard output
    #[arg(short, long, value_name = "FILE", group = "results")]
    output: Option<PathBuf>,
    /// Write into the file itself when all is done; until then results are in PATH.unfinished
    #[arg(short, long, group = "results")]
    in_place: bool,
    /// Go on after the records that the file of `-o`, or PATH.unfinished, holds
    #[arg(long, requires = "results")]
    resume: bool,
}

impl ResultArgs {
    /// What is known of the results in their place.
    pub(crate) fn known<'a>(&self, place: &'a Growing<'_>) -> Results<'a> {
        Results {
            held: place.held(),
            can_resume: self.output.is_some() || self.in_place,
        }
    }

    /// The place of results that are `made` so, by an engine where there is one, with what it holds where the run is
    /// to go on: `see` gets its lines.
    ///
    /// # Errors
    ///
    /// Wrong usage, and a file that can't be read.
    pub(crate) fn place<'a>(
        &'a self,
        records: &Records,
        made: &'a MadeWith,
        engine: Option<&'a EngineCommand>,
        see: impl FnMut(&[u8]),
    ) -> Result<Growing<'a>, Fault> {
        let run = Resumed {
            made: Some(made),
            engine,
            resume: self.resume,
        };
        let growing = match self.in_place {
            true => Growing::in_place(&records.paths, run, see)?,
            false => Growing::of(self.output.as_deref(), run, &records.paths, see)?,
        };
        say_held(&growing);
        Ok(growing)
    }
}

/// Says what was done before.
pub(crate) fn say_held(growing: &Growing<'_>) {
    if let Some(held) = growing.held() {
        let records = thousands_of(held.records(), "record", "records");
        conclude(&format!("going on behind {records}"));
    }
}

/// Takes the counts that are noted of the run before into their places; gives whether there is a note.
pub(crate) fn take_counts(growing: &Growing<'_>, counts: &mut [u64]) -> bool {
    let noted = growing.held().and_then(Held::noted);
    if let Some(noted) = noted {
        for (count, noted) in counts.iter_mut().zip(&noted.counts) {
            *count = *noted;
        }
    }
    noted.is_some()
}

/// Records that an engine failed at, those of the run before among them.
#[derive(Debug, Default)]
pub(crate) struct Without(pub u64);

impl Without {
    /// Counts what became of a record.
    pub(crate) fn take<T>(&mut self, done: &Done<T>) {
        self.0 += u64::from(matches!(done.result, Err(Why::Engine(_))));
    }

    /// Sees a line; `has` says whether its record has a result, or can have none.
    pub(crate) fn see(&mut self, line: &[u8], has: impl FnOnce(&Record<'_>) -> bool) {
        let record = Record::read(line, &ReadOptions::default());
        let is_without =
            record.kind() == LineKind::Record && record.position().is_some() && !has(&record);
        self.0 += u64::from(is_without);
    }

    /// Says how many there are: they are not searched again, since an engine that failed at one would cost its time
    /// again each time that the run goes on. `opcode` is what a result has. Gives the status, as that of the run
    /// that left them.
    pub(crate) fn say(&self, opcode: &str) -> Status {
        if self.0 == 0 {
            return Status::Clean;
        }
        let without = thousands_of(self.0, "record", "records");
        say(&format!(
            "{without} of the run before without a result: `--where 'not {opcode}' -i` searches them again in the \
             file of results, when all is done"
        ));
        Status::Findings
    }
}
