//! The speed of an engine, and the time in which nobody needs to listen to it.
//!
//! An engine reports many times during a search, and being woken for each line costs more than reading it. So the
//! thread that waits for the end of a search sleeps while the end can't be near, and then reads all reports at once.

use std::time::Duration;

use super::search::{Limits, Request};

/// The number of lines above which an engine may write more than a pipe holds before somebody listens.
const MOST_LINES: u32 = 4;
/// The part of the expected time, at the fastest speed so far, in which nobody listens.
const REST: (u32, u32) = (9, 10);

/// The speed of an engine so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    /// The highest speed in positions per second.
    fastest: u64,
}

impl Pace {
    /// Adds a finished search.
    pub(super) fn take(&mut self, nodes: u64, took: Duration) {
        let nanos = took.as_nanos().max(1);
        let speed = u128::from(nodes) * 1_000_000_000 / nanos;
        self.fastest = self.fastest.max(speed.try_into().unwrap_or(u64::MAX));
    }

    /// Returns the time in which nobody needs to listen; zero for a search without a limit, which ends when it is
    /// told to.
    pub(super) fn rest(&self, request: &Request) -> Duration {
        let Limits {
            depth,
            nodes,
            movetime,
            ..
        } = request.limits;
        if depth.is_some() || request.lines > MOST_LINES {
            return Duration::ZERO;
        }
        let of_nodes = nodes.map(|nodes| match self.fastest {
            0 => Duration::ZERO,
            fastest => {
                Duration::try_from_secs_f64(nodes as f64 / fastest as f64).unwrap_or(Duration::MAX)
            }
        });
        let of_time = movetime.map(Duration::from_millis);
        match [of_nodes, of_time].into_iter().flatten().min() {
            Some(least) => least / REST.1 * REST.0,
            None => Duration::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::{ReadOptions, Record};

    #[test]
    fn nobody_listens_while_the_end_cannot_be_near() {
        let line = b"4k3/8/8/8/8/8/4P3/4K3 w - -";
        let record = Record::read(line, &ReadOptions::default());
        let rest = |pace: &Pace, lines: u32, limits: Limits| {
            let mut request = Request::of(&record, limits).expect("a position");
            request.lines = lines;
            pace.rest(&request)
        };
        let none = Limits::default();
        let nodes = Limits {
            nodes: Some(10_000),
            ..none
        };
        let mut pace = Pace::default();
        assert_eq!(rest(&pace, 1, nodes), Duration::ZERO);
        pace.take(10_000, Duration::from_millis(20));
        pace.take(10_000, Duration::from_millis(40));
        assert_eq!(rest(&pace, 1, nodes), Duration::from_millis(18));
        assert_eq!(rest(&pace, 5, nodes), Duration::ZERO);
        let time = Limits {
            movetime: Some(8),
            ..nodes
        };
        assert_eq!(rest(&pace, 1, time), Duration::from_micros(7200));
        // The time for a depth is unknown.
        let depth = Limits {
            depth: Some(9),
            ..nodes
        };
        assert_eq!(rest(&pace, 1, depth), Duration::ZERO);
        assert_eq!(rest(&pace, 1, none), Duration::MAX);
        let long = Limits {
            movetime: Some(u64::MAX),
            ..none
        };
        assert!(rest(&pace, 1, long) > Duration::from_secs(1 << 40));
        // A speed that no engine has.
        pace.take(u64::MAX, Duration::ZERO);
        assert!(rest(&pace, 1, nodes) < Duration::from_millis(1));
    }
}
