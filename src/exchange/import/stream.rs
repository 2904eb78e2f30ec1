//! A stream of games as a stream of records, for readers of record files.

use std::io::{self, Read};
use std::path::Path;

use super::{Import, Lines};
use crate::epd::counted::thousands_of;
use crate::epd::{LineKind, Skim, moves};
use crate::exchange::pgn::{self, Games};
use crate::suite::Compression;

/// Returns true if the name is that of a file of games: `*.pgn`, packed or not.
pub fn is_games(path: &Path) -> bool {
    let inner = Compression::without_suffix(path);
    let suffix = inner.extension();
    suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case("pgn"))
}

/// Returns the first line that is not blank, not a comment of a suite (games may also begin with such), and not the
/// `[pgn]` of a forum.
pub fn first_line(head: &[u8]) -> &[u8] {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let mut lines = head
        .split(|byte| matches!(byte, b'\n' | b'\r'))
        .map(<[u8]>::trim_ascii)
        .map(|line| pgn::behind_opening(line).unwrap_or(line));
    let is_comment = |line: &[u8]| Skim::kind_of(line) == LineKind::Comment;
    lines
        .find(|line| !line.is_empty() && !is_comment(line))
        .unwrap_or_default()
}

/// Returns true if a line begins with a tag, or with the first move and its number, as games do and records do not.
pub fn begins_game(line: &[u8]) -> bool {
    match line.trim_ascii_start() {
        line @ [b'[', ..] => pgn::tag_of(line).is_some_and(|(name, _)| {
            let first = name.first();
            first.is_some_and(u8::is_ascii_alphabetic)
        }),
        [b'1', b'.', rest @ ..] => rest
            .split(|byte| byte.is_ascii_whitespace() || *byte == b'.')
            .find(|word| !word.is_empty())
            .is_some_and(moves::looks_like_move),
        _ => false,
    }
}

/// A reader of the records of games. A game that is unreadable or broken gives a comment that says so, and so do
/// games that are not UTF-8, at the end.
#[derive(Debug)]
pub struct Stream<R> {
    games: Games<R>,
    import: Import,
    text: Vec<u8>,
    given: usize,
    /// The number of games that were not UTF-8.
    converted: u64,
}

impl<R: Read> Stream<R> {
    pub fn of(games: Games<R>, import: Import) -> Self {
        Self {
            games,
            import,
            text: Vec::new(),
            given: 0,
            converted: 0,
        }
    }

    /// Reads more games; returns true if there were any.
    fn fill(&mut self) -> io::Result<bool> {
        self.text.clear();
        self.given = 0;
        let Some(batch) = self.games.next_batch()? else {
            if let games @ 1.. = std::mem::take(&mut self.converted) {
                self.say(&converted(games));
            }
            return Ok(!self.text.is_empty());
        };
        for game in batch.games() {
            let mut lines = Lines::default();
            self.import.game(game, &mut lines);
            self.converted += lines.converted;
            self.text.extend_from_slice(&lines.text);
            for (faults, end) in [(lines.broken, "skipped"), (lines.cut, "ends there")] {
                for fault in faults {
                    self.say(&format!("{fault}; game {end}"));
                }
            }
        }
        Ok(true)
    }

    fn say(&mut self, words: &str) {
        let words = words.replace(['\n', '\r'], " ");
        self.text
            .extend_from_slice(format!("# {words}\n").as_bytes());
    }
}

/// Returns the comment on games that were converted to UTF-8.
pub fn converted(games: u64) -> String {
    let games = thousands_of(games, "game", "games");
    format!("{games} read as Latin-1 and written as UTF-8")
}

impl<R: Read> Read for Stream<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given >= self.text.len() {
            if !self.fill()? {
                return Ok(0);
            }
        }
        let mut rest = self.text.get(self.given..).unwrap_or_default();
        let length = rest.read(buffer)?;
        self.given += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_as_they_are_read_and_a_broken_game_is_a_comment() {
        let games = b"1. e4 *\n\n1. Ke3 *\n\n1. d4 {J\xf6rg} d5 e5 *\n";
        let mut stream = Stream::of(Games::of(&games[..]), Import::default());
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("memory");
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 8);
        let comments = lines.iter().filter(|line| line.starts_with('#'));
        let expected = [
            "# line 3: `Ke3` is not a legal move for White; game skipped",
            "# line 5: `e5` is not a legal move for White; game ends there",
            "# 1 game read as Latin-1 and written as UTF-8",
        ];
        assert!(comments.eq(&expected), "{text}");
    }

    #[test]
    fn texts_of_games_are_told_by_how_they_begin() {
        for (head, expected) in [
            ("[Event \"x\"]\n", true),
            ("\u{feff}\r\n% c\n; d\n[White \"A\"]\r\n", true),
            ("1. e4 e5", true),
            ("1.e4 e5", true),
            ("1... Nf6", true),
            ("[pgn]\n1. e4 e5", true),
            ("[PGN][White \"A\"]", true),
            ("", false),
            ("[x]\n", false),
            ("1. first\n", false),
            ("1.", false),
            ("e4 e5\n", false),
            ("4k3/8/8/8/8/8/8/4K3 w - - id \"[a \\\"b\\\"]\";\n", false),
        ] {
            assert_eq!(begins_game(first_line(head.as_bytes())), expected, "{head}");
        }
    }

    #[test]
    fn files_of_games_are_told_by_their_names() {
        for (name, expected) in [
            ("a.pgn", true),
            ("a.PGN.gz", true),
            ("b.pgn.zst", true),
            ("a.epd", false),
            ("pgn", false),
            ("a.epd.gz", false),
        ] {
            assert_eq!(is_games(Path::new(name)), expected, "{name}");
        }
    }
}
