//! Games in a file: whether each record is the one that the record before leads to.

use super::findings::{Findings, Key};
use super::problem::Problem;
use crate::cli::flow::{Input, Piece, Source};
use crate::suite::game::{Games, is_of_a_game, pair};

/// See the module.
#[derive(Default)]
pub(crate) struct GamesOf {
    games: Games,
    /// The last record of the piece before, where it is of a game, and its line.
    last: Option<(u64, Vec<u8>)>,
}

impl GamesOf {
    /// Joins a piece to the one before it.
    pub(crate) fn join(&mut self, piece: Piece<'_>, source: &Source<'_>, findings: &mut Findings) {
        let Some([(first, first_line), (last, last_line)]) = findings.ends.clone() else {
            return;
        };
        let line = |range| piece.bytes.get(range).unwrap_or_default();
        if let Some((number, before)) = self.last.take() {
            let before = source.read(&before);
            let after = source.read(line(first_line.clone()));
            let key = Key {
                number: first,
                line: first_line,
                id: None,
                position: None,
                pair: Some(pair(&before, number, &after)),
            };
            findings.keys.insert(0, key);
        }
        let text = line(last_line);
        if is_of_a_game(&source.read(text)) {
            self.last = Some((last, text.to_vec()));
        }
    }

    /// Appends the problems of a record that the one before does not lead to.
    pub(crate) fn problems<'a>(
        &mut self,
        key: &Key,
        piece: Piece<'a>,
        input: &'a Input,
        problems: &mut Vec<Problem<'a>>,
    ) {
        let Some(pair) = &key.pair else {
            return;
        };
        let is_game = self.games.take(pair);
        let flaws = pair.flaws.iter().filter(|flaw| is_game || flaw.is_sure());
        let line = piece.bytes.get(key.line.clone()).unwrap_or_default();
        let place = (input.name.as_str(), key.number);
        problems.extend(flaws.map(|flaw| {
            let message = flaw.message.clone();
            Problem::told(place, line, flaw.code, flaw.span, message)
        }));
    }
}
