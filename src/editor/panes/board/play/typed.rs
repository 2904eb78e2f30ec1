//! A move typed in play mode, as SAN or UCI: played as soon as it can mean nothing else.

use crate::editor::command::{Context, Id};
use crate::editor::key::{Key, KeyCode};
use crate::editor::model::Model;
use crate::editor::panes::board;
use crate::editor::panes::board::play::play;
use crate::editor::state::play::Play;
use crate::epd::moves::{self, Fault, san};
use shakmaty::{Chess, Move, Position, Role};

/// Legal moves named at most in a sentence.
const NAMED: usize = 4;

/// One more character of the move: refused at once where no legal move goes on so.
pub fn character(model: &mut Model, key: Option<Key>) {
    let Some(KeyCode::Char(c)) = key.map(|key| key.code) else {
        return model.refused("type a move: Nf3, e2e4, O-O");
    };
    let Some(state) = &mut model.document.view.play else {
        return;
    };
    // A check mark behind a move that is played already.
    if matches!(c, '+' | '#') && state.typed.is_empty() && !state.played().is_empty() {
        return;
    }
    model.document.view.held = None;
    let position = state.position().clone();
    let typed = format!("{}{c}", state.typed);
    let fitting = moves::begun(&position, &typed);
    let read = moves::read(&position, typed.as_bytes()).result;
    let is_bare = |&m: &Move| without_promotion(&position, m, &typed);
    if is_promotion_only(&fitting) && fitting.iter().any(is_bare) {
        type_on(model, typed);
        return board::ask_promotion(model, &fitting, play);
    }
    match read {
        Ok(played) if fitting.iter().all(|other| *other == played) => return play(model, played),
        Ok(_) => {
            let longer = fitting.iter().map(|&other| san(&position, other));
            let longer: Vec<String> = longer.filter(|other| *other != typed).collect();
            let (enter, longer) = (
                model.other_key(Id::PlaySquare, Context::Play),
                named(&longer),
            );
            model.done(format!(
                "{typed}? {enter} plays it · typing goes on to {longer}"
            ));
        }
        Err(Fault::Ambiguous(several)) => return which(model, &typed, &several),
        Err(_) if fitting.is_empty() => {
            let why = why_none(&position, &state.typed, c);
            return model.refused(format!("no legal move begins with {typed}{why}"));
        }
        Err(_) => {}
    }
    type_on(model, typed);
}

fn type_on(model: &mut Model, typed: String) {
    if let Some(state) = &mut model.document.view.play {
        state.typed = typed;
    }
}

/// What was typed fits several moves: what tells them apart is typed next.
fn which(model: &mut Model, typed: &str, several: &[Move]) {
    let Some(state) = &mut model.document.view.play else {
        return;
    };
    let position = state.position().clone();
    let all: Vec<String> = several.iter().map(|&m| san(&position, m)).collect();
    let mut shared = all.first().cloned().unwrap_or_default();
    while !all.iter().all(|text| text.starts_with(&shared)) {
        shared.pop();
    }
    let next: Vec<String> = all
        .iter()
        .filter_map(|text| text.get(shared.len()..)?.chars().next())
        .map(String::from)
        .collect();
    state.typed = shared;
    model.refused(format!(
        "{typed} may be {} · type {}",
        all.join(" or "),
        next.join(" or ")
    ));
}

/// Returns whether all moves are one pawn's promotions on one square.
fn is_promotion_only(fitting: &[Move]) -> bool {
    let Some(first) = fitting.first() else {
        return false;
    };
    let is_same = |m: &Move| m.is_promotion() && m.from() == first.from() && m.to() == first.to();
    fitting.iter().all(is_same)
}

/// Returns whether a text is a promotion but for the piece.
fn without_promotion(position: &Chess, played: Move, typed: &str) -> bool {
    let spellings = moves::spellings(position, played);
    let mut bare = spellings
        .iter()
        .map(|text| text.trim_end_matches(|c: char| "=QRBNqrbn".contains(c)));
    bare.any(|text| text == typed)
}

/// Returns why no move goes on with a letter: as a sentence's end.
fn why_none(position: &Chess, before: &str, c: char) -> String {
    let side = position.turn().fold_wb("White", "Black");
    let role = Role::from_char(c).filter(|_| before.is_empty() && c.is_ascii_uppercase());
    if let Some(role) = role {
        let ours = position.our(role);
        let name = board::named(role.of(position.turn()));
        return match ours.is_empty() {
            true => format!(
                " · {side} has no {}",
                name.rsplit(' ').next().unwrap_or_default()
            ),
            false => format!(" · no {name} can move"),
        };
    }
    if matches!(c, 'O' | '0') && before.is_empty() {
        return format!(" · {side} can't castle here");
    }
    let moves = match before.is_empty() {
        true => Vec::new(),
        false => moves::begun(position, before),
    };
    let moves: Vec<String> = moves.into_iter().map(|m| san(position, m)).collect();
    match (moves.is_empty(), position.is_check()) {
        (true, true) => format!(" · {side} is in check"),
        (true, false) => String::new(),
        (false, _) => format!(" · {} would do", named(&moves)),
    }
}

/// Returns the first of some moves, for a sentence.
fn named(moves: &[String]) -> String {
    let first = moves.get(..NAMED).unwrap_or(moves).join(", ");
    match moves.len() > NAMED {
        true => format!("{first} …"),
        false => first,
    }
}

/// A whole move, as it is typed and Enter pressed.
pub(crate) fn whole_move(model: &mut Model, text: &str) {
    for c in text.chars() {
        character(model, Some(Key::char(c)));
        // Played already: a check mark, say, comes after it.
        let is_typing = |play: &Play| !play.typed.is_empty();
        if !model.play().is_some_and(is_typing) {
            return;
        }
    }
    enter(model);
}

/// Plays what is typed, or takes up or plays the piece under the cursor where nothing is.
pub fn enter(model: &mut Model) {
    let Some(state) = model.play() else {
        return;
    };
    let typed = state.typed.clone();
    if typed.is_empty() {
        return crate::editor::panes::board::play::pick_up_or_play(model);
    }
    let position = state.position().clone();
    match moves::read(&position, typed.as_bytes()).result {
        Ok(played) => play(model, played),
        Err(Fault::Ambiguous(several)) => which(model, &typed, &several),
        Err(Fault::Illegal) => model.refused(format!("{typed} is not legal here")),
        Err(Fault::Unreadable) => model.refused(format!("{typed} is not a whole move yet")),
    }
}
