//! A move typed in play mode, as SAN or UCI: played as soon as it can mean nothing else.

use crate::editor::command::{Context, Id};
use crate::editor::key::{Key, KeyCode};
use crate::editor::model::Model;
use crate::editor::panes::board;
use crate::editor::panes::board::play::{pick_up_or_play, play};
use crate::epd::moves::{self, Fault, san};
use shakmaty::{Chess, Move, Position, Role};

/// Legal moves named at most in a sentence.
const NAMED: usize = 4;

/// One more character of the move: refused at once where no legal move goes on so.
pub fn character(model: &mut Model, key: Option<Key>) {
    let Some(KeyCode::Char(c)) = key.map(|key| key.code) else {
        return model.refused("type a move: Nf3, e2e4, O-O");
    };
    let Some(state) = model.play() else {
        return;
    };
    // A check mark behind a move that is played already.
    if matches!(c, '+' | '#') && state.typed.is_empty() && !state.played().is_empty() {
        return;
    }
    let (position, before) = (state.position.clone(), state.typed.clone());
    model.document.view.held = None;
    let typed = format!("{before}{c}");
    let fitting = moves::begun(&position, &typed);
    let left = match moves::read(&position, typed.as_bytes()).result {
        _ if lacks_piece(&position, &fitting, &typed) => {
            board::ask_promotion(model, &fitting, play);
            typed
        }
        Ok(played) if fitting.iter().all(|other| *other == played) => return play(model, played),
        Ok(_) => {
            let longer = fitting.iter().map(|&other| san(&position, other));
            let longer = named(longer.filter(|other| *other != typed).collect());
            let enter = model.other_key(Id::PlaySquare, Context::Play);
            model.done(format!(
                "{typed}? {enter} plays it · typing goes on to {longer}"
            ));
            typed
        }
        Err(Fault::Ambiguous(several)) => which(model, &position, &typed, &several),
        Err(_) if fitting.is_empty() => {
            let why = why_none(&position, &before, c);
            model.refused(format!("no legal move begins with {typed}{why}"));
            before
        }
        Err(_) => typed,
    };
    leave_typed(model, left);
}

fn leave_typed(model: &mut Model, typed: String) {
    if let Some(state) = &mut model.document.view.play {
        state.typed = typed;
    }
}

/// Asks for what tells the moves apart that fit what was typed; returns what they begin with.
fn which(model: &mut Model, position: &Chess, typed: &str, several: &[Move]) -> String {
    let all: Vec<String> = several.iter().map(|&m| san(position, m)).collect();
    let mut shared = all.first().cloned().unwrap_or_default();
    while !all.iter().all(|text| text.starts_with(&shared)) {
        shared.pop();
    }
    let next = all
        .iter()
        .filter_map(|text| text.get(shared.len()..)?.chars().next());
    let next: Vec<String> = next.map(String::from).collect();
    model.refused(format!(
        "{typed} may be {} · type {}",
        all.join(" or "),
        next.join(" or ")
    ));
    shared
}

/// Returns whether a text is one pawn's promotion on one square but for the piece.
fn lacks_piece(position: &Chess, fitting: &[Move], typed: &str) -> bool {
    let mut ways = fitting.iter().map(|m| (m.is_promotion(), m.from(), m.to()));
    let first = ways.next().filter(|(is_promotion, ..)| *is_promotion);
    let is_one = first.is_some_and(|first| ways.all(|way| way == first));
    let bare = |text: &String| text.trim_end_matches(|c: char| "=QRBNqrbn".contains(c)) == typed;
    let is_bare = |&m: &Move| moves::spellings(position, m).iter().any(bare);
    is_one && fitting.iter().any(is_bare)
}

/// Returns why no move goes on with a letter: as a sentence's end.
fn why_none(position: &Chess, before: &str, c: char) -> String {
    let side = position.turn().fold_wb("White", "Black");
    if before.is_empty() {
        let role = Role::from_char(c).filter(|_| c.is_ascii_uppercase());
        return match role.map(|role| (role, position.our(role).any())) {
            Some((role, false)) => {
                let name = format!("{role:?}").to_lowercase();
                format!(" · {side} has no {name}")
            }
            Some((role, true)) => {
                format!(" · no {} can move", board::named(role.of(position.turn())))
            }
            None if matches!(c, 'O' | '0') => format!(" · {side} can't castle here"),
            None if position.is_check() => format!(" · {side} is in check"),
            None => String::new(),
        };
    }
    let moves = moves::begun(position, before).into_iter();
    let moves: Vec<String> = moves.map(|m| san(position, m)).collect();
    match moves.is_empty() {
        true => String::new(),
        false => format!(" · {} would do", named(moves)),
    }
}

/// Returns the first of some moves, for a sentence.
fn named(mut moves: Vec<String>) -> String {
    let more = if moves.len() > NAMED { " …" } else { "" };
    moves.truncate(NAMED);
    moves.join(", ") + more
}

/// A whole move, as it is typed and Enter pressed.
pub(crate) fn whole_move(model: &mut Model, text: &str) {
    leave_typed(model, text.to_owned());
    enter(model);
}

/// Plays what is typed, or takes up or plays the piece under the cursor where nothing is.
pub fn enter(model: &mut Model) {
    let Some(state) = model.play() else {
        return;
    };
    let (position, typed) = (state.position.clone(), state.typed.clone());
    if typed.is_empty() {
        return pick_up_or_play(model);
    }
    match moves::read(&position, typed.as_bytes()).result {
        Ok(played) => play(model, played),
        Err(Fault::Ambiguous(several)) => {
            let left = which(model, &position, &typed, &several);
            leave_typed(model, left)
        }
        Err(Fault::Illegal) => model.refused(format!("{typed} is not legal here")),
        Err(Fault::Unreadable) => model.refused(format!("{typed} is not a whole move yet")),
    }
}
