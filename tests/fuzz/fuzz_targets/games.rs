//! Whatever a stream of games holds, each record made from it is canonical and has no error.
#![no_main]

use epdit::epd::{CanonicalOptions, ReadOptions, Record, Severity};
use epdit::exchange::import::{Import, Lines, Tags};
use epdit::exchange::pgn::Games;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let import = Import {
        tags: Tags::All,
        variations: true,
        clocks: true,
        squares: true,
        openings: true,
        ..Import::default()
    };
    let mut lines = Lines::default();
    let mut games = Games::of(data);
    while let Ok(Some(batch)) = games.next_batch() {
        batch.games().for_each(|game| import.game(game, &mut lines));
    }
    for (_, line) in lines.keyed() {
        let record = Record::read(line, &ReadOptions::default());
        assert_eq!(
            record.canonical(&CanonicalOptions::default()).as_deref(),
            Some(line)
        );
        assert!(
            record
                .diagnostics()
                .iter()
                .all(|found| found.severity != Severity::Error)
        );
    }
});
