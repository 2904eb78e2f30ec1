//! The meaning of an operation in words (`ce 32758` is "mates in 5").
//!
//! ```
//! use epdit::epd::{ReadOptions, Record, meaning};
//!
//! let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - ce 32758; acd 12; acs 90;";
//! let record = Record::read(line, &ReadOptions::default());
//! let words: Vec<_> = record.operations().iter().map(|it| meaning::of(&record, it)).collect();
//! assert_eq!(words[0].as_deref(), Some("mates in 5"));
//! ```

use super::moves;
use super::opcode::{self, OpcodeInfo, Shape};
use super::operand::{Value, read_integer};
use super::points;
use super::record::{Operand, Operation, Record};
use super::score::Score;
use crate::epd::counted::{thousands, thousands_of};
use shakmaty::Position;

/// Returns the meaning of an operation in words, to add to its opcode's title; `None` if there is nothing to add, or
/// if the operands are wrong for the opcode.
///
/// The words are plain text, without any text from the file.
pub fn of(record: &Record<'_>, operation: &Operation) -> Option<String> {
    let operands = record.operands_of(operation);
    let Some(info) = operation.info else {
        return Some(of_unknown(record, operation, operands));
    };
    let values: Vec<&Value> = operands.iter().map(|operand| &operand.value).collect();
    match (info.shape, values.as_slice()) {
        (Shape::Moves, _) => of_moves(record, info, operands),
        (Shape::Line, _) => of_line(record, operands),
        (Shape::Integer { min, max }, [Value::Integer(value)]) if (min..=max).contains(value) => {
            of_integer(info, *value)
        }
        (Shape::Nothing, []) => of_flag(record, info),
        (Shape::Text { optional: true }, []) => Some(of_cleared(info)),
        (Shape::Text { .. }, [Value::Text]) => {
            of_text(record, info, record.string(operands.first()?))
        }
        (Shape::TwoClocks, [white, black]) => {
            let time = |clock: &Value| Some(duration(clock.seconds()?.into()));
            Some(format!("White {}, Black {}", time(white)?, time(black)?))
        }
        (Shape::DateTime, [date, time]) => of_stamp(date, time),
        (Shape::TagPairs, all) => Some(thousands_of(all.len() / 2, "tag", "tags")),
        (Shape::OneOf(_), [_]) => {
            of_listed(info, operands.first()?.span.of(record.line())).map(String::from)
        }
        _ => None,
    }
}

fn of_unknown(record: &Record<'_>, operation: &Operation, operands: &[Operand]) -> String {
    let name = operation.opcode.of(record.line());
    let number = match operands {
        [only] => read_integer(only.span.of(record.line())),
        _ => None,
    };
    if let (Some(depth), Some(nodes @ 0..)) = (opcode::perft_depth(name), number) {
        let positions = thousands_of(nodes, "leaf node", "leaf nodes");
        return format!("perft {depth}: {positions}");
    }
    if let (b"acd", Some(plies @ 0..)) = (name, number) {
        return format!("searched {} deep", thousands_of(plies, "ply", "plies"));
    }
    let what = match opcode::well_known(name) {
        Some(words) => return words.to_owned(),
        None if name.first().is_some_and(u8::is_ascii_uppercase) => "private",
        None => "unknown",
    };
    format!("{what}; left unchanged")
}

/// Describes `am` and `bm`. Only operands in the shape of a move count: `bm #5` and remarks do not.
fn of_moves(record: &Record<'_>, info: &OpcodeInfo, operands: &[Operand]) -> Option<String> {
    let (one, many) = match info.name {
        "am" => ("move to avoid", "moves to avoid"),
        _ => ("best move", "best moves"),
    };
    let all = moves_among(record, operands);
    let words = match all {
        0 if operands.is_empty() => return Some(format!("no {one}")),
        0 => return None,
        1 => one.to_owned(),
        _ => thousands_of(all, one, many),
    };
    let legal = operands
        .iter()
        .filter(|operand| matches!(operand.value, Value::Move(_)))
        .count();
    Some(match all.saturating_sub(legal) {
        0 => words,
        _ if record.position().is_none() => words,
        1 if all == 1 => format!("{words}, not legal here"),
        wrong => format!("{words}, {} not legal here", thousands(wrong)),
    })
}

/// Returns the number of operands that are moves, or have the shape of one.
fn moves_among(record: &Record<'_>, operands: &[Operand]) -> usize {
    let line = record.line();
    let is_move = |operand: &&Operand| match operand.value {
        Value::Move(_) => true,
        _ => moves::looks_like_move(operand.span.of(line)),
    };
    operands.iter().filter(is_move).count()
}

/// Describes `pv` and `sv`: the length, and the end of the game if reached.
fn of_line(record: &Record<'_>, operands: &[Operand]) -> Option<String> {
    if operands.is_empty() {
        return Some("no moves".into());
    }
    let all = moves_among(record, operands);
    let length = (all > 0).then(|| plies(all))?;
    let Some(mut position) = record.position().cloned() else {
        return Some(length);
    };
    let mut played = 0;
    for operand in operands {
        match operand.value {
            Value::Move(next) if position.is_legal(next) => {
                position.play_unchecked(next);
                played += 1;
            }
            _ => {}
        }
    }
    Some(match played == all {
        true if position.is_checkmate() => format!("{length}, ends in mate"),
        true if position.is_stalemate() => format!("{length}, ends in stalemate"),
        _ => length,
    })
}

fn of_integer(info: &OpcodeInfo, value: i64) -> Option<String> {
    Some(match info.name {
        "acn" => thousands_of(value, "node", "nodes"),
        "acs" => duration(value),
        "ce" => evaluation(value),
        "dm" => format!("mates in {}", thousands(value)),
        "fmvn" => format!("move {}", thousands(value)),
        "hmvc" => match value {
            0 => "a capture or pawn move was just played".into(),
            _ => {
                let claim = if value < 100 {
                    ""
                } else {
                    ": a draw can be claimed"
                };
                format!("{} without capture or pawn move{claim}", plies(value))
            }
        },
        "rc" => match value {
            1 => "has occurred once".into(),
            2 => "has occurred twice".into(),
            _ => format!(
                "has occurred {} times: a draw can be claimed",
                thousands(value)
            ),
        },
        "tcgs" => format!("game {}", thousands(value)),
        _ => return None,
    })
}

/// Describes a centipawn evaluation: beyond 32000 it counts plies to mate.
fn evaluation(value: i64) -> String {
    match Score::of_ce(value) {
        Score::Mate(0) => "checkmated".into(),
        Score::Mate(moves @ 1..) => format!("mates in {moves}"),
        Score::Mate(moves) => format!("is mated in {}", -moves),
        Score::Centipawns(-32_768) => "illegal position".into(),
        Score::DRAW => "even, or a draw".into(),
        score => format!("{} for the side to move", score.text()),
    }
}

/// Describes opcodes without operands: the side that acts.
fn of_flag(record: &Record<'_>, info: &OpcodeInfo) -> Option<String> {
    let side = record.side()?.fold_wb("White", "Black");
    Some(format!("{side} {}", info.title))
}

/// Describes a register without operand.
fn of_cleared(info: &OpcodeInfo) -> String {
    let what = match info.name {
        name if name.starts_with('c') => "comment",
        name if name.starts_with('v') => "name",
        _ => return format!("clears the {}", info.title),
    };
    match info.ranked_register() {
        Some(9) | None => format!("clears {what} 9"),
        Some(number) => format!("clears {what}s {number} to 9"),
    }
}

/// Describes strings whose content has a meaning.
fn of_text(record: &Record<'_>, info: &OpcodeInfo, text: &[u8]) -> Option<String> {
    match info.name {
        "eco" => {
            let [letter, b'0'..=b'9', b'0'..=b'9', ..] = text else {
                return None;
            };
            let words = match letter {
                b'A' => "flank openings",
                b'B' => "semi-open games but the French",
                b'C' => "open games and the French",
                b'D' => "closed and semi-closed games",
                b'E' => "Indian defences",
                _ => return None,
            };
            Some(words.into())
        }
        _ if info.ranked_register().is_some() && info.name.starts_with('c') => match text {
            b"1-0" => Some("White won".into()),
            b"0-1" => Some("Black won".into()),
            b"1/2-1/2" => Some("drawn".into()),
            _ if info.name == "c0" => {
                let moves = points::of(record)?.list("c0")?.len();
                Some(format!(
                    "points for {}",
                    thousands_of(moves, "move", "moves")
                ))
            }
            _ => None,
        },
        _ => None,
    }
}

fn of_stamp(date: &Value, time: &Value) -> Option<String> {
    let (
        &Value::Date { year, month, day },
        &Value::Time {
            hour,
            minute,
            second,
        },
    ) = (date, time)
    else {
        return None;
    };
    let month = MONTHS.get(usize::from(month).checked_sub(1)?)?;
    Some(format!(
        "{day} {month} {year}, {hour:02}:{minute:02}:{second:02} UTC"
    ))
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Describes `refcom` and `refreq`.
fn of_listed(info: &OpcodeInfo, value: &[u8]) -> Option<&'static str> {
    Some(match (info.name, value) {
        ("refcom", b"conclude") => "the game is over: no move, no reply",
        ("refcom", b"disconnect") => "the referee closes the connection",
        ("refcom", b"execute") => "set up the position and play sm: no reply",
        ("refcom", b"fault") => "unrecoverable: call a human",
        ("refcom", b"inform") => "tags of the game, in ptp",
        ("refcom", b"reset") => "a new game begins",
        ("refcom", b"respond") => "play sm if given, then answer with a reply",
        ("refreq", b"fault") => "unrecoverable: call a human",
        ("refreq", b"reply") => "the answer to respond, mostly with sm",
        ("refreq", b"sign_off") => "the client leaves",
        ("refreq", b"sign_on") => "the client wants to play",
        _ => return None,
    })
}

fn plies(value: impl TryInto<i128> + Copy) -> String {
    thousands_of(value, "ply", "plies")
}

/// Formats seconds by the largest units that are not zero: `2 min 5 s`, `1 d 3 h`, `0 s`.
fn duration(seconds: i64) -> String {
    let parts = [
        (seconds / 86_400, "d"),
        (seconds / 3600 % 24, "h"),
        (seconds / 60 % 60, "min"),
        (seconds % 60, "s"),
    ];
    let parts = parts
        .iter()
        .filter(|(value, unit)| *value != 0 || seconds == 0 && *unit == "s");
    let words = parts.map(|(value, unit)| format!("{} {unit}", thousands(*value)));
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
