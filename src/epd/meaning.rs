//! What an operation means, in words a person reads (`ce 32758` is "mates in 5").

mod amount;

use super::moves;
use super::opcode::{self, OpcodeInfo, Shape};
use super::operand::{Value, read_integer};
use super::record::{Operand, Operation, Record};
use crate::epd::counted::{thousands, thousands_of};
use amount::{duration, hundredths, month};
use shakmaty::{Color, Position};

/// The meaning of an operation in words, beside its opcode's title; `None` where there is
/// nothing to say beyond it, or where the operands are not what the opcode takes.
///
/// The words are plain text: nothing of the file's own text is in them.
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
            of_text(info, unquoted(operands.first()?.span.of(record.line())))
        }
        (Shape::TwoClocks, [white, black]) => {
            Some(format!("White {}, Black {}", clock(white)?, clock(black)?))
        }
        (Shape::DateTime, [date, time]) => of_stamp(date, time),
        (Shape::TagPairs, all) => Some(thousands_of(as_i64(all.len() / 2), "tag", "tags")),
        (Shape::OneOf(_), [_]) => {
            of_listed(info, operands.first()?.span.of(record.line())).map(String::from)
        }
        _ => None,
    }
}

/// Private and unknown opcodes.
fn of_unknown(record: &Record<'_>, operation: &Operation, operands: &[Operand]) -> String {
    let name = operation.opcode.of(record.line());
    let number = match operands {
        [only] => read_integer(only.span.of(record.line())),
        _ => None,
    };
    if let (Some(depth), Some(nodes @ 0..)) = (opcode::perft_depth(name), number) {
        let positions = thousands_of(nodes, "leaf node", "leaf nodes");
        return format!("perft {depth}: {positions}; left unchanged");
    }
    let what = match opcode::well_known(name) {
        Some(words) => words,
        None if name.first().is_some_and(u8::is_ascii_uppercase) => "private",
        None => "unknown",
    };
    format!("{what}; left unchanged")
}

/// `am`, `bm`. Only what has the shape of a move counts: `bm #5` and remarks do not.
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
        _ => thousands_of(as_i64(all), one, many),
    };
    let legal = operands
        .iter()
        .filter(|operand| matches!(operand.value, Value::Move(_)))
        .count();
    Some(match all.saturating_sub(legal) {
        0 => words,
        _ if record.position().is_none() => words,
        1 if all == 1 => format!("{words}, not legal here"),
        wrong => format!("{words}, {} not legal here", thousands(as_i64(wrong))),
    })
}

/// How many operands are moves, or have the shape of one.
fn moves_among(record: &Record<'_>, operands: &[Operand]) -> usize {
    let line = record.line();
    let is_move = |operand: &&Operand| match operand.value {
        Value::Move(_) => true,
        _ => moves::looks_like_move(operand.span.of(line)),
    };
    operands.iter().filter(is_move).count()
}

/// `pv`, `sv`: how long, and whether it ends the game.
fn of_line(record: &Record<'_>, operands: &[Operand]) -> Option<String> {
    if operands.is_empty() {
        return Some("no moves".into());
    }
    let all = moves_among(record, operands);
    let length = (all > 0).then(|| plies(as_i64(all)))?;
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
    Some(if played < all {
        length
    } else if position.is_checkmate() {
        format!("{length}, ends in mate")
    } else if position.is_stalemate() {
        format!("{length}, ends in stalemate")
    } else {
        length
    })
}

/// Opcodes of one integer, within its range.
fn of_integer(info: &OpcodeInfo, value: i64) -> Option<String> {
    Some(match info.name {
        "acn" => thousands_of(value, "node", "nodes"),
        "acs" => duration(value),
        "ce" => evaluation(value),
        "dm" => format!("mates in {}", thousands(value)),
        "fmvn" => format!("move {}", thousands(value)),
        "hmvc" => match value {
            0 => "a capture or pawn move was just played".into(),
            100.. => format!(
                "{} without capture or pawn move: a draw can be claimed",
                plies(value)
            ),
            _ => format!("{} without capture or pawn move", plies(value)),
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

/// A centipawn evaluation: beyond 32000 it counts plies to mate.
fn evaluation(value: i64) -> String {
    match value {
        32_001.. => format!("mates in {}", thousands((32_767 - value + 1) / 2)),
        -32_768 => "illegal position".into(),
        -32_767 => "checkmated".into(),
        ..=-32_001 => format!("is mated in {}", thousands((value + 32_767 + 1) / 2)),
        0 => "even, or a draw".into(),
        _ => format!("{} for the side to move", hundredths(value)),
    }
}

/// Opcodes without operands: who does it.
fn of_flag(record: &Record<'_>, info: &OpcodeInfo) -> Option<String> {
    let side = match record.side()? {
        Color::White => "White",
        Color::Black => "Black",
    };
    Some(format!("{side} {}", info.title))
}

/// A register without operand.
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

/// Strings whose content has a meaning of its own.
fn of_text(info: &OpcodeInfo, text: &[u8]) -> Option<String> {
    match info.name {
        "eco" => {
            let volume = match text {
                [letter @ b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', ..] => letter,
                _ => return None,
            };
            let words = match volume {
                b'A' => "flank openings",
                b'B' => "semi-open games but the French",
                b'C' => "open games and the French",
                b'D' => "closed and semi-closed games",
                _ => "Indian defences",
            };
            Some(words.into())
        }
        _ if info.ranked_register().is_some() && info.name.starts_with('c') => match text {
            b"1-0" => Some("White won".into()),
            b"0-1" => Some("Black won".into()),
            b"1/2-1/2" => Some("drawn".into()),
            _ => pointed(text)
                .map(|moves| format!("points for {}", thousands_of(moves, "move", "moves"))),
        },
        _ => None,
    }
}

/// How many moves a text gives points to: `f5=10, Be5+=2` gives 2.
fn pointed(text: &[u8]) -> Option<i64> {
    let mut moves = 0;
    for part in text.split(|&byte| byte == b',') {
        let part = part.trim_ascii();
        let points = memchr::memrchr(b'=', part)?;
        if !moves::looks_like_move(part.get(..points)?) {
            return None;
        }
        read_integer(part.get(points + 1..)?)?;
        moves += 1;
    }
    Some(moves)
}

/// `ts`.
fn of_stamp(date: &Value, time: &Value) -> Option<String> {
    match (date, time) {
        (
            Value::Date {
                year,
                month: number,
                day,
            },
            Value::Time {
                hour,
                minute,
                second,
            },
        ) => {
            let month = month(*number);
            Some(format!(
                "{day} {month} {year}, {hour:02}:{minute:02}:{second:02} UTC"
            ))
        }
        _ => None,
    }
}

/// `refcom`, `refreq`.
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

fn clock(value: &Value) -> Option<String> {
    let Value::Clock {
        days,
        hours,
        minutes,
        seconds,
    } = *value
    else {
        return None;
    };
    let hours = i64::from(days) * 24 + i64::from(hours);
    Some(duration(
        (hours * 60 + i64::from(minutes)) * 60 + i64::from(seconds),
    ))
}

fn plies(value: i64) -> String {
    thousands_of(value, "ply", "plies")
}

/// The text of a string without its quotes, where it has them.
fn unquoted(text: &[u8]) -> &[u8] {
    match text {
        [b'"', inner @ .., b'"'] => inner,
        [b'"', inner @ ..] => inner,
        _ => text,
    }
}

fn as_i64(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::record::ReadOptions;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    #[track_caller]
    fn check(operation: &str, expected: Option<&str>) {
        check_in(START, operation, expected);
    }

    #[track_caller]
    fn check_in(fields: &str, operation: &str, expected: Option<&str>) {
        let line = format!("{fields} {operation}");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let [only] = record.operations() else {
            panic!("one operation in {line}")
        };
        assert_eq!(of(&record, only).as_deref(), expected, "{operation}");
    }

    #[test]
    fn an_evaluation_is_in_pawns_or_counts_moves_to_mate() {
        check("ce 125;", Some("+1.25 for the side to move"));
        check("ce -30;", Some("-0.30 for the side to move"));
        check("ce 0;", Some("even, or a draw"));
        check("ce 32758;", Some("mates in 5"));
        check("ce 32760;", Some("mates in 4"));
        check("ce 32766;", Some("mates in 1"));
        check("ce 32000;", Some("+320.00 for the side to move"));
        check("ce -32765;", Some("is mated in 1"));
        check("ce -32759;", Some("is mated in 4"));
        check("ce -32767;", Some("checkmated"));
        check("ce -32768;", Some("illegal position"));
        check("ce 32767;", None);
    }

    #[test]
    fn effort_has_separators_and_units() {
        check("acn 1;", Some("1 node"));
        check("acn 125000;", Some("125,000 nodes"));
        check("acs 125;", Some("2 min 5 s"));
        check("acs 7325;", Some("2 h 2 min 5 s"));
        check("acs -1;", None);
    }

    #[test]
    fn sets_of_moves_are_counted() {
        check("bm e4;", Some("best move"));
        check("bm d4 e4 Nf3;", Some("3 best moves"));
        check("am f3 g4;", Some("2 moves to avoid"));
        check("am;", Some("no move to avoid"));
        check("bm #5;", None);
        check("am e4 {35};", Some("move to avoid"));
        check("bm Qh5;", Some("best move, not legal here"));
        check("bm Qh5 e4;", Some("2 best moves, 1 not legal here"));
    }

    #[test]
    fn lines_have_a_length_and_perhaps_an_end() {
        check("pv e4 e5 Nf3;", Some("3 plies"));
        check("pv;", Some("no moves"));
        check("pv 1. e4 e5 2. Nf3;", Some("3 plies"));
        check("pv e4 e5 Nf6 Nc6;", Some("4 plies"));
        check("sv f3 e5 g4 Qh4#;", Some("4 plies, ends in mate"));
    }

    #[test]
    fn numbers_of_the_game_are_sentences() {
        check("dm 4;", Some("mates in 4"));
        check("fmvn 12;", Some("move 12"));
        check("hmvc 3;", Some("3 plies without capture or pawn move"));
        check("hmvc 0;", Some("a capture or pawn move was just played"));
        check(
            "hmvc 100;",
            Some("100 plies without capture or pawn move: a draw can be claimed"),
        );
        check("rc 1;", Some("has occurred once"));
        check("rc 3;", Some("has occurred 3 times: a draw can be claimed"));
        check("tcgs 2;", Some("game 2"));
    }

    #[test]
    fn clocks_and_stamps_are_spelled_out() {
        check(
            "cc 000:01:12:05 001:00:00:30;",
            Some("White 1 h 12 min 5 s, Black 1 d 30 s"),
        );
        check(
            "ts 1995.11.26 18:30:05;",
            Some("26 November 1995, 18:30:05 UTC"),
        );
        check("ts 1995.13.26 18:30:05;", None);
    }

    #[test]
    fn registers_are_cleared_by_nothing() {
        check("c3;", Some("clears comments 3 to 9"));
        check("c9;", Some("clears comment 9"));
        check("v0;", Some("clears names 0 to 9"));
        check("eco;", Some("clears the ECO opening code"));
        check("nic;", Some("clears the NIC opening code"));
        check("c0 \"some words\";", None);
    }

    #[test]
    fn some_strings_speak() {
        check("eco \"C92\";", Some("open games and the French"));
        check("eco \"none\";", None);
        check("c9 \"1-0\";", Some("White won"));
        check("c9 \"1/2-1/2\";", Some("drawn"));
        check("c0 \"f4=10, Nf3=2\";", Some("points for 2 moves"));
        check("c0 \"a=1\";", None);
    }

    #[test]
    fn flags_say_who() {
        check("resign;", Some("White resigns"));
        check_in(
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
            "draw_accept;",
            Some("Black accepts the draw"),
        );
    }

    #[test]
    fn referee_and_client_speak_plainly() {
        check("refcom reset;", Some("a new game begins"));
        check("refreq sign_on;", Some("the client wants to play"));
        check("refcom bogus;", None);
        check("ptp White \"Anna\" Black \"Boris\";", Some("2 tags"));
    }

    #[test]
    fn every_value_of_the_closed_lists_has_words() {
        for row in opcode::all() {
            if let Shape::OneOf(list) = row.shape {
                for value in list {
                    assert!(
                        of_listed(row, value.as_bytes()).is_some(),
                        "{} {value}",
                        row.name
                    );
                }
            }
        }
    }

    #[test]
    fn what_the_standard_does_not_know_is_kept() {
        check(
            "acd 12;",
            Some("depth reached by the analysis, in plies; left unchanged"),
        );
        check(
            "D4 197281;",
            Some("perft 4: 197,281 leaf nodes; left unchanged"),
        );
        check("Zz 1 2;", Some("private; left unchanged"));
        check("zz 1 2;", Some("unknown; left unchanged"));
    }

    #[test]
    fn a_title_that_says_all_needs_no_words() {
        check("id \"A.1\";", None);
        check("pm e4;", None);
        check("noop whatever;", None);
        check("tcri \"a@example.org\" \"Anna\";", None);
    }
}
