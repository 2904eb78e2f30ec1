//! Commands on the whole position: mirror, turn and shift it, set up a starting position, paste, describe.
//! The moves of the record follow the pieces if they stay legal.

use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Answer, Menu, MenuItem, Pager, PagerLine, Prompt};
use crate::editor::panes::board::{named, no_record, set, set_up};
use crate::editor::widgets::glyph;
use crate::epd::castling::{Right, Rules, right};
use crate::epd::counted::thousands;
use crate::epd::edit::{Map, PositionEdit};
use crate::epd::moves::san;
use crate::epd::tablebase::Outcome;
use crate::epd::{ReadOptions, Record, Severity};
use crate::exchange::anywhere::{Kind, positions};
use crate::suite::query::material;
use shakmaty::{Board, Chess, Color, Position, Role, Square};
use std::hash::{BuildHasher, Hasher, RandomState};

pub fn open_transform(model: &mut Model) {
    let rows = [
        ('m', Id::Mirror),
        ('c', Id::SwapColours),
        ('r', Id::Rotate),
        ('h', Id::ShiftLeft),
        ('j', Id::ShiftDown),
        ('k', Id::ShiftUp),
        ('l', Id::ShiftRight),
        ('f', Id::Flip),
        ('e', Id::ClearBoard),
        ('s', Id::StartingPosition),
        ('9', Id::NumberedStart),
        ('0', Id::RandomStart),
    ];
    let items = rows
        .into_iter()
        .map(|(key, id)| MenuItem::of_command(model, key, id))
        .collect();
    overlay::open(model, Menu::new("Transform the board", items))
}

/// Moves all pieces to their opposite squares; with `swaps`, changes their colours.
pub(crate) fn turn(model: &mut Model, message: &str, opposite: fn(Square) -> Square, swaps: bool) {
    carry(model, message, &|square| Some(opposite(square)), swaps)
}

/// Moves all pieces by files to the right and ranks up, as the board is drawn.
pub(crate) fn shift(model: &mut Model, way: &str, right: i32, up: i32) {
    let sign = if model.board.flipped { -1 } else { 1 };
    let map = |square: Square| {
        let file = square.file().offset(right * sign)?;
        let rank = square.rank().offset(up * sign)?;
        Some(Square::from_coords(file, rank))
    };
    carry(model, &format!("shifted the pieces {way}"), &map, false)
}

/// Moves all pieces as `map` says; the en-passant square, the moves and the castling rights follow.
fn carry(model: &mut Model, message: &str, map: Map<'_>, swaps: bool) {
    let record = model.record();
    let impossible = record.impossible_castling();
    if !impossible.is_empty() {
        // A letter without its rook could denote another rook afterwards.
        return model.refused(format!(
            "left unchanged: castling {impossible} is impossible · {} removes it",
            model.key(Id::RemoveImpossible)
        ));
    }
    let mut board = Board::empty();
    for (square, piece) in record.board().cloned().into_iter().flatten() {
        let Some(to) = map(square) else {
            let piece = named(piece);
            return model.refused(format!("{piece} on {square} would leave the board"));
        };
        let colour = if swaps { !piece.color } else { piece.color };
        board.set_piece_at(to, piece.role.of(colour));
    }
    let side = record.side().filter(|_| swaps).map(|side| !side);
    let en_passant = record.en_passant().map(map);
    set(model, message, Some(map), |edit| {
        (edit.board, edit.side, edit.en_passant) = (Some(board), side, en_passant);
    })
}

pub fn ask_start(model: &mut Model) {
    let label = "Chess960 position 0-959 (518 is chess; empty: random)";
    let asks = Answer::number("set up", "a number", 0..=959, 518, |model, number| {
        match number {
            Some(number) => start(model, number),
            None => random_start(model),
        }
        Some(())
    });
    overlay::open(model, Prompt::new(label, "", asks))
}

pub fn random_start(model: &mut Model) {
    overlay::close_all(model);
    // The random seed of the standard library's hash maps.
    let chance = RandomState::new().build_hasher().finish();
    start(model, u32::try_from(chance % 960).unwrap_or(518));
}

fn start(model: &mut Model, number: u32) {
    let board = Board::chess960(number);
    let message = format!("set up Chess960 position {number}");
    let letters = b"KQkq".iter();
    let rights = letters.filter_map(|letter| right(&board, *letter, Rules::Chess960));
    let rights: Vec<Right> = rights.collect();
    // The classical array has `KQkq`, others have the files of the rooks.
    let letter = match rights.iter().all(Right::is_classical) {
        true => Right::letter,
        false => Right::file_letter,
    };
    let castling: String = rights.iter().map(letter).collect();
    set_up(model, &message, board, &castling, Some(Color::White))
}

/// Sets up the first position in a text of any known format, with its clocks. The record keeps its operations.
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
    let mut message = format!("pasted {what}{more}");
    if let Some(diagram) = &first.diagram {
        return set(model, message, None, |edit| {
            (edit.board, edit.side) = (Some(diagram.board.clone()), diagram.side);
        });
    }
    let pasted = Record::read(&first.line, &ReadOptions::default());
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
    // The tags of a game do not count as pasted operations.
    if has_others && first.kind == Kind::Record {
        message.push_str(", without its operations");
    }
    set(model, message, None, |edit| *edit = fields)
}

const MOVES_A_ROW: usize = 10;

/// Returns check, mate, stalemate and the like; empty if none applies.
pub fn condition(position: &Chess) -> &'static str {
    if position.is_checkmate() {
        "checkmate"
    } else if position.is_stalemate() {
        "stalemate"
    } else if position.is_check() {
        "check"
    } else if position.is_insufficient_material() {
        "dead draw"
    } else {
        ""
    }
}

/// Looks up the position on the board in the tablebases, if it has changed.
pub(super) fn look_up(model: &mut Model) {
    let record = model.record();
    let position = model
        .play()
        .map(|play| &play.position)
        .or(record.position());
    let known = model.looked_up.as_ref().map(|(position, _)| position);
    if position == known && model.tables.is_some() {
        return;
    }
    let found = model.tables.zip(position).map(|(tables, position)| {
        let result = tables.outcome(position).map(Outcome::name);
        let result = result.or(tables.may_know(position).then_some("result not known"));
        let plies = tables.distance(position).filter(|plies| *plies != 0);
        let distance = plies.map(|plies| format!(" · DTZ {plies}"));
        let words = result.map(|result| format!("{result}{}", distance.unwrap_or_default()));
        (position.clone(), words.unwrap_or_default())
    });
    model.looked_up = found;
}

/// Opens a page of the position: pieces, check and mate, every legal move, or each reason why it is illegal.
pub fn describe(model: &mut Model) {
    let record = model.record();
    let played = model.play().map(|play| &play.position);
    let position = played.or(record.position());
    let mut lines = vec![PagerLine::Heading("Pieces".into())];
    if let Some(board) = position.map(Position::board).or(record.board()) {
        let of =
            |color: Color| PagerLine::key(color.fold_wb("White", "Black"), pieces_of(board, color));
        lines.extend(Color::ALL.map(of));
    }
    lines.push(PagerLine::Text(String::new()));
    match position {
        Some(position) => {
            let side = position.turn().fold_wb("White to move", "Black to move");
            let state = match condition(position) {
                "" => side.to_owned(),
                state => format!("{side}: {state}"),
            };
            let moves = position.legal_moves();
            let words = moves.iter().map(|&played| san(position, played));
            let mut words: Vec<String> = words.collect();
            words.sort();
            let count = format!("{} legal moves", words.len());
            lines.extend([PagerLine::Heading(state), PagerLine::Text(count)]);
            let rows = words.chunks(MOVES_A_ROW);
            lines.extend(rows.map(|row| PagerLine::Text(format!("  {}", row.join(" ")))));
        }
        None => {
            lines.push(PagerLine::Heading("Why it is illegal".into()));
            let reasons = record.diagnostics().iter();
            let reasons = reasons.filter(|found| found.severity == Severity::Error);
            lines.extend(reasons.map(|found| PagerLine::Text(record.message(found))));
        }
    }
    overlay::open(model, Pager::new("Position", lines))
}

/// Returns the number of pieces of a colour, their worth, and the number of each kind.
fn pieces_of(board: &Board, color: Color) -> String {
    let count = board.by_color(color).count();
    let worth = material(board, color) / 100;
    let of_role = |role: Role| match board.by_piece(role.of(color)).count() {
        0 => None,
        count => Some(format!("{count}{}", role.upper_char())),
    };
    let kinds: Vec<String> = Role::ALL.into_iter().rev().filter_map(of_role).collect();
    format!("{count} pieces, worth {worth}: {}", kinds.join(" "))
}
