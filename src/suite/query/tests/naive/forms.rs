//! Forms that the tree does not distinguish, or that need more than the record's own words: each is printed and
//! evaluated here, without the tree.

use super::by_hand::*;
use super::compare;
use crate::epd::Record;
use proptest::prelude::*;
use shakmaty::{Role, Square};

/// A test and its subject.
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
    /// `first(opcode) = word`.
    First(&'static str, bool, &'static str),
    /// `first(opcode) in (word, ...)`.
    FirstIn(&'static str, bool, Vec<&'static str>),
    /// `first(opcode) captures`.
    FirstMoves(&'static str, &'static str),
    /// `piece(opcode) = Q`.
    Piece(&'static str, bool, char),
    /// `length(opcode) >= n`.
    LengthOf(&'static str, i64),
}

/// Tests joined in the spellings of other languages.
#[derive(Clone, Debug)]
enum JoinedForm {
    One(Form),
    Both(usize, Box<Self>, Box<Self>),
    Either(usize, Box<Self>, Box<Self>),
    Not(usize, Box<Self>),
}

impl JoinedForm {
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
            Self::First(opcode, negated, word) => {
                format!(
                    "first({opcode}) {} {word}",
                    if *negated { "!=" } else { "=" }
                )
            }
            Self::FirstIn(opcode, negated, words) => {
                format!("first({opcode}) {}in ({})", not(negated), listed(words))
            }
            Self::FirstMoves(opcode, kind) => format!("first({opcode}) {kind}"),
            Self::Piece(opcode, negated, letter) => {
                format!("piece({opcode}) {}in ({letter})", not(negated))
            }
            Self::LengthOf(opcode, least) => format!("length({opcode}) >= {least}"),
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
            Self::First(opcode, negated, word) => {
                first_is(record, opcode, word).is_some_and(|found| found != *negated)
            }
            Self::FirstIn(opcode, negated, words) => {
                let found: Option<Vec<bool>> = words
                    .iter()
                    .map(|word| first_is(record, opcode, word))
                    .collect();
                found.is_some_and(|found| found.contains(&true) != *negated)
            }
            Self::FirstMoves(opcode, kind) => {
                let all = moves(record, opcode);
                first_piece(record, opcode).is_some()
                    && all
                        .first()
                        .is_some_and(|(before, played)| is_of(before, *played, kind))
            }
            Self::Piece(opcode, negated, letter) => {
                first_piece(record, opcode).is_some_and(|found| (found == *letter) != *negated)
            }
            Self::LengthOf(opcode, least) => {
                let text = match record.operation(opcode) {
                    Some(operation) => Some(record.operands_text(operation)),
                    None => record.implied(opcode).map(|number| number.to_string()),
                };
                text.is_some_and(|text| text.len() as i64 >= *least)
            }
        }
    }
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
    let of_moves = || prop::sample::select(vec!["bm", "am", "sm", "pv"]);
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
        (of_moves(), kinds.clone()).prop_map(|(a, b)| Form::Moves(a, b)),
        (of_moves(), kinds).prop_map(|(a, b)| Form::FirstMoves(a, b)),
        (worded.clone(), any::<bool>(), words()).prop_map(|(a, b, c)| Form::First(a, b, c)),
        (
            worded.clone(),
            any::<bool>(),
            prop::collection::vec(words(), 1..4)
        )
            .prop_map(|(a, b, c)| Form::FirstIn(a, b, c)),
        (
            of_moves(),
            any::<bool>(),
            prop::sample::select(vec!['K', 'P', 'R', 'B'])
        )
            .prop_map(|(a, b, c)| Form::Piece(a, b, c)),
        (
            prop::sample::select(vec!["id", "bm", "pv", "ce", "hmvc", "dm"]),
            0i64..12
        )
            .prop_map(|(a, b)| Form::LengthOf(a, b)),
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

fn joined() -> impl Strategy<Value = JoinedForm> {
    form()
        .prop_map(JoinedForm::One)
        .prop_recursive(2, 6, 2, |inner| {
            let two = (0usize..3, inner.clone(), inner.clone());
            prop_oneof![
                two.clone()
                    .prop_map(|(nth, a, b)| JoinedForm::Both(nth, Box::new(a), Box::new(b))),
                two.prop_map(|(nth, a, b)| JoinedForm::Either(nth, Box::new(a), Box::new(b))),
                (0usize..3, inner).prop_map(|(nth, a)| JoinedForm::Not(nth, Box::new(a))),
            ]
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn forms_of_other_languages_match_what_a_naive_evaluation_matches(joined in joined()) {
        // `Kd7 or (id` is one word, since no blank ends it.
        compare(&joined.print(), |record, _| joined.holds(record))?;
    }

    #[test]
    fn attacks_are_counted_as_in_the_naive_evaluation(
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
