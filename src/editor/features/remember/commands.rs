//! Commands about what is remembered.

use crate::editor::command::{Command, Id};
use crate::editor::features::remember::forget;

pub(crate) const COMMANDS: &[Command] = &[Command::new(
    Id::ForgetFile,
    "Forget choices for this file",
    "Forget the columns, sort, query and save answer remembered for this file.",
    &[],
    |model, _| forget(model),
)
.words("remember reset ask again save")];
