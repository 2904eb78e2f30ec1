//! What is so on the board, on one page: pieces, material, check and mate, every legal move, and
//! each reason why chess does not allow the position.

use crate::editor::model::Model;
use crate::editor::overlay::{self, Pager, PagerLine};
use crate::epd::Severity;
use crate::epd::moves::san;
use crate::suite::query::material;
use shakmaty::{Board, Chess, Color, Position, Role};

/// Moves in one row of the page.
const MOVES_A_ROW: usize = 10;

/// Check, mate, stalemate and the like; empty where nothing is special.
pub fn state(position: &Chess) -> &'static str {
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

/// Opens the page.
pub fn open(model: &mut Model) {
    let lines = lines(model);
    overlay::open(model, Pager::new("Position", lines))
}

fn lines(model: &Model) -> Vec<PagerLine> {
    let record = model.record();
    let position = model
        .play()
        .map(|play| &play.position)
        .or(record.position());
    let mut lines = vec![PagerLine::Heading("Pieces".into())];
    if let Some(board) = position.map(Position::board).or(record.board()) {
        lines
            .extend(Color::ALL.map(|color| {
                PagerLine::key(color.fold_wb("White", "Black"), pieces(board, color))
            }));
    }
    lines.push(PagerLine::Text(String::new()));
    match position {
        Some(position) => lines.extend(of_position(position)),
        None => {
            lines.push(PagerLine::Heading("Why it is illegal".into()));
            let reasons = record.diagnostics().iter();
            let reasons = reasons.filter(|found| found.severity == Severity::Error);
            lines.extend(reasons.map(|found| PagerLine::Text(record.message(found))));
        }
    }
    lines
}

/// Returns the number of pieces of a colour, their worth, and how many there are of each.
fn pieces(board: &Board, color: Color) -> String {
    let count = board.by_color(color).count();
    let worth = material(board, color) / 100;
    let of_role = |role: Role| match board.by_piece(role.of(color)).count() {
        0 => None,
        count => Some(format!("{count}{}", role.upper_char())),
    };
    let kinds: Vec<String> = Role::ALL.into_iter().rev().filter_map(of_role).collect();
    format!("{count} pieces, worth {worth}: {}", kinds.join(" "))
}

fn of_position(position: &Chess) -> Vec<PagerLine> {
    let side = position.turn().fold_wb("White to move", "Black to move");
    let state = match state(position) {
        "" => side.to_owned(),
        state => format!("{side}: {state}"),
    };
    let moves = position.legal_moves();
    let words = moves.iter().map(|&played| san(position, played));
    let mut words: Vec<String> = words.collect();
    words.sort();
    let count = format!("{} legal moves", words.len());
    let mut lines = vec![PagerLine::Heading(state), PagerLine::Text(count)];
    let rows = words.chunks(MOVES_A_ROW);
    lines.extend(rows.map(|row| PagerLine::Text(format!("  {}", row.join(" ")))));
    lines
}
