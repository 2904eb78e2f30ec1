//! Moves typed character by character.

use super::san;
use shakmaty::{CastlingMode, Chess, Move, Position, Role};

/// Returns the legal moves one of whose spellings begins so.
pub fn begun(position: &Chess, typed: &str) -> Vec<Move> {
    let begins = |&played: &Move| {
        let spellings = spellings(position, played);
        spellings.iter().any(|text| text.starts_with(typed))
    };
    position.legal_moves().into_iter().filter(begins).collect()
}

/// Returns the ways to type a move, check marks left out: SAN, with more of the origin than it needs or less,
/// without the mark of a capture, and UCI.
pub fn spellings(position: &Chess, played: Move) -> Vec<String> {
    let short = san(position, played);
    let short = short.trim_end_matches(['+', '#']).to_owned();
    let mut out = vec![played.to_uci(CastlingMode::Standard).to_string()];
    if played.is_castle() {
        out.push(short.replace('O', "0"));
        out.push(played.to_uci(CastlingMode::Chess960).to_string());
    } else if let Some(from) = played.from() {
        let role = match played.role() {
            Role::Pawn => String::new(),
            role => role.upper_char().to_string(),
        };
        let piece = played.promotion().map(Role::upper_char);
        let piece = piece.map_or_else(String::new, |piece| format!("={piece}"));
        let to = played.to();
        for between in ["", "-", "x"] {
            let takes = between != "x" || played.is_capture();
            out.extend(takes.then(|| format!("{role}{from}{between}{to}{piece}")));
        }
        if !role.is_empty() {
            let mark = if played.is_capture() { "x" } else { "" };
            out.extend([format!("{role}{to}"), format!("{role}{mark}{to}")]);
        }
    }
    out.push(short.replace('x', ""));
    out.push(short);
    // The piece of a promotion with its sign or without, in either case.
    for at in 0..out.len() {
        if let Some(text) = out.get(at).filter(|text| text.contains('=')).cloned() {
            let bare = text.replace('=', "");
            let small = |text: &str| {
                let (rest, piece) = text.split_at(text.len().saturating_sub(1));
                format!("{rest}{}", piece.to_lowercase())
            };
            out.extend([small(&text), small(&bare), bare]);
        }
    }
    out
}
