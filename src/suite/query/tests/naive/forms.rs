//! Forms that the tree does not tell apart, or that need more than the record's own words: each is
//! printed and evaluated here, without the tree.

use super::compare;
use crate::epd::{Record, Value};
use proptest::prelude::*;
use shakmaty::{CastlingMode, Chess, Move, Position, Role, Square};

/// A test, and what it is of.
#[derive(Clone, Debug)]
enum Form {
    /// `opcode = word`.
    Equals(&'static str, bool, &'static str),
    /// `opcode in (word, ...)`.
    In(&'static str, bool, Vec<&'static str>),
    /// `number between low and high`.
    Between(&'static str, bool, i64, i64),
    /// `number in (number, ...)`.
    Among(&'static str, bool, Vec<i64>),
    /// `count(opcode) > n`.
    Operands(&'static str, i64),
    /// `opcode captures`.
    Moves(&'static str, &'static str),
    /// `white`.
    White(bool),
    /// `passed(w) >= n`.
    Pawns(&'static str, char, i64),
    /// `attacks(Q, e4) >= n`.
    Attacks(&'static str, &'static str, i64),
    /// `mate in n`.
    MateIn(u8),
    /// `mate in <= n`.
    MateWithin(&'static str, u8),
    /// `KRPKR`.
    Material(&'static str, &'static str),
    /// `(a + b) * c >= d`.
    Calculated(&'static str, i64, i64, i64),
}

/// Tests joined in the spellings of other languages.
#[derive(Clone, Debug)]
enum Joined {
    One(Form),
    Both(usize, Box<Self>, Box<Self>),
    Either(usize, Box<Self>, Box<Self>),
    Not(usize, Box<Self>),
}

impl Joined {
    fn print(&self) -> String {
        let pair = |one: &Self, sign: &str, two: &Self| {
            format!("({} {sign} {})", one.print(), two.print())
        };
        match self {
            Self::One(form) => form.print(),
            Self::Both(nth, one, two) => pair(one, ["and", "&&", "AND"][*nth], two),
            Self::Either(nth, one, two) => pair(one, ["or", "||", "OR"][*nth], two),
            Self::Not(nth, one) => format!("{}({})", ["not ", "!", "NOT "][*nth], one.print()),
        }
    }

    fn holds(&self, record: &Record<'_>) -> bool {
        match self {
            Self::One(form) => form.holds(record),
            Self::Both(_, one, two) => one.holds(record) && two.holds(record),
            Self::Either(_, one, two) => one.holds(record) || two.holds(record),
            Self::Not(_, one) => !one.holds(record),
        }
    }
}

fn listed<T: ToString>(words: &[T]) -> String {
    let words: Vec<String> = words.iter().map(ToString::to_string).collect();
    words.join(", ")
}

impl Form {
    fn print(&self) -> String {
        let not = |negated: &bool| if *negated { "not " } else { "" };
        match self {
            Self::Equals(opcode, negated, word) => {
                format!("{opcode} {} {word}", if *negated { "!=" } else { "=" })
            }
            Self::In(opcode, negated, words) => {
                format!("{opcode} {}in ({})", not(negated), listed(words))
            }
            Self::Between(name, negated, low, high) => {
                format!("{name} {}between {low} and {high}", not(negated))
            }
            Self::Among(name, negated, numbers) => {
                format!("{name} {}in ({})", not(negated), listed(numbers))
            }
            Self::Operands(opcode, least) => format!("count({opcode}) > {least}"),
            Self::Moves(opcode, kind) => format!("{opcode} {kind}"),
            Self::White(white) => if *white { "white" } else { "black" }.to_owned(),
            Self::Pawns(kind, side, least) => format!("{kind}({side}) >= {least}"),
            Self::Attacks(by, on, least) => format!("attacks({by}, {on}) >= {least}"),
            Self::MateIn(moves) => format!("mate in {moves}"),
            Self::MateWithin(sign, moves) => format!("mate in {sign} {moves}"),
            Self::Material(one, two) => format!("{one}{two}"),
            Self::Calculated(name, add, by, least) => {
                format!("({name} + {add}) * {by} / 2 >= {least}")
            }
        }
    }

    fn holds(&self, record: &Record<'_>) -> bool {
        match self {
            Self::Equals(opcode, negated, word) => {
                equals(record, opcode, word).is_some_and(|found| found != *negated)
            }
            Self::In(opcode, negated, words) => {
                let found: Option<Vec<bool>> = words
                    .iter()
                    .map(|word| equals(record, opcode, word))
                    .collect();
                found.is_some_and(|found| found.contains(&true) != *negated)
            }
            Self::Between(name, negated, low, high) => number(record, name)
                .is_some_and(|found| (*low as f64 <= found && found <= *high as f64) != *negated),
            Self::Among(name, negated, numbers) => number(record, name).is_some_and(|found| {
                numbers.iter().any(|number| *number as f64 == found) != *negated
            }),
            Self::Operands(opcode, least) => {
                let words = match record.operation(opcode) {
                    Some(operation) => {
                        let text = record.operands_text(operation);
                        let is_string = record.operands_of(operation).len() == 1;
                        let words = text.split_whitespace().filter(|word| !word.ends_with('.'));
                        if is_string && !opcode.ends_with('v') {
                            1
                        } else {
                            words.count()
                        }
                    }
                    None => 0,
                };
                words as i64 > *least
            }
            Self::Moves(opcode, kind) => moves(record, opcode)
                .iter()
                .any(|(before, played)| is_of(before, *played, kind)),
            Self::White(white) => record.side().is_some_and(|side| side.is_white() == *white),
            Self::Pawns(kind, side, least) => {
                ranks(record).is_some_and(|board| pawns(&board, kind, *side) >= *least)
            }
            Self::Attacks(by, on, least) => attacks(record, by, on) >= *least,
            Self::MateIn(n) => record.position().is_some_and(|position| {
                mates(position, *n) && (1..*n).all(|fewer| !mates(position, fewer))
            }),
            Self::MateWithin(sign, n) => record.position().is_some_and(|position| {
                let most = if *sign == "<" { *n - 1 } else { *n };
                (1..=most).any(|moves| mates(position, moves))
            }),
            Self::Material(one, two) => record.board().is_some_and(|board| {
                let of = |color: shakmaty::Color| {
                    let mut all: Vec<char> = board
                        .clone()
                        .into_iter()
                        .filter(|(_, piece)| piece.color == color)
                        .map(|(_, piece)| piece.role.upper_char())
                        .collect();
                    all.sort_unstable();
                    all
                };
                let sides = [of(shakmaty::Color::White), of(shakmaty::Color::Black)];
                let wanted = [one, two].map(|side| {
                    let mut all: Vec<char> = side.chars().collect();
                    all.sort_unstable();
                    all
                });
                sides == wanted || [&sides[1], &sides[0]] == [&wanted[0], &wanted[1]]
            }),
            Self::Calculated(name, add, by, least) => number(record, name)
                .is_some_and(|found| (found + *add as f64) * *by as f64 / 2.0 >= *least as f64),
        }
    }
}

/// Whether an operation is this word; `None` where it is not there.
fn equals(record: &Record<'_>, opcode: &str, word: &str) -> Option<bool> {
    let operation = record.operation(opcode)?;
    let text = record.operands_text(operation);
    if opcode == "id" {
        return Some(text == word);
    }
    let played = match moves(record, opcode).as_slice() {
        [(before, played)] if !text.contains(' ') => {
            let mut legal = before.legal_moves().into_iter();
            let is_it = |m: &Move| {
                let san = shakmaty::san::San::from_move(before, *m).to_string();
                m == played && (san == word || m.to_uci(CastlingMode::Standard).to_string() == word)
            };
            legal.any(|m| is_it(&m))
        }
        _ => false,
    };
    Some(played || text == word)
}

fn number(record: &Record<'_>, name: &str) -> Option<f64> {
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

/// The moves of an operation, each with the position before it.
fn moves(record: &Record<'_>, opcode: &str) -> Vec<(Chess, Move)> {
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

/// By the letters of the canonical SAN, and of UCI.
fn is_of(before: &Chess, played: Move, kind: &str) -> bool {
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

/// The board as text, a rank a line, the eighth first.
fn ranks(record: &Record<'_>) -> Option<Vec<Vec<char>>> {
    let board = record.board()?;
    let row = |rank: u32| {
        let squares = (0..8).map(|file| Square::new(rank * 8 + file));
        squares
            .map(|square| board.piece_at(square).map_or('.', shakmaty::Piece::char))
            .collect()
    };
    Some((0..8).rev().map(row).collect())
}

fn pawns(board: &[Vec<char>], kind: &str, side: char) -> i64 {
    // Black's board is turned, so that every pawn goes up.
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

/// Attacks found by stepping square by square.
fn attacks(record: &Record<'_>, by: &str, on: &str) -> i64 {
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

/// All moves, all answers, and no more thought.
fn mates(position: &Chess, moves: u8) -> bool {
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

fn form() -> impl Strategy<Value = Form> {
    let worded = prop::sample::select(vec!["bm", "am", "sm", "id", "pv"]);
    let words = || {
        prop::sample::select(vec![
            "Kd7", "e8d7", "O-O", "e1g1", "A.1", "a", "5", "Ra8#", "Kd8", "B.1", "e4", "#2",
        ])
    };
    let numbered = || prop::sample::select(vec!["ce", "acd", "dm", "hmvc", "pieces", "moves"]);
    let kinds = prop::sample::select(vec![
        "captures", "checks", "mates", "promotes", "castles", "to e4", "to g1", "to c8", "from e1",
        "from c7", "piece K", "piece P", "piece R", "piece B",
    ]);
    let by = prop::sample::select(vec!["w", "b", "own", "other", "Q", "Rr", "BNn", "Pp", "Kk"]);
    let on = prop::sample::select(vec![
        "e4", "d3", "h8", "c6", "kK", "Pp", "rbnq", "h1", "w", "b", "own", "other",
    ]);
    prop_oneof![
        (worded.clone(), any::<bool>(), words()).prop_map(|(a, b, c)| Form::Equals(a, b, c)),
        (
            worded.clone(),
            any::<bool>(),
            prop::collection::vec(words(), 1..4)
        )
            .prop_map(|(a, b, c)| Form::In(a, b, c)),
        (numbered(), any::<bool>(), -50i64..40, 0i64..300).prop_map(|(a, b, c, d)| Form::Between(
            a,
            b,
            c.min(d),
            c.max(d)
        )),
        (
            numbered(),
            any::<bool>(),
            prop::collection::vec(0i64..40, 1..5)
        )
            .prop_map(|(a, b, c)| Form::Among(a, b, c)),
        (worded.clone(), -1i64..4).prop_map(|(a, b)| Form::Operands(a, b)),
        (prop::sample::select(vec!["bm", "am", "sm", "pv"]), kinds)
            .prop_map(|(a, b)| Form::Moves(a, b)),
        any::<bool>().prop_map(Form::White),
        (
            prop::sample::select(vec!["passed", "isolated", "doubled"]),
            prop::sample::select(vec!['w', 'b']),
            0i64..4
        )
            .prop_map(|(a, b, c)| Form::Pawns(a, b, c)),
        (by, on, 1i64..4).prop_map(|(a, b, c)| Form::Attacks(a, b, c)),
        (1u8..3).prop_map(Form::MateIn),
        (1u8..3).prop_map(|most| Form::MateWithin("<=", most)),
        (2u8..4).prop_map(|most| Form::MateWithin("<", most)),
        (
            prop::sample::select(vec!["KR", "K", "KQ", "KRP"]),
            prop::sample::select(vec!["K", "KP", "KPPP"])
        )
            .prop_map(|(a, b)| Form::Material(a, b)),
        (numbered(), -5i64..5, 1i64..4, -20i64..60)
            .prop_map(|(a, b, c, d)| Form::Calculated(a, b, c, d)),
    ]
}

fn joined() -> impl Strategy<Value = Joined> {
    form()
        .prop_map(Joined::One)
        .prop_recursive(2, 6, 2, |inner| {
            let two = (0usize..3, inner.clone(), inner.clone());
            prop_oneof![
                two.clone()
                    .prop_map(|(nth, a, b)| Joined::Both(nth, Box::new(a), Box::new(b))),
                two.prop_map(|(nth, a, b)| Joined::Either(nth, Box::new(a), Box::new(b))),
                (0usize..3, inner).prop_map(|(nth, a)| Joined::Not(nth, Box::new(a))),
            ]
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn forms_of_other_languages_match_what_a_naive_evaluation_matches(joined in joined()) {
        // `Kd7 or (id` is one word where no blank ends it.
        compare(&joined.print(), |record, _| joined.holds(record))?;
    }

    #[test]
    fn positions_with_few_pieces_are_attacked_as_by_hand(
        squares in prop::collection::vec((0u32..64, prop::sample::select(vec!['P', 'p', 'N', 'r', 'B', 'q'])), 1..8),
        by in prop::sample::select(vec!["w", "b", "Q", "qr", "PN", "p"]),
        on in prop::sample::select(vec!["e4", "a1", "h7", "Pp", "Nr"]),
    ) {
        let mut board = shakmaty::Board::empty();
        for (square, letter) in &squares {
            let piece = shakmaty::Piece::from_char(*letter).expect("a piece");
            if piece.role != Role::Pawn || !matches!(square / 8, 0 | 7) {
                board.set_piece_at(Square::new(*square), piece);
            }
        }
        board.set_piece_at(Square::A1, shakmaty::Color::White.king());
        board.set_piece_at(Square::H8, shakmaty::Color::Black.king());
        let mut line = Vec::new();
        crate::epd::placement::write(&board, &mut line);
        let line = format!("{} w - -", String::from_utf8_lossy(&line));
        let options = crate::epd::ReadOptions::default();
        let record = Record::read(line.as_bytes(), &options);
        let ask = |text: &str| {
            let query = crate::suite::query::Query::parse(text).expect("a query");
            query.matches(line.as_bytes(), 0, &options, &Default::default())
        };
        let expected = attacks(&record, by, on);
        prop_assert!(ask(&format!("attacks({by}, {on}) = {expected}")), "{} {} {}", line, by, on);
        let board = ranks(&record).expect("a board");
        for kind in ["passed", "isolated", "doubled"] {
            for side in ['w', 'b'] {
                let expected = pawns(&board, kind, side);
                prop_assert!(ask(&format!("{kind}({side}) = {expected}")), "{} {}", line, kind);
            }
        }
    }
}
