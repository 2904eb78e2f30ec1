//! The record of the position after some moves.

use super::Clock;
use crate::epd::{Dialect, Record, Rules, castling, position};
use shakmaty::{Chess, Move, Position};

/// Returns the line of the position after legal moves, without operations but the clocks: they are carried on where the
/// record has any, or where its kind of file needs them. `None` where the record has no position, or a move is not
/// legal.
pub fn after_moves(record: &Record<'_>, played: &[Move]) -> Option<Vec<u8>> {
    let mut position = record.position()?.clone();
    let is_black = position.turn().is_black();
    for &played in played {
        position = position.play(played).ok()?;
    }
    let by_file = record
        .castling()
        .is_some_and(|text| text.chars().any(|c| !"KQkq-".contains(c)));
    let mut line = Vec::with_capacity(96);
    position::write(&position, &rights(&position, by_file), &mut line);
    let count = |moves: usize| u32::try_from(moves).unwrap_or(u32::MAX);
    let quiet = played
        .iter()
        .rev()
        .take_while(|played| !played.is_zeroing());
    let quiet = quiet.count();
    let half = record
        .half_move_clock()
        .map(|half| match quiet == played.len() {
            true => half.saturating_add(count(quiet)),
            false => count(quiet),
        });
    let of_black = count((played.len() + usize::from(is_black)) / 2);
    let full = record.full_move_number();
    let full = full.map(|full| full.saturating_add(of_black));
    if record.options().dialect == Dialect::Fen {
        let (half, full) = (half.unwrap_or(0), full.unwrap_or(1));
        line.extend_from_slice(format!(" {half} {full}").as_bytes());
        return Some(line);
    }
    for (clock, number) in [(Clock::HalfMoves, half), (Clock::MoveNumber, full)] {
        if number.is_some() {
            // The record is of our own making: there is nothing that could read otherwise.
            let put = clock.put(&Record::read(&line, record.options()), number);
            line = put.unwrap_or(line);
        }
    }
    Some(line)
}

/// Returns the castling field: `KQkq`, with the rook's file where it is not the outermost one or the record writes
/// files.
fn rights(position: &Chess, by_file: bool) -> String {
    castling::text_of(position, |right| {
        !by_file && right.is_meant(position.board(), Rules::Chess960)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_are_written_as_the_record_writes_them() {
        let position: Chess = "1r2k1r1/8/8/8/8/8/8/RR2K1R1 w Bg - 0 1"
            .parse::<shakmaty::fen::Fen>()
            .ok()
            .and_then(|fen| fen.into_position(shakmaty::CastlingMode::Chess960).ok())
            .expect("a position");
        assert_eq!(rights(&position, false), "Bk");
        assert_eq!(rights(&position, true), "Bg");
    }
}
