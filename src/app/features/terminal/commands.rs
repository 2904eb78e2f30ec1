//! Commands of the terminal.

use crate::app::command::{Command, Context::*, Id};
use crate::app::effect::Effect;
use crate::app::model::Model;

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::ReleaseMouse,
        "Leave the mouse to the terminal, or take it back",
        "While the terminal has the mouse, its own selection and copying work.",
        &[(Everywhere, "F12")],
        |model, _| release_mouse(model),
    )
    .keeps_page()
    .keeps_typing()
    .keeps_overlay(),
    Command::new(
        Id::SwitchGround,
        "Dark or light colours",
        "Draws dark on light, or light on dark; `theme` in the settings says which from the start.",
        &[],
        |_, _| vec![Effect::SwitchGround],
    )
    .words("theme settings")
    .keeps_page()
    .keeps_typing(),
    Command::new(
        Id::Suspend,
        "Suspend",
        "Puts the editor to sleep and gives the shell back; `fg` wakes it.",
        &[],
        |_, _| vec![Effect::Suspend],
    )
    .words("shell background")
    .keeps_page(),
];

fn release_mouse(model: &mut Model) -> Vec<Effect> {
    model.mouse_released = !model.mouse_released;
    model.done(if model.mouse_released {
        let key = model.key(Id::ReleaseMouse);
        format!("the terminal has the mouse: select and copy as usual · {key} takes it back")
    } else {
        "the mouse works in the editor again".to_owned()
    });
    vec![Effect::ReleaseMouse(model.mouse_released)]
}
