//! What an import read and wrote, and what it left out.

use crate::cli::flow::Fault;
use crate::cli::output::{Output, say};
use crate::epd::counted::{noun, thousands, thousands_of};
use crate::exchange::import::{LeftOut, Lines, Unique, converted};

/// What became of all games.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) records: u64,
    pub(super) games: u64,
    pub(super) broken: u64,
    /// Games that end at a fault.
    pub(super) cut: u64,
    /// Games whose letters were not UTF-8.
    pub(super) converted: u64,
    pub(super) dropped: u64,
    pub(super) left_out: LeftOut,
    pub(super) unique: Option<Unique>,
}

impl Tally {
    pub(super) fn take(
        &mut self,
        lines: &Lines,
        name: &str,
        out: &mut Output<'_>,
    ) -> Result<(), Fault> {
        self.games += lines.games();
        self.left_out.join(lines.left_out());
        self.converted += lines.converted();
        for broken in lines.broken() {
            self.broken += 1;
            say(&format!("`{name}`: {broken}; skipped"));
        }
        for cut in lines.cut() {
            self.cut += 1;
            say(&format!("`{name}`: {cut}; the game ends there"));
        }
        let Some(unique) = &mut self.unique else {
            self.records += lines.len() as u64;
            return out.lines(lines.text());
        };
        for (key, line) in lines.keyed() {
            if unique.admits(key, line)? {
                self.records += 1;
                out.lines(line)?;
            }
        }
        Ok(())
    }

    /// Games and lines that were not read, or not to their end.
    pub(super) fn faults(&self) -> u64 {
        self.broken + self.cut
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
        let mut add = |count: u64, one: &str, many: &str| {
            if count > 0 {
                let (count, what) = (thousands(count), noun(count, one, many));
                said.push_str(&format!(" · {count} {what}"));
            }
        };
        match self.games {
            0 => add(self.broken, "line skipped", "lines skipped"),
            _ => add(self.broken, "game skipped", "games skipped"),
        }
        add(self.cut, "game ends at a fault", "games end at a fault");
        add(
            self.dropped,
            "repeated position left out",
            "repeated positions left out",
        );
        let LeftOut {
            tags,
            cut,
            variations,
            remarks,
            nags,
            comments,
        } = self.left_out;
        add(tags, "tag left out", "tags left out");
        add(cut, "string cut at 255 bytes", "strings cut at 255 bytes");
        add(variations, "variation left out", "variations left out");
        add(
            remarks,
            "remark in a variation left out",
            "remarks in variations left out",
        );
        add(nags, "NAG left out", "NAGs left out");
        add(comments, "comment line left out", "comment lines left out");
        if self.converted > 0 {
            said += &format!(" · {}", converted(self.converted));
        }
        said
    }
}
