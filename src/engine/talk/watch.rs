//! Deadlines that end a search whatever the engine does.

use std::time::{Duration, Instant};

use crate::engine::failure::{Failure, Step};
use crate::engine::process::Process;
use crate::engine::search::{Gathered, Limits};

/// The deadlines of one search.
pub(super) struct Watch {
    limits: Limits,
    answer: Duration,
    begun: Instant,
    /// The time for the whole search, estimated from the reports so far.
    longest: Option<Duration>,
    /// The time at which the last depth was reached.
    deepened: Duration,
    /// The time for the answer to `stop`, and the longest silence.
    to_stop: Duration,
    quiet: Duration,
    stopped: Option<Instant>,
    /// The time at which the engine was asked whether it responds.
    asked: Option<Instant>,
    progress: (u64, u32),
    moved: Instant,
    /// The time of the last look.
    seen: Awake,
}

impl Watch {
    /// Returns the deadlines of a search with these limits, where any other answer may take `answer`, and that to
    /// `stop` `to_stop`.
    pub(super) fn new(limits: &Limits, answer: Duration, to_stop: Duration) -> Self {
        let now = Instant::now();
        Self {
            limits: *limits,
            answer,
            begun: now,
            longest: limits.longest(answer, None, Duration::ZERO),
            deepened: Duration::ZERO,
            to_stop,
            quiet: limits.quiet(answer),
            stopped: None,
            asked: None,
            progress: (0, 0),
            moved: now,
            seen: Awake::new(),
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    pub(super) fn stop(&mut self, process: &mut Process) {
        process.say("stop");
        self.stopped = Some(Instant::now());
    }

    pub(super) fn answered(&mut self) {
        self.asked = None;
        self.moved = Instant::now();
    }

    /// Checks the deadlines. A silent engine is asked whether it responds.
    pub(super) fn look(
        &mut self,
        process: &mut Process,
        gathered: &Gathered,
    ) -> Result<(), Failure> {
        let asleep = self.seen.slept();
        if !asleep.is_zero() {
            self.put_off(asleep);
        }
        let now = Instant::now();
        let progress = gathered.progress();
        if progress != self.progress {
            self.note(progress, gathered.speed(), now.duration_since(self.begun));
            self.moved = now;
        }
        let is_late = |since: Option<Instant>, patience: Duration| {
            since.is_some_and(|since| now.duration_since(since) > patience)
        };
        if is_late(self.stopped, self.to_stop) {
            return Err(Failure::Late(self.to_stop, Step::Stop));
        }
        if let Some(longest) = self.longest
            && now.duration_since(self.begun) > longest
            && !self.is_stopped()
        {
            return Err(match self.limits.passed(progress) {
                Some((limit, number)) => Failure::BeyondLimit {
                    limit,
                    number,
                    within: longest,
                },
                None => Failure::Late(longest, Step::Search),
            });
        }
        // An engine told to stop is not asked whether it responds.
        if self.is_stopped() {
            return Ok(());
        }
        if is_late(self.asked, self.quiet) {
            return Err(Failure::Stuck(now.duration_since(self.moved)));
        }
        if self.asked.is_none() && now.duration_since(self.moved) > self.quiet {
            process.say("isready");
            self.asked = Some(now);
        }
        Ok(())
    }

    /// Records the progress of the search and extends its time accordingly; beyond its limit it gets no more.
    fn note(&mut self, progress: (u64, u32), speed: Option<u64>, took: Duration) {
        let before = std::mem::replace(&mut self.progress, progress);
        if self.limits.passed(before).is_some() {
            return;
        }
        if progress.1 > before.1 {
            self.deepened = took;
        }
        self.longest = self.limits.longest(self.answer, speed, self.deepened);
    }

    /// Moves all deadlines by the time in which nobody could look.
    fn put_off(&mut self, by: Duration) {
        for since in [&mut self.stopped, &mut self.asked].into_iter().flatten() {
            *since += by;
        }
        self.begun += by;
        self.moved += by;
    }
}

/// A detector of time in which this process did not run: it was stopped (Ctrl-Z), or the machine slept. An engine
/// that answered in that time is not late.
#[derive(Clone, Copy, Debug)]
pub(super) struct Awake(Instant);

/// The gap between two looks that no running process reaches.
const ASLEEP: Duration = Duration::from_secs(1);

impl Awake {
    pub(super) fn new() -> Self {
        Self(Instant::now())
    }

    /// Returns the time that the process did not run since the last call; zero if it ran.
    pub(super) fn slept(&mut self) -> Duration {
        let now = Instant::now();
        let since = now.duration_since(std::mem::replace(&mut self.0, now));
        match since > ASLEEP {
            true => since,
            false => Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_in_which_the_process_did_not_run_puts_the_deadlines_off() {
        let mut awake = Awake::new();
        assert_eq!(awake.slept(), Duration::ZERO);
        let long = ASLEEP + Duration::from_millis(50);
        std::thread::sleep(long);
        assert!(awake.slept() >= long);
        assert_eq!(awake.slept(), Duration::ZERO);
        let limits = Limits {
            movetime: Some(100),
            ..Limits::default()
        };
        let mut watch = Watch::new(&limits, ASLEEP, ASLEEP);
        let begun = watch.begun;
        watch.put_off(long);
        assert_eq!(watch.begun, begun + long);
    }

    #[test]
    fn a_search_has_the_time_that_it_takes_by_what_it_told_until_it_is_beyond_its_limit() {
        let seconds = Duration::from_secs;
        let check = |limits: Limits, told: &[(u64, u32, u64, u64)], expected: u64| {
            let mut watch = Watch::new(&limits, seconds(10), ASLEEP);
            for &(nodes, depth, speed, took) in told {
                watch.note((nodes, depth), Some(speed), seconds(took));
            }
            assert_eq!(watch.longest, Some(seconds(expected)), "{told:?}");
        };
        let nodes = Limits {
            nodes: Some(1_000_000),
            ..Limits::default()
        };
        check(nodes, &[], 10);
        check(nodes, &[(100, 1, 10_000, 1)], 1_000);
        check(nodes, &[(100, 1, 10_000, 1), (90_000, 9, 50_000, 2)], 200);
        let beyond = (1_000_001, 12, 50_000, 20);
        check(nodes, &[beyond, (2_000_000, 13, 100, 30)], 200);
        let depth = Limits {
            depth: Some(9),
            ..Limits::default()
        };
        check(depth, &[(100, 1, 10_000, 1)], 10);
        // The same depth for a long time is no progress.
        check(depth, &[(100, 7, 1, 3), (9_000_000, 7, 1, 29)], 30);
        check(depth, &[(100, 10, 1, 3), (200, 11, 1, 29)], 30);
    }
}
