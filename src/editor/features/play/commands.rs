//! Commands of play mode, and those that begin it.

use crate::editor::command::{Command, Context::*, Id, Kind, Parameter};
use crate::editor::features::play;
use crate::editor::key::KeyCode;

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::Play,
        "Play moves on the board",
        "Play legal moves on the board; the record changes only when you record them.",
        &[(Board, "m")],
        |model, _| play::start(model),
    )
    .hint("play")
    .disabled(play::no_position),
    Command::new(
        Id::StepThrough,
        "Step through pv or sv",
        "Step through the moves of pv or sv on the board.",
        &[(Board, "v"), (Play, "v")],
        |model, call| match call.choice(0) {
            Some(name) => play::step_through_line(model, name),
            None => play::step_through(model),
        },
    )
    .takes(&[Parameter::new("line", Kind::Choice(&["pv", "sv"]))])
    .hint("step through pv")
    .disabled(play::no_line),
    Command::new(
        Id::PlaySquare,
        "Pick up or play a piece",
        "Pick up the piece under the cursor, then play it to a square; {play-square 2} plays a typed move.",
        &[(Play, "Space"), (Play, "Enter")],
        |model, call| match call.key.map(|key| key.code) {
            Some(KeyCode::Enter) => play::enter(model),
            _ => play::pick_up_or_play(model),
        },
    )
    .hint("pick up")
    .disabled(play::not_playing),
    Command::new(
        Id::TypeMove,
        "Type a move",
        "Type a move in SAN or UCI, such as Nf3 or e7e8q; it is played once unambiguous.",
        &[
            (Play, "a"),
            (Play, "b"),
            (Play, "c"),
            (Play, "d"),
            (Play, "e"),
            (Play, "f"),
            (Play, "g"),
            (Play, "h"),
            (Play, "1"),
            (Play, "2"),
            (Play, "3"),
            (Play, "4"),
            (Play, "5"),
            (Play, "6"),
            (Play, "7"),
            (Play, "8"),
            (Play, "N"),
            (Play, "B"),
            (Play, "R"),
            (Play, "Q"),
            (Play, "K"),
            (Play, "O"),
            (Play, "0"),
            (Play, "x"),
            (Play, "="),
            (Play, "+"),
            (Play, "#"),
            (Play, "-"),
            (Play, "n"),
            (Play, "r"),
            (Play, "q"),
        ],
        |model, call| match call.text(0) {
            Some(text) => play::whole_move(model, &text),
            None => play::character(model, call.key),
        },
    )
    .takes(&[Parameter::new("move", Kind::Text)])
    .hint("move")
    .hint_keys("Nf3")
    .disabled(play::not_playing),
    Command::new(
        Id::TakeBack,
        "Take back a move",
        "Delete a typed character, else take back one move.",
        &[
            (Play, "Backspace"),
            (Play, "<"),
            (Play, ","),
            (Play, "u"),
            (Play, "Ctrl-Left"),
        ],
        |model, _| play::back(model),
    )
    .hint("take back")
    .hint_keys("<")
    .disabled(play::not_playing),
    Command::new(
        Id::StepForward,
        "Play the next move",
        "Play the next move of pv or sv, or one taken back.",
        &[(Play, ">"), (Play, "."), (Play, "Ctrl-Right")],
        |model, _| play::forward(model),
    )
    .hint("next move")
    .disabled(play::no_next),
    Command::new(
        Id::RecordMoves,
        "Record the moves …",
        "Write the moves to bm, am, pm, sm, pv or sv, replacing what is there or, with a capital, adding to it; or add a record of the final position.",
        &[(Play, "w")],
        |model, _| play::open_record(model),
    )
    .asks(&[Parameter::new("place", Kind::Choice(&["bm", "bm+", "am", "am+", "pm", "sm", "pv", "sv", "new"]))])
    .words("bm am best move write played")
    .hint("record")
    .changes()
    .disabled(play::not_playing),
    Command::new(
        Id::DiscardMoves,
        "Discard the moves played",
        "Return to the record's position without the moves; redo brings them back.",
        &[(Play, "Delete")],
        |model, _| play::discard(model),
    )
    .disabled(play::nothing_to_discard),
    Command::new(
        Id::StopPlaying,
        "Stop playing",
        "Return to the record's position; moves not recorded are kept for the next time.",
        &[(Play, "m")],
        |model, _| play::stop(model),
    )
    .hint("end play")
    .disabled(play::not_playing),
];
