//! Commands of the command line and the palette, of all prompts, of the help, the settings and the engines, of the
//! folder view and the differences.

use crate::editor::command::{Context, Kind, Parameter, rows};
use crate::editor::doc::{self, navigate, query};
use crate::editor::flows::open;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Pager, Prompt, prompt};
use crate::editor::pages::{command_line, differences, engines, folder, help, settings};
use crate::editor::state::differences::ComparisonBase;
use crate::editor::state::folder::Order;
use crate::suite::Direction;

rows! {
    Palette, "Commands", "Find and run any command by name.",
        [Everywhere "Ctrl-P"], |model, _| command_line::open_palette(model),
        keeps_page, hint("commands");
    CommandLine, "Type a command",
        "Type a command with its arguments; 120 or 50% goes there.",
        [Panes ":", Pager ":", Report ":", Preview ":"], |model, _| command_line::open(model, ""),
        words("colon ex vim"), keeps_page;
    PromptDown, "Step down in the prompt",
        "Go to the next match, or move down; lower a number by one.",
        [Prompt "Down"], |model, _| step(model, 1, Direction::Forward),
        keeps_overlay, disabled(not_in_prompt);
    PromptUp, "Step up in the prompt",
        "Go to the match before, or move up; raise a number by one.",
        [Prompt "Up"], |model, _| step(model, -1, Direction::Backward),
        keeps_overlay, disabled(not_in_prompt);
    CompleteWord, "Complete the word", "Insert the first suggestion, then the next.",
        [Question "Tab"], |model, _| prompt::take_choice(model, 1),
        hint("complete"), keeps_overlay, disabled(prompt::nothing_to_complete);
    CompleteBack, "Complete backward", "Insert the last suggestion, then the previous one.",
        [Question "Shift-Tab"], |model, _| prompt::take_choice(model, -1),
        keeps_overlay, disabled(prompt::nothing_to_complete);
    OlderInput, "Show older input", "Show what you typed here before, newest first.",
        [Question "Up"], |model, _| prompt::remembered(model, 1),
        hint("older input"), keeps_overlay, disabled(no_question_open);
    NewerInput, "Show newer input", "Show what you typed later, ending with the current text.",
        [Question "Down"], |model, _| prompt::remembered(model, -1),
        keeps_overlay, disabled(no_question_open);
    Help, "Show help",
        "Show the keys that work here; your typing is kept.",
        [Everywhere "F1", Panes "?", Report "?", Preview "?"], |model, _| help::open(model),
        words("keys shortcuts manual"), keeps_page, keeps_overlay, keeps_typing, hint("help");
    Legend, "Show the legend of signs", "Show every sign in the panes and its meaning.",
        [], |model, _| overlay::open(model, Pager::new("Legend", help::legend())),
        words("signs symbols meaning explain icons marks"), aliases(&["signs"]), keeps_page;
    SearchPage, "Search in the page",
        "Show only the lines of the page with the typed words.",
        [Pager "/"], |model, _| help::search(model),
        hint("search"), keeps_page, keeps_overlay, keeps_typing, disabled(|model| {
            model.when(overlay::top::<Pager>(model).is_none(), "no page is open")
        });
    Welcome, "Show the welcome", "Show what is needed for the first minute.",
        [], |model, _| help::open_welcome(model), words("tour tutorial introduction start"), keeps_page;
    Settings, "Settings …", "Show every setting with its value and source, and change it.",
        [Panes ","], |model, _| settings::open(model),
        words("preferences options configuration config theme keys"), keeps_page;
    NextSetting, "Go to the next setting", "Go to the next setting, on its current value.",
        [Settings "Tab"], |model, _| settings::go_to_next(model),
        hint("next setting"), keeps_overlay, disabled(settings::not_open);
    Set, "Set a setting …",
        "Change a setting, now and at every start: `theme=light`.",
        [], |model, _| {
            overlay::ask(model, "set", "", settings::Assignment);
            settings::find_themes(model);
        },
        words("settings preferences options configuration config theme"), reads(&settings::Assignment),
        asks(&[Parameter::new("setting", Kind::Text)]), keeps_page;
    ChangeKey, "Change a key …",
        "Choose a command and press its key, now and at every start.",
        [], |model, _| settings::choose_command(model),
        words("new key rebind shortcut shortcuts key binding keybinding hotkey keymap remap"),
        keeps_page;
    Folder, "Show the folder view",
        "Show or hide all suites below the folder.",
        [Panes "F7"], |model, _| folder::switch(model), keeps_page;
    CloseFolder, "Close the folder view", "Return to the panes of the file.",
        [Folder "F7" "Backspace"], |model, _| folder::leave(model),
        hint("back"), keeps_page, disabled(folder::can_not_leave);
    OpenSuite, "Open the selected suite",
        "Open the suite; the folder view keeps its place.",
        [Folder "Enter"], |model, _| folder::open_chosen(model),
        hint("open"), keeps_page, disabled(folder::not_shown);
    SortFolder, "Sort the folder view",
        "Sort by name, records, problems, size or kind in turn.",
        [Folder "s"], |model, _| folder::sort(model, Order::next),
        hint("sort"), keeps_page, disabled(folder::not_shown);
    ReverseFolder, "Reverse the folder view", "Sort by the same column the other way.",
        [Folder "S"], |model, _| folder::sort(model, |same| same),
        keeps_page, disabled(folder::not_shown);
    SearchFolder, "Search the folder view",
        "Go to a suite by a part of its name, as you type.",
        [Folder "/"], |model, _| folder::ask_name(model, false),
        hint("search"), keeps_page, disabled(folder::not_shown);
    NextSuite, "Go to the next matching suite", "Go to the next suite with the name searched for.",
        [Folder "n"], |model, _| folder::go_to_next(model),
        keeps_page, disabled(folder::nothing_searched);
    FilterFolder, "Filter the folder view",
        "Show only suites with a text in their names.",
        [Folder "f"], |model, _| folder::ask_name(model, true),
        hint("filter"), keeps_page, disabled(folder::not_shown);
    ReloadFolder, "Reload the folder", "Search the folder again and recount its suites.",
        [Folder "r"], |model, _| {
            if let Some(folder) = &mut model.folder {
                (folder.files, folder.filtered_out) = Default::default();
                (folder.trouble, folder.ticket) = Default::default();
            }
        },
        hint("reload"), keeps_page, disabled(folder::not_shown);
    ReviewChanges, "Review unsaved changes",
        "Show every unsaved line and its changes, to revert any.",
        [Panes "F8"], |model, _| differences::show(model, ComparisonBase::Saved),
        words("diff unsaved take back revert one change history"), keeps_page,
        disabled(doc::no_file);
    CompareFiles, "Compare with an open file",
        "Show the records that differ from another open file.",
        [Panes "Shift-F8"], |model, call| match call.text(0) {
            Some(name) => open::with_other(model, &name, differences::with),
            None => open::choose_other(model, "Compare with", differences::with),
        },
        words("diff two suites files duplicates"), takes(&[Parameter::new("file", Kind::Text)]),
        keeps_page, disabled(doc::no_other);
    CompareWithDisk, "Compare with the file on disk",
        "Compare record by record with the file as it is on disk now.",
        [], |model, _| differences::show(model, ComparisonBase::Disk),
        words("diff conflict another program"), keeps_page, disabled(differences::no_file_on_disk);
    GoToDifference, "Go to the differing record", "Close the comparison and go to the record.",
        [Differences "Enter"], |model, _| differences::jump(model),
        hint("go there"), keeps_page, disabled(differences::not_shown);
    RevertDifference, "Revert the difference",
        "Restore the line as saved, or as the other file has it.",
        [Differences "r" "Delete"], |model, _| differences::revert(model),
        words("take back history one change operation"), hint("revert"), changes, keeps_page,
        disabled(differences::not_shown);
    GoToOther, "Go to the other file", "Show this record in the other file.",
        [Differences "o"], |model, _| differences::jump_there(model),
        keeps_page, disabled(differences::not_shown);
    ToggleIdentical, "List records in both files",
        "List or hide records that are in another open file, too.",
        [Differences "="], |model, _| differences::toggle_identical(model),
        words("duplicates of two suites in common shared identical toggle"), hint("in both"),
        keeps_page, disabled(differences::no_identical);
    CompareBy, "Compare by another key …",
        "Match the records of both files by `id`, `placement` or another field instead of the position.",
        [Differences "b"], |model, call| differences::compare_by(model, call.text(0).as_deref()),
        hint("match"), words("field id key by"), takes(&[Parameter::new("key", Kind::Text)]),
        keeps_page, disabled(differences::no_key);
    CloseDifferences, "Close the differences", "Return to the panes of the file.",
        [Differences "F8" "Backspace"], |model, _| differences::leave(model),
        hint("back"), keeps_page, disabled(differences::not_shown);
    Engines, "Engines …",
        "Choose, add and remove engines, and change their options.",
        [Panes "@"], |model, _| engines::open(model),
        words("stockfish uci options threads hash choose settings"), keeps_page;
    AddEngine, "Add an engine …",
        "Type the command of an engine; it is started to test it.",
        [EngineList "a"], |model, call| engines::add(model, call.text(0).as_deref()),
        hint("add"), words("new stockfish uci"), takes(&[Parameter::new("command", Kind::Text)]),
        keeps_overlay;
    RemoveEngine, "Remove an engine …",
        "Remove an engine from the settings, with its options.",
        [EngineList "d" "Delete"], |model, call| match call.text(0).or_else(|| engines::selected_engine(model)) {
            Some(name) => engines::ask_to_remove(model, &name),
            None => engines::choose_to_remove(model),
        },
        hint("remove"), words("delete stockfish uci"), takes(&[Parameter::new("name", Kind::Text)]), keeps_overlay,
        disabled(|model| {
            model.when(model.settings.engines.is_empty(), "no engines in the settings")
        });
}

fn step(model: &mut Model, by: isize, direction: Direction) {
    if !prompt::step(model, by) {
        navigate::next_match(model, direction)
    }
}

fn not_in_prompt(model: &Model) -> Option<String> {
    match overlay::top::<Prompt>(model) {
        Some(prompt) if prompt.asks().steps() => None,
        _ => query::nothing_searched(model),
    }
}

fn no_question_open(model: &Model) -> Option<String> {
    let is_other = Context::of(model) != Context::Question;
    model.when(is_other, "this prompt has no history")
}
