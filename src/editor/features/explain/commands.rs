//! Explaining a word.

use crate::editor::command::{Command, Id, Kind, Parameter};
use crate::editor::features::explain;

pub(crate) const COMMANDS: &[Command] = &[Command::new(
    Id::Explain,
    "Explain",
    "Explain an opcode, a problem or a command, by default the one under the cursor.",
    &[],
    |model, call| explain::open(model, call.text(0)),
)
.words("explain describe meaning what opcode code manual")
.aliases(&["what"])
.reads(&explain::Words)
.takes(&[Parameter::optional("word", Kind::Text)])];
