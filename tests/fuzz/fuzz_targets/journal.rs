//! Any bytes as a journal, and any bytes as the body of a record whose check holds: no panic; and what is
//! read is made again, or refused.
#![no_main]

use epdit::suite::journal::Journal;
use epdit::suite::{Content, Suite};
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

const FILE: &[u8] = b"# one\n7k/8/5K2/8/8/8/8/6Q1 w - - bm Qg6;\n\nlast";

fuzz_target!(|data: &[u8]| {
    let _ = Journal::parse(data);
    // As a record of a journal: the fuzzer need not find out its check.
    let content = Content::of(data);
    let mut file = b"epdit journal 2\n".to_vec();
    file.extend_from_slice(&content.len.to_le_bytes());
    file.extend_from_slice(&content.hash.to_le_bytes());
    file.extend_from_slice(data);
    let Ok(Some(journal)) = Journal::parse(&file) else {
        return;
    };
    let mut suite = Suite::from_bytes("a.epd", FILE.to_vec());
    let lines = suite.line_count();
    let _ = (
        journal.changes(lines),
        journal.changes_nothing(lines),
        journal.texts(9),
    );
    let journal = Arc::new(journal);
    if let Ok(change) = suite.recovery(&journal).and_then(|edits| edits.make()) {
        suite.apply(change).expect("just opened");
        let runs = suite.snapshot();
        let _ = runs.runs(0..suite.line_count()).count();
        while suite.undo().is_some() {}
        assert_eq!(suite.line_count(), lines);
    }
});
