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
fn capitals_count_where_the_pattern_holds_one() {
    let suite = suite("wac WAC\nWac\nwaC wac\n");
    assert_eq!(all(&suite, &literal("wac")), (vec![0, 1, 2], 5));
    assert_eq!(all(&suite, &literal("WAC")), (vec![0], 1));
    let insensitive = Pattern::literal("WAC", Case::Insensitive).unwrap();
    assert_eq!(all(&suite, &insensitive).1, 5);
    let sensitive = Pattern::literal("wac", Case::Sensitive).unwrap();
    assert_eq!(all(&suite, &sensitive), (vec![0, 2], 2));
}

#[test]
fn an_expression_never_reaches_over_a_line_end() {
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
fn what_can_not_be_looked_for_is_said() {
    assert!(Pattern::literal("", Case::Smart).is_none());
    assert!(Pattern::literal("a\nb", Case::Smart).is_none());
    let error = Pattern::expression("a(b", Case::Smart).unwrap_err();
    assert_eq!(error.to_string(), "unclosed group");
}

#[test]
fn bytes_that_are_no_utf_8_can_be_searched() {
    let suite = Suite::from_bytes("test.epd", b"\xe9\xff abc\n\xff\n".to_vec());
    assert_eq!(all(&suite, &literal("abc")), (vec![0], 1));
    assert_eq!(literal("ABC").spans(b"\xff ABC\n"), [Span::new(2, 5)]);
}

#[test]
fn the_next_match_is_found_both_ways_and_past_the_end() {
    let suite = suite("x\na\nx\na\nx\n");
    let snapshot = suite.snapshot();
    let go = |from, direction| {
        search_from(&snapshot, &literal("a"), from, direction, &Job::new()).unwrap()
    };
    let found = |line, wrapped| Some(FoundLine { line, wrapped });
    assert_eq!(go(0, Direction::Forward), found(1, false));
    assert_eq!(go(1, Direction::Forward), found(1, false));
    assert_eq!(go(2, Direction::Forward), found(3, false));
    assert_eq!(go(4, Direction::Forward), found(1, true));
    assert_eq!(go(99, Direction::Forward), found(1, true));
    assert_eq!(go(4, Direction::Backward), found(3, false));
    assert_eq!(go(2, Direction::Backward), found(1, false));
    assert_eq!(go(0, Direction::Backward), found(3, true));
    assert_eq!(
        search_from(&snapshot, &literal("q"), 0, Direction::Forward, &Job::new()),
        Ok(None)
    );
    let odd = find_line(&snapshot, 4, Direction::Backward, &Job::new(), |line| {
        line == b"a\n"
    });
    assert_eq!(odd, Ok(found(3, false)));
}

#[test]
fn looking_for_the_next_match_reads_no_further_than_it_must() {
    let text: String = (0..500_000).map(|n| format!("line {n}\n")).collect();
    let suite = suite(&text);
    let snapshot = suite.snapshot();
    let next = search_from(
        &snapshot,
        &literal("250100"),
        250_000,
        Direction::Forward,
        &Job::new(),
    );
    assert_eq!(
        next,
        Ok(Some(FoundLine {
            line: 250_100,
            wrapped: false
        }))
    );
    assert!(suite.work().lines_read < 1_000, "{:?}", suite.work());
    let before = suite.work().lines_read;
    let last = search_from(
        &snapshot,
        &literal("249900"),
        250_000,
        Direction::Backward,
        &Job::new(),
    );
    assert_eq!(
        last,
        Ok(Some(FoundLine {
            line: 249_900,
            wrapped: false
        }))
    );
    assert!(suite.work().lines_read - before < 1_000);
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
fn a_byte_that_is_no_utf_8_is_one_character_to_an_expression() {
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
    // Bytes can still be named, and UTF-8 beside them stays UTF-8.
    assert_eq!(find("(?-u:\\xe9)", latin), [b"\xe9"]);
    assert_eq!(find("J.s.", "José".as_bytes()), ["José".as_bytes()]);
    let both = [b"\xff ".as_slice(), "José".as_bytes()].concat();
    assert_eq!(find("J.s.$", &both), ["José".as_bytes()]);
}

proptest! {
    #[test]
    fn every_kind_of_pattern_finds_what_a_look_at_each_line_finds(
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
