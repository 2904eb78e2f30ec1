//! Explaining a word.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::panes::problems::explain;

rows! {
    Explain, "Explain",
        "Explain an opcode, a problem or a command, by default the one under the cursor.",
        [], |model, call| explain::open(model, call.text(0)),
        words("explain describe meaning what opcode code manual"), aliases(&["what"]),
        reads(&explain::Words), takes(&[Parameter::optional("word", Kind::Text)]);
}
