//! Commands of the panes: their sizes, and which are shown.

use crate::editor::command::rows;
use crate::editor::panes::arrangement;

rows! {
    LargerPane, "Enlarge the focused pane",
        "Make the focused pane larger; you can also drag its border with the mouse.",
        [Panes "+"], |model, _| arrangement::resize(model, 1),
        words("layout resize wider taller width height size grow"), disabled(arrangement::why_not);
    SmallerPane, "Shrink the focused pane", "Make the focused pane smaller.",
        [Panes "-"], |model, _| arrangement::resize(model, -1),
        words("layout resize narrower width height size"), disabled(arrangement::why_not);
    HidePane, "Hide the focused pane",
        "Hide the focused pane until it is shown again from the list of panes.",
        [Panes "_"], |model, _| arrangement::hide(model),
        words("layout close panel"), disabled(arrangement::why_not_hide);
    Panes, "Show or hide panes …", "Choose which panes to show, or reset their sizes.",
        [Panes "|"], |model, _| arrangement::open(model), words("layout toggle panel view");
    UsualPanes, "Reset the panes", "Show all panes, sized to fit their contents.",
        [], |model, _| arrangement::reset(model), words("layout default sizes");
}
