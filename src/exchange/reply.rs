//! The reply in a game played by exchanging records (1995): the position after the supplied move, for the sender of
//! the record.
//!
//! ```
//! use epdit::epd::{ReadOptions, Record};
//! use epdit::exchange::reply::reply;
//!
//! let line = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - fmvn 1; hmvc 0; sm e4; tcgs 2; \
//!     tcri \"anna@example.org\" \"Anna\"; tcsi \"boris@example.org\" \"Boris\";";
//! let next = reply(&Record::read(line, &ReadOptions::default()))?;
//! assert_eq!(
//!     String::from_utf8_lossy(&next),
//!     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 fmvn 1; hmvc 0; tcgs 2; \
//!      tcri \"boris@example.org\" \"Boris\"; tcsi \"anna@example.org\" \"Anna\";"
//! );
//! # Ok::<(), epdit::exchange::reply::NoReply>(())
//! ```

use shakmaty::{Color, Position};

use super::import::write_position;
use crate::epd::registers::supplied_move;
use crate::epd::{Dialect, Record};

/// The reason why there is no reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoReply {
    #[error("a FEN file has no operations to reply with")]
    Fen,
    #[error("expected one legal supplied move (sm)")]
    NoMove,
    /// An operation to carry over occurs twice, and either may count.
    #[error("the record has `{0}` twice")]
    Twice(&'static str),
    /// An operation to carry over can't be written such that it reads back unchanged.
    #[error("`{0}` can't be copied to the reply: it is ambiguous")]
    Unclear(&'static str),
    #[error("only a record with `refcom respond` has a reply")]
    NotAsked,
}

/// The operations carried over unchanged: the game, and the time used so far.
const CARRIED: [&str; 2] = ["cc", "tcgs"];

/// Returns the reply to a record, without an answering move: with the clocks of the position if the record has them,
/// `tcri` and `tcsi` exchanged, and `refreq reply` for a `refcom respond`.
///
/// # Errors
/// See [`NoReply`]: there is no move to reply to, or the record can't be replied to.
pub fn reply(record: &Record<'_>) -> Result<Vec<u8>, NoReply> {
    if record.options().dialect == Dialect::Fen {
        return Err(NoReply::Fen);
    }
    let command = record.operation("refcom");
    let command = command.map(|command| record.operands_text(command));
    if command
        .as_deref()
        .is_some_and(|command| command != "respond")
    {
        return Err(NoReply::NotAsked);
    }
    for opcode in CARRIED.into_iter().chain(["tcri", "tcsi", "fmvn", "hmvc"]) {
        let operations = record.operations().iter();
        if operations
            .filter(|one| record.opcode(one) == opcode)
            .count()
            > 1
        {
            return Err(NoReply::Twice(opcode));
        }
    }
    let played = supplied_move(record).ok_or(NoReply::NoMove)?;
    let mut position = record.position().ok_or(NoReply::NoMove)?.clone();
    let mover = position.turn();
    position.play_unchecked(played);
    let mut operations: Vec<(&'static str, Vec<u8>)> = Vec::new();
    let operands = |opcode: &str| {
        let operation = record.operation(opcode)?;
        Some(record.operands_span(operation).of(record.line()).to_vec())
    };
    for opcode in CARRIED {
        operations.extend(operands(opcode).map(|text| (opcode, text)));
    }
    for (opcode, other) in [("tcri", "tcsi"), ("tcsi", "tcri")] {
        operations.extend(operands(other).map(|text| (opcode, text)));
    }
    if command.is_some() {
        operations.push(("refreq", b"reply".to_vec()));
    }
    let number = record.full_move_number();
    let number = number.map(|number| number.saturating_add(u32::from(mover == Color::Black)));
    let half = record
        .half_move_clock()
        .map(|half| match played.is_zeroing() {
            true => 0,
            false => half.saturating_add(1),
        });
    for (opcode, count) in [("fmvn", number), ("hmvc", half)] {
        operations.extend(count.map(|count| (opcode, count.to_string().into_bytes())));
    }
    operations.sort();
    let mut line = Vec::with_capacity(128);
    write_position(&position, &mut line);
    for (opcode, operands) in &operations {
        line.push(b' ');
        line.extend_from_slice(opcode.as_bytes());
        line.push(b' ');
        line.extend_from_slice(operands);
        line.push(b';');
    }
    // An open quote would swallow the operations after it.
    let back = Record::read(&line, record.options());
    let mut read = back.operations().iter();
    let unclear = operations.iter().find(|(opcode, operands)| {
        read.next().is_none_or(|found| {
            back.opcode(found) != *opcode || back.operands_span(found).of(&line) != operands
        })
    });
    match (unclear, read.next()) {
        (Some((opcode, _)), _) => Err(NoReply::Unclear(opcode)),
        (None, Some(_)) => Err(NoReply::Unclear("sm")),
        (None, None) => Ok(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::{CanonicalOptions, ReadOptions};

    #[track_caller]
    fn check(line: &str, expected: Result<&str, NoReply>) {
        let options = ReadOptions::default();
        let made = reply(&Record::read(line.as_bytes(), &options));
        let text = made
            .as_deref()
            .map(|text| std::str::from_utf8(text).expect("text"));
        assert_eq!(text.map_err(|error| *error), expected);
        if let Ok(line) = made {
            let record = Record::read(&line, &options);
            let canonical = record.canonical(&CanonicalOptions::default());
            assert_eq!(canonical.as_deref(), Some(&line[..]));
        }
    }

    #[test]
    fn a_reply_is_the_position_after_the_move_and_goes_back_to_the_sender() {
        check(
            "4k3/8/8/8/8/8/4P3/4K3 b - - cc 000:00:01:00 000:00:00:30; fmvn 30; hmvc 4; id \"a\"; \
             refcom respond; sm Ke7; tcri \"c\" \"C\"; tcsi \"r\" \"R\";",
            Ok(
                "8/4k3/8/8/8/8/4P3/4K3 w - - cc 000:00:01:00 000:00:00:30; fmvn 31; hmvc 5; \
                 refreq reply; tcri \"r\" \"R\"; tcsi \"c\" \"C\";",
            ),
        );
        check(
            "4k3/8/8/8/8/8/4P3/4K3 w - - sm e4;",
            Ok("4k3/8/8/8/4P3/8/8/4K3 b - e3"),
        );
    }

    #[test]
    fn a_record_without_a_legal_move_or_with_another_command_has_no_reply() {
        check("4k3/8/8/8/8/8/4P3/4K3 w - -", Err(NoReply::NoMove));
        check("4k3/8/8/8/8/8/4P3/4K3 w - - sm e5;", Err(NoReply::NoMove));
        check(
            "4k3/8/8/8/8/8/4P3/4K3 w - - sm e4 e3;",
            Err(NoReply::NoMove),
        );
        check(
            "4k3/8/8/8/8/8/4P3/4K3 w - - sm e4; sm e3;",
            Err(NoReply::NoMove),
        );
        check(
            "4k3/8/8/8/8/8/4P3/4K3 w - - sm e5; sv e4;",
            Err(NoReply::NoMove),
        );
        check(
            "4k3/8/8/8/8/8/4P3/4K3 w - - sm e4; tcri \"a\" \"A\"; tcri \"b\" \"B\";",
            Err(NoReply::Twice("tcri")),
        );
        // An open quote would swallow the operations after it.
        check(
            "4k3/8/8/8/8/8/4P3/4K3 w - - sm e4; tcri \"a\"; cc \"0:01",
            Err(NoReply::Unclear("cc")),
        );
        check(
            "4k3/8/8/8/8/8/4P3/4K3 w - - refcom execute; sm e4;",
            Err(NoReply::NotAsked),
        );
    }
}
