//! The evaluation of queries: conditions, texts and numbers of a record; and the texts that every match
//! contains, so that other lines are skipped without parsing.

pub(super) mod played;

use crate::epd::mate::{Answer, Search};
use crate::epd::operand::read_number;
use crate::epd::{
    CanonicalOptions, IMPLIED, Operand, Record, Severity, Value, castling, holds_line, holds_moves,
    holds_name, moves,
};
use crate::suite::field::prefix_of_bytes;
use crate::suite::lines::text_of;
use crate::suite::query::ast::{
    Amount, Castling, Comparison, EnPassant, Likeness, Node, Number, Operator, Problem, SideChoice,
    State, TextOf, TextTest,
};
use crate::suite::query::lazy_record::LazyRecord;
use crate::suite::query::shapes::{Phase, count_attacks, material, pieces};
use crate::suite::search::{Case, Pattern};
use played::{operands, reads_as};
use shakmaty::{Board, Chess, Color, EnPassantMode, Position};
use std::borrow::Cow;
use std::cell::RefCell;
use std::cmp::Ordering;

impl Node {
    pub(super) fn holds(&self, subject: &LazyRecord<'_>) -> bool {
        let board = || subject.skim().board();
        match self {
            Self::And(nodes) => nodes.iter().all(|node| node.holds(subject)),
            Self::Or(nodes) => nodes.iter().any(|node| node.holds(subject)),
            Self::Not(node) => !node.holds(subject),
            Self::Has(opcode) => subject.has(opcode),
            Self::Compare(first, how, second) => match (first.of(subject), second.of(subject)) {
                (Some(one), Some(other)) if are_near(one, other) => {
                    how.holds(first.for_display(one), second.for_display(other))
                }
                (Some(one), Some(other)) => how.holds(one, other),
                _ => false,
            },
            Self::Among(amount, numbers, negated) => amount.of(subject).is_some_and(|found| {
                let found = amount.for_display(found);
                let place = numbers
                    .binary_search_by(|number| number.compare(found).unwrap_or(Ordering::Less));
                place.is_ok() != *negated
            }),
            Self::Text(of, test, negated) => {
                let found = match of {
                    TextOf::File => subject.path().map(|path| test.holds(&names_of(path))),
                    of => of.of(subject).map(|text| test.holds(&[&*text])),
                };
                found.is_some_and(|found| found != *negated)
            }
            Self::Alike(one, how, other) => are_alike(one, *how, other, subject),
            Self::Operand(which, opcode, wanted) => {
                subject.has(opcode) && played::has_operand(subject.record(), *which, opcode, wanted)
            }
            Self::Move(which, opcode, kind) => {
                subject.has(opcode) && played::has_move(subject.record(), *which, opcode, *kind)
            }
            Self::Side(color) => subject.skim().side() == Some(*color),
            Self::Castling(castling) => castling.holds(subject),
            Self::EnPassant(wanted) => wanted.holds(subject),
            Self::State(state) => state.holds(subject),
            Self::Material(signature) => board().is_some_and(|board| signature.is_of(board)),
            Self::At(square, set) => board().is_some_and(|board| set.is_at(board, *square)),
            Self::Board(pattern) => board().is_some_and(|board| pattern.fits(board)),
            Self::Phase(phase) => board().is_some_and(|board| Phase::of(board) == *phase),
            Self::Problem(problem) => problem.holds(subject.record()),
            Self::MateIn(moves) => {
                let position = subject.skim().position();
                position.is_some_and(|position| mate_in(position, *moves) == Some(*moves))
            }
            Self::PositionIn(positions) => positions.contains_position(subject.record()),
            Self::Known(known) => subject.is(known),
        }
    }

    /// Returns the rough cost of evaluation, from text (0) over fields, operations and legal positions to
    /// moves (4 and above).
    fn cost(&self) -> u8 {
        match self {
            Self::And(nodes) | Self::Or(nodes) => nodes.iter().map(Self::cost).max().unwrap_or(0),
            Self::Not(node) => node.cost(),
            Self::Known(_) | Self::Text(TextOf::Line | TextOf::File, ..) => 0,
            Self::Side(_) | Self::Castling(_) | Self::Material(_) => 1,
            Self::At(..) | Self::Board(_) | Self::Phase(_) => 1,
            Self::Has(_) | Self::Text(TextOf::Operation(_) | TextOf::Prefix(_), ..) => 2,
            Self::Compare(..) | Self::Among(..) => {
                self.amounts().map(Amount::cost).max().unwrap_or(0)
            }
            Self::Text(TextOf::Opening | TextOf::OpeningEco, ..) => 3,
            Self::EnPassant(EnPassant::Legal) => 3,
            Self::EnPassant(_) => 1,
            Self::State(State::Kept | State::Canonical) => 4,
            Self::State(_) => 3,
            Self::Operand(..) | Self::Move(..) | Self::Problem(_) => 4,
            Self::Text(TextOf::First(_) | TextOf::Piece(_), ..) | Self::Alike(..) => 4,
            Self::PositionIn(_) => 4,
            Self::MateIn(moves) => 4 + moves,
        }
    }

    /// Returns true if the castling rules may change the result of this node, not counting its children.
    pub(super) fn asks_rules(&self) -> bool {
        match self {
            Self::And(_) | Self::Or(_) | Self::Not(_) => false,
            Self::Castling(_) => true,
            node => node.cost() >= 3,
        }
    }

    /// Sorts conditions by cost: evaluation stops as soon as the result is known.
    pub(super) fn order(&mut self) {
        match self {
            Self::And(nodes) | Self::Or(nodes) => {
                nodes.iter_mut().for_each(Self::order);
                nodes.sort_by_key(Self::cost);
            }
            Self::Not(node) => node.order(),
            _ => {}
        }
    }
}

impl Comparison {
    fn holds(self, first: Number, second: Number) -> bool {
        let Some(order) = first.compare(second) else {
            return false;
        };
        match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }
}

impl TextTest {
    /// Returns true if the test holds for a text. If whole texts are compared, alternative names may match, too.
    fn holds(&self, names: &[&[u8]]) -> bool {
        match self {
            Self::OneOf(words) => names.iter().any(|name| words.contains(*name)),
            Self::Holds(pattern) => names.first().is_some_and(|text| pattern.is_in(text)),
        }
    }
}

/// Returns a path, its last part, and that part up to its first dot.
fn names_of(path: &str) -> [&[u8]; 3] {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    [path, name, stem].map(str::as_bytes)
}

impl Castling {
    fn holds(&self, subject: &LazyRecord<'_>) -> bool {
        let Some(rights) = subject.skim().castling() else {
            return false;
        };
        let board = subject.skim().board();
        let contains_position = |wanted: &String| {
            let mut letters = wanted.chars();
            letters.all(|letter| castling::names(rights, board, letter))
        };
        match self {
            Self::Any => rights != "-",
            Self::Are(wanted) if rights == wanted => true,
            Self::Are(wanted) => {
                rights != "-" && rights.len() == wanted.len() && contains_position(wanted)
            }
            Self::Hold(wanted) => contains_position(wanted),
        }
    }
}

impl EnPassant {
    fn holds(self, subject: &LazyRecord<'_>) -> bool {
        let square = subject.skim().en_passant();
        match self {
            Self::Given => square.is_some(),
            Self::None => square.is_none() && subject.skim().side().is_some(),
            Self::Is(wanted) => square == Some(wanted),
            Self::Legal => subject
                .skim()
                .position()
                .is_some_and(|position| position.ep_square(EnPassantMode::Legal).is_some()),
        }
    }
}

impl State {
    fn holds(self, subject: &LazyRecord<'_>) -> bool {
        let position = || subject.skim().position();
        match self {
            Self::Legal => position().is_some(),
            Self::Check => position().is_some_and(Position::is_check),
            Self::Mate => position().is_some_and(Position::is_checkmate),
            Self::Stalemate => position().is_some_and(Position::is_stalemate),
            Self::Opening => subject.opening().is_some(),
            Self::Kept => subject.record().is_kept(),
            Self::Canonical => {
                let record = subject.record();
                let text = record.canonical(&CanonicalOptions::default());
                text.is_some_and(|text| text_of(&text) == text_of(record.line()))
            }
        }
    }
}

impl Problem {
    fn holds(self, record: &Record<'_>) -> bool {
        record.diagnostics().iter().any(|diagnostic| match self {
            Self::Any => diagnostic.severity >= Severity::Warning,
            Self::Code(code) => diagnostic.code == code,
            Self::Severity(severity) => diagnostic.severity == severity,
        })
    }
}

impl TextOf {
    /// Returns the text; `None` if the record lacks it.
    pub(in crate::suite::query) fn of<'s>(
        &self,
        subject: &'s LazyRecord<'_>,
    ) -> Option<Cow<'s, [u8]>> {
        match self {
            Self::Line => Some(Cow::Borrowed(text_of(subject.line))),
            Self::File => Some(Cow::Borrowed(subject.path()?.as_bytes())),
            Self::Operation(opcode) => subject.text_of(opcode),
            Self::Prefix(opcode) => {
                let text = subject.text_of(opcode)?;
                Some(prefix_of_bytes(&text).to_vec().into())
            }
            Self::First(opcode) => {
                let record = subject.has(opcode).then(|| subject.record())?;
                played::first(record, opcode)
            }
            Self::Piece(opcode) => {
                let record = subject.has(opcode).then(|| subject.record())?;
                let letter = played::piece(record, opcode)?;
                Some(letter.to_string().into_bytes().into())
            }
            Self::Opening => Some(Cow::Borrowed(subject.opening()?.name.as_bytes())),
            Self::OpeningEco => Some(Cow::Borrowed(subject.opening()?.eco.as_bytes())),
        }
    }
}

impl Node {
    /// Collects texts that every matching line contains: operands and opcodes.
    pub(in crate::suite::query) fn needles(&self, needles: &mut Vec<Pattern>) {
        match self {
            Self::And(nodes) => nodes.iter().for_each(|node| node.needles(needles)),
            Self::Operand(_, _, wanted) => {
                // Fewer lines contain the square than the opcode.
                let square =
                    moves::named_target(wanted.as_bytes()).map(|square| square.to_string());
                needles.extend(square.and_then(|name| Pattern::literal(&name, Case::Sensitive)));
            }
            // An implied operation is not written, nor is its number.
            Self::Text(TextOf::Operation(opcode), test, false)
                if !IMPLIED.contains(&opcode.as_str()) =>
            {
                match test {
                    TextTest::OneOf(words) => {
                        let only = words.first().filter(|_| words.len() == 1);
                        let only = only.and_then(|only| str::from_utf8(only).ok());
                        let only = only.and_then(|only| Pattern::literal(only, Case::Sensitive));
                        needles.extend(only);
                    }
                    TextTest::Holds(pattern) if pattern.is_literal() => {
                        needles.push(pattern.clone());
                    }
                    TextTest::Holds(_) => {}
                }
            }
            _ => {}
        }
        needles.extend(self.opcodes().filter_map(written));
        for amount in self.amounts() {
            amount.each(&mut |amount| {
                // The operands of a missing operation are counted, too, as 0.
                let opcode = amount.opcode();
                let opcode = opcode.filter(|_| !matches!(amount, Amount::Operands(_)));
                needles.extend(opcode.and_then(written));
            });
        }
    }
}

/// Returns a pattern that every line with an opcode contains; `None` if the opcode need not be written, as
/// for a bare perft count or a FEN clock. A value implied by `bm #3` has a `#`.
pub(in crate::suite) fn written(opcode: &str) -> Option<Pattern> {
    match opcode {
        "dm" | "ce" => Pattern::expression(&format!("{opcode}|#"), Case::Sensitive).ok(),
        // `PV:` is read as `pv`.
        "pv" => Pattern::expression("[Pp][Vv]", Case::Sensitive).ok(),
        opcode if opcode.starts_with('D') || IMPLIED.contains(&opcode) => None,
        opcode => Pattern::literal(opcode, Case::Sensitive),
    }
}

impl Amount {
    pub(in crate::suite::query) fn of(&self, subject: &LazyRecord<'_>) -> Option<Number> {
        let whole = |number: usize| i128::try_from(number).ok().map(Number::Whole);
        match self {
            Self::Literal(number) => Some(*number),
            Self::Operand(opcode) => subject.number_of(opcode),
            Self::Material(whose) => sum(subject, *whose, material),
            Self::Pieces(whose) => sum(subject, *whose, pieces),
            Self::Count(kinds) => Some(Number::Whole(kinds.count(subject.skim().board()?).into())),
            Self::Operands(opcode) => whole(subject.operands(opcode)),
            Self::Pawns(kind, whose) => {
                sum(subject, *whose, |board, color| kind.count(board, color))
            }
            Self::Attacks(by, on) => {
                let board = subject.skim().board()?;
                let side = subject.skim().side();
                let (by, on) = (by.of(board, side)?, on.of(board, side)?);
                Some(Number::Whole(count_attacks(board, by, on).into()))
            }
            Self::Moves => whole(subject.skim().position()?.legal_moves().len()),
            Self::Length => whole(text_of(subject.line).len()),
            Self::LengthOf(opcode) => whole(subject.text_of(opcode)?.len()),
            Self::Line => whole(subject.number + 1),
            Self::Operations => whole(subject.operations()),
            Self::Calculated(operator, amounts) => {
                let mut numbers = amounts.iter().map(|amount| amount.of(subject));
                let first = numbers.next()??;
                let all = numbers.try_fold(first, |one, other| operator.join(one, other?))?;
                Some(match operator {
                    Operator::Absolute => all.absolute(),
                    Operator::Rounded => all.nearest(),
                    _ => all,
                })
            }
        }
    }

    /// Returns a number for display and comparison: calculations are rounded to their valid digits, so that
    /// `0.1 + 0.2` is `0.3`.
    pub(in crate::suite::query) fn for_display(&self, number: Number) -> Number {
        match self {
            Self::Calculated(..) => number.rounded(),
            _ => number,
        }
    }

    pub(in crate::suite::query) fn cost(&self) -> u8 {
        let mut highest = 0;
        self.each(&mut |amount| {
            let cost = match amount {
                Self::Literal(_) | Self::Length | Self::Line | Self::Calculated(..) => 0,
                Self::Material(_) | Self::Count(_) | Self::Pieces(_) => 1,
                Self::Pawns(..) | Self::Attacks(..) => 1,
                Self::Operand(_) | Self::Operations | Self::Operands(_) | Self::LengthOf(_) => 2,
                Self::Moves => 3,
            };
            highest = cost.max(highest);
        });
        highest
    }
}

impl Operator {
    /// Applies the operator to two numbers; `None` for a division by 0.
    fn join(self, one: Number, other: Number) -> Option<Number> {
        Some(match self {
            Self::Plus => one.plus(other),
            Self::Minus => one.minus(other),
            Self::Times => one.times(other),
            Self::Over => return one.over(other),
            Self::Least if other.compare(one) == Some(Ordering::Less) => other,
            Self::Greatest if other.compare(one) == Some(Ordering::Greater) => other,
            Self::Least | Self::Greatest | Self::Absolute | Self::Rounded => one,
        })
    }
}

fn sum(
    subject: &LazyRecord<'_>,
    whose: SideChoice,
    of: impl Fn(&Board, Color) -> i64,
) -> Option<Number> {
    let board = subject.skim().board()?;
    let colors = whose.colors(subject.skim().side())?;
    let number: i64 = colors.map(|color| of(board, color)).sum();
    Some(Number::Whole(number.into()))
}

/// Returns true if two numbers are so close that rounding errors may separate them.
fn are_near(one: Number, other: Number) -> bool {
    const NEAR: f64 = 1e-13;
    let (one, other) = (one.float(), other.float());
    (one - other).abs() <= one.abs().max(other.abs()) * NEAR
}

/// Returns true if two texts compare as requested; false if one is missing.
///
/// Moves are compared as moves of the position. Of a line of moves compared with another kind of operand,
/// only the first counts; a text compared with a move is read as a move. Numeric texts are compared as
/// numbers, except for names.
fn are_alike(one: &TextOf, how: Likeness, other: &TextOf, subject: &LazyRecord<'_>) -> bool {
    let is_there = |of: &TextOf| of.opcode().is_none_or(|opcode| subject.has(opcode));
    if !is_there(one) || !is_there(other) {
        return false;
    }
    match how {
        Likeness::Is => same_texts(one, other, subject) == Some(true),
        Likeness::IsNot => same_texts(one, other, subject) == Some(false),
        Likeness::Shares => {
            let record = subject.record();
            let (all, others) = (
                compared_operands(one, other, record),
                compared_operands(other, one, record),
            );
            let is_one = |operand: &&Operand| others.iter().any(|o| is_same(record, operand, o));
            all.iter().any(is_one)
        }
    }
}

/// Returns true if both texts are equal; `None` if one is missing.
fn same_texts(one: &TextOf, other: &TextOf, subject: &LazyRecord<'_>) -> Option<bool> {
    if !is_moves(one) && !is_moves(other) {
        let (text, wanted) = (one.of(subject)?, other.of(subject)?);
        let number = |of: &TextOf, text: &[u8]| {
            let is_number = of.opcode().is_some_and(|opcode| !holds_name(opcode));
            is_number.then(|| read_number(text)).flatten()
        };
        return Some(match (number(one, &text), number(other, &wanted)) {
            (Some(first), Some(second)) => is_equal(first, second),
            _ => text == wanted,
        });
    }
    let record = subject.record();
    let (all, others) = (
        compared_operands(one, other, record),
        compared_operands(other, one, record),
    );
    if all.is_empty() || others.is_empty() {
        return None;
    }
    let same_texts = |one: &&Operand, other: &&Operand| is_same(record, one, other);
    if is_line(one) && is_line(other) {
        let mut pairs = all.iter().zip(&others);
        return Some(all.len() == others.len() && pairs.all(|(one, other)| same_texts(one, other)));
    }
    let are_in = |some: &[&Operand], all: &[&Operand]| {
        let mut some = some.iter();
        some.all(|one| all.iter().any(|other| same_texts(one, other)))
    };
    Some(are_in(&all, &others) && are_in(&others, &all))
}

/// Returns the operands of a text to compare with those of `other`.
fn compared_operands<'r>(of: &TextOf, other: &TextOf, record: &'r Record<'_>) -> Vec<&'r Operand> {
    let (opcode, is_first) = match of {
        TextOf::Operation(opcode) => (opcode, is_line(of) && !is_line(other)),
        TextOf::First(opcode) => (opcode, true),
        _ => return Vec::new(),
    };
    let Some(operation) = record.operation(opcode) else {
        return Vec::new();
    };
    let most = if is_first { 1 } else { usize::MAX };
    operands(record, operation).take(most).collect()
}

fn is_same(record: &Record<'_>, one: &Operand, other: &Operand) -> bool {
    let reads = |played, text: &Operand| {
        let position = record.position();
        position.is_some_and(|position| reads_as(position, record.string(text), played))
    };
    match (&one.value, &other.value) {
        (Value::Move(one), Value::Move(other)) => one == other,
        (Value::Move(played), _) => reads(*played, other),
        (_, Value::Move(played)) => reads(*played, one),
        _ => {
            let (one, other) = (record.string(one), record.string(other));
            match (read_number(one), read_number(other)) {
                (Some(one), Some(other)) => is_equal(one, other),
                _ => one == other,
            }
        }
    }
}

fn is_equal(one: Number, other: Number) -> bool {
    one.compare(other).is_some_and(std::cmp::Ordering::is_eq)
}

fn is_moves(of: &TextOf) -> bool {
    match of {
        TextOf::Operation(opcode) | TextOf::First(opcode) => holds_moves(opcode),
        _ => false,
    }
}

/// Returns true if the text is a line of moves, not just its first move.
fn is_line(of: &TextOf) -> bool {
    matches!(of, TextOf::Operation(opcode) if holds_line(opcode))
}

/// The number of positions after which a search stops: about a second.
const MOST_POSITIONS: u64 = 3_000_000;
/// The memory of each thread for positions, in bytes.
const SEARCH_MEMORY: usize = 4 << 20;

thread_local! {
    static SEARCH: RefCell<Search> = RefCell::new(Search::with_memory(SEARCH_MEMORY));
}

/// Returns the number of moves in which the side to move can force mate, at most `most`. `None` if it can't,
/// or if a search of [`MOST_POSITIONS`] is inconclusive.
fn mate_in(position: &Chess, most: u8) -> Option<u8> {
    SEARCH.with_borrow_mut(|search| {
        let end = search.nodes().saturating_add(MOST_POSITIONS);
        match search.shortest(position, most, &mut |nodes| nodes < end) {
            Answer::Mate(mate) => Some(mate.moves()),
            Answer::None | Answer::Undecided(_) => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::{ReadOptions, Record};

    #[track_caller]
    fn check(line: &str, expected: Option<u8>) {
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let position = record.position().expect("a position");
        assert_eq!(mate_in(position, 3), expected, "{line}");
    }

    #[test]
    fn mates_of_up_to_three_moves_are_found_and_longer_ones_are_not() {
        check("6k1/5ppp/8/8/8/8/8/R5K1 w - -", Some(1));
        check("kbK5/pp6/1P6/8/8/8/8/R7 w - -", Some(2));
        check("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - -", Some(3));
        check("4k3/8/8/8/8/8/4P3/4K3 w - -", None);
    }

    #[test]
    fn a_mated_or_stalemated_side_forces_no_mate() {
        check("7k/6Q1/5K2/8/8/8/8/8 b - -", None);
        check("7k/5Q2/6K1/8/8/8/8/8 b - -", None);
        // Stalemate is not mate.
        check("7k/8/5KQ1/8/8/8/8/8 w - -", Some(1));
    }
}
