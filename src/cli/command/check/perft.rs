//! Perft counts verified while a file is checked, on all cores, with a progress message on a terminal. Ctrl-C ends
//! it, as it ends every command.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::cli::flow::Piece;
use crate::cli::progress;
use crate::epd::{ReadOptions, Record, perft};

/// The number of leaf nodes between two messages.
const MILLION: u64 = 1_000_000;

/// A verifier of counts up to a depth.
pub(crate) struct Perft {
    deepest: u8,
    /// The number of leaf nodes counted.
    nodes: AtomicU64,
}

/// The true counts of one record's depths.
pub(crate) type Counts = Vec<(u8, u64)>;

impl Perft {
    /// Returns a verifier for depths up to `deepest`, 1 to 9.
    pub(crate) fn new(deepest: u8) -> Self {
        Self {
            deepest,
            nodes: AtomicU64::new(0),
        }
    }

    /// Returns the true counts for each line of a piece, of the depths that its record states.
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

    /// Adds the wrong counts to a record's diagnostics. Returns the number of counts verified and not verified.
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
        let before = self.nodes.fetch_add(nodes, Ordering::Relaxed);
        let millions = (before + nodes) / MILLION;
        if before / MILLION < millions {
            progress::tell(format!("{millions} million leaf nodes"));
        }
    }
}
