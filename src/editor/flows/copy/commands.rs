//! The clipboard.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::effect::Effect;
use crate::editor::flows::copy;

rows! {
    Copy, "Copy …",
        "Copy the marked records, else the selected one, as FEN, EPD, moves, a link, a diagram or an image.",
        [Everywhere "Ctrl-C"], |model, _| copy::open(model, false),
        words("export clipboard fen uci png picture"),
        asks(&[Parameter::new("kind of text", Kind::Text)]), hint("copy"),
        disabled(copy::nothing_here);
    CopyAgain, "Copy again",
        "Copy the marked records, else the selected one, in the form copied last.",
        [Board "y", Problems "y", Raw "y"], |model, _| copy::again(model),
        words("clipboard repeat last"), disabled(copy::nothing_here);
    Export, "Export to a file …",
        "Write the marked records, else the selected one, to a file as FEN, moves, a diagram or an image.",
        [], |model, call| match call.text(0) {
            Some(text) => copy::export(model, &text),
            None => copy::open(model, true),
        },
        words("diagram picture png svg html latex markdown save as"),
        takes(&[Parameter::optional("form and path", Kind::Text)]), disabled(copy::nothing_here);
    Paste, "Paste from the clipboard",
        "Paste a position on the board, records in the list, or text elsewhere.",
        [Everywhere "Ctrl-V"], |model, _| model.send(Effect::ReadClipboard),
        keeps_typing, keeps_overlay;
}
