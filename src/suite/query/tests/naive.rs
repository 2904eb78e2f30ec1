//! The language against an evaluation that reads every record whole and looks at characters.

use super::super::ast::*;
use super::super::shapes::{BoardPattern, Force, Phase, PieceSet, Signature};
use crate::epd::{Dialect, LineKind, ReadOptions, Record, Severity, Value};
use crate::suite::query::{Facts, Query};
use crate::suite::search::{Case, Pattern};
use proptest::prelude::*;
use shakmaty::{Color, Piece, Position, Square};

const LINES: &[&str] = &[
    "8/8/8/8/8/4k3/4p3/4K2R w - - bm Rh3+; id \"A.1\"; ce 250;",
    "8/8/8/8/4k3/8/4P3/R3K3 w Q - id \"A.2\"; c0 \"plan\"; acd 12;",
    "7k/5K2/8/8/8/8/8/R7 w - - bm Rh1#; dm 1; id B.1",
    "7k/6Q1/5K2/8/8/8/8/8 b - - id \"B.2\"; D1 0;",
    "7k/5Q2/5K2/8/8/8/8/8 b - - 0 1",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 bm Kd7 Kf7; ce -30; X 1.5;",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 bm Kd8 id \"no semicolon\"; ce 10;",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e2e4; ce \"5\";",
    "8/8/8/8/8/8/8/4K3 w - - bm Kd2; id 5;",
    "4k3/8/8/8/8/8/8/R3K3 w A - ;2;3",
    "no record at all",
    "# a comment",
    "",
    "4k3/8/8/8/8/8/8/4K3 x - - bm Kd2; id \"open",
    "4k3/8/8/8/8/8/8/4K3 w - - id \"a\" \"b\"; ce 1 2; ce 3; bm;",
];

/// A query as text.
fn print(node: &Node) -> String {
    let all = |nodes: &[Node], word: &str| {
        let parts: Vec<_> = nodes.iter().map(print).collect();
        format!("({})", parts.join(word))
    };
    match node {
        Node::And(nodes) => all(nodes, " and "),
        Node::Or(nodes) => all(nodes, " or "),
        Node::Not(node) => format!("not ({})", print(node)),
        Node::Has(opcode) => format!("op({opcode})"),
        Node::Compare(first, how, second) => {
            let sign = match how {
                Comparison::Equal => "=",
                Comparison::NotEqual => "!=",
                Comparison::Less => "<",
                Comparison::AtMost => "<=",
                Comparison::Greater => ">",
                Comparison::AtLeast => ">=",
            };
            format!("{} {sign} {}", amount(first), amount(second))
        }
        Node::Text(of, test) => {
            let of = match of {
                TextOf::Operation(opcode) => opcode.clone(),
                TextOf::Line => "text".to_owned(),
            };
            match test {
                TextTest::Is(text) => format!("{of} = \"{text}\""),
                TextTest::IsNot(text) => format!("{of} != \"{text}\""),
                TextTest::Holds(pattern) => format!("{of} ~ \"{}\"", pattern.text()),
                TextTest::HoldsNot(pattern) => format!("{of} !~ \"{}\"", pattern.text()),
            }
        }
        Node::Operand(opcode, word) => format!("{opcode} has {word}"),
        Node::Side(color) => format!("side = {}", color.fold_wb("w", "b")),
        Node::Castling(Castling::Any) => "castling".to_owned(),
        Node::Castling(Castling::Are(rights)) => format!("castling = {rights}"),
        Node::Castling(Castling::Hold(rights)) => format!("castling has {rights}"),
        Node::EnPassant(EnPassant::Given) => "ep".to_owned(),
        Node::EnPassant(EnPassant::None) => "ep = -".to_owned(),
        Node::EnPassant(EnPassant::Is(square)) => format!("ep = {square}"),
        Node::EnPassant(EnPassant::Legal) => "ep = legal".to_owned(),
        Node::State(state) => format!("{state:?}").to_lowercase(),
        Node::Material(signature) => {
            format!("{}v{}", force(&signature.first), force(&signature.second))
        }
        Node::At(square, set) if set.empty => format!("at({square}) = -"),
        Node::At(square, set) => format!("at({square}) = {}", letters(set)),
        Node::Board(pattern) => format!("board ~ \"{}\"", pattern_text(pattern)),
        Node::Phase(phase) => format!("phase = {}", phase.name()),
        Node::Problem(Problem::Any) => "problem".to_owned(),
        Node::Problem(Problem::Code(code)) => format!("problem({})", code.name()),
        Node::Problem(Problem::Severity(severity)) => format!("problem({})", severity.name()),
        Node::Duplicate(_) => "duplicate(id)".to_owned(),
    }
}

fn letters(set: &PieceSet) -> String {
    set.pieces.iter().map(|piece| piece.char()).collect()
}

fn force(force: &Force) -> String {
    let mut text = "K".to_owned();
    for (letter, (count, more)) in "PNBRQ".chars().zip(force.counts) {
        for nth in 0..count {
            text.push(letter);
            if more && nth + 1 == count {
                text.push('+');
            }
        }
        if count == 0 && more {
            text.push(letter);
            text.push('*');
        }
    }
    text
}

fn pattern_text(pattern: &BoardPattern) -> String {
    let mut text = String::new();
    for rank in shakmaty::Rank::ALL.into_iter().rev() {
        for file in shakmaty::File::ALL {
            let square = Square::from_coords(file, rank);
            let piece = pattern
                .pieces
                .iter()
                .find(|(_, squares)| squares.contains(square));
            text.push(match piece {
                Some((piece, _)) => piece.char(),
                None if pattern.empty.contains(square) => '1',
                None => '?',
            });
        }
        text.push('/');
    }
    text.pop();
    text
}

fn amount(of: &Amount) -> String {
    let whose = |whose: &Whose| match whose {
        Whose::Both => "",
        Whose::Of(Color::White) => "(w)",
        Whose::Of(Color::Black) => "(b)",
        Whose::Own => "(own)",
        Whose::Other => "(other)",
    };
    match of {
        Amount::Literal(Number::Whole(number)) => number.to_string(),
        Amount::Literal(Number::Broken(number)) => format!("{number:.2}"),
        Amount::Operand(opcode) => opcode.clone(),
        Amount::Material(of) => format!("material{}", whose(of)),
        Amount::Count(set) => format!("count({})", letters(set)),
        Amount::Pieces(of) => format!("pieces{}", whose(of)),
        Amount::Moves => "moves".to_owned(),
        Amount::Length => "length".to_owned(),
        Amount::Line => "line".to_owned(),
        Amount::Operations => "operations".to_owned(),
        Amount::Negative(inner) => format!("-{}", amount(inner)),
        Amount::Sum(first, second) => format!("{} + {}", amount(first), amount(second)),
        Amount::Difference(first, second) => format!("{} - {}", amount(first), amount(second)),
    }
}

/// The letters on the board, from a8 to h1, `.` for nothing.
fn squares(record: &Record<'_>) -> Option<Vec<char>> {
    let board = record.board()?;
    Some(
        Square::ALL
            .into_iter()
            .map(|square| board.piece_at(square).map_or('.', Piece::char))
            .collect(),
    )
}

fn holds(node: &Node, record: &Record<'_>, number: usize) -> bool {
    let text = |opcode: &str| -> Option<String> {
        let operation = record.operation(opcode)?;
        Some(record.operands_text(operation))
    };
    let board = squares(record);
    let count = |letter: char| {
        board.as_ref().map_or(0, |board| {
            board.iter().filter(|found| **found == letter).count()
        })
    };
    match node {
        Node::And(nodes) => nodes.iter().all(|node| holds(node, record, number)),
        Node::Or(nodes) => nodes.iter().any(|node| holds(node, record, number)),
        Node::Not(node) => !holds(node, record, number),
        Node::Has(opcode) => record
            .operations()
            .iter()
            .any(|o| record.opcode(o) == *opcode),
        Node::Compare(first, how, second) => {
            let (Some(first), Some(second)) =
                (value(first, record, number), value(second, record, number))
            else {
                return false;
            };
            match how {
                Comparison::Equal => first == second,
                Comparison::NotEqual => first != second,
                Comparison::Less => first < second,
                Comparison::AtMost => first <= second,
                Comparison::Greater => first > second,
                Comparison::AtLeast => first >= second,
            }
        }
        Node::Text(of, test) => {
            let text = match of {
                TextOf::Operation(opcode) => text(opcode),
                TextOf::Line => Some(String::from_utf8_lossy(record.line()).into_owned()),
            };
            let holds = |text: &str, pattern: &Pattern| {
                text.contains(pattern.text()) || text.to_lowercase().contains(pattern.text())
            };
            text.is_some_and(|text| match test {
                TextTest::Is(wanted) => text == *wanted,
                TextTest::IsNot(wanted) => text != *wanted,
                TextTest::Holds(pattern) => holds(&text, pattern),
                TextTest::HoldsNot(pattern) => !holds(&text, pattern),
            })
        }
        Node::Operand(opcode, word) => record.operations().iter().any(|operation| {
            record.opcode(operation) == *opcode
                && record.operands_of(operation).iter().any(|operand| {
                    let text = String::from_utf8_lossy(record.string(operand)).into_owned();
                    text == *word
                        || matches!(operand.value, Value::Move(m)
                            if m.to_uci(shakmaty::CastlingMode::Standard).to_string() == *word
                            || text.trim_end_matches(['+', '#']) == *word)
                })
        }),
        Node::Side(color) => record.side() == Some(*color),
        Node::Castling(castling) => record.castling().is_some_and(|rights| match castling {
            Castling::Any => rights != "-",
            Castling::Are(wanted) => rights == wanted,
            Castling::Hold(wanted) => wanted.chars().all(|letter| rights.contains(letter)),
        }),
        Node::EnPassant(wanted) => match wanted {
            EnPassant::Given => record.en_passant().is_some(),
            EnPassant::None => record.en_passant().is_none(),
            EnPassant::Is(square) => record.en_passant() == Some(*square),
            EnPassant::Legal => record
                .position()
                .is_some_and(|position| position.legal_moves().iter().any(|m| m.is_en_passant())),
        },
        Node::State(state) => match state {
            State::Legal => record.position().is_some(),
            State::Check => record.position().is_some_and(|p| p.checkers().any()),
            State::Mate => record
                .position()
                .is_some_and(|p| p.checkers().any() && p.legal_moves().is_empty()),
            State::Stalemate => record
                .position()
                .is_some_and(|p| !p.checkers().any() && p.legal_moves().is_empty()),
            State::Kept => record.canonical(&Default::default()).is_none(),
            State::Canonical => record
                .canonical(&Default::default())
                .is_some_and(|text| text == record.line()),
        },
        Node::Material(signature) => {
            let fits = |force: &Force, king: char, roles: &str| {
                count(king) == 1
                    && roles
                        .chars()
                        .zip(force.counts)
                        .all(|(role, (least, more))| {
                            let there = count(role);
                            there >= usize::from(least) && (more || there == usize::from(least))
                        })
            };
            let (first, second) = (&signature.first, &signature.second);
            fits(first, 'K', "PNBRQ") && fits(second, 'k', "pnbrq")
                || fits(second, 'K', "PNBRQ") && fits(first, 'k', "pnbrq")
        }
        Node::At(square, set) => board.as_ref().is_some_and(|board| {
            let found = board[usize::from(*square)];
            if found == '.' {
                set.empty
            } else {
                letters(set).contains(found)
            }
        }),
        Node::Board(pattern) => board.as_ref().is_some_and(|board| {
            let text = pattern_text(pattern);
            let ranks: Vec<Vec<char>> =
                text.split('/').map(|rank| rank.chars().collect()).collect();
            (0..64).all(|at| {
                let wanted = ranks[7 - at / 8][at % 8];
                wanted == '?' || wanted == '1' && board[at] == '.' || wanted == board[at]
            })
        }),
        Node::Phase(phase) => {
            let weight: usize = "QqRrBbNn"
                .chars()
                .zip([4, 4, 2, 2, 1, 1, 1, 1])
                .map(|(letter, weight)| count(letter) * weight)
                .sum();
            let found = if weight >= 20 {
                Phase::Opening
            } else if weight > 8 {
                Phase::Middlegame
            } else {
                Phase::Endgame
            };
            board.is_some() && found == *phase
        }
        Node::Problem(problem) => record.diagnostics().iter().any(|diagnostic| match problem {
            Problem::Any => diagnostic.severity != Severity::Hint,
            Problem::Code(code) => diagnostic.code == *code,
            Problem::Severity(severity) => diagnostic.severity == *severity,
        }),
        Node::Duplicate(_) => false,
    }
}

fn value(of: &Amount, record: &Record<'_>, number: usize) -> Option<f64> {
    let board = squares(record);
    let sum = |whose: &Whose, worth: &dyn Fn(char) -> i32| -> Option<f64> {
        let board = board.as_ref()?;
        let white = match whose {
            Whose::Both => None,
            Whose::Of(color) => Some(color.is_white()),
            Whose::Own => Some(record.side()?.is_white()),
            Whose::Other => Some(record.side()?.is_black()),
        };
        let all: i32 = board
            .iter()
            .filter(|c| **c != '.' && white.is_none_or(|white| c.is_ascii_uppercase() == white))
            .map(|c| worth(c.to_ascii_lowercase()))
            .sum();
        Some(f64::from(all))
    };
    match of {
        Amount::Literal(Number::Whole(number)) => Some(*number as f64),
        Amount::Literal(Number::Broken(number)) => Some(*number),
        Amount::Operand(opcode) => {
            match record.operands_of(record.operation(opcode)?).first()?.value {
                Value::Integer(number) => Some(number as f64),
                Value::Float(number) => Some(number),
                _ => None,
            }
        }
        Amount::Material(whose) => sum(whose, &|c| match c {
            'p' => 100,
            'n' | 'b' => 300,
            'r' => 500,
            'q' => 900,
            _ => 0,
        }),
        Amount::Count(set) => {
            let found = board?.iter().filter(|c| letters(set).contains(**c)).count();
            Some(found as f64)
        }
        Amount::Pieces(whose) => sum(whose, &|_| 1),
        Amount::Moves => Some(record.position()?.legal_moves().len() as f64),
        Amount::Length => Some(record.line().len() as f64),
        Amount::Line => Some((number + 1) as f64),
        Amount::Operations => Some(record.operations().len() as f64),
        Amount::Negative(inner) => Some(-value(inner, record, number)?),
        Amount::Sum(a, b) => Some(value(a, record, number)? + value(b, record, number)?),
        Amount::Difference(a, b) => Some(value(a, record, number)? - value(b, record, number)?),
    }
}

fn opcodes() -> impl Strategy<Value = String> {
    prop::sample::select(&["bm", "id", "ce", "acd", "dm", "D1", "c0", "X"][..])
        .prop_map(str::to_owned)
}

fn pieces() -> impl Strategy<Value = PieceSet> {
    prop::sample::subsequence(vec!['P', 'p', 'R', 'Q', 'k', 'K', 'n'], 1..4).prop_map(|letters| {
        PieceSet {
            pieces: letters.into_iter().filter_map(Piece::from_char).collect(),
            empty: false,
        }
    })
}

fn square() -> impl Strategy<Value = Square> {
    (0u32..64).prop_map(Square::new)
}

fn whose() -> impl Strategy<Value = Whose> {
    prop::sample::select(vec![
        Whose::Both,
        Whose::Of(Color::White),
        Whose::Of(Color::Black),
        Whose::Own,
        Whose::Other,
    ])
}

fn one_amount() -> impl Strategy<Value = Amount> {
    prop_oneof![
        (0i64..700).prop_map(|number| Amount::Literal(Number::Whole(number))),
        (0i64..12).prop_map(|n| Amount::Literal(Number::Broken(n as f64 + 0.25))),
        opcodes().prop_map(Amount::Operand),
        whose().prop_map(Amount::Material),
        whose().prop_map(Amount::Pieces),
        pieces().prop_map(Amount::Count),
        Just(Amount::Moves),
        Just(Amount::Length),
        Just(Amount::Line),
        Just(Amount::Operations),
    ]
}

fn any_amount() -> impl Strategy<Value = Amount> {
    let two = || (one_amount(), one_amount());
    prop_oneof![
        one_amount(),
        one_amount().prop_map(|inner| Amount::Negative(Box::new(inner))),
        two().prop_map(|(a, b)| Amount::Sum(Box::new(a), Box::new(b))),
        two().prop_map(|(a, b)| Amount::Difference(Box::new(a), Box::new(b))),
    ]
}

fn any_force() -> impl Strategy<Value = Force> {
    proptest::array::uniform5((prop::sample::select(vec![0u8, 0, 0, 1, 2]), any::<bool>()))
        .prop_map(|counts| Force { counts })
}

fn test() -> impl Strategy<Value = Node> {
    let comparison = prop::sample::select(vec![
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::AtMost,
        Comparison::Greater,
        Comparison::AtLeast,
    ]);
    let word = prop::sample::select(&["A", "B.1", "A.1", "5", "a", "1 2", "plan"][..]);
    let text = (word, 0..4).prop_map(|(word, kind)| {
        let pattern = || Pattern::literal(word, Case::Sensitive).unwrap();
        match kind {
            0 => TextTest::Is(word.to_owned()),
            1 => TextTest::IsNot(word.to_owned()),
            2 => TextTest::Holds(pattern()),
            _ => TextTest::HoldsNot(pattern()),
        }
    });
    let text_of = prop_oneof![Just(TextOf::Line), opcodes().prop_map(TextOf::Operation)];
    let castling = prop::sample::select(vec![
        Castling::Any,
        Castling::Are("-".to_owned()),
        Castling::Are("Q".to_owned()),
        Castling::Hold("Kq".to_owned()),
    ]);
    let en_passant = prop_oneof![
        Just(EnPassant::Given),
        Just(EnPassant::None),
        Just(EnPassant::Legal),
        Just(EnPassant::Is(Square::E3)),
    ];
    let state = prop::sample::select(vec![
        State::Legal,
        State::Check,
        State::Mate,
        State::Stalemate,
        State::Kept,
        State::Canonical,
    ]);
    let problem = prop_oneof![
        Just(Problem::Any),
        prop::sample::select(crate::epd::Code::all().to_vec()).prop_map(Problem::Code),
        Just(Problem::Severity(Severity::Hint)),
        Just(Problem::Severity(Severity::Error)),
    ];
    let pattern = prop::collection::vec(
        (square(), prop::sample::select(&['P', 'k', 'R', '.'][..])),
        0..3,
    );
    let pattern = pattern.prop_map(|wanted| {
        let mut pattern = BoardPattern::default();
        let mut seen = Vec::new();
        for (square, letter) in wanted {
            if !seen.contains(&square) {
                pattern.want(square, Piece::from_char(letter));
                seen.push(square);
            }
        }
        pattern
    });
    let moves = prop::sample::select(&["Kd7", "e8d7", "Kd2", "e2e4", "Rh1"][..]);
    prop_oneof![
        opcodes().prop_map(Node::Has),
        (any_amount(), comparison, any_amount()).prop_map(|(a, how, b)| Node::Compare(a, how, b)),
        (text_of, text).prop_map(|(of, test)| Node::Text(of, test)),
        moves.prop_map(|word| Node::Operand("bm".to_owned(), word.to_owned())),
        any::<bool>().prop_map(|white| Node::Side(Color::from_white(white))),
        castling.prop_map(Node::Castling),
        en_passant.prop_map(Node::EnPassant),
        state.prop_map(Node::State),
        (any_force(), any_force())
            .prop_map(|(first, second)| Node::Material(Signature { first, second })),
        (square(), pieces()).prop_map(|(square, set)| Node::At(square, set)),
        pattern.prop_map(Node::Board),
        prop::sample::select(Phase::ALL.to_vec()).prop_map(Node::Phase),
        problem.prop_map(Node::Problem),
    ]
}

fn node() -> impl Strategy<Value = Node> {
    test().prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(Node::And),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Node::Or),
            inner.prop_map(|node| Node::Not(Box::new(node))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn it_answers_what_a_naive_evaluation_answers(node in node()) {
        let text = print(&node);
        let query = Query::parse(&text);
        let query = match query {
            Ok(query) => query,
            Err(error) => panic!("{}", error.marked(&text)),
        };
        let options = ReadOptions::of(Dialect::Epd);
        for (number, line) in LINES.iter().enumerate() {
            let record = Record::read(line.as_bytes(), &options);
            let expected = record.kind() == LineKind::Record && holds(&node, &record, number);
            let found = query.matches(line.as_bytes(), number, &options, &Facts::default());
            prop_assert_eq!(found, expected, "{} of {}", text, line);
        }
    }

    #[test]
    fn any_text_is_a_question_or_an_error_with_its_place(text in "[a-zA-Z0-9 =<>~!()\"/+*.-]{0,40}|\\PC{0,20}") {
        if let Err(error) = Query::parse(&text) {
            prop_assert!(text.get(error.span.range()).is_some(), "{:?}", error);
            prop_assert!(!error.message.is_empty());
        }
        for cursor in 0..=text.len() {
            if text.is_char_boundary(cursor) {
                let found = super::super::complete(&text, cursor);
                prop_assert!(found.span.end == cursor && found.span.start <= cursor);
            }
        }
    }
}
