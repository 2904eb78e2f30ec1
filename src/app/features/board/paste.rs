//! A position pasted onto the board: FEN, EPD, or a diagram of text. The record keeps its
//! operations; clocks come along where the text has them.

use crate::app::effect::Effect;
use crate::app::features::board::clocks::{self, Clock};
use crate::app::features::board::{Fields, edit_record, no_record};
use crate::app::model::Model;
use crate::epd::edit::Refusal;
use crate::epd::{LineKind, ReadOptions, Record};
use crate::exchange::diagram;

/// Sets up the first position that the text has.
pub(crate) fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    let refused = if model.is_read_only() {
        Some("the file is open read-only".into())
    } else {
        no_record(model)
    };
    if let Some(reason) = refused {
        model.refused(reason);
        return Vec::new();
    }
    model.document.view.held = None;
    if let Some(line) = text.lines().find_map(position_in) {
        return paste_record(model, line);
    }
    match diagram::read(text) {
        Some(diagram) => edit_record(model, "pasted the diagram".into(), |record| {
            let fields = Fields {
                board: Some(diagram.board),
                side: diagram.side,
                ..Fields::default()
            };
            fields.put_into(record)
        }),
        None => {
            model.refused(
                "no position in the pasted text: expected FEN, EPD or a diagram of 8 rows",
            );
            Vec::new()
        }
    }
}

/// The part of a line that reads as a position: the line, or what follows `FEN:` or stands in a
/// PGN tag.
fn position_in(line: &str) -> Option<&str> {
    let after = |mark: &str| {
        let at = line.to_ascii_lowercase().find(mark)?;
        line.get(at + mark.len()..)
    };
    [
        Some(line),
        after("fen:"),
        after("[fen \""),
        after("position fen "),
    ]
    .into_iter()
    .flatten()
    .map(|text| text.trim().trim_end_matches(['"', ']']))
    .find(|text| {
        let record = Record::read(text.as_bytes(), &ReadOptions::default());
        record.kind() == LineKind::Record && record.board().is_some()
    })
}

fn paste_record(model: &mut Model, line: &str) -> Vec<Effect> {
    let pasted = Record::read(line.as_bytes(), &ReadOptions::default());
    let fields = Fields {
        board: pasted.board().cloned(),
        side: pasted.side(),
        castling: pasted.castling().map(str::to_owned),
        en_passant: pasted.side().map(|_| pasted.en_passant()),
    };
    let counts = (pasted.half_move_clock(), pasted.full_move_number());
    let left = pasted
        .operations()
        .iter()
        .filter(|operation| !matches!(pasted.opcode(operation).as_ref(), "hmvc" | "fmvn"))
        .count();
    let mut said = "pasted the position".to_owned();
    if left > 0 {
        said.push_str(", without its operations");
    }
    edit_record(model, said, |record| {
        let line = fields.put_into(record)?;
        with_clocks(line, record, counts)
    })
}

/// Takes the clocks over; `0 1`, which says little, only in place of others.
fn with_clocks(
    line: Vec<u8>,
    before: &Record<'_>,
    (half, full): (Option<u32>, Option<u32>),
) -> Result<Vec<u8>, Refusal> {
    let options = *before.options();
    let had = before.half_move_clock().is_some() || before.full_move_number().is_some();
    if !had && matches!((half, full), (Some(0) | None, Some(1) | None)) {
        return Ok(line);
    }
    let mut line = line;
    for (clock, number) in [(Clock::HalfMoves, half), (Clock::MoveNumber, full)] {
        if number.is_some() {
            line = clocks::put(&Record::read(&line, &options), clock, number)?;
        }
    }
    Ok(line)
}
