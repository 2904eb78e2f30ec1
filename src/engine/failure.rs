//! Failures of an engine, in words.

use std::fmt;
use std::time::Duration;

use super::uci::ValueError;

/// A step in the conversation with an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The engine describes itself: `uci`.
    Handshake,
    /// The engine becomes ready: `isready`.
    Ready,
    Search,
    Stop,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Handshake => "`uci`",
            Self::Ready => "`isready`",
            Self::Search => "`go`",
            Self::Stop => "`stop`",
        })
    }
}

/// The reason why an engine gave no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    #[error("can't start `{program}`: {why}")]
    Start { program: String, why: String },
    #[error("the engine ended during {step}{}", of_end(.how, .words))]
    Ended {
        step: Step,
        /// The exit status or signal.
        how: String,
        /// The last output on standard error.
        words: String,
    },
    #[error("the engine did not answer {} within {}", .1, seconds(.0))]
    Late(Duration, Step),
    #[error("the engine did not answer {} within {}, in each of {} starts", .1, seconds(.0), .2)]
    AlwaysLate(Duration, Step, u32),
    #[error("the engine does not keep to `{limit} {number}`: it did not stop within {}", seconds(.within))]
    BeyondLimit {
        limit: &'static str,
        number: u64,
        within: Duration,
    },
    #[error("the engine made no progress and stopped answering for {} s", .0.as_secs().max(1))]
    Stuck(Duration),
    #[error("the engine has no option `{name}`{}", .near.as_ref().map_or_else(String::new, |near| format!("; did you mean `{near}`?")))]
    NoOption { name: String, near: Option<String> },
    #[error("the engine does not play Chess960: it has no option `UCI_Chess960`")]
    NoChess960,
    #[error(transparent)]
    Value(#[from] ValueError),
    #[error("the engine gave no best move (`{0}`)")]
    NoMove(String),
    #[error("the engine plays `{0}`, though told to search other moves")]
    NotAsked(String),
    #[error("the engine's best move `{0}` is illegal here")]
    IllegalMove(String),
    #[error("the engine's line has an illegal move: `{0}`")]
    IllegalLine(String),
    /// The engine chose a move without reporting a score.
    #[error("the engine gave no score")]
    NoScore,
    /// The engine chose a move that begins none of its lines, and its score is required.
    #[error("the engine gave no score of the move that it chose")]
    Unscored,
    #[error("the engine claims mate in {0}, but its line does not mate")]
    FalseMate(i64),
    #[error("the engine claims mate in {claimed}, but its line is mate in {shown}")]
    OtherMate { claimed: i64, shown: i64 },
    /// The engine claims a mate that is too long for `ce`.
    #[error("the engine claims mate in {0}, which is out of range")]
    FarMate(i64),
    #[error("stopped")]
    Stopped,
}

impl Failure {
    /// Returns true if any other process of the engine would fail the same way.
    pub fn is_for_good(&self) -> bool {
        matches!(self, Self::NoOption { .. } | Self::Value(_))
    }
}

fn of_end(how: &str, words: &str) -> String {
    match words {
        "" => format!(" ({how})"),
        words => format!(" ({how}): {words}"),
    }
}

fn seconds(time: &Duration) -> String {
    match time.as_millis() {
        millis if millis % 1000 == 0 => format!("{} s", millis / 1000),
        millis => format!("{millis} ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_say_what_and_when() {
        let check = |failure: Failure, expected: &str| assert_eq!(failure.to_string(), expected);
        check(
            Failure::Late(Duration::from_secs(10), Step::Handshake),
            "the engine did not answer `uci` within 10 s",
        );
        check(
            Failure::BeyondLimit {
                limit: "nodes",
                number: 20_000,
                within: Duration::from_secs(10),
            },
            "the engine does not keep to `nodes 20000`: it did not stop within 10 s",
        );
        check(
            Failure::Ended {
                step: Step::Search,
                how: "signal 11".into(),
                words: String::new(),
            },
            "the engine ended during `go` (signal 11)",
        );
        check(
            Failure::NoOption {
                name: "Thread".into(),
                near: Some("Threads".into()),
            },
            "the engine has no option `Thread`; did you mean `Threads`?",
        );
    }
}
