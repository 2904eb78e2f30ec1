//! What can be wrong between two records of a game.

use shakmaty::{Color, Piece, Position, Square};

use super::pair::{Flaw, Joint, clocks, en_passant, reached};
use crate::epd::{Code, Operation, Record, Span};

/// The record is not the one that the move before leads to.
pub(super) fn of_break(before: &Record<'_>, line: u64, after: &Record<'_>) -> Option<Flaw> {
    let (reached, found) = (reached(before)?, after.position()?);
    let fields = after.field_spans();
    let piece = |piece: Option<Piece>| {
        piece.map_or("nothing".to_owned(), |piece| format!("`{}`", piece.char()))
    };
    let side = |side: Color| side.fold_wb("White", "Black");
    let square = Square::ALL
        .into_iter()
        .find(|square| reached.board().piece_at(*square) != found.board().piece_at(*square));
    let (span, what) = if let Some(square) = square {
        let (wanted, there) = (
            reached.board().piece_at(square),
            found.board().piece_at(square),
        );
        let what = format!(
            "expected {} on {square}, found {}",
            piece(wanted),
            piece(there)
        );
        (fields.placement, what)
    } else if reached.turn() != found.turn() {
        let what = format!(
            "expected {} to move, found {}",
            side(reached.turn()),
            side(found.turn())
        );
        (fields.side, what)
    } else if en_passant(&reached) != en_passant(found) {
        let name =
            |square: Option<Square>| square.map_or("-".to_owned(), |square| square.to_string());
        let (wanted, there) = (en_passant(&reached), en_passant(found));
        let what = format!(
            "expected the en-passant square `{}`, found `{}`",
            name(wanted),
            name(there)
        );
        (fields.en_passant, what)
    } else {
        let lost =
            reached.castles().castling_rights().count() > found.castles().castling_rights().count();
        let what = if lost {
            "castling rights were lost"
        } else {
            "castling rights came back"
        };
        (fields.castling, what.to_owned())
    };
    Some(Flaw {
        code: Code::GameBreak,
        span: span.unwrap_or_default(),
        message: format!("the move on line {line} does not lead here: {what}"),
    })
}

/// Time used that gets less, and move numbers that do.
pub(super) fn of_clocks(before: &Record<'_>, line: u64, after: &Record<'_>, flaws: &mut Vec<Flaw>) {
    let span = |opcode: &str| {
        let operation = after.operation(opcode)?;
        Some(after.operands_span(operation))
    };
    if let (Some(one), Some(other), Some(span)) = (clocks(before), clocks(after), span("cc")) {
        for (side, (one, other)) in ["White", "Black"].iter().zip(one.into_iter().zip(other)) {
            if other < one {
                flaws.push(Flaw {
                    code: Code::ClockRunsBack,
                    span,
                    message: format!(
                        "{side} has used {}, less than the {} on line {line}",
                        time(other),
                        time(one)
                    ),
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

/// `1:02:05`, and days before it where there are any.
pub fn time(seconds: u32) -> String {
    let (minutes, second) = (seconds / 60, seconds % 60);
    let (hours, minute) = (minutes / 60, minutes % 60);
    match (hours / 24, hours % 24) {
        (0, hour) => format!("{hour}:{minute:02}:{second:02}"),
        (days, hour) => format!("{days}d {hour}:{minute:02}:{second:02}"),
    }
}

/// What a referee's command is answered with. Only `respond` takes a reply: from the position after its
/// move, to who sent it.
pub(super) fn of_reply(
    before: &Record<'_>,
    line: u64,
    after: &Record<'_>,
    joint: Option<Joint>,
) -> Option<Flaw> {
    let command = word(before, "refcom")?;
    let request = after.operation("refreq")?;
    let reply = after.operands_text(request);
    let wrong = |operation: &Operation, message: String| {
        Some(Flaw {
            code: Code::WrongReply,
            span: Span::new(
                operation.opcode.start,
                after.operands_span(operation).end.max(operation.opcode.end),
            ),
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
            ["tcri", "tcsi"]
                .iter()
                .zip(["tcsi", "tcri"])
                .find_map(|(here, there)| {
                    let (operation, other) = (after.operation(here)?, before.operation(there)?);
                    let same = after.operands_bytes(operation) == before.operands_bytes(other);
                    if same {
                        return None;
                    }
                    wrong(
                        operation,
                        format!("the `{here}` of a reply is the `{there}` of line {line}"),
                    )
                })
        }
        (command, "reply") => wrong(
            request,
            format!("`refcom {command}` on line {line} takes no reply"),
        ),
        _ => None,
    }
}

fn word(record: &Record<'_>, opcode: &str) -> Option<String> {
    Some(record.operands_text(record.operation(opcode)?))
}
