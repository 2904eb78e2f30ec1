//! A stream of games as a stream of records, for whatever reads a file of records.

use std::io::{self, Read};
use std::path::Path;

use super::{Import, Lines};
use crate::exchange::pgn::Games;
use crate::suite::Compression;

/// Whether a file is one of games, by its name: `*.pgn`, packed or not.
pub fn is_games(path: &Path) -> bool {
    let inner = match Compression::of_name(path) {
        Compression::None => path.as_os_str(),
        _ => path.file_stem().unwrap_or_default(),
    };
    let suffix = Path::new(inner).extension();
    suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case("pgn"))
}

/// Gives the records of games as they are read. A game that can't be read gives a comment that says so.
#[derive(Debug)]
pub struct Stream<R> {
    games: Games<R>,
    import: Import,
    text: Vec<u8>,
    given: usize,
}

impl<R: Read> Stream<R> {
    /// The records of these games.
    pub fn of(games: Games<R>, import: Import) -> Self {
        Self {
            games,
            import,
            text: Vec::new(),
            given: 0,
        }
    }

    /// Reads more games; says whether there were any.
    fn fill(&mut self) -> io::Result<bool> {
        self.text.clear();
        self.given = 0;
        let Some(batch) = self.games.next_batch()? else {
            return Ok(false);
        };
        for game in batch.games() {
            let mut lines = Lines::default();
            self.import.game(game, &mut lines);
            self.text.extend_from_slice(lines.text());
            for broken in lines.broken() {
                let words = broken.to_string().replace(['\n', '\r'], " ");
                self.text
                    .extend_from_slice(format!("# {words}; game skipped\n").as_bytes());
            }
        }
        if let Some(line) = batch.too_long {
            let words = format!("# line {line}: a game of more than 16 MiB; game skipped\n");
            self.text.extend_from_slice(words.as_bytes());
        }
        Ok(true)
    }
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
        let games = b"1. e4 *\n\n1. Ke3 *\n\n1. d4 *\n";
        let mut stream = Stream::of(Games::of(&games[..]), Import::default());
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("memory");
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 5);
        assert_eq!(
            lines[2],
            "# line 3: `Ke3` is not a legal move for White; game skipped"
        );
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
