//! Draws the board's pane: the position with its marks, and its state in the border.

use crate::editor::doc::change::how_to_begin;
use crate::editor::doc::draft;
use crate::editor::layout::{Layout, Palette};
use crate::editor::model::Model;
use crate::editor::panes::board::no_board;
use crate::editor::panes::board::position::condition;
use crate::editor::state::engines::LiveAnalysis;
use crate::editor::state::view::{Pane, Play};
use crate::editor::state::ways;
use crate::editor::widgets::board::{BoardView, Marks, PieceLook, draw_beside};
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::theme::{Background, Role};
use crate::editor::widgets::words::whole_parts;
use crate::editor::widgets::{BoardGrid, Rect, glyph, sign};
use crate::epd::counted::thousands_of;
use crate::epd::moves::ends;
use crate::epd::{Record, Rules, Value};
use crate::suite::field::material_text;
use shakmaty::{Board, Chess, Color, Position};

pub(crate) fn draw(model: &Model, record: &Record<'_>, layout: &Layout, canvas: &mut Canvas<'_>) {
    let (Some(pane), Some(grid)) = (layout.board, layout.grid) else {
        return;
    };
    let view = &model.document.view;
    let is_chosen = view.focus == Pane::Board;
    let focused = is_chosen && model.overlays.is_empty();
    let play = view.play.as_ref();
    let position = play.map(|play| &play.position).or(record.position());
    let side = position.map(Position::turn).or(record.side());
    let side = side.map(|side| side.fold_wb("White to move", "Black to move"));
    let side = side.unwrap_or(Pane::Board.title());
    let verdict = verdict(model, record, position);
    // A focused board shows its mode first; parts without room are left out.
    let title = match (is_chosen, verdict) {
        (false, "") => side.to_owned(),
        (false, verdict) => format!("{side} · {verdict}"),
        (true, verdict) => {
            let (plays, sets_up) = match play {
                Some(_) => (sign::ON.text, sign::OFF.text),
                None => (sign::OFF.text, sign::ON.text),
            };
            let gap = if verdict.is_empty() { "" } else { " · " };
            format!("{plays}Play {sets_up}Set up · {verdict}{gap}{side}")
        }
    };
    let room = usize::from(pane.width.saturating_sub(6));
    let title = whole_parts(&title, room);
    match focused && play.is_none() {
        true => canvas.frame_of_mode(pane, title),
        false => canvas.frame(pane, title, focused),
    }
    match play.filter(|play| !play.line.is_empty() || !play.typed.is_empty()) {
        Some(play) => draw_line(play, pane.foot(1).after(2).before(2), canvas),
        None => {
            let state = state(record);
            let shown = whole_parts(&state, room);
            canvas.on_border(pane.foot(1), shown, Role::Secondary);
        }
    }
    let preview = model.assist.preview.as_ref();
    let shown = preview.map(|preview| &preview.position).or(position);
    let Some(board) = shown.map(Position::board).or(record.board()) else {
        let below = pane.inner().below(pane.inner().height / 2);
        for (row, text) in below.rows().zip(why_no_board(model, layout)) {
            canvas.centred(row, &text, Role::Secondary);
        }
        return;
    };
    if let Some(preview) = preview.filter(|preview| preview.plies > 0) {
        let side = preview.position.turn().fold_wb("White", "Black");
        let moves = thousands_of(preview.plies, "move", "moves");
        canvas.frame(pane, &format!("After {moves}, {side} to move"), false);
    }
    let (marks, look) = (marks(model, record, focused), look(model, layout));
    BoardView {
        grid,
        board,
        marks,
        look,
    }
    .draw(canvas);
    if preview.is_none() {
        draw_bar(model, grid, canvas);
    }
    if let Some(palette) = layout.palette {
        draw_palette(model, palette, board, look, canvas);
    }
}

/// Returns the style of the pieces, and the area that covers some of them.
pub(crate) fn look(model: &Model, layout: &Layout) -> PieceLook {
    let overlay = layout.overlay.map(|place| place.frame);
    let status = (layout.status.height > 1).then_some(layout.status);
    let choices = layout.choices.map(|place| Rect {
        height: layout.status.bottom().saturating_sub(place.frame.y),
        ..place.frame
    });
    PieceLook {
        pieces: model.pieces,
        covered: overlay.or(choices).or(status),
        dimmed: overlay.is_some(),
    }
}

/// Draws the bar of the evaluation left of the squares, with White's share at White's side of the board.
fn draw_bar(model: &Model, grid: BoardGrid, canvas: &mut Canvas<'_>) {
    let Some(share) = model
        .analysis
        .as_ref()
        .and_then(LiveAnalysis::share_of_white)
    else {
        return;
    };
    let board = grid.bounds();
    let bar = Rect {
        x: board.x.saturating_sub(1),
        width: 1,
        ..board
    };
    let white = (u32::from(share) * u32::from(board.height) + 500) / 1000;
    for (nth, row) in (0..).zip(bar.rows()) {
        let nth = match model.board.flipped {
            true => nth,
            false => u32::from(board.height) - 1 - nth,
        };
        // White's share is lighter on dark and on light backgrounds. The half block leaves a gap to the rank names.
        let role = match (nth < white) == (canvas.theme.background == Background::Dark) {
            true => Role::Screen,
            false => Role::Faint,
        };
        canvas.text(row, "▐", role);
    }
}

fn why_no_board(model: &Model, layout: &Layout) -> Vec<String> {
    if model.document.suite.line_count() == 0 {
        // The list shows this if it is visible.
        return match layout.records {
            Some(_) => Vec::new(),
            None => how_to_begin(model).to_vec(),
        };
    }
    let why = no_board(model).unwrap_or_default();
    why.split(" · ").map(str::to_owned).collect()
}

/// Draws the palette, each piece with its letter and count, and below it the material as in the list.
fn draw_palette(
    model: &Model,
    palette: Palette,
    board: &Board,
    mut look: PieceLook,
    canvas: &mut Canvas<'_>,
) {
    if let Some(heading) = palette.heading() {
        canvas.text(heading, "pieces", Role::Secondary);
    }
    if !palette.has_pictures() {
        look.pieces = look.instead(canvas);
    }
    for (piece, rect) in palette.pieces() {
        // Half a piece below a dialog would look broken.
        if look.covered.is_some_and(|over| over.overlaps(rect)) {
            continue;
        }
        let in_hand = model.board.brush == Some(piece);
        let ground = match piece.color {
            _ if in_hand => Role::CursorSquare,
            Color::White => Role::DarkSquare,
            Color::Black => Role::LightSquare,
        };
        draw_beside((piece, rect), ground, in_hand, look, canvas);
        let cell = |(x, y)| Rect::new(x, y, 1, 1);
        if let Some(letter) = palette.letter(piece) {
            canvas.text(cell(letter), &piece.char().to_string(), Role::Key);
        }
        let count = board.by_piece(piece).count();
        let (text, role) = match (count, in_hand) {
            (0, true) => (sign::HAND.text.to_owned(), Role::Accent),
            (0, false) => (String::new(), Role::Secondary),
            (_, true) => (count.to_string(), Role::Accent),
            (1..=9, false) => (count.to_string(), Role::Secondary),
            _ => ("+".to_owned(), Role::Warning),
        };
        canvas.text(cell(palette.count(piece)), &text, role);
    }
    let below = palette.below();
    if below.height > 1 {
        canvas.text(below, "material", Role::Secondary);
    }
    canvas.text(below.foot(1), &material_text(board), Role::Screen);
}

/// Returns check, mate and the like, else the result by the tablebases.
fn verdict<'m>(model: &'m Model, record: &Record<'_>, position: Option<&Chess>) -> &'m str {
    let known = model.looked_up.as_ref();
    let known = known.filter(|(of, _)| Some(of) == position);
    match (position, known) {
        (Some(position), Some((_, result))) if condition(position).is_empty() => result,
        (Some(position), _) => condition(position),
        (None, _) if record.board().is_some() => "✗ illegal",
        (None, _) => "",
    }
}

/// Draws the played moves, as many of the last ones as fit, then the text being typed and the moves ahead.
fn draw_line(play: &Play, area: Rect, canvas: &mut Canvas<'_>) {
    let (words, typed) = (play.in_words(), play.typed.as_str());
    let name = match play.source {
        Some(name) => format!(" {name} "),
        None if play.is_unrecorded() => " not recorded ".to_owned(),
        None => " played ".to_owned(),
    };
    let mut rest = canvas.text(area, &name, Role::Secondary);
    let wanted = |text: &str| glyph::columns(text) + 1;
    let of_typed = match typed {
        "" => 2,
        typed => wanted(typed) + 2,
    };
    let (played, ahead) = words.split_at(play.at.min(words.len()));
    let mut room = rest.width.saturating_sub(of_typed);
    let fitting = played.iter().rev().take_while(|(text, _)| {
        let left = room.checked_sub(wanted(text));
        room = left.unwrap_or(0);
        left.is_some()
    });
    for (text, _) in played.iter().skip(played.len() - fitting.count()) {
        rest = canvas.text(rest, text, Role::Move);
        rest = canvas.text(rest, " ", Role::Secondary);
    }
    if !typed.is_empty() {
        rest = canvas.text(rest, typed, Role::Field);
        rest = canvas.text(rest, "▏ ", Role::Accent);
    }
    for (text, _) in ahead {
        if wanted(text) > rest.width {
            break;
        }
        rest = canvas.text(rest, &format!("{text} "), Role::Secondary);
    }
}

/// Returns castling rights, en-passant square and the number of moves, for the border.
fn state(record: &Record<'_>) -> String {
    if record.board().is_none() {
        return String::new();
    }
    let castling = record.castling().unwrap_or("?");
    let en_passant = record.en_passant();
    let en_passant = en_passant.map_or_else(|| "-".to_owned(), |square| square.to_string());
    let rights = match record.rules() {
        Rules::Classical => "castling",
        Rules::Chess960 => "Chess960",
    };
    let text = format!("{rights} {castling} · en passant {en_passant}");
    match record.position() {
        Some(position) => format!("{text} · {} moves", position.legal_moves().len()),
        None => text,
    }
}

/// Returns the marked squares: of a previewed position, of the played moves, or of the record.
fn marks(model: &Model, record: &Record<'_>, focused: bool) -> Marks {
    let view = &model.document.view;
    let mut marks = Marks {
        picked: view.held.map(|held| held.from),
        ..Marks::default()
    };
    if let Some(preview) = &model.assist.preview {
        marks.looked = preview.played.as_ref().and_then(ends);
        marks.cursor = view.held.map(|_| view.cursor);
        marks.targets = draft::targets(model);
        // Later in a line, the moves of the record are not of the shown position.
        if preview.plies == 0 {
            mark_moves(record, &mut marks);
        }
        return marks;
    }
    let analysis = model.analysis.as_ref().and_then(LiveAnalysis::analysis);
    let lines = analysis.into_iter().flat_map(|analysis| &analysis.lines);
    marks.thought = lines.filter_map(|line| ends(line.moves.first()?)).collect();
    marks.cursor = focused.then_some(view.cursor);
    if let Some(play) = &view.play {
        if let Some(picked) = marks.picked {
            marks.targets = play.targets(picked);
        }
        // The marks of the record belong to its own position.
        if play.at > 0 {
            marks.last = play.last();
            return marks;
        }
    }
    for found in record.diagnostics() {
        marks.problems |= found.squares;
    }
    let chosen = match view.focus {
        Pane::Operations => record.operations().get(view.operations.cursor),
        _ => None,
    };
    let chosen = chosen
        .filter(|operation| !matches!(operation.info.map(|info| info.name), Some("bm" | "am")));
    let operands = chosen.map_or(&[][..], |operation| record.operands_of(operation));
    marks.looked = operands.iter().find_map(|operand| match &operand.value {
        Value::Move(played) => ends(played),
        _ => None,
    });
    if marks.looked.is_none() {
        mark_moves(record, &mut marks);
    }
    marks
}

fn mark_moves(record: &Record<'_>, marks: &mut Marks) {
    (marks.best, marks.avoid) = (ways(record, "bm"), ways(record, "am"));
}
