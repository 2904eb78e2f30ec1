//! The values that tests check, found by looking at characters and by playing moves.

use crate::epd::{Operand, Record, Value};
use shakmaty::{CastlingMode, Chess, Move, Position, Square};

/// Returns true if an operation equals this word; `None` if it is missing.
pub(super) fn equals(record: &Record<'_>, opcode: &str, word: &str) -> Option<bool> {
    let operation = record.operation(opcode)?;
    let text = record.operands_text(operation);
    if opcode == "id" {
        return Some(text == word);
    }
    let played = match moves(record, opcode).as_slice() {
        [(before, played)] if words_of(&text) == 1 => {
            let mut legal = before.legal_moves().into_iter();
            let is_it = |m: &Move| {
                let san = shakmaty::san::San::from_move(before, *m).to_string();
                let plus = shakmaty::san::SanPlus::from_move(before.clone(), *m).to_string();
                let uci = m.to_uci(CastlingMode::Standard).to_string();
                m == played && [san, plus, uci].contains(&word.to_owned())
            };
            legal.any(|m| is_it(&m))
        }
        _ => false,
    };
    Some(played || text == word)
}

/// Returns the number of words without move numbers.
fn words_of(text: &str) -> usize {
    let words = text.split_whitespace();
    words.filter(|word| !word.ends_with('.')).count()
}

/// Returns the first operand that is not a move number.
fn first_operand<'r>(record: &'r Record<'_>, opcode: &str) -> Option<&'r Operand> {
    let mut operands = record.operands_of(record.operation(opcode)?).iter();
    let is_number = |operand: &Operand| record.string(operand).ends_with(b".");
    operands.find(|operand| opcode == "id" || !is_number(operand))
}

/// Returns true if the first operand is this word or move; `None` if there is none.
pub(super) fn first_is(record: &Record<'_>, opcode: &str, word: &str) -> Option<bool> {
    let operand = first_operand(record, opcode)?;
    if record.string(operand) == word.as_bytes() {
        return Some(true);
    }
    let all = moves(record, opcode);
    let first = all
        .first()
        .filter(|_| matches!(operand.value, Value::Move(_)));
    Some(first.is_some_and(|(before, played)| {
        let san = shakmaty::san::San::from_move(before, *played).to_string();
        let plus = shakmaty::san::SanPlus::from_move(before.clone(), *played).to_string();
        let uci = played.to_uci(CastlingMode::Standard).to_string();
        [san, plus, uci].contains(&word.to_owned())
    }))
}

/// Returns the letter of the piece that makes the first move, if the first operand is a move.
pub(super) fn first_piece(record: &Record<'_>, opcode: &str) -> Option<char> {
    let Value::Move(_) = first_operand(record, opcode)?.value else {
        return None;
    };
    let (before, played) = moves(record, opcode).into_iter().next()?;
    let piece = before.board().piece_at(played.from()?)?;
    Some(piece.char().to_ascii_uppercase())
}

pub(super) fn number(record: &Record<'_>, name: &str) -> Option<f64> {
    match name {
        "pieces" => Some(record.board()?.occupied().count() as f64),
        "moves" => Some(record.position()?.legal_moves().len() as f64),
        name => match record.operation(name) {
            None => record.implied(name).map(|number| number as f64),
            Some(operation) => {
                let first = record.operands_of(operation).first()?;
                let text = String::from_utf8_lossy(record.string(first)).into_owned();
                let is_number = text
                    .chars()
                    .all(|c| c.is_ascii_digit() || "+-.".contains(c));
                text.parse().ok().filter(|_| is_number)
            }
        },
    }
}

/// Returns the moves of an operation, each with the position before it.
pub(super) fn moves(record: &Record<'_>, opcode: &str) -> Vec<(Chess, Move)> {
    let (Some(start), Some(operation)) = (record.position(), record.operation(opcode)) else {
        return Vec::new();
    };
    let mut before = start.clone();
    let mut all = Vec::new();
    for operand in record.operands_of(operation) {
        if let Value::Move(played) = operand.value {
            all.push((before.clone(), played));
            if opcode == "pv" {
                before.play_unchecked(played);
            }
        }
    }
    all
}

/// Judges by the letters of the canonical SAN and of UCI.
pub(super) fn is_of(before: &Chess, played: Move, kind: &str) -> bool {
    let san = shakmaty::san::SanPlus::from_move(before.clone(), played).to_string();
    let uci = played.to_uci(CastlingMode::Standard).to_string();
    match kind.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["captures"] => san.contains('x'),
        ["checks"] => san.ends_with(['+', '#']),
        ["mates"] => san.ends_with('#'),
        ["promotes"] => san.contains('='),
        ["castles"] => san.starts_with("O-O"),
        ["to", square] => uci[2..].starts_with(square),
        ["from", square] => uci.starts_with(square),
        ["piece", "P"] => san.starts_with(|c: char| c.is_ascii_lowercase()),
        ["piece", "K"] => san.starts_with(['K', 'O']),
        ["piece", letter] => san.starts_with(letter),
        _ => false,
    }
}

/// Returns the board as text, a rank per line, the eighth first.
pub(super) fn ranks(record: &Record<'_>) -> Option<Vec<Vec<char>>> {
    let board = record.board()?;
    let row = |rank: u32| {
        let squares = (0..8).map(|file| Square::new(rank * 8 + file));
        squares
            .map(|square| board.piece_at(square).map_or('.', shakmaty::Piece::char))
            .collect()
    };
    Some((0..8).rev().map(row).collect())
}

pub(super) fn pawns(board: &[Vec<char>], kind: &str, side: char) -> i64 {
    // Black's board is turned, so that every pawn moves up.
    let mut board = board.to_vec();
    if side == 'b' {
        board.reverse();
        let turn = |c: &char| {
            if c.is_uppercase() {
                c.to_ascii_lowercase()
            } else {
                c.to_ascii_uppercase()
            }
        };
        board = board
            .iter()
            .map(|row| row.iter().map(turn).collect())
            .collect();
    }
    let near = |x: usize| x.saturating_sub(1)..=(x + 1).min(7);
    let mut count = 0;
    for y in 0..8 {
        for x in 0..8 {
            if board[y][x] != 'P' {
                continue;
            }
            count += i64::from(match kind {
                "passed" => !(0..y).any(|above| near(x).any(|file| board[above][file] == 'p')),
                "isolated" => {
                    !(0..8).any(|rank| near(x).any(|file| file != x && board[rank][file] == 'P'))
                }
                _ => (y + 1..8).any(|below| board[below][x] == 'P'),
            });
        }
    }
    count
}

/// Counts attacks by stepping square by square.
pub(super) fn attacks(record: &Record<'_>, by: &str, on: &str) -> i64 {
    let Some(board) = ranks(record) else {
        return 0;
    };
    let at = |x: i32, y: i32| {
        let row = board.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    };
    let is_by = |c: char| match by {
        "w" => c.is_uppercase(),
        "b" => c.is_lowercase(),
        "own" | "other" => record
            .side()
            .is_some_and(|side| c != '.' && (c.is_uppercase() == side.is_white()) == (by == "own")),
        letters => letters.contains(c),
    };
    let is_on = |x: i32, y: i32| match on.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            x == i32::from(file - b'a') && y == 7 - i32::from(rank - b'1')
        }
        _ => at(x, y).is_some_and(|c| match on {
            "w" => c.is_uppercase(),
            "b" => c.is_lowercase(),
            "own" | "other" => {
                let white = record.side().map(|side| side.is_white());
                c != '.' && white.is_some_and(|white| (c.is_uppercase() == white) == (on == "own"))
            }
            on => on.contains(c),
        }),
    };
    let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let jumps = [
        (1, 2),
        (2, 1),
        (-1, 2),
        (-2, 1),
        (1, -2),
        (2, -1),
        (-1, -2),
        (-2, -1),
    ];
    let all = [straight, diagonal].concat();
    let mut count = 0;
    for (y, x) in (0..8).flat_map(|y| (0..8).map(move |x| (y, x))) {
        let Some(piece) = at(x, y).filter(|c| *c != '.' && is_by(*c)) else {
            continue;
        };
        let up = if piece.is_uppercase() { -1 } else { 1 };
        let (steps, far): (Vec<(i32, i32)>, bool) = match piece.to_ascii_uppercase() {
            'P' => (vec![(-1, up), (1, up)], false),
            'N' => (jumps.to_vec(), false),
            'K' => (all.clone(), false),
            'B' => (diagonal.to_vec(), true),
            'R' => (straight.to_vec(), true),
            _ => (all.clone(), true),
        };
        for (dx, dy) in steps {
            let (mut x, mut y) = (x + dx, y + dy);
            while let Some(found) = at(x, y) {
                count += i64::from(is_on(x, y));
                if !far || found != '.' {
                    break;
                }
                (x, y) = (x + dx, y + dy);
            }
        }
    }
    count
}

/// Returns true if there is a mate, by trying all moves and replies.
pub(super) fn mates(position: &Chess, moves: u8) -> bool {
    moves > 0
        && position.legal_moves().into_iter().any(|played| {
            let mut after = position.clone();
            after.play_unchecked(played);
            let answers = after.legal_moves();
            if answers.is_empty() {
                return after.is_check();
            }
            answers.into_iter().all(|answer| {
                let mut then = after.clone();
                then.play_unchecked(answer);
                mates(&then, moves - 1)
            })
        })
}
