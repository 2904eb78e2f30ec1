//! What is so on the board, on one page: pieces, material, check and mate, every legal move, and
//! each reason why chess does not allow the position.

use crate::editor::model::Model;
use crate::editor::overlay::{self, Pager, PagerLine};
use crate::editor::state::pieces::ROLES;
use crate::epd::moves::san;
use crate::suite::query::material;
use shakmaty::{Chess, Color, Position};

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
    let position = match model.play() {
        Some(play) => Some(play.position()),
        None => record.position(),
    };
    let board = position.map(|p| p.board()).or(record.board());
    let mut lines = vec![PagerLine::Heading("Pieces".into())];
    if let Some(board) = board {
        for color in Color::ALL {
            let count = board.by_color(color).count();
            let kinds: Vec<String> = ROLES
                .into_iter()
                .map(|role| (role, board.by_piece(role.of(color)).count()))
                .filter(|(_, count)| *count > 0)
                .map(|(role, count)| format!("{count}{}", role.upper_char()))
                .collect();
            lines.push(PagerLine::Key {
                keys: color.fold_wb("White", "Black").into(),
                text: format!(
                    "{count} pieces, worth {}: {}",
                    material(board, color) / 100,
                    kinds.join(" ")
                ),
            });
        }
    }
    lines.push(PagerLine::Text(String::new()));
    match position {
        Some(position) => lines.extend(of_position(position)),
        None => {
            lines.push(PagerLine::Heading("Why it is illegal".into()));
            let reasons = record.diagnostics().iter();
            lines.extend(
                reasons
                    .filter(|found| found.severity == crate::epd::Severity::Error)
                    .map(|found| PagerLine::Text(record.message(found))),
            );
        }
    }
    lines
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
    let mut lines = vec![
        PagerLine::Heading(state),
        PagerLine::Text(format!("{} legal moves", words.len())),
    ];
    lines.extend(
        words
            .chunks(MOVES_A_ROW)
            .map(|row| PagerLine::Text(format!("  {}", row.join(" ")))),
    );
    lines
}
