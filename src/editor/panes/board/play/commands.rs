//! Commands of play mode, and those that begin it.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::key::KeyCode;
use crate::editor::panes::board::play;

rows! {
    Play, "Play moves on the board",
        "Play legal moves on the board; the record changes only when you record them.",
        [Board "m"], |model, _| play::start(model), hint("play"), disabled(play::no_position);
    StepThrough, "Step through pv or sv", "Step through the moves of pv or sv on the board.",
        [Board "v", Play "v"], |model, call| match call.choice(0) {
            Some(name) => play::step_through_line(model, name),
            None => play::step_through(model),
        },
        takes(&[Parameter::new("line", Kind::Choice(&["pv", "sv"]))]), hint("step through pv"),
        disabled(play::no_line);
    PlaySquare, "Pick up or play a piece",
        "Pick up the piece under the cursor, then play it to a square; {play-square 2} plays a typed move.",
        [Play "Space" "Enter"], |model, call| match call.key.map(|key| key.code) {
            Some(KeyCode::Enter) => play::enter(model),
            _ => play::pick_up_or_play(model),
        },
        hint("pick up"), disabled(play::not_playing);
    TypeMove, "Type a move",
        "Type a move in SAN or UCI, such as Nf3 or e7e8q; it is played once unambiguous.",
        [Play "a" "b" "c" "d" "e" "f" "g" "h" "1" "2" "3" "4" "5" "6" "7" "8" "N" "B" "R" "Q" "K" "O" "0" "x" "=" "+" "#" "-" "n" "r" "q"],
        |model, call| match call.text(0) {
            Some(text) => play::whole_move(model, &text),
            None => play::character(model, call.key),
        },
        takes(&[Parameter::new("move", Kind::Text)]), hint("move"), hint_keys("Nf3"),
        disabled(play::not_playing);
    TakeBack, "Take back a move", "Delete a typed character, else take back one move.",
        [Play "Backspace" "<" "," "u" "Ctrl-Left"], |model, _| play::back(model),
        hint("take back"), hint_keys("<"), disabled(play::not_playing);
    StepForward, "Play the next move", "Play the next move of pv or sv, or one taken back.",
        [Play ">" "." "Ctrl-Right"], |model, _| play::go(model, 1),
        hint("next move"), disabled(play::no_next);
    RecordMoves, "Record the moves …",
        "Write the moves to bm, am, pm, sm, pv or sv, replacing what is there or, with a capital, adding to it; or add a record of the final position.",
        [Play "w"], |model, _| play::open_record(model),
        asks(&[Parameter::new("place", Kind::Choice(&["bm", "bm+", "am", "am+", "pm", "sm", "pv", "sv", "new"]))]),
        words("bm am best move write played"), hint("record"), changes, disabled(play::not_playing);
    DiscardMoves, "Discard the moves played",
        "Return to the record's position without the moves; redo brings them back.",
        [Play "Delete"], |model, _| play::discard(model), disabled(play::not_playing);
    StopPlaying, "Stop playing",
        "Return to the record's position; moves not recorded are kept for the next time.",
        [Play "m"], |model, _| play::stop(model), hint("end play"), disabled(play::not_playing);
}
