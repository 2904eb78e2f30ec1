//! Operations hidden after another one because the semicolon between them is missing.
//!
//! If the operands before are complete by their type, the semicolon is certainly missing. Inside the operands of an
//! unknown opcode, in unquoted text and after a complete string both readings are possible: the record is left
//! unchanged and reported.

use super::super::diagnostic::Code;
use super::super::lex::Shape;
use super::super::moves;
use super::super::opcode::{self, OpcodeInfo, Shape as Operands, UsualForm};
use super::super::operand;
use super::super::record::unquoted;
use super::super::span::Span;
use super::Reader;
use super::values::mate_score;

/// The context in which an operation may be hidden.
#[derive(Clone, Copy)]
pub(super) enum Around {
    /// Words in any order: of an unknown opcode, or after a complete string.
    Words,
    /// Words of a well-known opcode that takes only the first of them.
    Complete,
    /// Unquoted text, of the comment with this number if it is one.
    Text(Option<u8>),
}

impl Reader<'_> {
    /// Returns true if the opcode at an index is official or well-known and its first operand fits: only then is the
    /// semicolon before it certainly missing.
    pub(super) fn opens_operation(&self, index: usize, end: usize) -> bool {
        let Some(word) = self.word(index) else {
            return false;
        };
        match opcode::find(word) {
            Some(info) => self.is_followed_by_operands(info, index + 1, end),
            // Any operand fits an opcode without a usual form.
            None => opcode::of_use(word).is_some_and(|known| {
                let fits = |form: UsualForm| form.fits(self.text(index + 1));
                index + 1 < end && known.form.is_none_or(fits)
            }),
        }
    }

    fn is_followed_by_operands(&self, info: &OpcodeInfo, next: usize, end: usize) -> bool {
        if next >= end {
            return match info.shape {
                Operands::Nothing
                | Operands::Moves
                | Operands::Line
                | Operands::TagPairs
                | Operands::Anything => true,
                Operands::Text { optional } => optional,
                _ => false,
            };
        }
        let operand = unquoted(self.text(next));
        match info.shape {
            Operands::Nothing => self.word(next).and_then(opcode::find).is_some(),
            Operands::Moves if operand.first() == Some(&b'#') => true,
            Operands::Moves | Operands::OneMove | Operands::Line => {
                moves::looks_like_move(operand) || self.is_string(next)
            }
            Operands::Integer { .. } => {
                operand::is_integer(operand) || info.name == "ce" && mate_score(operand).is_some()
            }
            Operands::Anything => true,
            shape => self.is_of_shape(shape, next),
        }
    }

    fn is_string(&self, index: usize) -> bool {
        self.shape(index) == Some(Shape::Quoted)
    }

    /// Returns true if the word at an index can be the first operand of a shape other than moves and numbers.
    fn is_of_shape(&self, shape: Operands, index: usize) -> bool {
        let word = self.text(index);
        match shape {
            Operands::Text { .. } | Operands::TwoTexts => self.is_string(index),
            Operands::TwoClocks => operand::read_clock(word).is_ok(),
            Operands::DateTime => operand::read_date(word).is_ok(),
            Operands::TagPairs => operand::is_identifier(word) && self.is_followed_by_string(index),
            Operands::OneOf(list) => list.iter().any(|name| name.as_bytes() == word),
            _ => false,
        }
    }

    /// Returns true if a well-known opcode takes only the operand at an index.
    pub(super) fn is_complete(&self, name: &[u8], index: usize) -> bool {
        let form = opcode::of_use(name).and_then(|known| known.form);
        form.is_some_and(|form| form.fits(self.text(index)))
    }

    /// Returns true if an operation is hidden among the words from the current one to lexeme `end`.
    pub(super) fn hides_operation(&self, around: Around, end: usize) -> bool {
        (self.at..end).any(|index| self.hidden(around, index, end).is_some())
    }

    /// Reports the operations hidden among the words from the current one to lexeme `end`; returns true if there are
    /// any.
    pub(super) fn report_hidden(&mut self, around: Around, end: usize) -> bool {
        let (mut index, mut any) = (self.at, false);
        while index < end {
            let Some((opcode, last)) = self.hidden(around, index, end) else {
                index += 1;
                continue;
            };
            let name = String::from_utf8_lossy(opcode.of(self.line())).into_owned();
            let span = opcode.cover(self.span(last));
            self.say_why(Code::SwallowedOperation, span, name);
            index = last + 1;
            any = true;
        }
        any
    }

    /// Returns the opcode of the operation hidden at an index, and the last word that shows it.
    fn hidden(&self, around: Around, index: usize, end: usize) -> Option<(Span, usize)> {
        let word = self.word(index)?;
        // `D1 20D2 400`: no opcode begins with a digit.
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let name = word.get(digits..)?;
        let span = self.span(index);
        let opcode = Span::new(span.start + digits, span.end);
        let next = (index + 1 < end).then_some(index + 1);
        let fits = |next: usize| match opcode::find(name) {
            Some(info) => self.fits_for_certain(info, next),
            None => (name == b"acd" || digits > 0) && self.is_complete(name, next),
        };
        if let Some(next) = next.filter(|next| fits(*next)) {
            return Some((opcode, next));
        }
        let is_bare = match around {
            Around::Words => false,
            Around::Complete => {
                let takes_operands = |info: &OpcodeInfo| info.shape != Operands::Nothing;
                index == self.at + 1 && opcode::find(word).is_some_and(takes_operands)
            }
            Around::Text(register) => {
                let following = register.map(|register| [b'c', b'1' + register]);
                matches!(word, b"c0" | b"c9" | b"id") || following.is_some_and(|next| word == next)
            }
        };
        is_bare.then_some((opcode, index))
    }

    /// Returns true if the word at an index is almost certainly an operand of an opcode.
    fn fits_for_certain(&self, info: &OpcodeInfo, index: usize) -> bool {
        let operand = unquoted(self.text(index));
        match info.shape {
            Operands::Moves if is_mate(operand) => true,
            Operands::Moves | Operands::OneMove | Operands::Line => match &self.record.position {
                Some(position) => moves::read(position, operand).result.is_ok(),
                None => moves::looks_like_move(operand),
            },
            Operands::Integer { .. } => {
                operand::is_integer(operand)
                    || operand::read_float(operand).is_some()
                    || is_mate(operand)
            }
            Operands::Text { .. } if info.name == "eco" => {
                self.is_string(index) || matches!(operand, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9'])
            }
            shape => self.is_of_shape(shape, index),
        }
    }
}

/// Returns true for a mate: `+M5`, `#5`.
fn is_mate(operand: &[u8]) -> bool {
    let distance = operand.strip_prefix(b"#");
    mate_score(operand).is_some() || distance.is_some_and(operand::is_integer)
}

#[cfg(test)]
mod tests {
    use crate::epd::{ReadOptions, Record, edit};

    const FIELDS: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";

    fn codes(record: &Record<'_>) -> String {
        let codes = record.diagnostics().iter();
        let mut codes: Vec<_> = codes.map(|found| found.code.name()).collect();
        codes.dedup();
        codes.join(" ")
    }

    /// Checks the canonical operations and the codes.
    #[track_caller]
    fn check(operations: &str, expected: &str, found: &str) {
        let line = format!("{FIELDS} {operations}");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let written = record.canonical(&Default::default());
        let written = written.map(|line| String::from_utf8(line).expect("text"));
        assert_eq!(
            written,
            Some(format!("{FIELDS} {expected}")),
            "{operations}"
        );
        assert_eq!(codes(&record), found, "{operations}");
    }

    /// Checks that everything safe leaves a record unchanged and reports it, and the result of the unsafe fixes.
    #[track_caller]
    fn left(operations: &str, found: &str, fixed: &str) {
        let line = format!("{FIELDS} {operations}");
        let options = ReadOptions::default();
        let record = Record::read(line.as_bytes(), &options);
        assert_eq!(codes(&record), found, "{operations}");
        assert_eq!(record.canonical(&Default::default()), None);
        let safe = edit::apply_safe_fixes(line.as_bytes(), &options);
        assert_eq!(String::from_utf8_lossy(&safe), line);
        let all = edit::apply_all_fixes(line.as_bytes(), &options).line;
        assert_eq!(String::from_utf8_lossy(&all), format!("{FIELDS} {fixed}"));
    }

    #[test]
    fn behind_an_operand_that_is_complete_the_semicolon_is_put_in() {
        let missing = "missing-semicolon";
        check("acd 20 bm Bb5;", "acd 20; bm Bb5;", missing);
        check("D1 27 bm Bb5;", "D1 27; bm Bb5;", missing);
        check("D1 27 D2 20;", "D1 27; D2 20;", missing);
        check("Ae \"SF\" bm Bb5;", "Ae \"SF\"; bm Bb5;", missing);
        check("Ubm f1b5 acd 3;", "Ubm f1b5; acd 3;", missing);
        check("eval 0.63 id \"x\";", "eval 0.63; id \"x\";", missing);
        check("bm Bb5 sd 9;", "bm Bb5; sd 9;", missing);
        check(
            "acn 5 Var \"x\";",
            "Var \"x\"; acn 5;",
            "missing-semicolon unsorted-operations",
        );
        check(
            "sd 20 bm Bb5; ce 30;",
            "bm Bb5; ce 30; sd 20;",
            "missing-semicolon unsorted-operations",
        );
    }

    #[test]
    fn operands_of_another_form_are_as_right() {
        for operations in [
            "eval = draw;",
            "eval mate in 35;",
            "diff 3 of 10;",
            "wdl 120 800 80;",
            "acd 20 of 30;",
        ] {
            check(operations, operations, "");
        }
        check(
            "id De Lange - Huebner;",
            "id \"De Lange - Huebner\";",
            "unquoted-string",
        );
        check("c0 I am sure;", "c0 \"I am sure\";", "unquoted-string");
        check(
            "c0 see pv of Fritz;",
            "c0 \"see pv of Fritz\";",
            "unquoted-string",
        );
        check("Foo resign;", "Foo resign;", "");
        check("noop bm Bb5;", "noop bm Bb5;", "");
    }

    #[test]
    fn what_may_be_an_operation_or_an_operand_is_left_and_told() {
        let (told, text) = ("swallowed-operation", "unquoted-string swallowed-operation");
        left("Foo 3 bm Bb5;", told, "Foo 3; bm Bb5;");
        left("acd 20 id foo;", told, "acd 20; id \"foo\";");
        left("Bc8bm id \"a\";", told, "Bc8bm; id \"a\";");
        left("D1 27D2 20;", told, "D1 27; D2 20;");
        left("id \"a\" eco B33;", told, "eco \"B33\"; id \"a\";");
        left(
            "bm Bb5; id A.09 acd 30;",
            text,
            "acd 30; bm Bb5; id \"A.09\";",
        );
        left("c0 Boissel eco B33;", text, "c0 \"Boissel\"; eco \"B33\";");
        left(
            "id LCTII.POS.09 c0 Boissel - Del Gobbo, corr. 1994;",
            text,
            "c0 \"Boissel - Del Gobbo, corr. 1994\"; id \"LCTII.POS.09\";",
        );
        left(
            "c0 eval = draw, c1 diff=9;",
            text,
            "c0 \"eval = draw,\"; c1 \"diff=9\";",
        );
        // A wrong check sign is a matter of spelling.
        left(
            "x bm Bb5+;",
            "short-opcode unknown-opcode swallowed-operation",
            "bm Bb5; x;",
        );
        // Moves in place of opcodes, and prose, are weaker evidence.
        let played = "Nc3 id \"a\";";
        left(played, told, played);
        let prose = "white has id \"a\" and more words;";
        left(prose, "unknown-opcode swallowed-operation", prose);
    }

    #[test]
    fn no_fix_makes_a_second_operation_or_one_without_its_operand() {
        for (operations, found) in [
            ("Foo 3 id \"a\"; id \"b\";", "swallowed-operation"),
            ("id ce +M5;", "swallowed-operation unquoted-string"),
        ] {
            left(operations, found, operations);
        }
    }
}
