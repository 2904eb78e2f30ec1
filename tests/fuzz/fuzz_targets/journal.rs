//! Any bytes as a journal, and as the body of a journal record with a valid checksum: no panic; and edits
//! that are read are applied or refused.
#![no_main]

use epdit::suite::journal::Journal;
use epdit::suite::{Content, Suite};
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

const FILE: &[u8] = b"# one\n7k/8/5K2/8/8/8/8/6Q1 w - - bm Qg6;\n\nlast";

fuzz_target!(|data: &[u8]| {
    let _ = Journal::parse(data);
    // The body of a record: the fuzzer need not guess its checksum.
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
