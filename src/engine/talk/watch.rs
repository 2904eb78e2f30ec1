//! Deadlines: whatever an engine does or leaves undone, a search ends.

use std::time::{Duration, Instant};

use crate::engine::failure::{Failure, Step};
use crate::engine::process::Process;
use crate::engine::search::Limits;

/// The deadlines of one search.
pub(super) struct Watch {
    /// The whole search.
    longest: Option<(Instant, Duration)>,
    /// What its answer to `stop` may take, and what it may say nothing new.
    to_stop: Duration,
    quiet: Duration,
    /// When it was told to stop.
    stopped: Option<Instant>,
    /// When it was asked whether it still listens.
    asked: Option<Instant>,
    progress: (u64, u32),
    moved: Instant,
    /// When it was looked at last.
    seen: Awake,
}

impl Watch {
    /// Of a search with these limits, where any other answer may take `answer`, and that to `stop` `to_stop`.
    pub(super) fn new(limits: &Limits, answer: Duration, to_stop: Duration) -> Self {
        let now = Instant::now();
        let longest = limits.longest(answer);
        Self {
            longest: longest.and_then(|longest| Some((now.checked_add(longest)?, longest))),
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

    /// Whether all is in time. An engine that says nothing new for long is asked whether it listens.
    pub(super) fn look(
        &mut self,
        process: &mut Process,
        progress: (u64, u32),
    ) -> Result<(), Failure> {
        let asleep = self.seen.slept();
        if !asleep.is_zero() {
            self.put_off(asleep);
        }
        let now = Instant::now();
        if progress != self.progress {
            self.progress = progress;
            self.moved = now;
        }
        let is_late = |since: Option<Instant>, patience: Duration| {
            since.is_some_and(|since| now.duration_since(since) > patience)
        };
        if is_late(self.stopped, self.to_stop) {
            return Err(Failure::Late(self.to_stop, Step::Stop));
        }
        if let Some((end, longest)) = self.longest
            && now > end
            && !self.is_stopped()
        {
            return Err(Failure::Late(longest, Step::Search));
        }
        // What is to end is not asked whether it listens.
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

    /// Moves all deadlines by the time in which nobody could look.
    fn put_off(&mut self, by: Duration) {
        for since in [&mut self.stopped, &mut self.asked].into_iter().flatten() {
            *since += by;
        }
        if let Some((end, _)) = &mut self.longest {
            *end = end.checked_add(by).unwrap_or(*end);
        }
        self.moved += by;
    }
}

/// Knows when this process did not run: it was stopped (Ctrl-Z), or the machine slept. An engine that answered in that
/// time is not late.
#[derive(Clone, Copy, Debug)]
pub(super) struct Awake(Instant);

/// Between two looks of a process that runs there is less, whatever else the machine does.
const ASLEEP: Duration = Duration::from_secs(1);

impl Awake {
    pub(super) fn new() -> Self {
        Self(Instant::now())
    }

    /// How long the process did not run since this was asked last; zero for what is no such time.
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
        let (end, _) = watch.longest.expect("it has an end");
        watch.put_off(long);
        assert_eq!(watch.longest.map(|(end, _)| end), Some(end + long));
    }
}
