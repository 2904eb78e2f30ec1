//! The board's pane: the position, what is marked on it, and its state in the border.

use crate::editor::doc::change::how_to_begin;
use crate::editor::doc::draft;
use crate::editor::layout::{Layout, Palette};
use crate::editor::model::Model;
use crate::editor::panes::board::facts;
use crate::editor::panes::board::no_board;
use crate::editor::state::analysis::Live;
use crate::editor::state::assist::Preview;
use crate::editor::state::pieces::ROLES;
use crate::editor::state::play::Play;
use crate::editor::state::view::Pane;
use crate::editor::widgets::board::{BoardView, Marks, PieceLook, draw_beside};
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::geometry::BoardGrid;
use crate::editor::widgets::geometry::Rect;
use crate::editor::widgets::theme::Background;
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::{glyph, sign};
use crate::epd::counted::thousands_of;
use crate::epd::moves::ends;
use crate::epd::{Operation, Record, Rules, Value};
use crate::suite::query::material;
use shakmaty::{Board, Chess, Color, Position, Square};

pub(crate) fn draw(model: &Model, record: &Record<'_>, layout: &Layout, canvas: &mut Canvas<'_>) {
    let (Some(pane), Some(grid)) = (layout.board, layout.grid) else {
        return;
    };
    let view = &model.document.view;
    let focused = view.focus == Pane::Board && model.overlays.is_empty();
    let play = view.play.as_ref();
    let position = match play {
        Some(play) => Some(play.position()),
        None => record.position(),
    };
    let side = position.map(Position::turn).or(record.side());
    let side = side.map(|side| side.fold_wb("White to move", "Black to move"));
    match play {
        Some(play) => {
            let title = format!("{} · {}", play.in_a_word(), side.unwrap_or_default());
            canvas.frame_of_mode(pane, &title, focused);
            draw_line(play, pane.foot(1).after(2).before(2), canvas);
        }
        None => {
            canvas.frame(pane, side.unwrap_or(Pane::Board.title()), focused);
            canvas.on_border(pane.foot(1), &state(record), Role::Secondary);
        }
    }
    let (verdict, role) = verdict(record, position);
    canvas.on_border_right(pane.top(1), pane.x + 18, verdict, role);
    let preview = model.assist.preview.as_ref();
    let board = match (preview, play) {
        (Some(preview), _) => Some(preview.position.board()),
        (None, Some(play)) => Some(play.position().board()),
        (None, None) => record.board(),
    };
    let Some(board) = board else {
        let below = pane.inner().below(pane.inner().height / 2);
        for (row, text) in below.rows().zip(why_no_board(model, layout)) {
            canvas.centred(row, &text, Role::Secondary);
        }
        return;
    };
    let marks = match preview {
        Some(preview) => marks_of_preview(model, record, preview),
        None => marks(model, record, focused),
    };
    match preview {
        Some(preview) if preview.plies > 0 => {
            let side = preview.position.turn().fold_wb("White", "Black");
            let moves = thousands_of(preview.plies, "move", "moves");
            canvas.frame(pane, &format!("After {moves}, {side} to move"), false);
        }
        _ => {}
    }
    let look = look(model, layout, canvas);
    let view = BoardView {
        grid,
        board,
        marks,
        look,
    };
    view.draw(canvas.buffer, canvas.theme);
    if preview.is_none() {
        draw_bar(model, grid, canvas);
    }
    if let Some(palette) = layout.palette {
        draw_palette(model, palette, board, look, canvas);
    }
}

/// Returns how pieces are drawn, and what lies over them.
pub(crate) fn look<'a>(model: &Model, layout: &Layout, canvas: &Canvas<'a>) -> PieceLook<'a> {
    let overlay = layout.overlay.map(|place| place.frame);
    let status = (layout.status.height > 1).then_some(layout.status);
    let choices = layout.choices.map(|place| Rect {
        height: layout.status.bottom().saturating_sub(place.frame.y),
        ..place.frame
    });
    PieceLook {
        pieces: model.pieces,
        images: canvas.images,
        covered: overlay.or(choices).or(status),
    }
}

/// Draws the bar left of the squares, between them and the rank names: White's share from White's side of the
/// board.
fn draw_bar(model: &Model, grid: BoardGrid, canvas: &mut Canvas<'_>) {
    let Some(share) = model.analysis.as_ref().and_then(Live::share_of_white) else {
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
        // From White's side.
        let nth = match model.board.flipped {
            true => nth,
            false => u32::from(board.height) - 1 - nth,
        };
        // White's share is the lighter one on either ground. Half a column is left to the rank names.
        let role = match (nth < white) == (canvas.theme.background == Background::Dark) {
            true => Role::Screen,
            false => Role::Faint,
        };
        canvas.text(row, "▐", role);
    }
}

/// Returns why there is no board, and what to do about it.
fn why_no_board(model: &Model, layout: &Layout) -> Vec<String> {
    if model.document.suite.line_count() == 0 {
        // The list says it where it is seen.
        return match layout.records {
            Some(_) => Vec::new(),
            None => how_to_begin(model).to_vec(),
        };
    }
    let why = no_board(model).unwrap_or_default();
    why.split(" · ").map(str::to_owned).collect()
}

/// Draws the pieces for the mouse, each with its letter and how many of it are on the board; the one in the
/// hand is marked. Below them, what one side has more.
fn draw_palette(
    model: &Model,
    palette: Palette,
    board: &Board,
    look: PieceLook<'_>,
    canvas: &mut Canvas<'_>,
) {
    if let Some(heading) = palette.heading() {
        canvas.text(heading, "pieces", Role::Secondary);
    }
    let images = look.images.filter(|_| palette.has_pictures());
    let pieces = ROLES
        .into_iter()
        .flat_map(|role| Color::ALL.map(|color| role.of(color)));
    for piece in pieces {
        let rect = palette.rect(piece);
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
        let look = PieceLook { images, ..look };
        let at = (piece, rect);
        draw_beside(at, ground, in_hand, look, canvas.buffer, canvas.theme);
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
    let words = balance(board, palette.is_labelled());
    canvas.text(below.foot(1), &words, Role::Screen);
}

/// Returns which side has more material, in pawns.
fn balance(board: &Board, in_words: bool) -> String {
    let more = material(board, Color::White) - material(board, Color::Black);
    let side = |word: &'static str, letter| if in_words { word } else { letter };
    match more / 100 {
        0 => "even".into(),
        more @ 1.. => format!("{} +{more}", side("White", "W")),
        more => format!("{} +{}", side("Black", "B"), more.abs()),
    }
}

/// Returns whether the position is check, mate, stalemate, or illegal.
fn verdict(record: &Record<'_>, position: Option<&Chess>) -> (&'static str, Role) {
    match position {
        Some(position) => (facts::state(position), Role::Warning),
        None if record.board().is_some() => ("✗ not a legal position", Role::Error),
        None => ("", Role::Warning),
    }
}

/// Draws the moves played and those ahead, and what is typed of the next one: as many of the last as there
/// is room for.
fn draw_line(play: &Play, area: Rect, canvas: &mut Canvas<'_>) {
    let (words, typed) = (play.in_words(), play.typed());
    let name = match play.source {
        Some(name) => format!(" {name} "),
        None if play.is_unrecorded() => " not recorded ".to_owned(),
        None if words.is_empty() && typed.is_empty() => " ".to_owned(),
        None => " played ".to_owned(),
    };
    let mut rest = canvas.text(area, &name, Role::Warning);
    let at = words.iter().filter(|(_, played)| *played).count();
    let of_typed = match typed {
        "" => 2,
        typed => glyph::columns(typed) + 3,
    };
    let mut room = rest.width.saturating_sub(of_typed);
    let before = words.iter().take(at).rev().take_while(|(text, _)| {
        let wanted = glyph::columns(text) + 1;
        let fits = wanted <= room;
        room = room.saturating_sub(wanted);
        fits
    });
    let fitting = before.count();
    for (text, _) in words.iter().take(at).skip(at - fitting) {
        rest = canvas.text(rest, text, Role::Move);
        rest = canvas.text(rest, " ", Role::Secondary);
    }
    if !typed.is_empty() {
        rest = canvas.text(rest, typed, Role::Field);
        rest = canvas.text(rest, "▏ ", Role::Accent);
    } else if words.is_empty() {
        rest = canvas.text(rest, "no move played yet ", Role::Secondary);
    }
    for (text, _) in words.iter().skip(at) {
        if glyph::columns(text) + 1 > rest.width {
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

/// Returns the first moves of the engine's lines.
fn thoughts(model: &Model) -> Vec<(Square, Square)> {
    let live = model.analysis.as_ref();
    let lines = live.and_then(|live| live.analysis());
    let lines = lines.map(|analysis| analysis.lines.as_slice());
    let firsts = lines.unwrap_or_default().iter();
    firsts
        .filter_map(|line| ends(line.moves.first()?))
        .collect()
}

/// Returns what is marked on the board.
fn marks(model: &Model, record: &Record<'_>, focused: bool) -> Marks {
    let view = &model.document.view;
    let mut marks = Marks {
        thought: thoughts(model),
        cursor: focused.then_some(view.cursor),
        picked: view.held.map(|held| held.from),
        ..Marks::default()
    };
    if let Some(play) = &view.play {
        marks.targets = play.targets(marks.picked.unwrap_or(view.cursor));
        marks.last = play.last();
        return marks;
    }
    for found in record.diagnostics() {
        marks.problems |= found.squares;
    }
    // The first move of the operation with the cursor.
    let chosen = match view.focus {
        Pane::Operations => record.operations().get(view.operations.cursor),
        _ => None,
    };
    let chosen = chosen
        .filter(|operation| !matches!(operation.info.map(|info| info.name), Some("bm" | "am")));
    marks.looked = chosen.and_then(|operation| moves_of(record, operation).next());
    if marks.looked.is_none() {
        mark_moves(record, &mut marks);
    }
    marks
}

/// Returns what is marked on the position that is looked at while moves are chosen.
fn marks_of_preview(model: &Model, record: &Record<'_>, preview: &Preview) -> Marks {
    let view = &model.document.view;
    let mut marks = Marks {
        looked: preview.played.as_ref().and_then(ends),
        cursor: view.held.map(|_| view.cursor),
        picked: view.held.map(|held| held.from),
        targets: draft::targets(model),
        ..Marks::default()
    };
    // Further down a line the moves of the record are none of this position.
    if preview.plies == 0 {
        mark_moves(record, &mut marks);
    }
    marks
}

/// Marks the best moves of a record and those to avoid.
fn mark_moves(record: &Record<'_>, marks: &mut Marks) {
    for (opcode, into) in [("bm", &mut marks.best), ("am", &mut marks.avoid)] {
        let operation = record.operation(opcode).into_iter();
        into.extend(operation.flat_map(|operation| moves_of(record, operation)));
    }
}

/// Returns the moves among the operands of an operation, from and to.
fn moves_of(record: &Record<'_>, operation: &Operation) -> impl Iterator<Item = (Square, Square)> {
    let operands = record.operands_of(operation).iter();
    operands.filter_map(|operand| match &operand.value {
        Value::Move(played) => ends(played),
        _ => None,
    })
}
