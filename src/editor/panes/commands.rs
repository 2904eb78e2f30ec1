//! Commands of the panes that have few: operations, problems, the raw line, analysis; and of the panes themselves.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::doc::scan;
use crate::editor::effect::Effect;
use crate::editor::model::Model;
use crate::editor::panes::operations::{assist, moves, perft};
use crate::editor::panes::{analysis, arrangement, line, operations, problems};
use crate::epd::perft::DEEPEST;

rows! {
    EditOperation, "Edit the operation", "Edit the operands; on the last row, add an operation.",
        [Operations "Enter" "i"], |model, _| operations::edit(model),
        hint("edit"), changes, disabled(operations::no_record);
    AddOperation, "Add an operation", "Find an opcode by name or meaning, then enter its operands.",
        [Operations "a", Records "a", Panes "F4"], |model, call| match call.text(0) {
            Some(name) => operations::add_named(model, &name),
            None => operations::open_add(model),
        },
        words("new insert bm am best move id opcode"),
        takes(&[Parameter::new("opcode or a template", Kind::Text)]), hint("add operation"),
        changes, disabled(operations::no_record);
    RemoveOperation, "Remove the operation",
        "Remove this operation: {remove-operation} twice, or {remove-operation 2} once.",
        [Operations "d" "Delete"], |model, _| operations::remove(model),
        words("delete"), hint("remove"), hint_keys("dd"), twice(operations::to_remove), changes,
        disabled(operations::none_selected);
    RenameOpcode, "Rename the opcode",
        "Replace the opcode of the operation, keeping its operands.",
        [Operations "r"], |model, call| match call.text(0) {
            Some(name) => operations::rename(model, model.document.view.operations.cursor, &name),
            None => operations::open_rename(model),
        },
        takes(&[Parameter::new("opcode", Kind::Opcode)]), changes,
        disabled(operations::none_selected);
    CutOperation, "Cut the operation",
        "Cut this operation, to paste it in any record.",
        [Operations "c"], |model, _| {
            operations::copy(model, false);
            operations::remove(model)
        },
        changes, disabled(operations::none_selected);
    CopyOperation, "Copy the operation",
        "Copy this operation, to paste it in any record.",
        [Operations "y"], |model, _| operations::copy(model, false),
        disabled(operations::none_selected);
    CopyOperations, "Copy all operations",
        "Copy all operations of the record, to paste them in another.",
        [Operations "Y"], |model, _| operations::copy(model, true),
        disabled(|model| {
            let is_empty = model.record().operations().is_empty();
            operations::no_record(model)
                .or_else(|| model.when(is_empty, "the record has no operations"))
        });
    PasteOperations, "Paste operations",
        "Paste operations, replacing those with the same opcode.",
        [Operations "p"], |model, _| operations::paste(model),
        changes, disabled(operations::nothing_to_paste);
    RepeatOperation, "Repeat the last change",
        "Repeat the last change in marked records, else this one.",
        [Operations ".", Records "."], |model, _| operations::repeat(model),
        changes, disabled(operations::nothing_to_repeat);
    Points, "Edit points of moves", "Edit moves and their points in c0; c7, c8 and c9 follow.",
        [Operations "m"], |model, _| moves::edit_points(model),
        changes, disabled(moves::no_points);
    SynchronisePoints, "Synchronise points of moves",
        "Bring c0, c7, c8 and c9 into step; c0 leads, else c7 and c8.",
        [Operations "M"], |model, _| moves::spread(model),
        changes, disabled(moves::nothing_to_spread);
    Perft, "Count leaf nodes (perft)",
        "Verify D1, D2 and so on in the background, or add D1 to D4.",
        [Operations "n"], |model, _| perft::start(model),
        words("verify"), disabled(perft::can_not_count);
    PerftDepth, "Count leaf nodes to depth …",
        "Verify or add the perft counts up to a depth.",
        [Operations "N"], |model, _| perft::ask(model),
        asks(&[Parameter::new("depth", Kind::Number(1, DEEPEST as u32))]),
        disabled(perft::can_not_count);
    SortOperations, "Sort the operations",
        "Put the record's operations in canonical order, by opcode.",
        [Operations "s"], |model, _| operations::sort(model),
        changes, disabled(operations::are_sorted);
    TimeStamp, "Insert a time stamp",
        "Write the time (UTC) to ts, or to the date being typed.",
        [Operations "t", Operand "Ctrl-D"], |model, _| model.send(Effect::TellTime),
        hint("time stamp"), keeps_typing, changes, disabled(operations::no_time_stamp);
    EditLine, "Edit the raw line", "Edit the raw line; {accept} accepts, {cancel} cancels.",
        [Panes "F2", Records "e", Raw "Enter" "i"], |model, _| line::start_raw(model),
        words("raw change"), hint("edit line"), changes, disabled(line::no_line);
    Accept, "Accept the text", "Accept the text or the chosen suggestion.",
        [Text "Enter"], |model, _| line::enter(model),
        hint("accept"), keeps_typing, disabled(nothing_typed);
    Cancel, "Cancel the edit", "Cancel the edit; redo restores the text.",
        [Text "Esc"], |model, _| line::escape(model),
        hint("cancel"), keeps_typing, disabled(nothing_typed);
    ChooseNext, "Choose the next suggestion",
        "Go down the suggestions; lower a number or clock by one.",
        [Text "Down"], |model, _| assist::choose(model, 1),
        hint("choose"), hint_keys("↑↓"), keeps_typing, disabled(assist::nothing_to_choose);
    ChoosePrevious, "Choose the previous suggestion",
        "Go up the suggestions; raise a number or clock by one.",
        [Text "Up"], |model, _| assist::choose(model, -1),
        keeps_typing, disabled(assist::nothing_to_choose);
    ChoosePageDown, "Next page of suggestions",
        "Go a page down; lower a number, date or clock by ten.",
        [Operand "PageDown"], |model, _| assist::choose(model, assist::page(model)),
        keeps_typing, disabled(assist::nothing_to_choose);
    ChoosePageUp, "Previous page of suggestions",
        "Go a page up; raise a number, date or clock by ten.",
        [Operand "PageUp"], |model, _| assist::choose(model, -assist::page(model)),
        keeps_typing, disabled(assist::nothing_to_choose);
    ToggleMove, "Toggle the chosen move",
        "Add or remove the chosen move; elsewhere type a space.",
        [Operand "Space"], |model, _| line::space(model), hint("add or remove"), keeps_typing,
        disabled(nothing_typed);
    Complete, "Complete the word",
        "Insert the first suggestion at the end; else move right.",
        [Text "Right"], |model, _| line::right(model), keeps_typing, disabled(nothing_typed);
    FixAll, "Apply safe fixes",
        "Apply all safe fixes to marked records, else to this one.",
        [Records "X", Operations "X", Problems "X"], |model, _| problems::fix_all(model),
        words("repair correct"), changes, disabled(problems::none_is_safe);
    CheckFile, "Check the file again", "Check the whole file again in the background.",
        [], |model, _| scan::start(model),
        words("check validate"),
        disabled(|model| model.when(model.document.scan.running, "already reading the file"));
    Fix, "Fix the problem",
        "Fix this problem, choosing among several fixes if needed.",
        [Operations "x", Problems "x" "Enter"], |model, _| problems::fix(model),
        words("repair correct"), hint("fix"), changes, disabled(|model| problems::no_fix(model, false));
    Fixes, "Choose a fix …", "List all fixes for this item and preview each.",
        [Operations "f", Problems "f"], |model, _| problems::choose_fix(model),
        hint("fixes"), changes, disabled(|model| problems::no_fix(model, true));
    Explain, "Explain",
        "Explain an opcode, problem or command, else the current one.",
        [], |model, call| problems::explain(model, call.text(0)),
        words("explain describe meaning what opcode code manual"), aliases(&["what"]),
        reads(&problems::ExplainedWord), takes(&[Parameter::optional("word", Kind::Text)]);
    Analyse, "Start or stop analysis",
        "Start or stop live analysis of the position on the board.",
        [Panes "A"], |model, _| analysis::toggle(model), words("engine evaluation stockfish uci");
    UseLine, "Use an analysis line …",
        "Write an engine's line to pv, pm, bm, ce, or play it.",
        [Panes "E"], |model, _| analysis::open(model),
        words("engine"), disabled(analysis::no_lines);
    LargerPane, "Enlarge the focused pane",
        "Make the focused pane larger; you can also drag its border.",
        [Panes "+"], |model, _| arrangement::resize(model, 1),
        words("layout resize wider taller width height size grow"), disabled(arrangement::refusal);
    SmallerPane, "Shrink the focused pane", "Make the focused pane smaller.",
        [Panes "-"], |model, _| arrangement::resize(model, -1),
        words("layout resize narrower width height size"), disabled(arrangement::refusal);
    HidePane, "Hide the focused pane",
        "Hide the focused pane; the list of panes shows it again.",
        [Panes "_"], |model, _| arrangement::hide(model),
        words("layout close panel"), disabled(arrangement::hide_refusal);
    Panes, "Show or hide panes …", "Choose which panes to show, or reset their sizes.",
        [Panes "|"], |model, _| arrangement::open(model), words("layout toggle panel view");
    UsualPanes, "Reset the panes", "Show all panes, sized to fit their contents.",
        [], |model, _| arrangement::reset(model), words("layout default sizes");
}

fn nothing_typed(model: &Model) -> Option<String> {
    let is_idle = model.document.view.editing.is_none();
    model.when(is_idle, "nothing is being typed")
}
