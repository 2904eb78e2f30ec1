//! Values that a field has and that are no numbers of it: they count as missing, and that is said. So is what
//! counts without being written: the score that `bm #-3` implies.

use crate::cli::output::say;
use crate::epd::counted::thousands_of;
use crate::epd::operand::Number;
use crate::suite::field::Field;
use crate::suite::query::LazyRecord;

/// How many there are, and where the first is.
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

/// The values of a field that are no numbers, and those that are implied.
#[derive(Default)]
pub(in super::super) struct Odd {
    others: Values,
    implied: Values,
}

impl Odd {
    /// The number that a record has in a field; takes note where it has something else.
    pub(in super::super) fn number(
        &mut self,
        field: &Field,
        record: &LazyRecord<'_>,
    ) -> Option<Number> {
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

    /// Adds those of what follows.
    pub(in super::super) fn join(&mut self, other: Self) {
        self.others.join(other.others);
        self.implied.join(other.implied);
    }

    /// Says it, where there are any.
    pub(in super::super) fn said(&self, field: &Field) {
        if let Some(first) = &self.implied.first {
            let values = thousands_of(self.implied.count, "value", "values");
            let (name, mate) = match &*field.name() {
                "ce" => ("ce", "bm #-3"),
                _ => ("dm", "bm #3"),
            };
            let are = if self.implied.count == 1 { "is" } else { "are" };
            say(&format!(
                "`{name}`: {values} {are} not written but implied, as by `{mate}` (first: {first})"
            ));
        }
        let Some(first) = &self.others.first else {
            return;
        };
        let values = thousands_of(self.others.count, "value", "values");
        let name = field.name();
        let count = if self.others.count == 1 {
            "counts"
        } else {
            "count"
        };
        say(&match field.holds_text() {
            true => format!(
                "`{name}` holds text: {values} that {} not a number {count} as missing (first: {first})",
                if self.others.count == 1 { "is" } else { "are" }
            ),
            false => format!(
                "`{name}` holds numbers: {values} of another kind {count} as missing (first: {first})"
            ),
        });
    }
}
