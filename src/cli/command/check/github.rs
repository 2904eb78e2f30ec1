//! Annotations as GitHub's workflow commands.

use std::io::Write;

use super::problem::Problem;
use crate::epd::Severity;
use crate::epd::visible::visible;

/// Appends the annotation of a problem.
pub(crate) fn write(problem: &Problem<'_>, out: &mut Vec<u8>) {
    let level = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "notice",
    };
    // Writing to memory can't fail.
    let _ = writeln!(
        out,
        "::{level} file={},line={},col={},endColumn={},title={}::{}",
        property(problem.name),
        problem.number,
        problem.span.start + 1,
        problem.span.end + 1,
        problem.code.name(),
        data(&problem.message),
    );
}

fn data(text: &str) -> String {
    let text = text.replace('%', "%25");
    let text = text.replace('\r', "%0D").replace('\n', "%0A");
    visible(&text).into_owned()
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_property_is_escaped() {
        assert_eq!(property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
        assert_eq!(data("a:b,c%\n"), "a:b,c%25%0A");
    }

    #[test]
    fn what_acts_on_a_terminal_or_hides_in_a_log_is_shown() {
        assert_eq!(property("a\u{1b}[2J\u{202E}.epd"), "a␛[2J<202E>.epd");
    }
}
