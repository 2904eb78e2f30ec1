//! Queries of the grammar's own tree as text.

use crate::suite::query::ast::*;
use crate::suite::query::shapes::{BoardPattern, Force, PieceSet};
use shakmaty::{Color, Square};

/// Returns a query as text.
pub(super) fn print(node: &Node) -> String {
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
            // A value with words is compared with words; `0 +` makes it a number.
            let zero = match first {
                Amount::Operand(name) if matches!(&**name, "bm" | "id" | "X") => "0 + ",
                Amount::Operand(name) if name == "c0" && !matches!(second, Amount::Literal(_)) => {
                    "0 + "
                }
                _ => "",
            };
            let sign = match how {
                Comparison::Equal => "=",
                Comparison::NotEqual => "!=",
                Comparison::Less => "<",
                Comparison::AtMost => "<=",
                Comparison::Greater => ">",
                Comparison::AtLeast => ">=",
            };
            format!("{zero}{} {sign} {}", amount(first), amount(second))
        }
        Node::Text(of, test, negated) => {
            let of = match of {
                TextOf::Operation(opcode) => opcode.clone(),
                TextOf::Prefix(opcode) if opcode == "X" => "op(X).prefix".to_owned(),
                TextOf::Prefix(opcode) => format!("{opcode}.prefix"),
                TextOf::First(opcode) => format!("first({opcode})"),
                TextOf::Piece(opcode) => format!("piece({opcode})"),
                TextOf::Line => "text".to_owned(),
                TextOf::File => "file".to_owned(),
                TextOf::Opening => "opening".to_owned(),
                TextOf::OpeningEco => "opening.eco".to_owned(),
            };
            let not = if *negated { "!" } else { "" };
            match test {
                TextTest::OneOf(words) => {
                    let word = words.first().map(|word| String::from_utf8_lossy(word));
                    format!("{of} {not}= \"{}\"", word.unwrap_or_default())
                }
                TextTest::Holds(pattern) => format!("{of} {not}~ \"{}\"", pattern.text()),
            }
        }
        Node::Operand(_, opcode, word) => format!("{opcode} has {word}"),
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
        Node::Known(_) => "duplicate(id)".to_owned(),
        _ => String::new(),
    }
}

pub(super) fn letters(set: &PieceSet) -> String {
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

pub(super) fn pattern_text(pattern: &BoardPattern) -> String {
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

fn listed(all: &[Amount]) -> String {
    all.iter().map(amount).collect::<Vec<_>>().join(", ")
}

fn amount(of: &Amount) -> String {
    let whose = |whose: &SideChoice| match whose {
        SideChoice::Both => "",
        SideChoice::Of(Color::White) => "(w)",
        SideChoice::Of(Color::Black) => "(b)",
        SideChoice::Own => "(own)",
        SideChoice::Other => "(other)",
    };
    match of {
        Amount::Literal(Number::Whole(number)) => number.to_string(),
        Amount::Literal(Number::Broken(number)) => format!("{number:.2}"),
        Amount::Operand(opcode) if opcode == "X" => "op(X)".to_owned(),
        Amount::Operand(opcode) => opcode.clone(),
        Amount::Material(of) => format!("material{}", whose(of)),
        Amount::Count(set) => format!("count({})", letters(set)),
        Amount::Pieces(of) => format!("pieces{}", whose(of)),
        Amount::Moves => "moves".to_owned(),
        Amount::Length => "length".to_owned(),
        Amount::Line => "line".to_owned(),
        Amount::Operations => "operations".to_owned(),
        Amount::Calculated(operator, all) => match (operator, all.as_slice()) {
            (Operator::Minus, [Amount::Literal(Number::Whole(0)), inner]) => {
                format!("-{}", amount(inner))
            }
            (Operator::Plus, [one, other]) => format!("{} + {}", amount(one), amount(other)),
            (Operator::Minus, [one, other]) => format!("{} - {}", amount(one), amount(other)),
            (Operator::Times, [one, other]) => format!("{} * {}", amount(one), amount(other)),
            (Operator::Over, [one, other]) => format!("{} / {}", amount(one), amount(other)),
            (Operator::Absolute, all) => format!("abs({})", listed(all)),
            (Operator::Rounded, all) => format!("round({})", listed(all)),
            (Operator::Least, all) => format!("min({})", listed(all)),
            (Operator::Greatest, all) => format!("max({})", listed(all)),
            _ => String::new(),
        },
        _ => String::new(),
    }
}
