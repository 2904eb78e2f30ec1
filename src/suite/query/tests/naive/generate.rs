//! Random queries of the grammar's own tree.

use crate::epd::Severity;
use crate::suite::query::ast::*;
use crate::suite::query::shapes::{BoardPattern, Force, Phase, PieceSet, Signature};
use crate::suite::search::{Case, Pattern};
use proptest::prelude::*;
use shakmaty::{Color, Piece, Square};

fn opcodes() -> impl Strategy<Value = String> {
    prop::sample::select(
        &[
            "bm", "id", "ce", "acd", "dm", "D1", "c0", "X", "hmvc", "fmvn",
        ][..],
    )
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

fn whose() -> impl Strategy<Value = SideChoice> {
    prop::sample::select(vec![
        SideChoice::Both,
        SideChoice::Of(Color::White),
        SideChoice::Of(Color::Black),
        SideChoice::Own,
        SideChoice::Other,
    ])
}

fn one_amount() -> impl Strategy<Value = Amount> {
    prop_oneof![
        (0i64..700).prop_map(|number| Amount::Literal(Number::Whole(number.into()))),
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
    prop_oneof![one_amount(), of_two().boxed(), function().boxed()]
}

fn of_two() -> impl Strategy<Value = Amount> {
    let two = |operator: Operator| {
        (one_amount(), one_amount())
            .prop_map(move |(a, b)| Amount::Calculated(operator, vec![a, b]))
    };
    prop_oneof![
        one_amount().prop_map(negative),
        two(Operator::Plus),
        two(Operator::Minus),
        two(Operator::Times),
        two(Operator::Over),
    ]
}

fn negative(of: Amount) -> Amount {
    let none = Amount::Literal(Number::Whole(0));
    Amount::Calculated(Operator::Minus, vec![none, of])
}

fn function() -> impl Strategy<Value = Amount> {
    let some = |operator: Operator| {
        let all = prop::collection::vec(one_amount(), 1..4);
        all.prop_map(move |all| Amount::Calculated(operator, all))
    };
    prop_oneof![
        one_amount()
            .prop_map(|inner| Amount::Calculated(Operator::Absolute, vec![negative(inner)])),
        (one_amount(), one_amount()).prop_map(|(a, b)| {
            let quotient = Amount::Calculated(Operator::Over, vec![a, b]);
            Amount::Calculated(Operator::Rounded, vec![quotient])
        }),
        some(Operator::Least),
        some(Operator::Greatest),
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
    let word = prop::sample::select(
        &[
            "A",
            "B.1",
            "A.1",
            "5",
            "a",
            "1 2",
            "plan",
            "Ruy",
            "B2",
            "Sicilian Defense",
        ][..],
    );
    let text = (word, any::<bool>()).prop_map(|(word, is_whole)| {
        let pattern = || Pattern::literal(word, Case::Sensitive).unwrap();
        match is_whole {
            true => TextTest::OneOf([word.as_bytes().to_vec()].into()),
            false => TextTest::Holds(pattern()),
        }
    });
    let text_of = prop_oneof![
        Just(TextOf::Line),
        Just(TextOf::Opening),
        Just(TextOf::OpeningEco),
        opcodes().prop_map(TextOf::Operation),
        opcodes().prop_map(TextOf::Prefix)
    ];
    let castling = prop::sample::select(vec![
        Castling::Any,
        Castling::Are("-".to_owned()),
        Castling::Are("Q".to_owned()),
        Castling::Hold("Kq".to_owned()),
        Castling::Hold("HA".to_owned()),
        Castling::Hold("Q".to_owned()),
        Castling::Are("A".to_owned()),
        Castling::Are("KQkq".to_owned()),
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
        State::Opening,
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
        (text_of, text, any::<bool>()).prop_map(|(of, test, not)| Node::Text(of, test, not)),
        moves.prop_map(|word| Node::Operand(OperandChoice::Any, "bm".to_owned(), word.to_owned())),
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

pub(super) fn node() -> impl Strategy<Value = Node> {
    test().prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(Node::And),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Node::Or),
            inner.prop_map(|node| Node::Not(Box::new(node))),
        ]
    })
}
