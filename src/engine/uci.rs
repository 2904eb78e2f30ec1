//! The messages of an engine. Parsing never fails: as the protocol demands, a meaningless line is [`Said::Nothing`],
//! and unknown words within a line are skipped.
//!
//! ```
//! use epdit::engine::uci::{Said, read};
//!
//! assert_eq!(read(b"uciok\r"), Said::UciOk);
//! let Said::Info(info) = read(b"info depth 7 score cp 31 nodes 20 pv e2e4 e7e5") else {
//!     panic!("an info line");
//! };
//! assert_eq!((info.depth, info.nodes), (Some(7), Some(20)));
//! assert_eq!(info.moves, b"e2e4 e7e5");
//! ```

mod info;
mod option;

pub use info::{Bound, Info};
pub use option::{EngineOption, OptionKind, ValueError};

/// A message of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// `id name`: the name of the engine.
    Name(String),
    /// `id author`: the author of the engine.
    Author(String),
    Option(EngineOption),
    /// The description of the engine is complete.
    UciOk,
    /// The engine has processed all commands.
    ReadyOk,
    /// The progress of a search.
    Info(Info),
    /// The end of a search: the move as written, `None` if it is missing.
    BestMove(Option<String>),
    /// Another line: a banner, text for people, a broken line.
    Nothing,
}

/// Parses one line, with or without its end.
pub fn read(line: &[u8]) -> Said {
    let mut words = Words(line);
    let Some(first) = words.next() else {
        return Said::Nothing;
    };
    match first {
        b"id" => match words.next() {
            Some(b"name") => Said::Name(text(words.rest())),
            Some(b"author") => Said::Author(text(words.rest())),
            _ => Said::Nothing,
        },
        b"option" => EngineOption::read(words).map_or(Said::Nothing, Said::Option),
        b"uciok" => Said::UciOk,
        b"readyok" => Said::ReadyOk,
        b"info" => Info::read(words).map_or(Said::Nothing, Said::Info),
        b"bestmove" => Said::BestMove(words.next().map(text)),
        _ => Said::Nothing,
    }
}

/// Converts text of an engine for display.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.trim_ascii()).into_owned()
}

/// An iterator over the words of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'a>(&'a [u8]);

impl<'a> Words<'a> {
    /// Returns the text that is not yet read.
    fn rest(self) -> &'a [u8] {
        self.0.trim_ascii()
    }

    /// Returns the next word, if it is a number.
    fn number<N: std::str::FromStr>(&mut self) -> Option<N> {
        std::str::from_utf8(self.next()?).ok()?.parse().ok()
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let line = self.0.trim_ascii_start();
        let end = line
            .iter()
            .position(u8::is_ascii_whitespace)
            .unwrap_or(line.len());
        let (word, rest) = line.split_at_checked(end)?;
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Said) {
        assert_eq!(read(line.as_bytes()), expected, "{line}");
    }

    #[test]
    fn every_form_of_line_is_read() {
        check(
            "id name Stockfish 15.1",
            Said::Name("Stockfish 15.1".into()),
        );
        check("id author A. and B.\r", Said::Author("A. and B.".into()));
        check("  uciok  ", Said::UciOk);
        check("readyok", Said::ReadyOk);
        check(
            "bestmove e2e4 ponder e7e5",
            Said::BestMove(Some("e2e4".into())),
        );
        check("bestmove (none)", Said::BestMove(Some("(none)".into())));
        check("bestmove", Said::BestMove(None));
        check("Stockfish 15.1 by the developers", Said::Nothing);
        check("", Said::Nothing);
        check("id", Said::Nothing);
        check("id elo 3000", Said::Nothing);
        check("option", Said::Nothing);
        check("info", Said::Nothing);
        check("registration checking", Said::Nothing);
    }

    #[test]
    fn no_bytes_make_it_panic() {
        for line in [
            &b"\xff\xfe\0"[..],
            b"info depth",
            b"info depth \xff score cp",
            b"info score cp 99999999999999999999999 pv",
            b"info score mate pv e2e4",
            b"info multipv -1 score cp 1",
            b"option name",
            b"option name X type",
            b"option name X type spin min max default",
            b"option name type type type",
            b"bestmove \xff",
            b"id name \xff",
        ] {
            let _ = read(line);
        }
        assert_eq!(read(b"id name \xffA"), Said::Name("\u{fffd}A".into()));
    }
}
