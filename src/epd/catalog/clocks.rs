//! Diagnostics of the two clocks, as fields of FEN and as operations.

use super::{Context, Entry, Proof, entries};
use crate::epd::canonical::Item;
use crate::epd::diagnostic::{Code, Fix, quoted};
use crate::epd::record::Dialect;

entries! {
    FenClocks "fen-clocks" Warning Fixed
        "FEN's two clocks in an EPD record"
        "EPD has four fields; half-move clock and move number are the operations `hmvc` and `fmvn`, and become those."
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1 bm Kd2;"
        message: |d| {
            let expected = d.expected("the operations `hmvc` and `fmvn`");
            format!("FEN clocks {}, expected {expected}", d.value())
        },
        fix: as_operations;
    FenHalfMoveOnly "fen-half-move-only" Warning Fixed
        "a half-move clock as a fifth field"
        "EPD has four fields; the half-move clock is the operation `hmvc`, and becomes that."
        "4k3/8/8/8/8/8/8/4K2R w K - 12 bm Kd2;"
        message: |d| format!("half-move clock {}, expected {}", d.value(), d.expected("the operation `hmvc`")),
        fix: as_operations;
    MissingClocks "missing-clocks" Hint Fixed
        "a FEN record without its two clocks"
        "In a file named `*.fen` a record has six fields; `0 1` (or what `hmvc` and `fmvn` say) is filled in."
        "4k3/8/8/8/8/8/8/4K2R w K -"
        message: |d| match d.expected_text() {
            Some(text) => format!("no clocks in a FEN record, expected {}", quoted(text.trim_ascii())),
            None => "no clocks in a FEN record, expected six fields".to_owned(),
        },
        fix: missing,
        proof: Proof::Record,
        example_dialect: Dialect::Fen;
    ClockOperations "clock-operations" Hint Fixed
        "clocks as operations in a FEN file"
        "In a file named `*.fen` the half-move clock and the move number are the fifth and sixth field."
        "4k3/8/8/8/8/8/8/4K2R w K - hmvc 3; fmvn 9;"
        message: |d| format!("{} in a FEN file, expected the number as a field", d.value()),
        fix: |d| {
            d.record.fields.full_move?;
            d.remove()
        },
        proof: Proof::Record,
        example_dialect: Dialect::Fen;
    ClocksConflict "clocks-conflict" Error Doubts
        "clock fields and clock operations disagree"
        "The FEN clocks say one thing, `hmvc` or `fmvn` another. Remove the wrong one."
        "4k3/8/8/8/8/8/8/4K2R w K - 5 9 hmvc 3;"
        message: conflict,
        choices: |d| d.removals([d.place()]),
        related: |d| d.related_place("not the same number");
    HmvcEnPassant "hmvc-en-passant" Warning
        "a half-move clock beside an en-passant square"
        "An en-passant square means that the last move was a pawn's: the half-move clock is then 0."
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 hmvc 5;"
        message: |d| {
            let number = d.number();
            format!("half-move clock {number} beside an en-passant square, expected 0")
        },
        related: |d| d.related(d.record.fields.en_passant, "a pawn has just moved");
}

fn conflict(d: &Context<'_, '_>) -> String {
    let value = d.value();
    if d.record.operation_around(d.span()).is_some() {
        return format!("{value} can't be a clock field, expected a number that can");
    }
    let which = if d.record.fields.half_move == Some(d.span()) {
        "half-move clock"
    } else {
        "move number"
    };
    format!("{which} {value} contradicts {}", d.place_text())
}

fn as_operations(d: &Context<'_, '_>) -> Option<Fix> {
    let record = d.record;
    if record.options.dialect == Dialect::Fen {
        return d.safe(b"1");
    }
    if record.has(Code::QuotedPosition) {
        // Operations can't stand inside the quotes, which have to be removed first.
        return None;
    }
    let mut text = Vec::new();
    for clock in record.clock_operations() {
        record.write_item(Item::Clock(clock), &mut text);
    }
    match text.split_first() {
        // Each has a blank before it.
        Some((_, text)) => d.safe(text),
        None => d.remove(),
    }
}

fn missing(d: &Context<'_, '_>) -> Option<Fix> {
    let record = d.record;
    // The clocks follow the fourth field, which has to exist first.
    record.fields.castling.and(record.fields.en_passant)?;
    let is_unreadable = |opcode: &str| {
        let operation = record.operation(opcode);
        operation.is_some_and(|o| !record.is_clock_field(o) && record.is_wrong_inside(o.span))
    };
    if record.has(Code::ClocksConflict) || is_unreadable("hmvc") || is_unreadable("fmvn") {
        return None;
    }
    let [half_move, full_move] = record.clock_fields();
    let text = match record.fields.half_move {
        Some(_) => [&b" "[..], &full_move].concat(),
        None => [&b" "[..], &half_move, b" ", &full_move].concat(),
    };
    d.safe(&text)
}
