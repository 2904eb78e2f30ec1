//! The welcome: what a person needs to know at the first start, on one screen.

use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Pager, PagerLine};

/// Commands of the first minute, with what they are for.
const FIRST: [(&[Id], &str); 10] = [
    (
        &[Id::Down, Id::Up],
        "go to the next / the previous record in the list",
    ),
    (
        &[Id::NextPane],
        "go to the board, the operations, the problems, the line",
    ),
    (
        &[Id::OpenRecord],
        "in the list: go to the board, where letters place pieces",
    ),
    (
        &[Id::Play],
        "on the board: play moves, and record them as best moves",
    ),
    (
        &[Id::AddOperation],
        "add an operation, such as bm, the best move",
    ),
    (
        &[Id::NextProblem, Id::ProblemList],
        "go to the next problem / list all, with their fixes",
    ),
    (
        &[Id::Undo, Id::Redo],
        "undo / redo: everything can be undone",
    ),
    (&[Id::Help], "all keys of the place you are in"),
    (
        &[Id::Palette, Id::CommandLine],
        "find any command / type its name",
    ),
    (&[Id::Save, Id::Quit], "save / quit"),
];

/// Shows the welcome.
pub fn open(model: &mut Model) {
    let text = |text: &str| PagerLine::Text(text.to_owned());
    let mut lines = vec![text(
        "epdit edits chess positions in EPD files, one record a line.",
    )];
    if model.document.is_built_in {
        lines.push(text(
            "Try anything in this built-in suite: saving it makes a file of your own.",
        ));
    }
    lines.push(text(""));
    for (ids, what) in FIRST {
        let keys: Vec<String> = ids.iter().map(|&id| model.key_name(id)).collect();
        lines.push(PagerLine::key(keys.join(" / "), what));
    }
    lines.push(text(""));
    let open = model.key_name(Id::OpenFile);
    lines.push(text(&format!(
        "Your own file: {open} here, or `epdit FILE.epd` at the start."
    )));
    lines.push(text("This page comes once; `:welcome` shows it again."));
    let title = format!(
        "Welcome to epdit · {} closes this page",
        model.key_name(Id::Close)
    );
    overlay::open(model, Pager::new(title, lines))
}
