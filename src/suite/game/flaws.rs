//! The flaws between two records of a game.

use shakmaty::{Chess, Piece, Position, Square};

use super::pair::{Flaw, Joint, clocks, en_passant, reached};
use crate::epd::{Code, Operation, Record};

/// Returns the flaw of a record that the move before does not lead to.
pub(super) fn of_break(before: &Record<'_>, line: u64, after: &Record<'_>) -> Option<Flaw> {
    let (reached, found) = (reached(before)?, after.position()?);
    let fields = after.field_spans();
    let piece = |piece: Option<Piece>| {
        piece.map_or("nothing".to_owned(), |piece| format!("`{}`", piece.char()))
    };
    let side = |position: &Chess| position.turn().fold_wb("White", "Black");
    let at = |position: &Chess, square| position.board().piece_at(square);
    let mut squares = Square::ALL.into_iter();
    let square = squares.find(|square| at(&reached, *square) != at(found, *square));
    let (span, what) = if let Some(square) = square {
        let (wanted, there) = (piece(at(&reached, square)), piece(at(found, square)));
        let what = format!("expected {wanted} on {square}, found {there}");
        (fields.placement, what)
    } else if reached.turn() != found.turn() {
        let (wanted, there) = (side(&reached), side(found));
        let what = format!("expected {wanted} to move, found {there}");
        (fields.side, what)
    } else if en_passant(&reached) != en_passant(found) {
        let name = |position: &Chess| {
            let square = en_passant(position);
            square.map_or("-".to_owned(), |square| square.to_string())
        };
        let (wanted, there) = (name(&reached), name(found));
        let what = format!("expected the en-passant square `{wanted}`, found `{there}`");
        (fields.en_passant, what)
    } else {
        let rights = |position: &Chess| position.castles().castling_rights().count();
        let what = match rights(&reached) > rights(found) {
            true => "castling rights were lost",
            false => "castling rights came back",
        };
        (fields.castling, what.to_owned())
    };
    Some(Flaw {
        code: Code::GameBreak,
        span: span.unwrap_or_default(),
        message: format!("the move on line {line} does not lead here: {what}"),
    })
}

/// Adds flaws where the time used or the move number decreases.
pub(super) fn of_clocks(before: &Record<'_>, line: u64, after: &Record<'_>, flaws: &mut Vec<Flaw>) {
    let span = |opcode: &str| {
        let operation = after.operation(opcode)?;
        Some(after.operands_span(operation))
    };
    if let (Some(one), Some(other), Some(span)) = (clocks(before), clocks(after), span("cc")) {
        for (side, (one, other)) in ["White", "Black"].iter().zip(one.into_iter().zip(other)) {
            if other < one {
                let (one, other) = (time(one), time(other));
                flaws.push(Flaw {
                    code: Code::ClockRunsBack,
                    span,
                    message: format!("{side} has used {other}, less than the {one} on line {line}"),
                });
            }
        }
    }
    let numbers = before.full_move_number().zip(after.full_move_number());
    if let Some((one, other)) = numbers.filter(|(one, other)| other < one) {
        flaws.push(Flaw {
            code: Code::ClockRunsBack,
            span: span("fmvn").unwrap_or_default(),
            message: format!("the move number is {other}, less than the {one} on line {line}"),
        });
    }
}

/// Returns a time as `1:02:05`, with days in front if there are any.
pub fn time(seconds: u32) -> String {
    let (minutes, second) = (seconds / 60, seconds % 60);
    let (hours, minute) = (minutes / 60, minutes % 60);
    match (hours / 24, hours % 24) {
        (0, hour) => format!("{hour}:{minute:02}:{second:02}"),
        (days, hour) => format!("{days}d {hour}:{minute:02}:{second:02}"),
    }
}

/// Checks the reply to a referee's command. Only `respond` takes a reply: from the position after its move, back to
/// the sender.
pub(super) fn of_reply(
    before: &Record<'_>,
    line: u64,
    after: &Record<'_>,
    joint: Option<Joint>,
) -> Option<Flaw> {
    let command = before.operands_text(before.operation("refcom")?);
    let request = after.operation("refreq")?;
    let reply = after.operands_text(request);
    let wrong = |operation: &Operation, message: String| {
        Some(Flaw {
            code: Code::WrongReply,
            span: operation.opcode.cover(after.operands_span(operation)),
            message,
        })
    };
    match (command.as_str(), reply.as_str()) {
        ("respond", "sign_on") => wrong(
            request,
            format!("`refcom respond` on line {line} takes `refreq reply`, found `refreq sign_on`"),
        ),
        ("respond", "reply") => {
            if joint.is_some_and(|joint| joint != Joint::Leads) && joint != Some(Joint::Breaks) {
                return wrong(
                    request,
                    format!("the reply is not from the position after the move on line {line}"),
                );
            }
            let mut both = [("tcri", "tcsi"), ("tcsi", "tcri")].into_iter();
            both.find_map(|(here, there)| {
                let (operation, other) = (after.operation(here)?, before.operation(there)?);
                if after.operands_bytes(operation) == before.operands_bytes(other) {
                    return None;
                }
                let why = format!("the `{here}` of a reply is the `{there}` of line {line}");
                wrong(operation, why)
            })
        }
        (command, "reply") => wrong(
            request,
            format!("`refcom {command}` on line {line} takes no reply"),
        ),
        _ => None,
    }
}
