//! The evaluation of the same tree on fully read records, by looking at characters.

use super::print::{letters, pattern_text};
use crate::epd::{Record, Severity, Value};
use crate::suite::query::ast::*;
use crate::suite::query::shapes::{Force, Phase};
use crate::suite::search::Pattern;
use std::collections::HashMap;
use std::sync::LazyLock;

use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::{Chess, EnPassantMode, Piece, Position, Square};

/// Returns the letters on the board, from a8 to h1, `.` for an empty square.
pub(super) fn squares(record: &Record<'_>) -> Option<Vec<char>> {
    let board = record.board()?;
    Some(
        Square::ALL
            .into_iter()
            .map(|square| board.piece_at(square).map_or('.', Piece::char))
            .collect(),
    )
}

/// Returns code and name of the opening, from the line of the data set that ends in these fields.
fn opening(record: &Record<'_>) -> Option<(String, String)> {
    static ALL: LazyLock<HashMap<String, (String, String)>> = LazyLock::new(|| {
        let text = include_str!("../../../../../assets/openings.tsv");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(line_of_openings).collect()
    });
    ALL.get(&four_fields(record.position()?)).cloned()
}

/// Returns a text without trailing digits and the signs before them.
fn beginning(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let digits = letters
        .iter()
        .rev()
        .take_while(|c| c.is_ascii_digit())
        .count();
    let mut end = letters.len() - digits;
    while digits > 0 && end > 0 && (letters[end - 1] == ' ' || ".-_#:/,".contains(letters[end - 1]))
    {
        end -= 1;
    }
    letters[..end].iter().collect()
}

/// Returns true if a right named by one of the letters is the wanted one: by the rook's file, or by the side of its
/// king.
fn named(rights: &str, board: Option<&[char]>, wanted: char) -> bool {
    let files = |letter: char| -> Option<(usize, usize)> {
        let white = letter.is_ascii_uppercase();
        let rank: Vec<char> = board?[if white { 0..8 } else { 56..64 }].to_vec();
        let piece = |role: char| {
            if white {
                role
            } else {
                role.to_ascii_lowercase()
            }
        };
        let king = rank.iter().position(|c| *c == piece('K'))?;
        let rooks = || (0..8).filter(|file| rank[*file] == piece('R'));
        let rook = match letter.to_ascii_uppercase() {
            'K' => rooks().filter(|file| *file > king).max()?,
            'Q' => rooks().filter(|file| *file < king).min()?,
            file => (file as usize) - ('A' as usize),
        };
        Some((king, rook))
    };
    rights.contains(wanted)
        || rights
            .chars()
            .filter(|c| c.is_ascii_uppercase() == wanted.is_ascii_uppercase())
            .any(|letter| {
                files(letter).is_some_and(|(king, rook)| match wanted.to_ascii_uppercase() {
                    'K' => !"KQkq".contains(letter) && rook > king,
                    'Q' => !"KQkq".contains(letter) && rook < king,
                    file => rook == (file as usize) - ('A' as usize),
                })
            })
}

fn four_fields(position: &Chess) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn line_of_openings(line: &str) -> (String, (String, String)) {
    let mut parts = line.split('\t').map(str::to_owned);
    let [eco, name, moves] = std::array::from_fn(|_| parts.next().unwrap());
    let mut position = Chess::default();
    for word in moves.split(' ') {
        let san: San = word.parse().unwrap();
        position.play_unchecked(san.to_move(&position).unwrap());
    }
    (four_fields(&position), (eco, name))
}

pub(super) fn holds(node: &Node, record: &Record<'_>, number: usize) -> bool {
    let text = |opcode: &str| -> Option<String> {
        match record.operation(opcode) {
            Some(operation) => Some(record.operands_text(operation)),
            None => record.implied(opcode).map(|number| number.to_string()),
        }
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
        Node::Has(opcode) => {
            let all = record.operations();
            all.iter().any(|o| record.opcode(o) == *opcode) || record.implied(opcode).is_some()
        }
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
        Node::Text(of, test, negated) => {
            let text = match of {
                TextOf::Operation(opcode) => text(opcode),
                TextOf::Prefix(opcode) => text(opcode).map(|text| beginning(&text)),
                TextOf::File | TextOf::First(_) | TextOf::Piece(_) => None,
                TextOf::Opening => opening(record).map(|(_, name)| name),
                TextOf::OpeningEco => opening(record).map(|(eco, _)| eco),
                TextOf::Line => Some(String::from_utf8_lossy(record.line()).into_owned()),
            };
            let holds = |text: &str, pattern: &Pattern| {
                text.contains(pattern.text()) || text.to_lowercase().contains(pattern.text())
            };
            text.is_some_and(|text| {
                let found = match test {
                    TextTest::OneOf(wanted) => wanted.iter().any(|one| text.as_bytes() == one),
                    TextTest::Holds(pattern) => holds(&text, pattern),
                };
                found != *negated
            })
        }
        Node::Operand(_, opcode, word) => record.operations().iter().any(|operation| {
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
        Node::Castling(castling) => record.castling().is_some_and(|rights| {
            let has = |wanted: char| named(rights, board.as_deref(), wanted);
            match castling {
                Castling::Any => rights != "-",
                Castling::Are(wanted) if wanted == "-" => rights == "-",
                Castling::Are(wanted) => {
                    rights.len() == wanted.len() && rights != "-" && wanted.chars().all(has)
                }
                Castling::Hold(wanted) => wanted.chars().all(has),
            }
        }),
        Node::EnPassant(wanted) => match wanted {
            EnPassant::Given => record.en_passant().is_some(),
            EnPassant::None => record.en_passant().is_none() && record.side().is_some(),
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
            State::Opening => opening(record).is_some(),
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
        _ => false,
    }
}

pub(super) fn value(of: &Amount, record: &Record<'_>, number: usize) -> Option<f64> {
    let board = squares(record);
    let sum = |whose: &SideChoice, worth: &dyn Fn(char) -> i32| -> Option<f64> {
        let board = board.as_ref()?;
        let white = match whose {
            SideChoice::Both => None,
            SideChoice::Of(color) => Some(color.is_white()),
            SideChoice::Own => Some(record.side()?.is_white()),
            SideChoice::Other => Some(record.side()?.is_black()),
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
            let Some(operation) = record.operation(opcode) else {
                return record.implied(opcode).map(|number| number as f64);
            };
            let operands = record.operands_of(operation);
            let first = operands.first()?;
            if let Value::Integer(number) = first.value {
                return Some(number as f64);
            }
            let is_one = !["id", "c0"].contains(&opcode.as_str()) || operands.len() == 1;
            let text = String::from_utf8_lossy(record.string(first)).into_owned();
            let is_number = text
                .chars()
                .all(|c| c.is_ascii_digit() || "+-.".contains(c));
            text.parse()
                .ok()
                .filter(|_| is_number && is_one && opcode != "bm")
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
        Amount::Calculated(operator, all) => {
            let all: Option<Vec<f64>> = all.iter().map(|a| value(a, record, number)).collect();
            match (operator, all?.as_slice()) {
                (Operator::Plus, [a, b]) => Some(a + b),
                (Operator::Minus, [a, b]) => Some(a - b),
                (Operator::Times, [a, b]) => Some(a * b),
                (Operator::Over, [a, b]) => (*b != 0.0).then_some(a / b),
                (Operator::Absolute, [a]) => Some(a.abs()),
                (Operator::Rounded, [a]) => Some(a.round()),
                (Operator::Least, all) => all.iter().copied().min_by(f64::total_cmp),
                (Operator::Greatest, all) => all.iter().copied().max_by(f64::total_cmp),
                _ => None,
            }
        }
        _ => None,
    }
}
