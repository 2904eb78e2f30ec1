//! The board's pane: the position, what is marked on it, and its state in the border.

use super::board::{BoardView, Marks, PieceView, letter_of};
use super::canvas::Canvas;
use super::theme::Role;
use crate::editor::command::Id;
use crate::editor::features::board::facts::{self, material};
use crate::editor::features::inspect::dragged;
use crate::editor::layout::{BoardGrid, Palette, Rect, layout};
use crate::editor::model::Model;
use crate::editor::sign;
use crate::editor::state::assist::Preview;
use crate::editor::state::pieces::ROLES;
use crate::editor::state::play::{Play, ends};
use crate::editor::state::view::Pane;
use crate::epd::counted::thousands_of;
use crate::epd::{LineKind, Record, Rules, Value};
use shakmaty::{Board, Chess, Color, Position, Square};

pub(super) fn draw(
    model: &Model,
    record: &Record<'_>,
    pane: Rect,
    grid: BoardGrid,
    palette: Option<Palette>,
    canvas: &mut Canvas<'_>,
) {
    let focused = model.document.view.focus == Pane::Board && model.overlays.is_empty();
    let play = model.document.view.play.as_ref();
    let position = match play {
        Some(play) => Some(play.position()),
        None => record.position(),
    };
    let side = position
        .map(Position::turn)
        .or(record.side())
        .map(|side| side.fold_wb("White to move", "Black to move"));
    match play {
        Some(play) => {
            let title = format!("{} · {}", play.in_a_word(), side.unwrap_or_default());
            canvas.frame_of_mode(pane, &title, focused);
        }
        None => canvas.frame(pane, side.unwrap_or(Pane::Board.title()), focused),
    }
    let (verdict, role) = verdict(record, position);
    canvas.on_border_right(pane, pane.y, pane.x + 18, verdict, role);
    let below = pane.bottom().saturating_sub(1);
    match play {
        Some(play) => draw_line(play, pane, below, canvas),
        None => canvas.on_border(pane, below, &state(record), Role::Secondary),
    }
    if let Some(preview) = &model.assist.preview {
        draw_preview(model, record, preview, pane, grid, canvas);
        if let Some(palette) = palette {
            draw_palette(model, palette, preview.position.board(), canvas);
        }
        return;
    }
    if record.board().is_none() {
        let key = |id| model.key_name(id);
        let words = match record.kind() {
            LineKind::Record => [
                "can't read the placement".to_owned(),
                format!("{} edits the line as text", key(Id::EditLine)),
            ],
            LineKind::Comment => ["a comment line".to_owned(), String::new()],
            // The list says it where it is seen.
            LineKind::Blank if model.document.suite.line_count() == 0 => {
                match layout(model).records {
                    Some(_) => [String::new(), String::new()],
                    None => super::records::how_to_begin(model),
                }
            }
            LineKind::Blank if model.document.shows_nothing() => [
                "no record matches".to_owned(),
                format!("{} clears the filter", key(Id::Close)),
            ],
            LineKind::Blank => [
                "a blank line".to_owned(),
                format!("{} in the list adds a record after it", key(Id::NewRecord)),
            ],
        };
        let inner = pane.inner();
        for (row, text) in (inner.y + inner.height / 2..).zip(words) {
            let width = u16::try_from(text.chars().count()).unwrap_or(u16::MAX);
            let x = inner.x + inner.width.saturating_sub(width) / 2;
            canvas.text(x, row, inner.right(), &text, Role::Secondary);
        }
        return;
    }
    let view = BoardView {
        grid,
        board: play.map_or(record.board(), |play| Some(play.position().board())),
        marks: marks(model, record, focused),
        pieces: model.pieces,
        images: canvas.images(),
        number: 0,
        covered: covered(model),
    };
    let theme = canvas.theme();
    view.draw(canvas.buffer(), theme);
    super::analysis::draw_bar(model, grid, canvas);
    if let (Some(palette), Some(board)) = (palette, view.board) {
        draw_palette(model, palette, board, canvas);
    }
}

/// What lies over the panes.
pub(super) fn covered(model: &Model) -> Option<Rect> {
    let layout = layout(model);
    let overlay = layout.overlay.map(|place| place.frame);
    let status = (layout.status.height > 1).then_some(layout.status);
    let choices = layout.choices.map(|place| Rect {
        height: layout.status.bottom().saturating_sub(place.frame.y),
        ..place.frame
    });
    overlay.or(choices).or(status)
}

/// The pieces for the mouse, each with its letter and how many of it are on the board; the one in the
/// hand is marked. Below them, what one side has more.
fn draw_palette(model: &Model, palette: Palette, board: &Board, canvas: &mut Canvas<'_>) {
    if let Some(heading) = palette.heading() {
        let (x, end) = (heading.x, heading.right());
        canvas.text(x, heading.y, end, "pieces", Role::Secondary);
    }
    let (theme, images) = (canvas.theme(), canvas.images());
    for role in ROLES {
        for color in Color::ALL {
            let piece = role.of(color);
            // Half a piece below a dialog would look broken.
            if covered(model).is_some_and(|over| over.overlaps(palette.rect(piece))) {
                continue;
            }
            let in_hand = model.board.brush == Some(piece);
            let view = PieceView {
                piece,
                rect: palette.rect(piece),
                ground: match (in_hand, color) {
                    (true, _) => Role::CursorSquare,
                    (false, Color::White) => Role::DarkSquare,
                    (false, Color::Black) => Role::LightSquare,
                },
                in_hand,
                pieces: model.pieces,
                images: images.filter(|_| palette.has_pictures()),
                covered: covered(model),
            };
            view.draw(canvas.buffer(), theme);
            if let Some((x, y)) = palette.letter(piece) {
                canvas.text(x, y, x + 1, letter_of(piece), Role::Key);
            }
            let count = board.by_piece(piece).count();
            let (text, role) = match (count, in_hand) {
                (0, true) => (sign::HAND.text.to_owned(), Role::Accent),
                (0, false) => (String::new(), Role::Secondary),
                (_, true) => (count.to_string(), Role::Accent),
                (1..=9, false) => (count.to_string(), Role::Secondary),
                _ => ("+".to_owned(), Role::Warning),
            };
            let (x, y) = palette.count(piece);
            canvas.text(x, y, x + 1, &text, role);
        }
    }
    let below = palette.below();
    let (x, end) = (below.x, below.right());
    if below.height > 1 {
        canvas.text(x, below.y, end, "material", Role::Secondary);
    }
    let words = balance(board, palette.is_labelled());
    canvas.text(x, below.bottom() - 1, end, &words, Role::Screen);
}

/// Which side has more material, in pawns.
fn balance(board: &Board, in_words: bool) -> String {
    let (white, black) = (material(board, Color::White), material(board, Color::Black));
    let side = |word: &'static str, letter| if in_words { word } else { letter };
    match (white.checked_sub(black), black.checked_sub(white)) {
        (Some(0), _) => "even".into(),
        (Some(more), _) => format!("{} +{more}", side("White", "W")),
        (None, more) => format!("{} +{}", side("Black", "B"), more.unwrap_or_default()),
    }
}

/// The position and the move that are looked at while moves are chosen.
fn draw_preview(
    model: &Model,
    record: &Record<'_>,
    preview: &Preview,
    pane: Rect,
    grid: BoardGrid,
    canvas: &mut Canvas<'_>,
) {
    let held = model.document.view.held;
    if preview.plies > 0 {
        let side = preview.position.turn().fold_wb("White", "Black");
        let moves = thousands_of(preview.plies, "move", "moves");
        canvas.frame(pane, &format!("After {moves}, {side} to move"), false);
    }
    // Further down a line the moves of the record are none of this position.
    let mut marks_of_moves = Marks::default();
    if preview.plies == 0 {
        mark_moves(record, &mut marks_of_moves);
    }
    let view = BoardView {
        grid,
        board: Some(preview.position.board()),
        marks: Marks {
            looked: preview.played.as_ref().and_then(ends),
            cursor: held.map(|_| model.document.view.cursor),
            picked: held.map(|held| held.from),
            targets: dragged::targets(model),
            occupied: preview.position.board().occupied(),
            ..marks_of_moves
        },
        pieces: model.pieces,
        images: canvas.images(),
        number: 0,
        covered: covered(model),
    };
    let theme = canvas.theme();
    view.draw(canvas.buffer(), theme);
}

/// Check, mate, stalemate, or that chess does not allow the position.
fn verdict(record: &Record<'_>, position: Option<&Chess>) -> (&'static str, Role) {
    match position {
        Some(position) => (facts::state(position), Role::Warning),
        None if record.board().is_some() => ("✗ not a legal position", Role::Error),
        None => ("", Role::Warning),
    }
}

/// The moves played and those ahead, and what is typed of the next one: as many of the last as
/// there is room for.
fn draw_line(play: &Play, pane: Rect, row: u16, canvas: &mut Canvas<'_>) {
    let end = pane.right().saturating_sub(2);
    let mut x = pane.x + 2;
    let name = match play.source() {
        Some(name) => format!(" {name} "),
        None if play.is_unrecorded() => " not recorded ".to_owned(),
        None if play.in_words().is_empty() && play.typed().is_empty() => " ".to_owned(),
        None => " played ".to_owned(),
    };
    x = canvas.text(x, row, end, &name, Role::Warning);
    let words = play.in_words();
    let at = words.iter().filter(|(_, played)| *played).count();
    let typed = play.typed();
    let typed_width = usize::from(!typed.is_empty()) + typed.chars().count() + 2;
    let mut room = usize::from(end.saturating_sub(x)).saturating_sub(typed_width);
    let before = words.iter().take(at).rev();
    let fitting = before
        .take_while(|(text, _)| {
            let wanted = text.chars().count() + 1;
            let fits = wanted <= room;
            room = room.saturating_sub(wanted);
            fits
        })
        .count();
    for (text, _) in words.iter().take(at).skip(at - fitting) {
        x = canvas.text(x, row, end, text, Role::Move);
        x = canvas.text(x, row, end, " ", Role::Secondary);
    }
    if !typed.is_empty() {
        x = canvas.text(x, row, end, typed, Role::Field);
        x = canvas.text(x, row, end, "▏ ", Role::Accent);
    }
    if words.is_empty() && typed.is_empty() {
        x = canvas.text(x, row, end, "no move played yet ", Role::Secondary);
    }
    for (text, _) in words.iter().skip(at) {
        let width = u16::try_from(text.chars().count() + 1).unwrap_or(u16::MAX);
        if x.saturating_add(width) > end {
            break;
        }
        x = canvas.text(x, row, end, text, Role::Secondary);
        x = canvas.text(x, row, end, " ", Role::Secondary);
    }
}

/// Castling rights, en-passant square and clocks, for the border.
fn state(record: &Record<'_>) -> String {
    if record.board().is_none() {
        return String::new();
    }
    let castling = record.castling().unwrap_or("?");
    let en_passant = record
        .en_passant()
        .map_or_else(|| "-".to_owned(), |square| square.to_string());
    let rights = match record.rules() {
        Rules::Classical => "castling",
        Rules::Chess960 => "Chess960",
    };
    let mut text = format!("{rights} {castling} · en passant {en_passant}");
    if let Some(moves) = record
        .position()
        .map(|position| position.legal_moves().len())
    {
        text.push_str(&format!(" · {moves} moves"));
    }
    text
}

/// The first moves of the engine's lines.
fn thoughts(model: &Model) -> Vec<(Square, Square)> {
    let live = model.analysis.as_ref();
    let lines = live.and_then(|live| live.analysis());
    let lines = lines.map(|analysis| analysis.lines.as_slice());
    let firsts = lines.unwrap_or_default().iter();
    firsts
        .filter_map(|line| ends(line.moves.first()?))
        .collect()
}

fn marks(model: &Model, record: &Record<'_>, focused: bool) -> Marks {
    let mut marks = Marks {
        thought: thoughts(model),
        cursor: focused.then_some(model.document.view.cursor),
        picked: model.document.view.held.map(|held| held.from),
        ..Marks::default()
    };
    if let Some(play) = &model.document.view.play {
        let from = model
            .document
            .view
            .held
            .map_or(model.document.view.cursor, |held| held.from);
        marks.targets = play.targets(from);
        marks.occupied = play.position().board().occupied();
        marks.last = play.last();
        return marks;
    }
    for found in record.diagnostics() {
        marks.problems |= found.squares;
    }
    let chosen = match model.document.view.focus {
        Pane::Operations => record
            .operations()
            .get(model.document.view.operations.cursor),
        _ => None,
    };
    let chosen = chosen
        .filter(|operation| !matches!(operation.info.map(|info| info.name), Some("bm" | "am")));
    if let Some(operation) = chosen {
        // The first move of the operation with the cursor.
        marks.looked =
            record
                .operands_of(operation)
                .iter()
                .find_map(|operand| match operand.value {
                    Value::Move(played) => ends(&played),
                    _ => None,
                });
        if marks.looked.is_some() {
            return marks;
        }
    }
    mark_moves(record, &mut marks);
    marks
}

/// Marks the best moves of a record and those to avoid.
fn mark_moves(record: &Record<'_>, marks: &mut Marks) {
    for (opcode, into) in [("bm", &mut marks.best), ("am", &mut marks.avoid)] {
        let Some(operation) = record.operation(opcode) else {
            continue;
        };
        for operand in record.operands_of(operation) {
            if let Value::Move(played) = &operand.value {
                into.extend(ends(played));
            }
        }
    }
}
