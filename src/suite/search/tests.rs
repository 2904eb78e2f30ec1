//! Searches compared with a line-by-line scan.

use proptest::prelude::*;

use super::*;
use crate::suite::{Grouping, Suite};

fn suite(text: &str) -> Suite {
    Suite::from_bytes("test.epd", text.as_bytes().to_vec())
}

fn literal(text: &str) -> Pattern {
    Pattern::literal(text, Case::Smart).expect("a text to look for")
}

fn all(suite: &Suite, pattern: &Pattern) -> (Vec<usize>, usize) {
    let so_far = FoundSoFar::default();
    let found = search_all(&suite.snapshot(), pattern, &Job::new(), &so_far).unwrap();
    assert_eq!(
        (so_far.lines(), so_far.occurrences()),
        (found.lines.len(), found.occurrences)
    );
    (found.lines.iter().collect(), found.occurrences)
}

#[test]
fn case_matters_if_the_pattern_has_a_capital() {
    let suite = suite("wac WAC\nWac\nwaC wac\n");
    assert_eq!(all(&suite, &literal("wac")), (vec![0, 1, 2], 5));
    assert_eq!(all(&suite, &literal("WAC")), (vec![0], 1));
    let insensitive = Pattern::literal("WAC", Case::Insensitive).unwrap();
    assert_eq!(all(&suite, &insensitive).1, 5);
    let sensitive = Pattern::literal("wac", Case::Sensitive).unwrap();
    assert_eq!(all(&suite, &sensitive), (vec![0, 2], 2));
}

#[test]
fn an_expression_never_matches_across_a_line_end() {
    let suite = suite("a b\r\nb a\r\n\r\na\r\n");
    let expression = |text| Pattern::expression(text, Case::Smart).unwrap();
    assert_eq!(all(&suite, &expression("^a")).0, [0, 3]);
    assert_eq!(all(&suite, &expression("a$")).0, [1, 3]);
    assert_eq!(all(&suite, &expression(r"b\s+b")).0, [0usize; 0]);
    assert_eq!(all(&suite, &expression("^$")).0, [2]);
    assert_eq!(
        expression("a|b").spans(b"a b\r\n"),
        [Span::new(0, 1), Span::new(2, 3)]
    );
}

#[test]
fn invalid_search_patterns_are_reported() {
    assert!(Pattern::literal("", Case::Smart).is_none());
    assert!(Pattern::literal("a\nb", Case::Smart).is_none());
    let error = Pattern::expression("a(b", Case::Smart).unwrap_err();
    assert_eq!(error.to_string(), "unclosed group");
}

#[test]
fn invalid_utf_8_can_be_searched() {
    let suite = Suite::from_bytes("test.epd", b"\xe9\xff abc\n\xff\n".to_vec());
    assert_eq!(all(&suite, &literal("abc")), (vec![0], 1));
    assert_eq!(literal("ABC").spans(b"\xff ABC\n"), [Span::new(2, 5)]);
}

#[test]
fn a_cancelled_search_stops() {
    let job = Job::new();
    job.cancel();
    let suite = suite("a\n");
    let found = search_all(
        &suite.snapshot(),
        &literal("a"),
        &job,
        &FoundSoFar::default(),
    );
    assert_eq!(found.err(), Some(JobError::Cancelled));
}

#[test]
fn an_invalid_utf_8_byte_is_one_character_to_an_expression() {
    let find = |text: &str, line: &[u8]| {
        let pattern = Pattern::expression(text, Case::Smart).unwrap();
        let spans = pattern.spans(line);
        assert_eq!(pattern.is_in(line), !spans.is_empty(), "{text}");
        let found = spans.into_iter().map(|span| span.of(line).to_vec());
        found.collect::<Vec<_>>()
    };
    let latin: &[u8] = b"x Jos\xe9 R\xf6der";
    assert_eq!(find("J.s. ", latin), [b"Jos\xe9 "]);
    assert_eq!(find("josé", latin), [b"Jos\xe9"]);
    assert_eq!(find("^.{13}$", b"x Jos\xe9 R\xf6der\n").len(), 0);
    assert_eq!(find("^.{12}$", latin), [latin]);
    assert_eq!(find("[^a-z ]", latin), [b"\xe9", b"\xf6"]);
    // Single bytes can still be given, and UTF-8 around them stays UTF-8.
    assert_eq!(find("(?-u:\\xe9)", latin), [b"\xe9"]);
    assert_eq!(find("J.s.", "José".as_bytes()), ["José".as_bytes()]);
    let both = [b"\xff ".as_slice(), "José".as_bytes()].concat();
    assert_eq!(find("J.s.$", &both), ["José".as_bytes()]);
}

proptest! {
    #[test]
    fn every_kind_of_pattern_agrees_with_a_search_line_by_line(
        lines in proptest::collection::vec("[abA ]{0,6}", 0..60),
        edited in proptest::collection::vec((0usize..60, "[abA]{0,4}"), 0..6),
        text in "[abA]{1,2}",
        crlf in any::<bool>(),
        endless in any::<bool>(),
    ) {
        let end = if crlf { "\r\n" } else { "\n" };
        let mut whole: String = lines.iter().flat_map(|line| [line.as_str(), end]).collect();
        if endless && lines.last().is_some_and(|line| !line.is_empty()) {
            whole.truncate(whole.len() - end.len());
        }
        let mut suite = suite(&whole);
        for (line, text) in edited {
            suite.replace_line(line, text.as_bytes(), Grouping::Step, "edit");
        }
        for pattern in [
            Pattern::literal(&text, Case::Sensitive).unwrap(),
            Pattern::literal(&text, Case::Insensitive).unwrap(),
            Pattern::expression(&format!("{text}+$"), Case::Smart).unwrap(),
        ] {
            let (found, occurrences) = all(&suite, &pattern);
            let by_line: Vec<usize> =
                (0..suite.line_count()).filter(|&line| pattern.is_in(&suite.line(line))).collect();
            prop_assert_eq!(&found, &by_line);
            let spans: usize =
                (0..suite.line_count()).map(|line| pattern.spans(&suite.line(line)).len()).sum();
            prop_assert_eq!(occurrences, spans);
        }
    }
}
