//! Commands of the terminal.

use crate::editor::command::rows;
use crate::editor::effect::Effect;
use crate::editor::model::Model;

rows! {
    ReleaseMouse, "Toggle mouse capture",
        "Leave the mouse to the terminal, for its own selection, or use it in epdit again.",
        [Everywhere "F12"], |model, _| release_mouse(model),
        keeps_page, keeps_typing, keeps_overlay;
    ToggleTheme, "Toggle dark and light",
        "Switch between the dark and the light theme; the `theme` setting keeps it.",
        [], |model, _| model.send(Effect::SwitchGround),
        words("theme settings"), keeps_page, keeps_typing;
    Suspend, "Suspend", "Suspend the editor and return to the shell; `fg` resumes it.",
        [], |model, _| model.send(Effect::Suspend), words("shell background"), keeps_page;
}

fn release_mouse(model: &mut Model) {
    model.release_mouse(!model.mouse_released);
    model.done(match model.mouse_released {
        true => "the terminal has the mouse: select and copy as usual · {release-mouse} returns it",
        false => "epdit has the mouse again",
    });
}
