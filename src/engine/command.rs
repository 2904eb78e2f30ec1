//! The command and the options that start an engine, and the failures of an engine.

use crate::engine::uci::ValueError;
use std::ffi::OsString;
use std::fmt;
use std::path::{PathBuf, is_separator};
use std::time::Duration;
use which::which_in;

/// A program with its arguments and options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineCommand {
    /// The program: a path, or a name found in `PATH` or in the system's folder of games.
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
    /// The options by name, in the order in which they are set.
    pub options: Vec<(String, String)>,
    /// The path of this program, if it is to start the engine, so that the engine always ends with it. The system then
    /// ends the engine with the *thread* that started it.
    pub launcher: Option<PathBuf>,
    /// Whether the engine runs at the lowest priority, if there is a launcher: on an idle machine it is as fast as
    /// ever, and an interactive program stays responsive.
    pub is_aside: bool,
}

/// The reason why a text is not a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    #[error("expected a program")]
    Empty,
    #[error("a quote is not closed")]
    Quote,
}

/// The names of engines to look for: known ones that use UCI when started without arguments.
const KNOWN: &str = "stockfish lc0 komodo dragon berserk ethereal ethereal-chess obsidian rubichess caissa koivisto \
    fruit toga2 glaurung fairy-stockfish arasan sjaakii gnuchessu";

/// Folders of games that are not in everyone's `PATH`, such as root's on Debian.
const GAMES: [&str; 2] = ["/usr/local/games", "/usr/games"];

/// Returns `PATH`, followed by the folders of games.
pub(super) fn search_path() -> Option<OsString> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path);
    let games = GAMES.into_iter().map(PathBuf::from);
    let games = games.filter(|folder| folder.is_dir());
    std::env::join_paths(folders.chain(games))
        .ok()
        .or(Some(path))
}

/// Returns the known engines found in `PATH` or a folder of games, with their files.
pub fn found_in_path() -> Vec<(&'static str, PathBuf)> {
    let path = search_path();
    KNOWN
        .split(' ')
        .filter_map(|name| Some((name, which_in(name, path.as_ref(), ".").ok()?)))
        .collect()
}

/// Returns the path of this program for [`EngineCommand::launcher`]; `None` in tests.
pub fn launcher() -> Option<PathBuf> {
    std::env::current_exe().ok().filter(|_| !cfg!(test))
}

impl EngineCommand {
    /// Parses a program and its arguments as typed: words separated by blanks, in quotes (`'` or `"`) where they
    /// contain blanks. No shell is involved. The whole path of a program needs no quotes.
    ///
    /// # Errors
    /// There is no word, or a quote is open.
    pub fn parse(text: &str) -> Result<Self, CommandError> {
        let text = text.trim();
        let whole = Self::of(text, &[]);
        if text.contains(is_separator) && whole.found().is_some() {
            return Ok(whole);
        }
        let mut words = Vec::new();
        let (mut word, mut quote) = (None::<String>, None);
        for c in text.chars() {
            match quote {
                Some(open) if c == open => quote = None,
                Some(_) => word.get_or_insert_default().push(c),
                None if c == '\'' || c == '"' => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                None if c.is_whitespace() => words.extend(word.take()),
                None => word.get_or_insert_default().push(c),
            }
        }
        words.extend(word);
        match words.split_first() {
            _ if quote.is_some() => Err(CommandError::Quote),
            Some((program, arguments)) if !program.is_empty() => Ok(Self::of(program, arguments)),
            _ => Err(CommandError::Empty),
        }
    }

    /// Returns a program with its arguments, without options.
    pub fn of(program: impl Into<PathBuf>, arguments: &[String]) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.iter().map(OsString::from).collect(),
            ..Self::default()
        }
    }

    /// Returns the file that is run; `None` if it does not exist.
    pub fn found(&self) -> Option<PathBuf> {
        which_in(&self.program, search_path(), ".").ok()
    }

    /// Returns the name of the engine in results: the one that it reported, or else that of its program.
    pub fn label(&self, name: &str) -> String {
        let program = self.program.file_stem().unwrap_or_default();
        match name.trim() {
            "" => program.to_string_lossy().into_owned(),
            name => name.to_owned(),
        }
    }

    /// Returns the options that are set, in words: `Threads=2, Hash=256`; empty without any.
    pub fn options_in_words(&self) -> String {
        let options = self.options.iter();
        let options = options.map(|(option, value)| format!("{option}={value}"));
        options.collect::<Vec<_>>().join(", ")
    }

    /// Sets an option, replacing an earlier value.
    pub fn set(&mut self, name: &str, value: &str) {
        self.options
            .retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.options.push((name.to_owned(), value.to_owned()));
    }

    pub fn sets(&self, name: &str) -> bool {
        let mut options = self.options.iter();
        options.any(|(known, _)| known.eq_ignore_ascii_case(name))
    }
}

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

/// The reason why an engine returned no result.
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
    #[error("the engine ignores its limit `{limit} {number}`: it did not stop within {}", seconds(.within))]
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

    /// Returns true if the engine claims a mate that its line contradicts.
    pub(super) fn is_false_mate(&self) -> bool {
        matches!(self, Self::FalseMate(_) | Self::OtherMate { .. })
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
    fn quotes_join_the_words_of_a_command() {
        let check = |text: &str, expected: Result<&[&str], CommandError>| {
            let words = EngineCommand::parse(text).map(|command| {
                let arguments = command.arguments.iter();
                let mut words = vec![command.program.display().to_string()];
                words.extend(arguments.map(|word| word.to_string_lossy().into_owned()));
                words
            });
            let expected =
                expected.map(|words| words.iter().map(|word| (*word).to_owned()).collect());
            assert_eq!(words, expected, "{text}");
        };
        check("stockfish", Ok(&["stockfish"]));
        check(
            " lc0  --weights='a b.pb' ",
            Ok(&["lc0", "--weights=a b.pb"]),
        );
        check("'my engine' \"\" x", Ok(&["my engine", "", "x"]));
        check("'open", Err(CommandError::Quote));
        check(" ", Err(CommandError::Empty));
        check("''", Err(CommandError::Empty));
    }

    #[test]
    fn an_option_is_set_once_whatever_its_case() {
        let mut command = EngineCommand::of("stockfish", &[]);
        command.set("Hash", "16");
        command.set("hash", "64");
        assert!(command.sets("HASH") && !command.sets("Threads"));
        assert_eq!(command.options, [("hash".to_owned(), "64".to_owned())]);
    }

    #[test]
    fn a_label_is_the_engines_own_name_else_its_programs() {
        let mut command = EngineCommand::of("/opt/lc0.sh", &[]);
        assert_eq!(command.label(" Lc0 v0.30 "), "Lc0 v0.30");
        assert_eq!(command.label(""), "lc0");
        assert_eq!(command.options_in_words(), "");
        command.set("Threads", "2");
        command.set("Hash", "64");
        assert_eq!(command.options_in_words(), "Threads=2, Hash=64");
    }
}

#[cfg(test)]
mod failure_tests {
    use super::*;

    #[test]
    fn failures_name_the_step_and_the_time() {
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
            "the engine ignores its limit `nodes 20000`: it did not stop within 10 s",
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
