//! Values of a field that are not numbers: they count as missing, which is reported, as are numbers that are only
//! implied, like the score of `bm #-3`.

use crate::cli::output::say;
use crate::epd::counted::thousands_of;
use crate::epd::operand::Number;
use crate::suite::field::Field;
use crate::suite::query::LazyRecord;

/// The number of such values, and the place of the first.
#[derive(Default)]
struct Values {
    count: u64,
    first: Option<String>,
}

impl Values {
    fn add(&mut self, record: &LazyRecord<'_>) {
        self.count += 1;
        let path = || record.path().unwrap_or_default();
        self.first
            .get_or_insert_with(|| format!("{}:{}", path(), record.number + 1));
    }

    fn join(&mut self, other: Self) {
        self.count += other.count;
        self.first = self.first.take().or(other.first);
    }
}

/// The values of a field that are not numbers, and those that are implied.
#[derive(Default)]
pub(super) struct Odd {
    others: Values,
    implied: Values,
}

impl Odd {
    /// Returns the number that a record has in a field, and counts other values.
    pub(super) fn number(&mut self, field: &Field, record: &LazyRecord<'_>) -> Option<Number> {
        let number = field.number(record);
        let opcode = field
            .opcode()
            .filter(|opcode| matches!(*opcode, "ce" | "dm"));
        if number.is_some()
            && opcode.is_some_and(|opcode| record.record().operation(opcode).is_none())
        {
            self.implied.add(record);
        }
        if number.is_none() && field.may_be_number() && !field.cell(record).is_empty() {
            self.others.add(record);
        }
        number
    }

    /// Adds the values of the next part.
    pub(super) fn join(&mut self, other: Self) {
        self.others.join(other.others);
        self.implied.join(other.implied);
    }

    /// Prints a note if there are any.
    pub(super) fn said(&self, field: &Field) {
        let name = field.name();
        let noun = |of: &Values, one, many| if of.count == 1 { one } else { many };
        if let Some(first) = &self.implied.first {
            let values = thousands_of(self.implied.count, "value", "values");
            let are = noun(&self.implied, "is", "are");
            let mate = if name == "ce" { "bm #-3" } else { "bm #3" };
            say(&format!(
                "`{name}`: {values} {are} not written but implied, as by `{mate}` (first: {first})"
            ));
        }
        if let Some(first) = &self.others.first {
            let values = thousands_of(self.others.count, "value", "values");
            let are = noun(&self.others, "is", "are");
            let count = noun(&self.others, "counts", "count");
            let (kind, which) = match field.holds_text() {
                true => ("text", format!("that {are} not a number")),
                false => ("numbers", "of another kind".to_owned()),
            };
            say(&format!(
                "`{name}` holds {kind}: {values} {which} {count} as missing (first: {first})"
            ));
        }
    }
}
