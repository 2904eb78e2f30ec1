//! Quotes inside a string, which EPD has no way to write.

use super::super::diagnostic::Fix;
use super::super::record::Record;
use super::super::span::Span;

impl Record<'_> {
    /// `c0 "he said "hi" there";`: the inner quotes become `'`, where the string is all that its
    /// operation has and its quotes come in pairs, so that it clearly ends with the last.
    pub(super) fn fix_inner_quotes(&self, span: Span) -> Option<Fix> {
        let operation = self.operation_around(span)?;
        if self.operands_span(operation) != span {
            return None;
        }
        let inside = span
            .of(self.line)
            .strip_prefix(b"\"")?
            .strip_suffix(b"\"")?;
        let quotes = memchr::memchr_iter(b'"', inside).count();
        if quotes == 0 || quotes % 2 == 1 {
            return None;
        }
        let mut replacement = Vec::with_capacity(span.len());
        replacement.push(b'"');
        for byte in inside {
            if *byte == b'"' {
                // `\"` was meant as an escape.
                replacement.pop_if(|last| *last == b'\\');
                replacement.push(b'\'');
            } else {
                replacement.push(*byte);
            }
        }
        replacement.push(b'"');
        Some(Fix {
            safe: false,
            span,
            replacement,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::{Code, ReadOptions, edit};

    const FIELDS: &str = "4k3/8/8/8/8/8/8/4K2R w K -";

    /// What unsafe fixes make of the operations, and the problems before.
    #[track_caller]
    fn check(operations: &str, problems: usize, expected: &str) {
        let line = format!("{FIELDS} {operations}");
        let options = ReadOptions::default();
        let record = Record::read(line.as_bytes(), &options);
        let broken = record.diagnostics().iter();
        let broken = broken.filter(|d| d.code == Code::BrokenQuote).count();
        assert_eq!(broken, problems, "{line}");
        let safe = edit::apply_safe_fixes(line.as_bytes(), &options);
        assert_eq!(String::from_utf8_lossy(&safe), line, "no fix is safe");
        let fixed = edit::apply_all_fixes(line.as_bytes(), &options).line;
        let expected = format!("{FIELDS} {expected}");
        assert_eq!(String::from_utf8_lossy(&fixed), expected);
    }

    #[test]
    fn quotes_inside_a_string_are_one_problem_and_become_apostrophes() {
        check(
            r#"c0 "he said "hi" there"; id "x";"#,
            1,
            r#"c0 "he said 'hi' there"; id "x";"#,
        );
        check(
            r#"c0 "he said \"hi\" there"; id "x";"#,
            1,
            r#"c0 "he said 'hi' there"; id "x";"#,
        );
        check(r#"c0 "a "b" c "d" e";"#, 1, r#"c0 "a 'b' c 'd' e";"#);
    }

    #[test]
    fn where_it_is_not_clear_where_the_string_ends_it_stays() {
        for (line, problems) in [
            (r#"c0 "a "b;"#, 1),
            (r#"c0 "C:\" x";"#, 1),
            (r#"c0 "open; id "x";"#, 1),
        ] {
            check(line, problems, line);
        }
    }

    #[test]
    fn the_message_says_that_a_string_holds_no_quote() {
        let line = format!(r#"{FIELDS} c0 "he said \"hi\" there";"#);
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let said = record.message(&record.diagnostics()[0]);
        assert!(
            said.starts_with("a quote stands inside the string") && said.contains("no escapes"),
            "{said}"
        );
    }
}
