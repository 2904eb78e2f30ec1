//! Perft counts verified while a file is checked: on all cores, with a word on a terminal about
//! how far that has got. Ctrl-C ends it, as it ends every command.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::cli::flow::Piece;
use crate::epd::{ReadOptions, Record, perft};

/// How long nothing is said, and then between two words.
const QUIET: Duration = Duration::from_millis(300);

/// Verifies counts up to a depth.
pub(crate) struct Perft {
    deepest: u8,
    /// Leaf nodes counted.
    nodes: AtomicU64,
    /// When something was said last; `None` where nobody reads it.
    said: Option<Mutex<Instant>>,
}

/// The true counts of one record's depths.
pub(crate) type Counts = Vec<(u8, u64)>;

impl Perft {
    /// Counts depths up to `deepest`, 1 to 9.
    pub(crate) fn new(deepest: u8) -> Self {
        let said = io::stderr()
            .is_terminal()
            .then(|| Mutex::new(Instant::now()));
        Self {
            deepest,
            nodes: AtomicU64::new(0),
            said,
        }
    }

    /// The true counts for each line of a piece: of the depths that its record has counts of.
    pub(crate) fn counts(&self, piece: Piece<'_>, options: &ReadOptions) -> Vec<Counts> {
        let lines: Vec<&[u8]> = piece.lines().map(|(_, line)| line).collect();
        let lines = lines.into_par_iter();
        lines.map(|line| self.of(line, options)).collect()
    }

    fn of(&self, line: &[u8], options: &ReadOptions) -> Counts {
        let record = Record::read(line, options);
        let Some(position) = record.position() else {
            return Vec::new();
        };
        let depths = perft::depths(&record, self.deepest).into_iter();
        let counted = depths.filter_map(|depth| {
            let mut before = 0;
            let nodes = perft::count(position, depth, &mut |nodes| {
                self.on(nodes - before);
                before = nodes;
                true
            })?;
            self.on(nodes - before);
            Some((depth, nodes))
        });
        counted.collect()
    }

    /// Adds what is wrong to a record's findings. Gives how many counts were verified, and how
    /// many were not.
    pub(crate) fn note(record: &mut Record<'_>, counts: &Counts) -> (u64, u64) {
        let of = |depth| {
            let found = counts.iter().find(|(known, _)| *known == depth);
            found.map(|(_, nodes)| *nodes)
        };
        let (known, unknown): (Vec<_>, Vec<_>) =
            perft::claims(record).partition(|claim| of(claim.depth).is_some());
        record.note_counts(of);
        (known.len() as u64, unknown.len() as u64)
    }

    fn on(&self, nodes: u64) {
        let all = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let Some(said) = &self.said else { return };
        // Who finds another at it says nothing.
        let Ok(mut said) = said.try_lock() else {
            return;
        };
        if said.elapsed() >= QUIET {
            *said = Instant::now();
            let _ = write!(io::stderr(), "\r{} million leaf nodes", all / 1_000_000);
        }
    }

    /// Takes the last word back.
    pub(crate) fn done(&self) {
        if let Some(said) = &self.said {
            let _still = said.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = write!(io::stderr(), "\r{:40}\r", "");
        }
    }
}
