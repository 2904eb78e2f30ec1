//! The starting position of a game: the initial array, or the position of its `FEN` tag.

use shakmaty::{Chess, Color};

use super::game::Game;
use crate::epd::{Dialect, ReadOptions, Record, Rules};

/// A starting position and its clocks.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub position: Chess,
    pub half_moves: u32,
    pub number: u32,
}

impl Default for Start {
    /// Returns the initial array.
    fn default() -> Self {
        Self {
            position: Chess::default(),
            half_moves: 0,
            number: 1,
        }
    }
}

/// Reads a position with its clocks; `None` if it is not legal.
pub(super) fn of_fen(fen: &[u8], rules: Rules) -> Option<Start> {
    let options = ReadOptions {
        dialect: Dialect::Fen,
        rules,
        ..ReadOptions::default()
    };
    let record = Record::read(fen, &options);
    if !record.is_structure_sound() || !record.operations().is_empty() {
        return None;
    }
    Some(Start {
        position: record.position()?.clone(),
        half_moves: record.half_move_clock().unwrap_or(0),
        number: record.full_move_number().unwrap_or(1).max(1),
    })
}

/// Returns true if a game can start from a position: six fields of FEN, or four.
pub fn is_start(fen: &str) -> bool {
    of_fen(fen.as_bytes(), Rules::Classical).is_some()
}

/// Returns the start of a game by its tags, or the fault in them.
pub(super) fn of_game(game: &Game<'_>) -> Result<Start, String> {
    let variant = game.tag("Variant").unwrap_or_default().to_lowercase();
    let chess960 = variant.contains("960") || variant.contains("fischer");
    let is_chess = chess960
        || matches!(
            variant.trim(),
            "" | "?" | "-" | "standard" | "chess" | "normal" | "from position" | "classical"
        );
    if !is_chess {
        return Err(format!("the variant `{variant}` is not chess"));
    }
    let rules = match chess960 {
        true => Rules::Chess960,
        false => Rules::Classical,
    };
    let fen = game
        .tag("FEN")
        .filter(|fen| !matches!(fen.trim(), "" | "?" | "-"));
    let Some(fen) = fen else {
        return Ok(Start::default());
    };
    of_fen(fen.trim().as_bytes(), rules)
        .ok_or_else(|| format!("expected a legal position in the tag FEN, found `{fen}`"))
}

impl Start {
    /// Returns the move number before the half-move with this index.
    pub(super) fn number_at(&self, ply: usize) -> u32 {
        use shakmaty::Position;
        let black = u32::from(self.position.turn() == Color::Black);
        let ply = u32::try_from(ply).unwrap_or(u32::MAX);
        self.number.saturating_add(ply.saturating_add(black) / 2)
    }
}
