//! Commands that save, and those that leave.

use crate::editor::command::{Id, Kind, Parameter, rows};
use crate::editor::effect::Effect;
use crate::editor::flows::save::{self, disk, leave};
use crate::editor::pages::differences;
use crate::editor::state::Then;

rows! {
    Save, "Save", "Save the file with canonical records; anything ambiguous is left as is.",
        [Everywhere "Ctrl-S"], |model, _| save::start(model, Then::Stay),
        words("write"), aliases(&["w", "w!", "write", "update"]), told(Id::SaveAs), keeps_page,
        hint("save"), disabled(|model| {
            model.when(model.is_read_only(), "the file is open read-only · save-as writes a copy")
        });
    SaveAs, "Save as …", "Save to another path and continue with that file.",
        [], |model, _| save::ask_name(model, Then::Stay),
        words("write export rename"), aliases(&["sav", "saveas"]),
        asks(&[Parameter::new("path", Kind::Path)]);
    MergeFromDisk, "Merge the changes on disk",
        "Bring your changes and those of another program together, record by record; undo takes it back.",
        [], |model, _| disk::merge(model),
        words("conflict reload both another program"), changes,
        disabled(differences::no_file_on_disk);
    Reload, "Reload the file", "Reload from disk, discarding changes.",
        [], |model, _| disk::ask_reload(model),
        words("revert discard refresh"), aliases(&["e!"]), disabled(|model| {
            model.when(model.document.suite.path().is_none(), "the built-in suite has no file")
        });
    UnpackAll, "Unpack the whole file",
        "Reload a packed file that unpacks to more than 128 MiB and 100 times its size, to its end.",
        [], |model, _| disk::unpack_all(model),
        words("gzip zstd compressed limit"), disabled(disk::nothing_to_unpack);
    CloseFile, "Close the file", "Close this file, asking about unsaved changes.",
        [Panes "Ctrl-W"], |model, _| leave::close(model),
        aliases(&["bd", "bdelete"]), words("leave"), disabled(leave::can_not_close);
    Quit, "Quit", "Quit the editor, asking about unsaved changes.",
        [Everywhere "Ctrl-Q", Records "q"], |model, _| leave::quit(model),
        words("exit leave"), aliases(&["q", "qa", "exit"]), hint("quit"), keeps_page;
    SaveAndQuit, "Save and quit", "Save the file, under a path where one is given, and quit.",
        [], |model, call| match call.text(0) {
            Some(path) => save::to(model, &path, Then::Quit),
            None if model.document.suite.is_modified() => save::start(model, Then::Quit),
            None => leave::quit(model),
        },
        words("write exit leave"), aliases(&["wq", "x", "wq!", "x!"]),
        takes(&[Parameter::optional("path", Kind::Path)]), keeps_page, disabled(|model| {
            let lost = model.read_only && model.document.suite.is_modified();
            model.when(lost, "the file is open read-only")
        });
    QuitWithoutSaving, "Quit without saving",
        "Quit at once; unsaved changes of all files are lost.",
        [], |model, _| model.send(Effect::Quit),
        words("exit leave discard"), aliases(&["q!", "qa!"]), keeps_page;
    SaveAll, "Save all files", "Save every open file with changes.",
        [], |model, _| save::all(model, false),
        words("write"), aliases(&["wa"]), keeps_page,
        disabled(|model| model.when(model.read_only, "the files are open read-only"));
}
