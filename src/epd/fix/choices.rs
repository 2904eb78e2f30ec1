//! Every fix for a diagnostic, where there is more than one: what to do about an illegal move is for
//! a person to choose.

use super::super::diagnostic::{Code, Detail, Diagnostic, Fix, Severity};
use super::super::edit;
use super::super::moves;
use super::super::opcode::Shape;
use super::super::record::{Operation, Record};
use super::super::span::Span;
use shakmaty::{CastlingSide, Color, Position};

/// Legal moves that are offered for an illegal one.
const NEAR: usize = 3;
/// In a longer line, or among more problems, only the first fix is made: each of the others costs one
/// more reading of the line.
pub(super) const LONGEST: usize = 8 << 10;
const MOST_PROBLEMS: usize = 32;

impl Record<'_> {
    /// Every fix for a diagnostic, in the order for a person to choose from; one that is safe stands
    /// alone, the others are unsafe. None of them brings a new error, and no two lead to the same line.
    pub fn fix_choices(&self, diagnostic: &Diagnostic) -> Vec<Fix> {
        self.fix_choices_from(diagnostic, self.fix(diagnostic))
    }

    /// [`Record::fix_choices`], where what [`Record::fix`] gives is known.
    pub fn fix_choices_from(&self, diagnostic: &Diagnostic, first: Option<Fix>) -> Vec<Fix> {
        let has_first = first.is_some();
        let mut choices: Vec<Fix> = first.into_iter().collect();
        if self.line.len() > LONGEST || choices.iter().any(|fix| fix.safe) {
            return choices;
        }
        let result = |fix: &Fix| edit::apply_fix(self.line, fix);
        let mut results: Vec<Vec<u8>> = choices.iter().map(result).collect();
        let mut add = |(span, replacement): (Span, Vec<u8>)| {
            let fix = Fix {
                safe: false,
                span,
                replacement,
            };
            let line = result(&fix);
            if !results.contains(&line) && self.is_no_worse_with(&fix) {
                results.push(line);
                choices.push(fix);
            }
        };
        self.other_fixes(diagnostic).into_iter().for_each(&mut add);
        if !has_first && diagnostic.severity == Severity::Error {
            // Where nobody knows a way for certain, the operation can go.
            let around = self.operation_around(diagnostic.span);
            let gone = around.map(|operation| self.taken_out(operation.span));
            gone.map(|span| (span, Vec::new()))
                .into_iter()
                .for_each(&mut add);
        }
        if diagnostic.code == Code::MoveIllegal {
            choices.sort_by_cached_key(|fix| self.rank(diagnostic, fix));
        }
        choices
    }

    /// What stands first among the fixes of an illegal move: what changes least, removing last.
    fn rank(&self, diagnostic: &Diagnostic, fix: &Fix) -> Rank {
        if Some(fix.span) == self.fields.castling {
            return Rank::Right;
        }
        if Some(fix.span) == self.fields.side {
            return Rank::Side;
        }
        if fix.replacement.is_empty() {
            return Rank::Remove;
        }
        let text = super::super::record::unquoted(diagnostic.span.of(self.line));
        let is_there = self.position_before(diagnostic.span).is_some_and(|start| {
            let read = moves::read(&start, &fix.replacement).result;
            read.is_ok_and(|played| moves::ends_there(&start, text, played))
        });
        if is_there { Rank::There } else { Rank::Near }
    }

    /// The unsafe fix of a diagnostic that has exactly one: of several a person chooses, and nobody
    /// else takes a whole operation out because it is wrong.
    pub fn only_unsafe_fix(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        let fix = self.proposed_fix(diagnostic).filter(|fix| !fix.safe)?;
        let is_large = self.line.len() > LONGEST || self.diagnostics.len() > MOST_PROBLEMS;
        if is_large && diagnostic.code == Code::MoveIllegal {
            // Its choices are not looked for.
            return None;
        }
        let mut choices = self.fix_choices_from(diagnostic, Some(fix));
        choices.pop().filter(|_| choices.is_empty())
    }

    fn other_fixes(&self, diagnostic: &Diagnostic) -> Vec<(Span, Vec<u8>)> {
        let span = diagnostic.span;
        let remove = |span: Option<Span>| {
            let gone = span.map(|span| (self.taken_out(span), Vec::new()));
            gone.into_iter().collect::<Vec<_>>()
        };
        let operation = |opcode: &str| self.operation(opcode).map(|operation| operation.span);
        let around = self.operation_around(span);
        match (diagnostic.code, &diagnostic.detail) {
            (Code::MoveIllegal | Code::MoveAmbiguous | Code::MoveUnreadable, _) => {
                let near = self.near_moves(span).into_iter();
                let mut fixes: Vec<_> = near.map(|san| (span, san)).collect();
                fixes.extend(self.given_right(span));
                fixes.extend(self.without_move(span).map(|span| (span, Vec::new())));
                fixes
            }
            (Code::PmPv | Code::SmSv, Detail::Place(first)) => {
                vec![(span, first.of(self.line).to_vec())]
            }
            (Code::AmAndBm, _) => {
                let best = self.related(diagnostic).into_iter().map(|best| best.span);
                let both = [span].into_iter().chain(best);
                let without = both.filter_map(|span| self.without_move(span));
                without.map(|span| (span, Vec::new())).collect()
            }
            (Code::DuplicateOpcode, Detail::Place(first)) => {
                [remove(Some(span)), remove(Some(*first))].concat()
            }
            (Code::OpcodeInText, Detail::Static(opcode)) => self.text_or_operations(span, opcode),
            (Code::ClocksConflict, Detail::Place(place)) => remove(Some(*place)),
            (Code::AcceptAndReject, _) => [
                remove(operation("draw_reject")),
                remove(operation("draw_accept")),
            ]
            .concat(),
            (Code::ClaimAndOffer, _) => [
                remove(operation("draw_offer")),
                remove(operation("draw_claim")),
            ]
            .concat(),
            (Code::RefcomAndRefreq, _) => {
                [remove(operation("refcom")), remove(operation("refreq"))].concat()
            }
            (Code::OperandCount, _) => {
                // What is too much goes, where it stands apart.
                let extra = around.filter(|o| o.opcode != span).map(|_| span);
                remove(extra)
            }
            _ => Vec::new(),
        }
    }

    /// The castling field with the right that castling lacks, where the move is legal then.
    fn given_right(&self, span: Span) -> Option<(Span, Vec<u8>)> {
        let text = super::super::record::unquoted(span.of(self.line));
        let wing = moves::castling_side(text)?;
        let side = self.position_before(span)?.turn();
        let missing = match (side, wing) {
            (Color::White, CastlingSide::KingSide) => 'K',
            (Color::White, CastlingSide::QueenSide) => 'Q',
            (Color::Black, CastlingSide::KingSide) => 'k',
            (Color::Black, CastlingSide::QueenSide) => 'q',
        };
        let field = self.fields.castling?;
        let rights = self.castling()?;
        if rights.contains(missing) || !rights.bytes().all(|b| b"-KQkq".contains(&b)) {
            return None;
        }
        let given = |letter: &char| *letter == missing || rights.contains(*letter);
        let replacement: String = "KQkq".chars().filter(given).collect();
        let fix = Fix {
            safe: false,
            span: field,
            replacement: replacement.into_bytes(),
        };
        let line = edit::apply_fix(self.line, &fix);
        let after = Record::read(&line, &self.options);
        let moved = span.start - field.len() + fix.replacement.len();
        let wrong = |d: &Diagnostic| d.code == Code::MoveIllegal && d.span.start == moved;
        let is_legal = after.position().is_some() && !after.diagnostics.iter().any(wrong);
        is_legal.then_some((field, fix.replacement))
    }

    /// Text in quotes, or operations with a semicolon before the opcode in it.
    fn text_or_operations(&self, span: Span, opcode: &str) -> Vec<(Span, Vec<u8>)> {
        let text = span.of(self.line);
        let mut words = text.split(|byte| *byte == b' ');
        let before: Option<usize> = words.position(|word| word == opcode.as_bytes()).map(|at| {
            text.split(|byte| *byte == b' ')
                .take(at)
                .map(|word| word.len() + 1)
                .sum()
        });
        let quoted = [b"\"", text, b"\""].concat();
        let parted = before.filter(|at| *at > 0).and_then(|at| {
            let (first, rest) = text.split_at_checked(at)?;
            Some([first.trim_ascii_end(), b"; ", rest].concat())
        });
        let quoted = (!text.contains(&b'"')).then_some(quoted);
        let fixes = quoted.into_iter().chain(parted);
        fixes.map(|replacement| (span, replacement)).collect()
    }

    /// Legal moves near to one that is none, or those that an ambiguous one fits, as SAN.
    fn near_moves(&self, span: Span) -> Vec<Vec<u8>> {
        let Some(position) = self.position_before(span) else {
            return Vec::new();
        };
        let text = super::super::record::unquoted(span.of(self.line));
        let near = match moves::read(&position, text).result {
            Err(moves::Fault::Ambiguous(fitting)) => fitting,
            _ => moves::near(&position, text, NEAR),
        };
        near.into_iter()
            .map(|played| {
                let mut san = Vec::with_capacity(8);
                moves::write_san(&position, played, &mut san);
                san
            })
            .collect()
    }

    /// The bytes that go where a move is removed: of a line all moves from there on, since they were
    /// played after it; the whole operation where no move would be left.
    pub(super) fn without_move(&self, span: Span) -> Option<Span> {
        let operation = self.operation_around(span)?;
        let operands = self.operands_of(operation);
        let first = operands.first()?.span == span;
        let is_line = operation.info?.shape == Shape::Line;
        let gone = if first && (is_line || operands.len() == 1) {
            operation.span
        } else if is_line {
            Span::new(span.start, self.operands_span(operation).end)
        } else {
            span
        };
        // Between the opcode and the next move one blank stays: the one behind.
        Some(self.taken_out(gone))
    }

    /// The fix of an illegal move: the other side to move, where all moves of the record are legal
    /// then; else the move goes.
    pub(super) fn fix_illegal(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        let (span, replacement) = match self.flipped(diagnostic) {
            Some(side) => (self.fields.side?, side.to_vec()),
            None => (self.without_move(diagnostic.span)?, Vec::new()),
        };
        Some(Fix {
            safe: false,
            span,
            replacement,
        })
    }

    /// The other side to move, where that makes every move of the record legal and nothing worse.
    fn flipped(&self, diagnostic: &Diagnostic) -> Option<&'static [u8]> {
        if self.line.len() > LONGEST || self.diagnostics.len() > MOST_PROBLEMS {
            return None;
        }
        if !self.is_about_the_side(diagnostic) {
            return None;
        }
        let position = self.position()?.clone().swap_turn().ok()?;
        let operation = self.operation_around(diagnostic.span)?;
        let first = self.operands_of(operation).first()?;
        // A first look that costs little: most flips fail already here.
        let is_line = operation.info?.shape == Shape::Line;
        let looked_at = if is_line { first.span } else { diagnostic.span };
        let text = super::super::record::unquoted(looked_at.of(self.line));
        moves::read(&position, text).result.ok()?;
        let side: &[u8] = self.side?.fold_wb(b"b", b"w");
        let fix = Fix {
            safe: false,
            span: self.fields.side?,
            replacement: side.to_vec(),
        };
        let line = edit::apply_fix(self.line, &fix);
        let after = Record::read(&line, &self.options);
        let wrong = |code| {
            matches!(
                code,
                Code::MoveIllegal
                    | Code::MoveAmbiguous
                    | Code::MoveUnreadable
                    | Code::MovesUnchecked
            )
        };
        let all_legal = !after.diagnostics.iter().any(|d| wrong(d.code));
        (all_legal && is_no_worse(self, &after)).then_some(side)
    }

    /// Whether an illegal move can tell who is to move: castling can't, which both sides write alike.
    fn is_about_the_side(&self, diagnostic: &Diagnostic) -> bool {
        let castles = |d: &Diagnostic| {
            let text = super::super::record::unquoted(d.span.of(self.line));
            moves::castling_side(text).is_some()
        };
        let mut others = self.diagnostics.iter();
        !castles(diagnostic) || others.any(|d| d.code == Code::MoveIllegal && !castles(d))
    }

    /// Whether a fix brings no new error.
    fn is_no_worse_with(&self, fix: &Fix) -> bool {
        let line = edit::apply_fix(self.line, fix);
        let after = Record::read(&line, &self.options);
        is_no_worse(self, &after) && keeps_operations(self, &after, fix)
    }

    /// Whether a fix only puts the operations in order.
    fn sorts_operations(&self, fix: &Fix) -> bool {
        let (Some(first), Some(last)) = (self.operations.first(), self.operations.last()) else {
            return false;
        };
        let found = |code| self.diagnostics.iter().any(|d| d.code == code);
        fix.safe
            && fix.span == first.span.cover(last.span)
            && self.operations.len() > 1
            && found(Code::UnsortedOperations)
            && !found(Code::PerftList)
    }

    /// Says of a fix that it adds one castling right, where it does.
    fn gives_right(&self, fix: &Fix) -> Option<String> {
        if Some(fix.span) != self.fields.castling {
            return None;
        }
        let old = fix.span.of(self.line);
        let mut new = fix.replacement.iter().filter(|b| !old.contains(*b));
        let letter = char::from(*new.next()?);
        if new.next().is_some() || !"KQkq".contains(letter) {
            return None;
        }
        let side = if letter.is_ascii_uppercase() {
            "White"
        } else {
            "Black"
        };
        Some(format!("give {side} the right {letter}"))
    }

    /// What a fix of this record did, for a report: "removed `x`", "wrote `Kd2` for `e1d2`".
    pub fn fix_done(&self, fix: &Fix) -> String {
        let title = self.fix_title(fix);
        let (verb, rest) = title.split_once(' ').unwrap_or((&title, ""));
        let done = match verb {
            "remove" => "removed",
            "insert" => "inserted",
            "write" => "wrote",
            "make" => "made",
            "give" => "gave",
            other => other,
        };
        format!("{done} {rest}")
    }

    /// What a fix of this record does, in a few words: "write `Kd2` for `e1d2`".
    pub fn fix_title(&self, fix: &Fix) -> String {
        if Some(fix.span) == self.fields.side
            && let [letter @ (b'w' | b'b')] = *fix.replacement
            && self.side != Some(Color::from_white(letter == b'w'))
        {
            let side = if letter == b'w' { "White" } else { "Black" };
            return format!("make it {side}'s move");
        }
        if let Some(said) = self.gives_right(fix) {
            return said;
        }
        if self.sorts_operations(fix) {
            return "put the operations in order".to_owned();
        }
        fix.title(self.line)
    }
}

/// The fixes of an illegal move, the first to be offered first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The castling right that is missing.
    Right,
    /// A legal move to the same square.
    There,
    /// The other side to move.
    Side,
    /// A legal move to a square close by.
    Near,
    /// The move goes.
    Remove,
}

/// How many errors of each code a record has, by the code's place in the table.
fn errors(record: &Record<'_>) -> Vec<u32> {
    let mut counts = vec![0; Code::all().len()];
    let errors = record.diagnostics.iter();
    for error in errors.filter(|d| d.severity == Severity::Error) {
        if let Some(count) = counts.get_mut(error.code as usize) {
            *count += 1;
        }
    }
    counts
}

/// Whether a record has no error that another had not: of each code at most as many.
pub(super) fn is_no_worse(before: &Record<'_>, after: &Record<'_>) -> bool {
    let (before, after) = (errors(before), errors(after));
    after
        .iter()
        .zip(&before)
        .all(|(after, before)| after <= before)
}

/// Whether every operation outside a fix is read where it was: none is read as part of another.
fn keeps_operations(before: &Record<'_>, after: &Record<'_>, fix: &Fix) -> bool {
    let moved = |span: Span| {
        if span.start >= fix.span.end {
            span.start - fix.span.len() + fix.replacement.len()
        } else {
            span.start
        }
    };
    let outside = |operation: &&Operation| {
        operation.span.end <= fix.span.start || operation.span.start >= fix.span.end
    };
    let starts: Vec<usize> = after.operations.iter().map(|o| o.span.start).collect();
    before
        .operations
        .iter()
        .filter(outside)
        .all(|operation| starts.binary_search(&moved(operation.span)).is_ok())
}

#[cfg(test)]
mod tests;
