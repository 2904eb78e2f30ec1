//! The list of commands: each feature has one line here.

use crate::editor::command::{Command, Commands, Rows, table};
use crate::editor::doc;
use crate::editor::flows::{self, bulk, open};
use crate::editor::model::Model;
use crate::editor::pages::{self, queue, report};
use crate::editor::panes::{self, board, records};
use crate::editor::state::document::Document;
use crate::suite::SavePolicy;

const GROUPS: &[&[Command]] = &[
    doc::commands::COMMANDS,
    flows::commands::COMMANDS,
    panes::commands::COMMANDS,
    pages::commands::COMMANDS,
    records::commands::COMMANDS,
    bulk::commands::COMMANDS,
    report::commands::COMMANDS,
    queue::commands::COMMANDS,
    board::commands::COMMANDS,
];

static TABLE: Rows = table(GROUPS);

/// Returns all commands, with their default keys.
pub fn commands() -> Commands {
    Commands::new(&TABLE)
}

/// Returns an editor with one open file; its screen is 80 by 24 until the first `Resize`.
pub fn editor(document: Document) -> Model {
    Model::new(document, commands())
}

/// Returns an editor with these files open and the first one shown. `policy` applies to all of them.
pub fn editor_of(documents: Vec<Document>, policy: Option<SavePolicy>) -> Model {
    let mut model = Model::with(documents, policy, commands());
    open::say_new(&mut model);
    model.say_not_epd();
    model
}
