//! Any text is a query or is refused at a place in it; completions replace a part of the text; and a parsed
//! query can be evaluated on any line.
#![no_main]

use epdit::suite::query::complete;
use epdit::suite::{FoundSoFar, Job, Query, Suite, query_lines};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (query, file) = text.split_once('\n').unwrap_or((&text, ""));
    for cursor in [query.len(), query.len() / 2] {
        let offered = complete(query, cursor);
        assert!(query.get(offered.span.range()).is_some(), "{query:?}");
    }
    match Query::parse(query) {
        Err(error) => {
            assert!(error.span.end <= query.len(), "{query:?}");
            assert!(!error.marked(query).is_empty());
        }
        Ok(asked) => {
            assert_eq!(asked.text(), query);
            let suite = Suite::from_bytes("fuzz.epd", file.as_bytes().to_vec());
            let snapshot = suite.snapshot();
            let found = query_lines(&snapshot, &asked, &Job::new(), &FoundSoFar::default());
            assert!(found.is_ok(), "{query:?}");
        }
    }
});
