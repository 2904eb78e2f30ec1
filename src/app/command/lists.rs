//! Moving in lists, whichever has the keys.

use crate::app::command::{Command, Context::*, Id};
use crate::app::features::list;
use crate::app::features::list::Step;

pub(super) const ROWS: &[Command] = &[
    Command::new(
        Id::Down,
        "Down",
        "One line or row down.",
        &[
            (Records, "j"),
            (Records, "Down"),
            (Operations, "Down"),
            (Operations, "j"),
            (Problems, "Down"),
            (Problems, "j"),
            (Folder, "j"),
            (Differences, "j"),
            (Folder, "Down"),
            (Differences, "Down"),
            (Picker, "Down"),
            (Menu, "Down"),
            (Menu, "Tab"),
            (Pager, "Down"),
            (Preview, "Down"),
            (Pager, "j"),
            (Report, "Down"),
            (Report, "j"),
            (Preview, "j"),
        ],
        |model, _| list::step(model, Step::Rows(1)),
    )
    .keeps_overlay()
    .keeps_page(),
    Command::new(
        Id::Up,
        "Up",
        "One line or row up.",
        &[
            (Records, "k"),
            (Records, "Up"),
            (Operations, "Up"),
            (Operations, "k"),
            (Problems, "Up"),
            (Problems, "k"),
            (Folder, "k"),
            (Differences, "k"),
            (Folder, "Up"),
            (Differences, "Up"),
            (Picker, "Up"),
            (Menu, "Up"),
            (Menu, "Shift-Tab"),
            (Pager, "Up"),
            (Preview, "Up"),
            (Pager, "k"),
            (Report, "Up"),
            (Report, "k"),
            (Preview, "k"),
        ],
        |model, _| list::step(model, Step::Rows(-1)),
    )
    .keeps_overlay()
    .keeps_page(),
    Command::new(
        Id::PageDown,
        "Page down",
        "A page down in the list.",
        &[
            (Records, "PageDown"),
            (Operations, "PageDown"),
            (Problems, "PageDown"),
            (Folder, "PageDown"),
            (Differences, "PageDown"),
            (Picker, "PageDown"),
            (Menu, "PageDown"),
            (Pager, "PageDown"),
            (Preview, "PageDown"),
            (Pager, "Space"),
            (Report, "PageDown"),
            (Preview, "Space"),
        ],
        |model, _| list::step(model, Step::Pages(1)),
    )
    .keeps_overlay()
    .keeps_page(),
    Command::new(
        Id::PageUp,
        "Page up",
        "A page up in the list.",
        &[
            (Records, "PageUp"),
            (Operations, "PageUp"),
            (Problems, "PageUp"),
            (Folder, "PageUp"),
            (Differences, "PageUp"),
            (Picker, "PageUp"),
            (Menu, "PageUp"),
            (Pager, "PageUp"),
            (Report, "PageUp"),
            (Preview, "PageUp"),
        ],
        |model, _| list::step(model, Step::Pages(-1)),
    )
    .keeps_overlay()
    .keeps_page(),
    Command::new(
        Id::First,
        "First",
        "The first line or row.",
        &[
            (Records, "g"),
            (Records, "Home"),
            (Operations, "Home"),
            (Operations, "g"),
            (Problems, "Home"),
            (Problems, "g"),
            (Folder, "g"),
            (Differences, "g"),
            (Folder, "Home"),
            (Differences, "Home"),
            (Menu, "Home"),
            (Pager, "Home"),
            (Preview, "Home"),
            (Pager, "g"),
            (Report, "Home"),
            (Report, "g"),
            (Preview, "g"),
        ],
        |model, _| list::step(model, Step::First),
    )
    .keeps_overlay()
    .keeps_page(),
    Command::new(
        Id::Last,
        "Last",
        "The last line or row.",
        &[
            (Records, "G"),
            (Records, "End"),
            (Operations, "End"),
            (Operations, "G"),
            (Problems, "End"),
            (Problems, "G"),
            (Folder, "G"),
            (Differences, "G"),
            (Folder, "End"),
            (Differences, "End"),
            (Menu, "End"),
            (Pager, "End"),
            (Preview, "End"),
            (Pager, "G"),
            (Report, "End"),
            (Report, "G"),
            (Preview, "G"),
        ],
        |model, _| list::step(model, Step::Last),
    )
    .keeps_overlay()
    .keeps_page(),
    Command::new(
        Id::Choose,
        "Choose",
        "Takes what the cursor is on.",
        &[
            (Prompt, "Enter"),
            (Picker, "Enter"),
            (Menu, "Enter"),
            (Menu, "Space"),
            (Report, "Enter"),
            (Report, "Space"),
        ],
        |model, _| crate::app::features::activate::choose(model),
    )
    .hint("choose")
    .keeps_overlay()
    .keeps_page()
    .disabled(|model| {
        model
            .overlays
            .is_empty()
            .then(|| "nothing is open to choose from".into())
    }),
];
