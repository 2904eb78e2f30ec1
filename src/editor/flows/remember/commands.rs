//! Commands about what is remembered.

use crate::editor::command::rows;
use crate::editor::flows::remember::forget;

rows! {
    ForgetFile, "Forget choices for this file",
        "Forget the columns, sort, query and save answer remembered for this file.",
        [], |model, _| forget(model), words("remember reset ask again save");
}
