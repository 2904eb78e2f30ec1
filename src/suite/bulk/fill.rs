//! An operation whose operands are made of values of the record: `id "{file}.{n:03}"`, `c1 "{ce/100}"`.

use std::path::Path;

use super::assignment::is_one_operation;
use super::{Assignment, Existing, RecordChange};
use crate::epd::edit::Refusal;
use crate::epd::opcode::Shape;
use crate::epd::operand::{Number, read_number};
use crate::epd::{LineKind, Record, opcode};
use crate::suite::field::{Answer, Field, FieldError};
use crate::suite::query::{Calculation, Facts, LazyRecord};

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Filling {
    /// The opcode.
    pub opcode: String,
    /// The operands as they were typed.
    pub text: String,
    parts: Vec<Part>,
}

/// The text says all of it.
impl Eq for Filling {}

/// A part of the operands.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Text(String),
    /// A value, how it is written, and how many digits it has at least.
    Value(Value, String, usize),
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    /// The number of the record among the chosen.
    Rank,
    /// The file without folders and ending.
    File,
    Field(Field),
}

/// Where a record is.
#[derive(Clone, Copy, Debug)]
pub struct FillPlace<'a> {
    /// The path of its file.
    pub path: &'a str,
    /// Its line, from 0.
    pub line: usize,
    /// Among the records chosen, from 0: of its file where [`Filling::counts_by_file`], else of all files.
    pub rank: u64,
}

/// The most digits that a number can be given.
const WIDEST: usize = 20;

impl Filling {
    /// Whether operands have values of the record in them, or braces that stand for themselves.
    pub fn is_one(operands: &str) -> bool {
        operands.contains('{')
    }

    /// ```text
    /// filling = opcode { any text | "{" value [ ":" [ "0" ] digits ] "}" | "{{" | "}}" }
    /// value   = "n" | "file" | "path" | "line" | "fen" | "placement" | "text" | "problems" | property | opcode | calculation
    /// ```
    ///
    /// # Errors
    /// It is none: in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (opcode, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let operands = operands.trim().trim_end_matches(';');
        is_one_operation(opcode, operands).map_err(|error| error.to_string())?;
        let (mut parts, mut plain) = (Vec::new(), String::new());
        let mut rest = operands;
        while let Some(letter) = rest.chars().next() {
            let behind = rest.get(letter.len_utf8()..).unwrap_or_default();
            if matches!(letter, '{' | '}') && behind.starts_with(letter) {
                plain.push(letter);
                rest = behind.get(1..).unwrap_or_default();
            } else if letter == '{' {
                let (value, after) = behind
                    .split_once('}')
                    .ok_or_else(|| format!("missing `}}` in `{text}`"))?;
                parts.push(Part::Text(std::mem::take(&mut plain)));
                parts.push(Part::parse(value.trim())?);
                rest = after;
            } else {
                plain.push(letter);
                rest = behind;
            }
        }
        parts.push(Part::Text(plain));
        is_no_sum(opcode, operands)?;
        // What is wrong with the opcode is wrong at once.
        if !opcode::is_opcode(opcode.as_bytes()) {
            return match Assignment::new(opcode, "") {
                Err(error) => Err(error.to_string()),
                Ok(_) => Err(format!("`{opcode}` is not an opcode")),
            };
        }
        Ok(Self {
            opcode: opcode.to_owned(),
            text: operands.to_owned(),
            parts,
        })
    }

    /// The first value that depends on where the record is, as it is written.
    pub fn needs_place(&self) -> Option<&str> {
        self.parts.iter().find_map(|part| match part {
            Part::Value(Value::Field(field), ..) if !matches!(field, Field::Path | Field::Line) => {
                None
            }
            Part::Value(_, text, _) => Some(text.as_str()),
            Part::Text(_) => None,
        })
    }

    /// Whether `n` begins anew in each file: where the operands name the file, or its path.
    pub fn counts_by_file(&self) -> bool {
        let names_file = |part: &Part| {
            matches!(
                part,
                Part::Value(Value::File | Value::Field(Field::Path), ..)
            )
        };
        self.parts.iter().any(names_file)
    }

    /// What is set in a record.
    ///
    /// # Errors
    /// It has not all values, or what comes out is no operation.
    pub fn of(
        &self,
        record: &Record<'_>,
        place: Option<FillPlace<'_>>,
    ) -> Result<Assignment, Refusal> {
        let mut operands = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => operands += text,
                Part::Value(value, text, width) => {
                    let found = value.of(record, place);
                    let found = found.ok_or_else(|| value.missing(text))?;
                    // Bytes that are no UTF-8 are replaced in what is shown, and must not be in what is written.
                    if found.contains('\u{fffd}') && std::str::from_utf8(record.line()).is_err() {
                        return Err(Refusal::Value(format!(
                            "`{text}` has bytes that are not UTF-8, and can't be copied"
                        )));
                    }
                    operands += &padded(found, *width, text)?;
                }
            }
        }
        Assignment::new(&self.opcode, &operands).map_err(|error| Refusal::Value(error.to_string()))
    }

    /// The line of a record with it set; `None` where nothing changes.
    ///
    /// # Errors
    /// See [`Self::of`] and [`RecordChange::apply`].
    pub fn set(
        &self,
        record: &Record<'_>,
        existing: Existing,
        place: Option<FillPlace<'_>>,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        // Of what stays no value is needed.
        let stays = existing == Existing::Keep && record.operation(&self.opcode).is_some();
        if record.kind() != LineKind::Record || stays {
            return Ok(None);
        }
        RecordChange::Set(self.of(record, place)?, existing).apply_to(record)
    }
}

/// A number with so many digits at least, its sign before them.
fn padded(value: String, width: usize, text: &str) -> Result<String, Refusal> {
    if width == 0 {
        return Ok(value);
    }
    match read_number(value.as_bytes()) {
        Some(Number::Whole(number)) => {
            let sign = if number < 0 { "-" } else { "" };
            Ok(format!("{sign}{:0width$}", number.unsigned_abs()))
        }
        _ => {
            let said =
                format!("`{text}` is `{value}`, and only whole numbers have digits to count");
            Err(Refusal::Value(said))
        }
    }
}

/// Refuses arithmetic beside a value, where it would be written and not be done. Opcodes of texts have texts.
fn is_no_sum(opcode: &str, operands: &str) -> Result<(), String> {
    let shape = opcode::find(opcode.as_bytes()).map(|info| info.shape);
    let may_be_number = matches!(shape, None | Some(Shape::Anything | Shape::Integer { .. }));
    if !may_be_number || operands.contains('"') {
        return Ok(());
    }
    const SIGNS: [char; 4] = ['+', '-', '*', '/'];
    let goes_on = |text: &str| {
        let behind = text.trim_start().strip_prefix(SIGNS);
        behind.is_some_and(|text| {
            text.is_empty() || text.trim_start().starts_with(|c: char| c.is_ascii_digit())
        })
    };
    let begins = |text: &str| {
        let before = text.trim_end().strip_suffix(SIGNS);
        before.is_some_and(|text| text.trim_end().ends_with(|c: char| c.is_ascii_digit()))
    };
    let behind = operands.split('}').skip(1).any(|text| {
        let next = text.split('{').next().unwrap_or_default();
        goes_on(next)
    });
    match behind || operands.split('{').next().is_some_and(begins) {
        true => Err(format!(
            "`{operands}` would be written and not calculated; what is calculated goes inside the braces, as in `{{{opcode}+1}}`"
        )),
        false => Ok(()),
    }
}

impl Part {
    fn parse(text: &str) -> Result<Self, String> {
        let (name, width) = match text.rsplit_once(':') {
            None => (text, 0),
            Some((name, digits)) => {
                let width = digits
                    .parse()
                    .ok()
                    .filter(|width| (1..=WIDEST).contains(width));
                let width = width.ok_or_else(|| {
                    format!("expected the number of digits as in `{{n:03}}`, found `{{{text}}}`")
                })?;
                (name.trim_end(), width)
            }
        };
        let value = match name {
            "n" => Value::Rank,
            "file" => Value::File,
            name => match (name.parse(), Calculation::parse(name)) {
                (Ok(field), Ok(_)) => Value::Field(field),
                // A slip is not taken for an opcode that nobody knows.
                (Ok(field), _) if !Field::is_operation(&field) => Value::Field(field),
                (_, Err(error)) => return Err(format!("in `{{{name}}}`: {}", error.message)),
                (Err(error), _) => return Err(FieldError::to_string(&error)),
            },
        };
        Ok(Self::Value(value, name.to_owned(), width))
    }
}

impl Value {
    /// Why a record does not have it.
    fn missing(&self, text: &str) -> Refusal {
        match self {
            Self::Field(Field::Opening | Field::OpeningEco) => {
                Refusal::Value("the position is not the end of a named opening".to_owned())
            }
            _ => Refusal::NoValue(text.to_owned()),
        }
    }

    fn of(&self, record: &Record<'_>, place: Option<FillPlace<'_>>) -> Option<String> {
        let field = match self {
            Self::Rank => return Some((place?.rank + 1).to_string()),
            Self::File => {
                let name = Path::new(place?.path).file_name().unwrap_or_default();
                let name = name.to_string_lossy();
                return Some(name.split('.').next().unwrap_or_default().to_owned());
            }
            Self::Field(field) => field,
        };
        let facts = Facts::default();
        let line = place.map_or(0, |place| place.line);
        let lazy = LazyRecord::of(record, line, &facts);
        let lazy = lazy.of_file(place.map_or("", |place| place.path));
        let text = match (field, field.of(&lazy)) {
            (Field::Line | Field::Path, _) if place.is_none() => return None,
            // As in all calculations it is a number.
            (Field::Material, _) => return Some(field.number(&lazy)?.to_string()),
            (Field::Operation(opcode), _) => lazy.text_of(opcode)?.into_owned(),
            (Field::Problems, value) => value.into_text().into_owned(),
            (_, Answer::Absent) => return None,
            (_, value) => value.into_text().into_owned(),
        };
        // What replaces bytes that are no UTF-8 is refused ([`Filling::of`]).
        Some(String::from_utf8_lossy(&text).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::ReadOptions;

    fn check(text: &str, line: &str, expected: &str) {
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let place = FillPlace {
            path: "suites/wac.v2.epd",
            line: 6,
            rank: 4,
        };
        let found = Filling::parse(text)
            .and_then(|filling| filling.of(&record, Some(place)).map_err(|e| e.to_string()));
        let found =
            found.map(|assignment| format!("{} {}", assignment.opcode, assignment.operands));
        assert_eq!(found.unwrap_or_else(|error| error), expected, "{text}");
    }

    #[test]
    fn bytes_that_are_no_utf_8_are_not_replaced_by_others() {
        let line = b"4k3/8/8/8/8/8/8/4K3 w - - c0 \"J\xe1se\"; id \"a\";";
        let record = Record::read(line, &ReadOptions::default());
        let filled = |text: &str| Filling::parse(text).map(|filling| filling.of(&record, None));
        let said = filled("c1 \"{c0} 1\"")
            .expect("a filling")
            .map_err(|e| e.to_string());
        assert_eq!(
            said.err().as_deref(),
            Some("`c0` has bytes that are not UTF-8, and can't be copied")
        );
        let other = filled("c1 \"{id}\"").expect("a filling");
        assert!(other.is_ok());
    }

    #[test]
    fn values_of_the_record_stand_in_braces() {
        let line = "4k3/8/8/8/8/8/4P3/4K2R w K - bm e4 Kd2; ce -250; id \"BK.07\"; Own 1.5;";
        check("id \"{file}.{n:03}\"", line, "id \"wac.005\"");
        check("acd {line}", line, "acd 7");
        check("id \"{line:04}\"", line, "id \"0007\"");
        check("c0 \"{ce:06} {Own}\"", line, "c0 \"-000250 1.5\"");
        check("c1 {ce/100}", line, "c1 \"-2.5\"");
        check(
            "c1 {id.prefix} {side} {castling} {phase} {pieces}",
            line,
            "c1 \"BK w K endgame 4\"",
        );
        check("c1 {fen}", line, "c1 \"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\"");
        check("c1 {placement}", line, "c1 \"4k3/8/8/8/8/8/4P3/4K2R\"");
        check("c1 {count(bm)} {{n}}", line, "c1 \"2 {n}\"");
        check("c1 {material}", line, "c1 \"600\"");
        let bare = "4k3/8/8/8/8/8/4P3/4K2R w K - bm e4; ce 3\r\n";
        check(
            "c1 {text}",
            bare,
            "c1 \"4k3/8/8/8/8/8/4P3/4K2R w K - bm e4; ce 3\"",
        );
        check("c1 {problems}", bare, "c1 \"missing-last-semicolon\"");
    }

    #[test]
    fn what_is_missing_or_wrong_is_said() {
        let line = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";";
        check("c1 {dm}", line, "the record has no `dm`");
        check(
            "c1 {opening}",
            line,
            "the position is not the end of a named opening",
        );
        check(
            "c1 {id:03}",
            line,
            "`id` is `x`, and only whole numbers have digits to count",
        );
        check(
            "c1 {n:x}",
            line,
            "expected the number of digits as in `{n:03}`, found `{n:x}`",
        );
        check("c1 {n", line, "missing `}` in `c1 {n`");
        check(
            "1c {n}",
            line,
            "`1c` is not an opcode: expected a letter, then up to 14 letters, digits or `_`",
        );
        assert_eq!(Filling::parse("id {n}").unwrap().needs_place(), Some("n"));
        assert_eq!(
            Filling::parse("id {ce} {pieces}").unwrap().needs_place(),
            None
        );
    }
}
