//! The operations of a record, their operands and their moves; those that canonical writing makes from other text (the
//! clocks of six-field FEN, `bm #3`); and the surroundings of a place in the line.

use crate::epd::diagnostic::{Code, Detail, Diagnostic};
use crate::epd::lex::{self, Lexeme};
use crate::epd::moves;
use crate::epd::opcode::{self, Shape};
use crate::epd::operand::{Number, Value, read_number};
use crate::epd::record::{Operand, Operation, OperationForm, Record, unquoted};
use crate::epd::span::Span;
use shakmaty::{Chess, Position};
use std::borrow::Cow;

/// The part of a record at a text cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypedPart {
    /// An opcode: its bytes before the cursor; empty where one may begin.
    Opcode(Span),
    /// The operands of an operation (by index): their bytes before the cursor.
    Operands(usize, Span),
}

/// The rank of an opcode to be added to a record; the smaller one comes first. The first number is 0 for an opcode
/// used in the file (by frequency), 1 for one frequent in suites, 2 for others, 3 for one that other operations
/// exclude or whose move is missing, and 4 for one that the record has.
pub type Fit = (u8, usize);

/// The rank of an opcode that is neither frequent nor excluded.
pub const UNRANKED: Fit = (2, 0);

/// The opcodes of suites of positions, the most frequent first.
const FREQUENT: [&str; 12] = [
    "bm", "id", "am", "c0", "ce", "dm", "pv", "acd", "acn", "acs", "fmvn", "hmvc",
];

const EXCLUDES: [(&str, &str); 7] = [
    ("draw_accept", "draw_reject"),
    ("draw_claim", "draw_offer"),
    ("resign", "draw_accept"),
    ("resign", "draw_claim"),
    ("resign", "draw_offer"),
    ("resign", "draw_reject"),
    ("refcom", "refreq"),
];

/// Returns the rank of an opcode that occurs in `records` records of a file.
pub fn fit_of_file(opcode: &str, records: usize) -> Fit {
    let frequent = FREQUENT.iter().position(|frequent| *frequent == opcode);
    match (records, frequent) {
        (1.., _) => (0, usize::MAX - records),
        (0, Some(at)) => (1, at),
        (0, None) => UNRANKED,
    }
}

impl Record<'_> {
    /// Returns the part of the record in which a cursor before byte `at` is, by the bytes before it; `None` among the
    /// fields, and in a comment.
    ///
    /// ```
    /// use epdit::epd::record::TypedPart;
    /// use epdit::epd::{ReadOptions, Record, Span};
    ///
    /// let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; i";
    /// let record = Record::read(line, &ReadOptions::default());
    /// assert_eq!(record.typed_at(33), Some(TypedPart::Operands(0, Span::new(31, 33))));
    /// assert_eq!(record.typed_at(35), Some(TypedPart::Opcode(Span::at(35))));
    /// assert_eq!(record.typed_at(36), Some(TypedPart::Opcode(Span::new(35, 36))));
    /// assert_eq!(record.typed_at(20), None);
    /// ```
    pub fn typed_at(&self, at: usize) -> Option<TypedPart> {
        let mut operations = self.operations.iter();
        if let Some(here) = operations.find(|o| o.opcode.start < at && at <= o.opcode.end) {
            return Some(TypedPart::Opcode(Span::new(here.opcode.start, at)));
        }
        let mut operations = self.operations.iter();
        let before = operations.rposition(|operation| operation.opcode.end < at);
        if let Some(index) = before {
            let operation = self.operations.get(index)?;
            let is_over = operation.span.end <= at && operation.span.of(self.line).ends_with(b";");
            if !is_over {
                let start = operation.opcode.end + 1;
                return Some(TypedPart::Operands(index, Span::new(start, at)));
            }
        }
        let fields = self.fields.all().into_iter().flatten().count();
        let last = self.fields.all().into_iter().flatten().last()?;
        let begun = before.is_some() || fields >= 4 && last.end < at;
        (begun && at <= self.line.len()).then_some(TypedPart::Opcode(Span::at(at)))
    }

    /// Returns the legal moves that may replace a word of an operation, each in SAN and UCI, forcing moves first: in a
    /// line the moves after the words before, in a set the moves that no other word names.
    pub fn moves_for(&self, operation: &Operation, word: Span) -> Vec<(String, String)> {
        let Some((position, shape)) = self.position.as_ref().zip(operation.shape()) else {
            return Vec::new();
        };
        let mut position = position.clone();
        let before = Span::new(operation.opcode.end, word.start).of(self.line);
        let others = self.operands_of(operation).iter();
        let others = others.filter(|other| other.span.start != word.start);
        let named: Vec<&Value> = others.map(|other| &other.value).collect();
        let is_free = match shape {
            Shape::Line => moves::follow(&mut position, before).1.is_none(),
            Shape::OneMove => before.trim_ascii().is_empty(),
            Shape::Moves => true,
            _ => false,
        };
        let mut legal = match is_free {
            true => moves::by_force(&position),
            false => Vec::new(),
        };
        if shape == Shape::Moves {
            legal.retain(|(played, _)| !named.contains(&&Value::Move(*played)));
        }
        let in_both = legal.into_iter();
        let in_both = in_both.map(|(played, san)| (san, moves::uci(&position, played)));
        in_both.collect()
    }

    /// Returns the move at byte `at` of an operation, in SAN, and the position after it.
    pub fn played_at(&self, operation: &Operation, at: usize) -> Option<(String, Chess)> {
        let mut operands = self.operands_of(operation).iter();
        let operand = operands.find(|it| it.span.start <= at && at < it.span.end)?;
        let Value::Move(played) = operand.value else {
            return None;
        };
        let mut position = self.position.clone()?;
        if operation.shape() == Some(Shape::Line) {
            let before = Span::new(operation.opcode.end, operand.span.start);
            moves::follow(&mut position, before.of(self.line));
        }
        let san = moves::san(&position, played);
        Some((san, position.play(played).ok()?))
    }

    /// Returns true if an operation other than the one whose opcode begins at `start` has this opcode.
    pub fn has_beside(&self, opcode: &str, start: usize) -> bool {
        let mut operations = self.operations.iter();
        operations.any(|operation| {
            operation.opcode.start != start && operation.opcode.of(self.line) == opcode.as_bytes()
        })
    }

    /// Returns the diagnostic of an `id` that also occurs in line `first` (counted from 0).
    pub fn repeated_id(&self, first: usize) -> Option<Diagnostic> {
        let id = self.operands_of(self.operation("id")?).first()?;
        let first = i64::try_from(first + 1).ok()?;
        Some(Diagnostic::new(Code::DuplicateId, id.span).with(Detail::Number(first)))
    }

    /// Returns the rank of an opcode for this record, if it occurs in `records` records of the file, and the reason
    /// against it (empty if there is none).
    pub fn fit(&self, opcode: &str, records: usize) -> (Fit, String) {
        let has = |other: &str| self.operation(other).is_some();
        let mut against = EXCLUDES.iter().filter_map(|&pair| match pair {
            (one, other) if one == opcode => Some(other),
            (one, other) if other == opcode => Some(one),
            _ => None,
        });
        let lacks_move = matches!(opcode, "draw_claim" | "draw_offer") && !has("sm");
        if has(opcode) {
            ((4, 0), "already in the record".to_owned())
        } else if let Some(other) = against.find(|other| has(other)) {
            ((3, 0), format!("excluded by {other}"))
        } else if lacks_move {
            ((3, 0), "needs sm".to_owned())
        } else {
            (fit_of_file(opcode, records), String::new())
        }
    }
}

impl<'a> Record<'a> {
    /// Returns the operations in the order of the line.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Returns the operands of all operations; see [`Operation::operands`].
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// Returns the opcodes of operations that may be hidden among the operands of others because a semicolon is
    /// missing. [`Self::operations`] lacks them; diagnostics with [`Code::SwallowedOperation`] have their places.
    pub fn hidden_opcodes(&self) -> impl Iterator<Item = &str> {
        let all = self.diagnostics.iter();
        all.filter(|found| found.code == Code::SwallowedOperation)
            .filter_map(|found| match &found.detail {
                Detail::Words(opcode) => Some(&**opcode),
                _ => None,
            })
    }

    /// Returns the operands of one operation of this record.
    pub fn operands_of(&self, operation: &Operation) -> &[Operand] {
        self.operands
            .get(operation.operands.clone())
            .unwrap_or_default()
    }

    /// Returns the first operation with this opcode.
    #[inline]
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        if self.opcodes_met & mark(opcode.as_bytes()) == 0 {
            return None;
        }
        self.find(opcode.as_bytes())
    }

    /// Returns the index of the first operation with this opcode in [`Self::operations`].
    pub fn index_of(&self, opcode: &str) -> Option<usize> {
        let mut all = self.operations.iter();
        all.position(|operation| self.has_opcode(operation, opcode.as_bytes()))
    }

    #[inline(never)]
    fn find(&self, opcode: &[u8]) -> Option<&Operation> {
        let mut all = self.operations.iter();
        all.find(|operation| self.has_opcode(operation, opcode))
    }

    #[inline]
    fn has_opcode(&self, operation: &Operation, opcode: &[u8]) -> bool {
        match operation.form {
            OperationForm::Perft(_) | OperationForm::PvLabel => {
                *self.opcode_bytes(operation) == *opcode
            }
            _ => {
                let written = operation.opcode;
                written.len() == opcode.len() && written.of(self.line) == opcode
            }
        }
    }

    /// Returns the number that is the sole operand of the first operation with this opcode.
    pub(in crate::epd) fn integer(&self, opcode: &str) -> Option<i64> {
        match self.operands_of(self.operation(opcode)?) {
            [only] => match only.value {
                Value::Integer(number) => Some(number),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the moves of the operations with this opcode, in order, each legal where it is played: in the record's
    /// position, or in a line like `pv` after the moves before. Other words are left out; [`Self::diagnostics`]
    /// reports them.
    pub fn moves(&self, opcode: &str) -> impl Iterator<Item = shakmaty::Move> {
        self.operations
            .iter()
            .filter(move |operation| self.has_opcode(operation, opcode.as_bytes()))
            .flat_map(|operation| self.operands_of(operation))
            .filter_map(|operand| match operand.value {
                Value::Move(played) => Some(played),
                _ => None,
            })
    }

    pub(in crate::epd) fn push_operation(&mut self, operation: Operation) {
        self.opcodes_met |= mark(&self.opcode_bytes(&operation));
        self.operations.push(operation);
    }

    /// Returns an operation's opcode; `D1` and so on for a bare perft count, `pv` for a label `PV:`.
    pub fn opcode(&self, operation: &Operation) -> Cow<'a, str> {
        match self.opcode_bytes(operation) {
            Cow::Borrowed(opcode) => String::from_utf8_lossy(opcode),
            Cow::Owned(opcode) => String::from_utf8_lossy(&opcode).into_owned().into(),
        }
    }

    pub(in crate::epd) fn opcode_bytes(&self, operation: &Operation) -> Cow<'a, [u8]> {
        match operation.form {
            OperationForm::Perft(depth) => Cow::Owned(format!("D{depth}").into_bytes()),
            OperationForm::PvLabel => Cow::Borrowed(b"pv"),
            _ => Cow::Borrowed(operation.opcode.of(self.line)),
        }
    }

    /// Returns the span from an operation's first operand to its last; empty if it has none.
    pub fn operands_span(&self, operation: &Operation) -> Span {
        match self.operands_of(operation) {
            [] => Span::at(operation.opcode.end),
            [first, .., last] => first.span.cover(last.span),
            [only] => only.span,
        }
    }

    /// Returns an operation's operands as written, for display: with bytes that are not UTF-8 replaced, and a single
    /// quoted string without its quotes. The text is not made safe for a terminal.
    pub fn operands_text(&self, operation: &Operation) -> String {
        String::from_utf8_lossy(self.operands_bytes(operation)).into_owned()
    }

    /// Returns an operation's operands byte for byte, a single quoted string without its quotes. Comparisons need
    /// this, since replacing invalid UTF-8 would make different texts equal.
    pub fn operands_bytes(&self, operation: &Operation) -> &'a [u8] {
        let text = self.operands_span(operation).of(self.line);
        match self.operands_of(operation) {
            [_] => unquoted(text),
            _ => text,
        }
    }

    /// Returns the text of a string operand without its quotes.
    pub fn string(&self, operand: &Operand) -> &'a [u8] {
        unquoted(operand.span.of(self.line))
    }
}

/// Returns one bit for an opcode, shared by few others, which answers most searches for missing opcodes.
pub(in crate::epd) const fn mark(opcode: &[u8]) -> u64 {
    match opcode {
        [first, .., last] => 1 << ((*first as usize * 49 + *last as usize + opcode.len() * 7) % 64),
        _ => u64::MAX,
    }
}

/// The opcodes for which [`Record::implied`] may return a number.
pub const IMPLIED: [&str; 4] = ["ce", "dm", "fmvn", "hmvc"];

impl Record<'_> {
    /// Returns the number of an operation that the record implies but does not have: `hmvc` and `fmvn` from the
    /// clocks after the four fields, `dm` from `bm #3`, `ce` from `bm #-3`.
    ///
    /// ```
    /// use epdit::epd::{ReadOptions, Record};
    ///
    /// let read = |line: &'static str| Record::read(line.as_bytes(), &ReadOptions::default());
    /// assert_eq!(read("4k3/8/8/8/8/8/4P3/4K3 w - - 7 30").implied("hmvc"), Some(7));
    /// assert_eq!(read("7k/8/5K2/8/8/8/8/Q7 w - - bm #2;").implied("dm"), Some(2));
    /// assert_eq!(read("4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3;").implied("hmvc"), None);
    /// ```
    pub fn implied(&self, opcode: &str) -> Option<i64> {
        if !IMPLIED.contains(&opcode) || self.operation(opcode).is_some() {
            return None;
        }
        match opcode {
            "hmvc" => self.half_move_clock().map(i64::from),
            "fmvn" => self.full_move_number().map(i64::from),
            _ => self.operations.iter().find_map(|found| match found.form {
                OperationForm::MateIn(moves) if opcode == "dm" => Some(moves),
                OperationForm::MatedScore(score) if opcode == "ce" => Some(score),
                _ => None,
            }),
        }
    }

    /// Returns the number of an operation, or the implied one: its first operand, in quotes or without; for an opcode
    /// of one text (`id`, `c0` to `c9`, `v0` to `v9`) the text, if all of it is a number. Opcodes of moves or dates
    /// have none.
    ///
    /// ```
    /// use epdit::epd::operand::Number;
    /// use epdit::epd::{ReadOptions, Record};
    ///
    /// let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - ce 1.5; c0 \"7\"; c1 \"7 moves\"; Own \"7\";";
    /// let record = Record::read(line, &ReadOptions::default());
    /// let of = |opcode| record.number(opcode);
    /// assert_eq!(of("ce"), Some(Number::Broken(1.5)));
    /// assert_eq!((of("c0"), of("Own")), (Some(Number::Whole(7)), Some(Number::Whole(7))));
    /// assert_eq!(of("c1"), None);
    /// ```
    pub fn number(&self, opcode: &str) -> Option<Number> {
        if !holds_numbers(opcode) {
            return None;
        }
        let Some(operation) = self.operation(opcode) else {
            return Some(Number::Whole(self.implied(opcode)?.into()));
        };
        let operands = self.operands_of(operation);
        if holds_text(opcode) && operands.len() > 1 {
            return None;
        }
        self.number_of(operands.first()?)
    }

    /// Returns the number of an operand, in quotes or without.
    pub(crate) fn number_of(&self, operand: &Operand) -> Option<Number> {
        match operand.value {
            Value::Integer(number) => Some(Number::Whole(number.into())),
            Value::Float(number) => Some(Number::Broken(number)),
            _ => read_number(self.string(operand)),
        }
    }
}

fn shape_of(opcode: &str) -> Option<Shape> {
    opcode::find(opcode.as_bytes()).map(|info| info.shape)
}

/// Returns true if operands may be numbers: the opcode accepts a number, text or anything, or is not official.
pub fn holds_numbers(opcode: &str) -> bool {
    matches!(
        shape_of(opcode),
        None | Some(Shape::Anything | Shape::Integer { .. } | Shape::Text { .. })
    )
}

/// Returns true if an opcode accepts exactly one whole number.
pub fn holds_integer(opcode: &str) -> bool {
    matches!(shape_of(opcode), Some(Shape::Integer { .. }))
}

/// Returns true if an opcode's operands are moves.
pub fn holds_moves(opcode: &str) -> bool {
    matches!(
        shape_of(opcode),
        Some(Shape::Moves | Shape::OneMove | Shape::Line)
    )
}

/// Returns true if an opcode's operands are consecutive moves.
pub fn holds_line(opcode: &str) -> bool {
    shape_of(opcode) == Some(Shape::Line)
}

/// Returns true if an opcode accepts one text: `id`, `c0`.
pub fn holds_text(opcode: &str) -> bool {
    matches!(shape_of(opcode), Some(Shape::Text { .. }))
}

/// Returns true if the text of an opcode is a name (`id`, `eco`, `nic`): even a name of digits is sorted, counted and
/// compared as text, since `1.10` differs from `1.1`.
pub fn holds_name(opcode: &str) -> bool {
    let info = opcode::find(opcode.as_bytes());
    info.is_some_and(|info| holds_text(opcode) && info.ranked_register().is_none())
}

impl Record<'_> {
    /// Returns the operation around a span. Operations are in the order of their spans.
    pub(in crate::epd) fn operation_around(&self, span: Span) -> Option<&Operation> {
        let after = self
            .operations
            .partition_point(|o| o.span.start <= span.start);
        let operation = self.operations.get(after.checked_sub(1)?)?;
        (span.end <= operation.span.end).then_some(operation)
    }

    pub(in crate::epd) fn operand_at(&self, span: Span) -> Option<(&Operation, usize)> {
        let index = self
            .operands
            .binary_search_by_key(&span.start, |operand| operand.span.start)
            .ok()?;
        let operand = self.operands.get(index)?;
        let operation = self.operation_around(span)?;
        (operand.span == span && operation.operands.contains(&index)).then_some((operation, index))
    }

    /// Returns an operand in canonical form; a move of a line is written for the position after the moves before it.
    pub(in crate::epd) fn canonical_operand(&self, index: usize) -> Option<Cow<'_, [u8]>> {
        let operand = self.operands.get(index)?;
        let reached = self.position_before(operand.span);
        let text = self.operand_text(operand, reached.as_ref());
        Some(Cow::Owned(text.into_owned()))
    }

    /// Returns the position before the move at a span: the record's, or the one reached by its line.
    pub(in crate::epd) fn position_before(&self, span: Span) -> Option<Chess> {
        let start = self.position.as_ref()?;
        let operation = self.operation_around(span)?;
        if operation.shape() != Some(Shape::Line) {
            return Some(start.clone());
        }
        // In a long line, from the last stored position.
        let first = operation.operands.start;
        let here = self
            .operands
            .partition_point(|operand| operand.span.start < span.start);
        let noted = self.places.partition_point(|(index, _)| *index <= here);
        let noted = self.places.get(..noted)?.last();
        let (from, mut reached) = match noted.filter(|(index, _)| *index > first) {
            Some((index, place)) => (*index, place.clone()),
            None => (first, start.clone()),
        };
        for operand in self.operands.get(from..here)? {
            if let Value::Move(played) = operand.value {
                reached.play_unchecked(played);
            }
        }
        Some(reached)
    }

    /// Returns the span from the semicolon before a place to the one after it.
    pub(in crate::epd) fn piece_around(&self, place: Span) -> Span {
        self.piece_within(place, usize::MAX)
            .unwrap_or(self.parts.body)
    }

    /// Returns the piece around a place, if both ends are at most `most` lexemes away.
    pub(in crate::epd) fn piece_within(&self, place: Span, most: usize) -> Option<Span> {
        let is_end = |lexeme: &&Lexeme| lexeme.shape == lex::Shape::Semicolon;
        let split = self.lexemes.partition_point(|l| l.span.start < place.start);
        let (before, behind) = self.lexemes.split_at(split);
        let start = match before.iter().rev().take(most).find(is_end) {
            Some(semicolon) => semicolon.span.end,
            None if before.len() <= most => self.parts.body.start,
            None => return None,
        };
        let end = match behind.iter().take(most).find(is_end) {
            Some(semicolon) => semicolon.span.end,
            None if behind.len() <= most => self.parts.body.end,
            None => return None,
        };
        Some(Span::new(start, end))
    }

    /// Returns the diagnostics that begin in a span.
    pub(crate) fn diagnostics_in(&self, span: Span) -> impl Iterator<Item = &Diagnostic> {
        let first = self
            .diagnostics
            .partition_point(|found| found.span.start < span.start);
        let from = self.diagnostics.get(first..).unwrap_or_default().iter();
        from.take_while(move |found| found.span.start < span.end)
    }

    pub(in crate::epd) fn has(&self, code: Code) -> bool {
        self.diagnostics.iter().any(|d| d.code == code)
    }

    /// Returns true if an error in the operation around this span makes the end of its operands uncertain.
    pub(in crate::epd) fn is_wrong_inside(&self, span: Span) -> bool {
        self.operation_around(span)
            .is_some_and(|operation| self.diagnostics_in(operation.span).any(Diagnostic::blocks))
    }

    /// Returns the span to remove for a removal of `span`: with the blanks before it, unless a word follows directly,
    /// which they then separate from the word before.
    pub(in crate::epd) fn removal_span(&self, span: Span) -> Span {
        let next = self.line.get(span.end).copied().unwrap_or(b';');
        let is_end = span.end >= self.parts.body.end || lex::is_blank(next);
        match is_end || b";,".contains(&next) {
            true => self.with_blanks_before(span),
            false => span,
        }
    }

    pub(in crate::epd) fn with_blanks_before(&self, span: Span) -> Span {
        let before = self.line.get(..span.start).unwrap_or_default();
        let is_of_word = |byte: &u8| !lex::is_blank(*byte);
        let start = before
            .iter()
            .rposition(is_of_word)
            .map_or(0, |last| last + 1);
        Span::new(start, span.end)
    }

    /// Returns the span to remove for a removal of a move: in a line with all later moves, since they were played
    /// after it; the whole operation if no move would be left.
    pub(in crate::epd) fn without_move(&self, span: Span) -> Option<Span> {
        let operation = self.operation_around(span)?;
        let operands = self.operands_of(operation);
        let first = operands.first()?.span == span;
        let is_line = operation.shape()? == Shape::Line;
        let gone = if first && (is_line || operands.len() == 1) {
            operation.span
        } else if is_line {
            Span::new(span.start, self.operands_span(operation).end)
        } else {
            span
        };
        // Between the opcode and the next move one blank stays: the second.
        Some(self.removal_span(gone))
    }
}
