//! Diagnostics of perft counts.

use super::{Context, Entry, entries};
use crate::epd::diagnostic::{Fix, quoted};
use crate::epd::lex;
use crate::epd::record::Operation;

entries! {
    PerftList "perft-list" Warning Fixed
        "perft counts that are not operations"
        "`;D1 20 ;D2 400` and bare counts become the operations `D1 20; D2 400;`."
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D1 20 ;D2 400"
        message: |d| match d.expected_text() {
            Some(text) => format!("perft counts {}, expected {}", d.value(), quoted(text.trim_ascii())),
            None => format!("perft counts {}, expected operations `D1`, `D2` and so on", d.value()),
        },
        fix: operations;
    WrongPerft "wrong-perft" Error
        "a wrong perft count"
        "Playing all legal moves to this depth gives a different number of leaf nodes. Counting takes time, so it is done only on request: `epdit check --perft`, or a key in the editor's operations."
        "4k3/8/8/8/8/8/8/4K2R w K - D1 20;"
        message: |d| format!("perft count {} is wrong: there are {} leaf nodes", d.value(), d.number()),
        fix: |d| d.expected_number();
}

fn operations(d: &Context<'_, '_>) -> Option<Fix> {
    let (record, span) = (d.record, d.span());
    // Without its opening semicolon the list must not be read as a field.
    record.fields.en_passant?;
    let mut replacement = Vec::new();
    let before = span.start.checked_sub(1).and_then(|at| record.line.get(at));
    if !before.is_some_and(|byte| lex::is_blank(*byte)) {
        replacement.push(b' ');
    }
    let inside = |o: &&Operation| span.start <= o.span.start && o.span.end <= span.end;
    let from = record
        .operations
        .partition_point(|o| o.span.start < span.start);
    let listed = record.operations.get(from..)?.iter().take_while(inside);
    for (index, operation) in listed.enumerate() {
        if index > 0 {
            replacement.push(b' ');
        }
        record.write_operation(operation, &mut replacement);
        replacement.push(b';');
    }
    d.safe(&replacement)
}
