//! A position pasted onto the board, in whatever form: the first that the text has. The record keeps its
//! operations; clocks come along where the text has them.

use crate::editor::model::Model;
use crate::editor::panes::board::{no_record, set};
use crate::editor::widgets::glyph;
use crate::epd::counted::thousands;
use crate::epd::edit::PositionEdit;
use crate::epd::{ReadOptions, Record};
use crate::exchange::anywhere::{Kind, positions};

/// Sets up the first position that the text has.
pub(crate) fn paste(model: &mut Model, text: &str) {
    if let Some(reason) = model.why_read_only().or_else(|| no_record(model)) {
        return model.refused(reason);
    }
    let found = positions(text);
    let mut all = found.positions();
    let Some(first) = all.next() else {
        let mut refused = found.refused.iter();
        let why = refused.next().filter(|one| one.why != "not a position");
        let why = why.map_or_else(
            || "expected FEN, EPD, PGN, UCI, a link or a diagram".to_owned(),
            |one| glyph::safe(one.why.as_bytes()),
        );
        return model.refused(format!("no position in the pasted text: {why}"));
    };
    let what = match first.kind {
        Kind::Game => "the final position of the game",
        Kind::Link => "the position of the link",
        Kind::Uci => "the UCI position",
        Kind::Diagram => "the diagram",
        Kind::Record | Kind::Comment => "the position",
    };
    let more = match all.count() {
        0 => String::new(),
        more => format!(", the first of {}", thousands(more + 1)),
    };
    let said = format!("pasted {what}{more}");
    match &first.diagram {
        Some(diagram) => {
            let fields = PositionEdit {
                board: Some(diagram.board.clone()),
                side: diagram.side,
                ..PositionEdit::default()
            };
            set(model, said, &fields, None)
        }
        None => paste_record(model, &first.line, first.kind, said),
    }
}

fn paste_record(model: &mut Model, line: &[u8], kind: Kind, mut said: String) {
    let pasted = Record::read(line, &ReadOptions::default());
    let fields = PositionEdit {
        board: pasted.board().cloned(),
        side: pasted.side(),
        castling: pasted.castling().map(str::to_owned),
        en_passant: pasted.side().map(|_| pasted.en_passant()),
        clocks: (pasted.half_move_clock(), pasted.full_move_number()),
    };
    let mut operations = pasted.operations().iter();
    let is_clock = |opcode: &str| matches!(opcode, "hmvc" | "fmvn");
    let has_others = operations.any(|operation| !is_clock(&pasted.opcode(operation)));
    // The tags of a game are no operations that somebody pasted.
    if has_others && kind == Kind::Record {
        said.push_str(", without its operations");
    }
    set(model, said, &fields, None)
}
