//! The counts of an import: games read, records written, parts left out.

use crate::cli::flow::{Fault, Status};
use crate::cli::output::{Output, say};
use crate::epd::counted::{thousands, thousands_of};
use crate::exchange::import::{LeftOut, Lines, Unique, converted};

/// The outcome of all games.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) records: u64,
    games: u64,
    broken: u64,
    /// The number of games that end at a fault.
    cut: u64,
    /// The number of games that were not UTF-8.
    converted: u64,
    pub(super) dropped: u64,
    left_out: LeftOut,
    pub(super) unique: Option<Unique>,
}

impl Tally {
    pub(super) fn of(unique: Option<Unique>) -> Self {
        Self {
            unique,
            ..Self::default()
        }
    }

    pub(super) fn take(
        &mut self,
        lines: &Lines,
        name: &str,
        out: &mut Output<'_>,
    ) -> Result<(), Fault> {
        self.games += lines.games;
        self.left_out.join(lines.left_out);
        self.converted += lines.converted;
        for (faults, count, end) in [
            (&lines.broken, &mut self.broken, "skipped"),
            (&lines.cut, &mut self.cut, "the game ends there"),
        ] {
            *count += faults.len() as u64;
            for fault in faults {
                say(&format!("`{name}`: {fault}; {end}"));
            }
        }
        let Some(unique) = &mut self.unique else {
            self.records += lines.count();
            return out.lines(&lines.text);
        };
        for (key, line) in lines.keyed() {
            if unique.admits(key, line)? {
                self.records += 1;
                out.lines(line)?;
            }
        }
        Ok(())
    }

    /// Returns the status: games and lines that were skipped or cut are findings.
    pub(super) fn status(&self) -> Status {
        match self.broken + self.cut {
            0 => Status::Clean,
            _ => Status::Findings,
        }
    }

    pub(super) fn sentence(&self) -> String {
        let mut said = thousands_of(self.records, "record", "records");
        if self.games > 0 {
            let read = match self.broken {
                0 => String::new(),
                broken => format!("{} of ", thousands(self.games.saturating_sub(broken))),
            };
            let games = thousands_of(self.games, "game", "games");
            said += &format!(" from {read}{games}");
        }
        let (one, many) = match self.games {
            0 => ("line", "lines"),
            _ => ("game", "games"),
        };
        let left = self.left_out;
        for (count, one, many, what) in [
            (self.broken, one, many, "skipped"),
            (self.cut, "game ends", "games end", "at a fault"),
            (
                self.dropped,
                "repeated position",
                "repeated positions",
                "left out",
            ),
            (left.tags, "tag", "tags", "left out"),
            (left.cut, "string", "strings", "cut at 255 bytes"),
            (left.variations, "variation", "variations", "left out"),
            (
                left.remarks,
                "remark in a variation",
                "remarks in variations",
                "left out",
            ),
            (left.nags, "NAG", "NAGs", "left out"),
            (left.comments, "comment line", "comment lines", "left out"),
        ] {
            if count > 0 {
                said += &format!(" · {} {what}", thousands_of(count, one, many));
            }
        }
        if self.converted > 0 {
            said += &format!(" · {}", converted(self.converted));
        }
        said
    }
}
