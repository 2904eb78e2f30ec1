//! A move typed in play mode, as SAN or UCI: played as soon as it can mean nothing else.

use crate::app::command::Id;
use crate::app::effect::Effect;
use crate::app::features::play::play;
use crate::app::key::{Key, KeyCode};
use crate::app::model::Model;
use crate::app::state::play::{Play, san};
use crate::epd::moves::{self, Fault};
use shakmaty::{CastlingMode, Chess, Move, Position};

/// One more character of the move.
pub fn character(model: &mut Model, key: Option<Key>) -> Vec<Effect> {
    let Some(KeyCode::Char(c)) = key.map(|key| key.code) else {
        model.refused("type a move: Nf3, e2e4, O-O");
        return Vec::new();
    };
    let Some(state) = &mut model.document.view.play else {
        return Vec::new();
    };
    model.document.view.held = None;
    state.typed.push(c);
    let typed = state.typed.clone();
    let legal = state.position().legal_moves();
    let read = moves::read(state.position(), typed.as_bytes());
    let mut begin_so = false;
    let mut goes_on = false;
    for &other in &legal {
        for text in spellings(state.position(), other) {
            if let Some(rest) = text.strip_prefix(typed.as_str()) {
                begin_so = true;
                goes_on |= !rest.is_empty() && read.result != Ok(other);
            }
        }
    }
    match read.result {
        Ok(played) if !goes_on => return play(model, played),
        Ok(_) => {}
        Err(_) if begin_so => {}
        Err(_) => {
            let back = model.key(Id::TakeBack);
            model.refused(format!("no legal move begins with {typed} · {back}"));
        }
    }
    Vec::new()
}

/// A whole move, as it is typed and Enter pressed.
pub(crate) fn whole_move(model: &mut Model, text: &str) -> Vec<Effect> {
    let mut effects = Vec::new();
    for c in text.chars() {
        effects.extend(character(model, Some(Key::char(c))));
        // Played already: a check mark, say, comes after it.
        let is_typing = |play: &Play| !play.typed.is_empty();
        if !model.document.view.play.as_ref().is_some_and(is_typing) {
            return effects;
        }
    }
    effects.extend(enter(model));
    effects
}

/// The ways to type a move, check marks left out.
fn spellings(position: &Chess, played: Move) -> Vec<String> {
    let mut out = vec![
        san(position, played)
            .trim_end_matches(['+', '#'])
            .to_owned(),
        played.to_uci(CastlingMode::Standard).to_string(),
    ];
    if played.is_castle() {
        let zeros = out.first().map(|text| text.replace('O', "0"));
        out.extend(zeros);
        out.push(played.to_uci(CastlingMode::Chess960).to_string());
    }
    out
}

/// Plays what is typed, or takes up or plays the piece under the cursor where nothing is.
pub fn enter(model: &mut Model) -> Vec<Effect> {
    let Some(state) = &model.document.view.play else {
        return Vec::new();
    };
    let typed = state.typed.clone();
    if typed.is_empty() {
        return crate::app::features::play::pick_up_or_play(model);
    }
    let position = state.position().clone();
    match moves::read(&position, typed.as_bytes()).result {
        Ok(played) => return play(model, played),
        Err(Fault::Ambiguous(fitting)) => {
            let all: Vec<String> = fitting.iter().map(|&m| san(&position, m)).collect();
            model.refused(format!("{typed} may be {}", all.join(" or ")));
        }
        Err(Fault::Illegal) => model.refused(format!("{typed} is not legal here")),
        Err(Fault::Unreadable) => model.refused(format!("{typed} is not a move")),
    }
    Vec::new()
}
