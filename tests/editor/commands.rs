//! Each command of the table, called by a key: a file, keys, and a condition after them.

use crate::harness::{Editor, FIVE};
use epdit::editor;
use epdit::editor::command::Id;
use epdit::editor::effect::Effect;
use epdit::editor::flows::bulk::preview::Preview;
use epdit::editor::overlay::Prompt;
use epdit::editor::state::Pieces;
use epdit::editor::state::columns::Column;
use epdit::editor::state::remembered::Border;
use epdit::editor::state::view::{Page, Pane};
use epdit::editor::widgets::SquareSize;
use epdit::exchange::diagram::Theme as BoardColours;

/// A command, a file, keys (the last one calls the command), and a condition that holds afterwards. Text in
/// backticks is typed; `(done)` waits for background work.
type Case = (Id, &'static str, &'static str, fn(&Editor) -> bool);

const SUPPLIED: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - sm e4;\n";
const THRICE: &str = "\
4k3/8/8/8/8/8/8/4K3 w - - id \"K\";
4k3/8/8/8/8/8/8/4K3 w - - id \"K\";
4k3/8/8/8/8/8/8/4K3 w - - id \"K\";
";
const LONE: &str = "4k3/8/8/8/8/8/8/4K3 w - - id \"K\";\n";

fn placement(editor: &Editor) -> String {
    editor
        .shown()
        .split(' ')
        .next()
        .unwrap_or_default()
        .to_owned()
}

fn prompt_text(editor: &Editor) -> String {
    editor.prompt().input.lossy().into_owned()
}

fn marked(editor: &Editor) -> Vec<usize> {
    let marked = editor.marked();
    marked
        .map(|lines| lines.iter().collect())
        .unwrap_or_default()
}

fn previewed(editor: &Editor) -> String {
    let preview = editor.layer::<Preview>();
    preview.map_or(String::new(), |preview| preview.summary().to_owned())
}

const GAME: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - sm e4;
4k3/8/8/8/4P3/8/8/4K3 b - e3
";

/// The board's cursor is on e4 at first.
const CASES: &[Case] = &[
    (Id::Analyse, FIVE, "A", |e| e.analysis().is_some()),
    (Id::UseLine, FIVE, "A E", |e| {
        e.status() == "the engine has not started yet"
    }),
    (Id::Engines, FIVE, "@", |e| e.report().title == "Engines"),
    (Id::AddEngine, FIVE, "Space : `add-engine` Enter", |e| {
        e.prompt().label == "engine"
    }),
    (
        Id::RemoveEngine,
        FIVE,
        "Space : `set engines.a=b` Enter Space : `remove-engine` Enter Enter",
        |e| e.menu().title == "Remove the engine a",
    ),
    (Id::AnalyseRecords, FIVE, "W w", |e| waiting(e) == (2, 2)),
    (Id::AnalyseAll, FIVE, "Space : `analyse-all` Enter w", |e| {
        waiting(e) == (2, 2)
    }),
    (Id::TestRecords, FIVE, ": `test-records` Enter Enter", |e| {
        waiting(e) == (2, 2) && e.report().title.starts_with("Test report")
    }),
    (Id::AnalysisQueue, FIVE, "W w W q", |e| {
        e.report().title == "Analysis queue"
    }),
    (Id::Proposals, FIVE, "W p W q Tab", |e| {
        e.report().title == "Proposals"
    }),
    (Id::StopQueue, FIVE, "W w W q s", |e| waiting(e) == (0, 4)),
    (Id::ClearQueue, FIVE, "W w : `clear-queue` Enter", |e| {
        waiting(e) == (0, 0)
    }),
    (Id::QueueEarlier, FIVE, "W w W q End U", |e| {
        e.listed().last().is_some_and(|row| row == "4  A.3")
    }),
    (Id::QueueLater, FIVE, "W w W q End Up D", |e| {
        e.listed().last().is_some_and(|row| row == "4  A.3")
    }),
    (Id::QueueNext, FIVE, "W w W q End t", |e| {
        e.listed().last().is_some_and(|row| row == "4  A.3")
    }),
    (Id::RemoveFromQueue, FIVE, "W w W q End d", |e| {
        waiting(e) == (2, 1)
    }),
    (Id::AcceptProposals, FIVE, "W p : `accept-proposals`", |e| {
        shows(e, "no proposals")
    }),
    (
        Id::RestoreProposals,
        FIVE,
        "W p : `restore-proposals`",
        |e| shows(e, "no dismissed proposals"),
    ),
    (Id::NextPane, FIVE, "Tab", |e| e.focus() == Pane::Board),
    (Id::PreviousPane, FIVE, "Shift-Tab", |e| {
        e.focus() == Pane::Raw
    }),
    (Id::NextRecord, FIVE, "Enter Ctrl-Down", |e| {
        e.selected() == 2
    }),
    (Id::PreviousRecord, FIVE, "G Enter PageUp PageUp", |e| {
        e.selected() == 2
    }),
    (Id::Save, FIVE, "o Ctrl-S", |e| {
        e.layer::<Prompt>().is_some()
    }),
    (Id::SaveAs, FIVE, "Ctrl-P `save as` Enter", |e| {
        e.prompt().label == "save as"
    }),
    (Id::Reload, FIVE, "Ctrl-P `reload the fi` Enter", |e| {
        e.status().contains("built-in")
    }),
    (Id::OpenFile, FIVE, "Ctrl-O", |e| {
        e.picker().title.starts_with("Open a file")
    }),
    (Id::Import, FIVE, "Ctrl-P `import` Enter", |e| {
        e.picker().title.starts_with("Import a file")
    }),
    (Id::CompletePath, FIVE, "Ctrl-O Tab", |e| {
        e.status() == "no match"
    }),
    (Id::Folder, FIVE, "F7", |e| e.page() == Page::Folder),
    (Id::CloseFolder, FIVE, "F7 F7", |e| e.page() == Page::Panes),
    (Id::OpenSuite, FIVE, "F7 Enter", |e| {
        e.status() == "no suite to open"
    }),
    (Id::SortFolder, FIVE, "F7 s", |e| {
        e.status() == "sorted by records"
    }),
    (Id::ReverseFolder, FIVE, "F7 S", |e| {
        e.status() == "sorted by name, reversed"
    }),
    (Id::SearchFolder, FIVE, "F7 /", |e| {
        e.prompt().label == "search suites"
    }),
    (Id::NextSuite, FIVE, "F7 / a Esc n", |e| {
        e.status() == "no suite with that name"
    }),
    (Id::FilterFolder, FIVE, "F7 f a Enter", |e| {
        e.status() == "0 of 0 suites with `a`"
    }),
    (Id::ReloadFolder, FIVE, "F7 r", |e| {
        let looks = |effect: &&Effect| matches!(effect, Effect::Folder(_));
        e.effects.iter().filter(looks).count() == 2
    }),
    (Id::CopyToFile, FIVE, "t `q.epd` Enter", |e| {
        e.status().starts_with("copied 1 line to q.epd")
    }),
    (Id::MoveToFile, FIVE, "T `q.epd` Enter", |e| {
        e.status().starts_with("moved 1 line to q.epd")
    }),
    (Id::ReviewChanges, FIVE, "F8", |e| {
        e.page() == Page::Differences
    }),
    (Id::CompareFiles, FIVE, "Shift-F8", |e| {
        e.status().starts_with("only one file")
    }),
    (Id::CompareWithDisk, FIVE, ": `compare-with-disk`", |e| {
        shows(e, "this file is not on disk yet")
    }),
    (Id::CompareBy, FIVE, "F8 b", |e| {
        e.status() == "only unsaved changes are shown here"
    }),
    (Id::MergeFromDisk, FIVE, ": `merge-from-disk`", |e| {
        shows(e, "this file is not on disk yet")
    }),
    (Id::GoToDifference, FIVE, "F8 Enter", |e| {
        e.status() == "no difference to go to"
    }),
    (Id::RevertDifference, FIVE, "F8 r", |e| {
        e.status() == "no difference to revert"
    }),
    (Id::GoToOther, FIVE, "F8 o", |e| {
        e.status() == "the other file does not have this record"
    }),
    (Id::ToggleIdentical, FIVE, "F8 =", |e| {
        e.status() == "only unsaved changes are shown here"
    }),
    (Id::CloseDifferences, FIVE, "F8 F8", |e| {
        e.page() == Page::Panes
    }),
    (Id::OpenFiles, FIVE, "Ctrl-T", |e| {
        e.status().starts_with("only one file")
    }),
    (Id::NextFile, FIVE, "F6", |e| {
        e.status().starts_with("only one file")
    }),
    (Id::PreviousFile, FIVE, "Shift-F6", |e| {
        e.status().starts_with("only one file")
    }),
    (Id::CloseFile, FIVE, "Ctrl-W", |e| {
        e.status().starts_with("only one file is open")
    }),
    (Id::UnpackAll, FIVE, ": `unpack-all`", |e| {
        shows(e, "the file is read to its end")
    }),
    (Id::RestoreCopy, FIVE, ": `restore-copy`", |e| {
        shows(e, "no interrupted save left a copy of this file")
    }),
    (Id::OpenCopy, FIVE, ": `open-copy`", |e| {
        shows(e, "no interrupted save left a copy of this file")
    }),
    (Id::RemoveCopy, FIVE, ": `remove-copy`", |e| {
        shows(e, "no interrupted save left a copy of this file")
    }),
    (Id::SaveAll, FIVE, "Delete Ctrl-P `save all` Enter", |e| {
        e.prompt().label == "save as"
    }),
    (Id::Quit, FIVE, "q", Editor::wants_to_quit),
    (Id::Undo, FIVE, "Delete u", |e| e.text() == FIVE),
    (Id::Redo, FIVE, "Delete u U", |e| e.line(0) == "# a comment"),
    (Id::Search, FIVE, "/", |e| e.prompt().label == "search"),
    (Id::Filter, FIVE, "f", |e| e.prompt().label == "filter"),
    (Id::Back, FIVE, "G <", |e| e.selected() == 0),
    (Id::Forward, FIVE, "G < >", |e| e.selected() == 4),
    (Id::CompleteWord, FIVE, "f `si` Tab", |e| {
        prompt_text(e) == "side"
    }),
    (Id::CompleteBack, FIVE, "f `si` Shift-Tab", |e| {
        prompt_text(e) == "side"
    }),
    (Id::OlderInput, FIVE, "f `bm` Enter f Up", |e| {
        prompt_text(e) == "bm"
    }),
    (Id::NewerInput, FIVE, "f `bm` Enter f `am` Up Down", |e| {
        prompt_text(e) == "am"
    }),
    (Id::SearchRegex, FIVE, "/ Ctrl-R", |e| {
        e.prompt().label == "search regex"
    }),
    (Id::Mark, FIVE, "Space", |e| marked(e) == [0]),
    (Id::MarkDown, FIVE, "Shift-Down", |e| marked(e) == [0, 1]),
    (Id::MarkUp, FIVE, "G Shift-Up", |e| marked(e) == [3, 4]),
    (Id::MarkRange, FIVE, "j v", |e| marked(e) == [1]),
    (Id::MarkToHere, FIVE, "Space j V", |e| {
        marked(e) == [0, 1, 2]
    }),
    (Id::Marks, FIVE, "m", |e| {
        e.menu().title.starts_with("Marks")
    }),
    (Id::MarkAll, FIVE, "Ctrl-A", |e| marked(e).len() == 5),
    (Id::MarkMatching, FIVE, "*", |e| {
        e.prompt().label == "mark matching"
    }),
    (Id::MarkMatches, FIVE, "/ `A.` Enter m s", |e| e.jobs() == 2),
    (Id::InvertMarks, FIVE, "Space ~", |e| {
        marked(e) == [1, 2, 3, 4]
    }),
    (Id::ClearMarks, FIVE, "Space M", |e| marked(e).is_empty()),
    (Id::NextMark, FIVE, "j Space g }", |e| e.selected() == 1),
    (Id::PreviousMark, FIVE, "Space G {", |e| e.selected() == 0),
    (Id::ShowOnlyMarks, FIVE, "j Space m o", |e| {
        e.row_count() == 1
    }),
    (Id::BulkEdit, FIVE, "r", |e| {
        e.menu().title == "Bulk edit: all 5 lines"
    }),
    (Id::SetOperation, FIVE, "r s `ce 1` Enter", |e| {
        previewed(e) == "all 5 lines: 4 lines to change"
    }),
    (Id::RemoveOperations, FIVE, "r r `bm` Enter", |e| {
        previewed(e) == "all 5 lines: 4 lines to change"
    }),
    (Id::RenameOpcodes, FIVE, "r n `bm am` Enter", |e| {
        previewed(e) == "all 5 lines: 4 lines to change"
    }),
    (Id::Renumber, FIVE, "r i", |e| prompt_text(e) == "A.{n}"),
    (Id::SortRecords, FIVE, "r o `id reverse` Enter", |e| {
        previewed(e) == "all 5 lines: 4 lines to move"
    }),
    (Id::RemoveDuplicates, FIVE, "r d i", |e| {
        previewed(e) == "no duplicates in all 5 lines"
    }),
    (
        Id::RemoveDuplicatesBy,
        FIVE,
        "r d f `id.prefix` Enter",
        |e| previewed(e) == "all 5 lines: 4 lines to remove",
    ),
    (Id::FixRecords, FIVE, "r x", |e| {
        previewed(e) == "nothing to change in all 5 lines"
    }),
    (Id::MakeCanonical, FIVE, "r c", |e| {
        previewed(e) == "nothing to change in all 5 lines"
    }),
    (Id::MirrorColours, FIVE, "r m", |e| {
        previewed(e) == "all 5 lines: 3 lines to change"
    }),
    (Id::MirrorFiles, FIVE, "r f", |e| {
        previewed(e) == "all 5 lines: 3 lines to change"
    }),
    (Id::Shuffle, FIVE, "r h Ctrl-U 5 Enter", |e| {
        previewed(e).ends_with("move")
    }),
    (Id::Sample, FIVE, "r p 2 Enter", |e| {
        previewed(e) == "all 5 lines: 2 lines to remove"
    }),
    (Id::Gather, FIVE, "Space G r g", |e| {
        e.line(4).contains("A.1")
    }),
    (Id::MergeFile, FIVE, "r e", |e| {
        e.prompt().label == "merge file"
    }),
    (Id::Split, FIVE, "r l", |e| {
        e.prompt().label == "split into files"
    }),
    (Id::ApplyChange, FIVE, "r r `bm` Enter Enter", |e| {
        !e.text().contains("bm")
    }),
    (Id::CopyRecords, FIVE, "y G P", |e| {
        e.line(5).contains("A.1")
    }),
    (Id::CutRecords, FIVE, "x", |e| !e.text().contains("A.1")),
    (Id::PasteRecords, FIVE, "x G P", |e| {
        e.line(4).contains("A.1")
    }),
    (Id::FilterAgain, FIVE, "f `bm` Enter (done) R", |e| {
        e.jobs() == 1
    }),
    (Id::ShowAll, FIVE, "f `bm` Enter (done) F", |e| {
        e.row_count() == 5
    }),
    (Id::CheckFile, FIVE, "Ctrl-P `check the` Enter", |e| {
        e.is_scanning()
    }),
    (Id::StopWork, FIVE, "s - i d Enter F9", |e| {
        e.status() == "stopped background work"
    }),
    (Id::LargerPane, FIVE, "+", |e| {
        e.model.panes.cells(Border::List, 100).is_some()
    }),
    (Id::SmallerPane, FIVE, "Tab -", |e| {
        e.model.panes.board == Some(4)
    }),
    (Id::HidePane, FIVE, "Tab _", |e| e.layout().board.is_none()),
    (Id::Panes, FIVE, "|", |e| e.menu().title == "Panes"),
    (
        Id::UsualPanes,
        FIVE,
        "+ Ctrl-P `reset the pan` Enter",
        |e| e.status().starts_with("showing all panes"),
    ),
    (Id::WideList, FIVE, "z", |e| e.layout().board.is_none()),
    (Id::Boards, FIVE, "b", |e| e.layout().boards.is_some()),
    (Id::BoardRight, FIVE, "b Right", |e| e.selected() == 1),
    (Id::BoardLeft, FIVE, "b Right Right Left", |e| {
        e.selected() == 1
    }),
    (Id::LargerBoards, FIVE, "b +", |e| {
        e.model.board_size.is_some()
    }),
    (Id::SmallerBoards, FIVE, "b + -", |e| {
        e.model.board_size == Some(SquareSize::SMALLEST)
    }),
    (Id::Columns, FIVE, "c", |e| {
        e.report().title == "Columns of the list"
    }),
    (Id::FitColumns, FIVE, "w", |e| {
        e.model.document.columns.generation == 1
    }),
    (Id::ColumnsRight, FIVE, "Right", |e| e.first_column() == 1),
    (Id::ColumnsLeft, FIVE, "Right Right Left", |e| {
        e.first_column() == 1
    }),
    (Id::Sort, FIVE, "s", |e| e.menu().title == "Sort by"),
    (Id::FileOrder, FIVE, "s - i d Enter (done) s Enter", |e| {
        e.sorted().is_none() && e.status() == "back in the file's order"
    }),
    (
        Id::SortFile,
        FIVE,
        "s - i d Enter (done) s m a k e Enter (done)",
        |e| e.line(0).contains("A.4"),
    ),
    (Id::ProblemList, FIVE, "p", |e| {
        e.report().title == "Problems of the file"
    }),
    (Id::Duplicates, FIVE, "=", |e| {
        e.report().title == "Duplicates and contradictions"
    }),
    (Id::Game, FIVE, "L", |e| e.report().title == "Game"),
    (Id::TestReport, FIVE, "O", |e| {
        e.report().title == "Test report of test.epd"
    }),
    (Id::Statistics, FIVE, "S", |e| {
        e.report().title == "Statistics of test.epd"
    }),
    (Id::Values, FIVE, "%", |e| {
        e.report().title == "Values of bm"
    }),
    (Id::ValuesOf, FIVE, "Ctrl-P `Values of an` Enter", |e| {
        e.picker().title == "Count the values of an opcode"
    }),
    (Id::CountBy, FIVE, "% (done) b", |e| {
        e.prompt().label == "count by" && prompt_text(e) == "bm"
    }),
    (Id::SortValues, FIVE, "% (done) v (done)", |e| {
        e.report().note.ends_with("sorted by value")
    }),
    (Id::SearchValues, FIVE, "% (done) /", |e| {
        e.prompt().label == "values with"
    }),
    (Id::FilterByRow, FIVE, "p f", |e| {
        !e.has_dialog() && e.jobs() == 1
    }),
    (Id::ShowRow, GAME, "L (done) Down o", |e| {
        !e.has_dialog() && e.selected() == 1
    }),
    (Id::FixKind, FIVE, "p x", |e| {
        e.status().contains("move-unreadable has no safe fix")
    }),
    (Id::DeleteDuplicate, THRICE, "= (done) Down d", |e| {
        e.line_count() == 2
    }),
    (Id::KeepDuplicate, THRICE, "= (done) Down K", |e| {
        e.text() == LONE
    }),
    (Id::MergeDuplicates, THRICE, "= (done) m", |e| {
        e.line_count() == 1
    }),
    (Id::MarkDuplicate, THRICE, "= (done) Down Space", |e| {
        marked(e) == [1]
    }),
    (Id::NextSetting, FIVE, ", Tab", |e| e.report().cursor > 1),
    (Id::PageLeft, FIVE, "= Left", |e| e.report().tabs[3].is_open),
    (Id::PageRight, FIVE, "= Right", |e| {
        e.report().tabs[1].is_open
    }),
    (Id::ColumnUp, FIVE, "c Down K", |e| {
        e.columns()[0].name() == "side"
    }),
    (Id::ColumnDown, FIVE, "c J", |e| {
        e.columns()[0].name() == "side"
    }),
    (Id::WidenColumn, FIVE, "c j j > >", |e| {
        e.widths() == [(Column::Id, 7)]
    }),
    (Id::NarrowColumn, FIVE, "c j j > > <", |e| {
        e.widths() == [(Column::Id, 5)]
    }),
    (
        Id::ColumnWidth,
        FIVE,
        "Ctrl-P `column's width` Enter",
        |e| e.report().title == "Columns of the list",
    ),
    (Id::AddColumn, FIVE, "c a", |e| {
        e.picker().title == "Opcode for a new column"
    }),
    (Id::ResetColumns, FIVE, "c Space r", |e| {
        e.columns().len() == 5
    }),
    (
        Id::ForgetFile,
        FIVE,
        "c Space Esc Ctrl-P `forget` Enter",
        |e| e.columns().len() == 5 && e.status().starts_with("forgot"),
    ),
    (Id::NextMatch, FIVE, "/ `A.2` Enter g n", |e| {
        e.selected() == 2
    }),
    (Id::PreviousMatch, FIVE, "/ `A.` Enter N", |e| {
        e.selected() == 4
    }),
    (Id::PromptDown, FIVE, "/ A Down", |e| e.selected() == 2),
    (Id::PromptUp, FIVE, "Enter m 9 Up", |e| {
        e.prompt().input.text() == b"518"
    }),
    (Id::Paste, FIVE, "Ctrl-V", |e| {
        matches!(e.effects[..], [Effect::ReadClipboard])
    }),
    (Id::GoTo, FIVE, "Ctrl-G", |e| {
        e.prompt().label.contains("line or id")
    }),
    (Id::NextProblem, FIVE, "]", |e| e.selected() == 3),
    (Id::PreviousProblem, FIVE, "G [", |e| e.selected() == 3),
    (
        Id::FixAll,
        "8/8/4k3/8/8/8/8/4K3  w - - id \"K\";\n",
        "X",
        |e| e.shown().starts_with("8/8/4k3/8/8/8/8/4K3 w"),
    ),
    (Id::EditLine, FIVE, "e", |e| e.is_typing()),
    (Id::Copy, FIVE, "Ctrl-C f", |e| {
        e.copied() == Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    }),
    (Id::CopyAgain, FIVE, "Ctrl-C u Enter y", |e| {
        e.effects.len() == 2
            && e.copied()
                .is_some_and(|text| text.starts_with("position fen "))
    }),
    (Id::Export, FIVE, ": `export` Enter", |e| {
        e.menu().title == "Export A.1 as"
    }),
    (Id::Palette, FIVE, "Ctrl-P", |e| {
        e.picker().title == "Commands"
    }),
    (Id::CommandLine, FIVE, ":", |e| e.prompt().label == ":"),
    (Id::NewFile, FIVE, ": `new` Enter", |e| {
        e.text().is_empty() && e.file_count() == 2
    }),
    (Id::SaveAndQuit, FIVE, ": `wq` Enter", Editor::wants_to_quit),
    (
        Id::QuitWithoutSaving,
        FIVE,
        "Delete : `q!` Enter",
        Editor::wants_to_quit,
    ),
    (Id::Help, FIVE, "?", |e| {
        e.pager().title == "Keys · Suite list"
    }),
    (Id::Explain, FIVE, ": `explain bm` Enter", |e| {
        e.pager().title == "bm"
    }),
    (Id::ChangeKey, FIVE, ": `change-key` Enter", |e| {
        e.picker().title == "Change the key of"
    }),
    (Id::Legend, FIVE, ": `signs` Enter", |e| {
        e.pager().title == "Legend"
    }),
    (Id::SearchPage, FIVE, "? /", |e| e.pager().typing),
    (Id::Close, FIVE, "? Esc", |e| !e.has_dialog()),
    (Id::ReleaseMouse, FIVE, "F12", |e| {
        matches!(e.effects[..], [Effect::ReleaseMouse(true)])
    }),
    (Id::ToggleTheme, FIVE, "Ctrl-P `dark and` Enter", |e| {
        matches!(e.effects[..], [Effect::SwitchGround])
    }),
    (Id::Settings, FIVE, ",", |e| e.report().title == "Settings"),
    (Id::Set, FIVE, ": `set mouse=false` Enter", |e| {
        e.has_released_mouse()
    }),
    (Id::Suspend, FIVE, "Ctrl-P `suspend` Enter", |e| {
        matches!(e.effects[..], [Effect::Suspend])
    }),
    (Id::Down, FIVE, "j", |e| e.selected() == 1),
    (Id::Up, FIVE, "j j k", |e| e.selected() == 1),
    (Id::PageDown, FIVE, "PageDown", |e| e.selected() == 4),
    (Id::PageUp, FIVE, "G PageUp", |e| e.selected() == 0),
    (Id::First, FIVE, "j j g", |e| e.selected() == 0),
    (Id::Last, FIVE, "G", |e| e.selected() == 4),
    (Id::Choose, FIVE, "Ctrl-C Down Enter", |e| {
        e.copied() == Some(e.line(0).as_str())
    }),
    (Id::OpenRecord, FIVE, "Enter", |e| e.focus() == Pane::Board),
    (Id::NewRecord, FIVE, "o", |e| {
        e.selected() == 1 && e.line(1).starts_with("rnbqkbnr/")
    }),
    (Id::DuplicateRecord, FIVE, "D", |e| {
        e.selected() == 1 && e.line(1) == e.line(0)
    }),
    (Id::Reply, SUPPLIED, ": `reply` Enter", |e| {
        e.selected() == 1 && e.line(1).starts_with("4k3/8/8/8/4P3/8/8/4K3 b")
    }),
    (Id::DeleteRecord, FIVE, "d d", |e| {
        e.line(0) == "# a comment"
    }),
    (Id::MoveRecordDown, FIVE, "J", |e| {
        e.selected() == 2 && e.line(0) == "# a comment" && e.line(1).contains("A.2")
    }),
    (Id::MoveRecordUp, FIVE, "j K", |e| {
        e.selected() == 0 && e.line(0) == "# a comment"
    }),
    (Id::Left, LONE, "Enter Left", |e| {
        e.square().to_string() == "d4"
    }),
    (Id::Right, LONE, "Enter Right", |e| {
        e.square().to_string() == "f4"
    }),
    (Id::CursorUp, LONE, "Enter Up", |e| {
        e.square().to_string() == "e5"
    }),
    (Id::CursorDown, LONE, "Enter Down", |e| {
        e.square().to_string() == "e3"
    }),
    (Id::RankStart, LONE, "Enter Home", |e| {
        e.square().to_string() == "a4"
    }),
    (Id::RankEnd, LONE, "Enter End", |e| {
        e.square().to_string() == "h4"
    }),
    (
        Id::PickUp,
        LONE,
        "Enter m Down Down Down Space Up Space",
        |e| placement(e) == "4k3/8/8/8/8/8/4K3/8",
    ),
    (Id::PlaceWhitePawn, LONE, "Enter m P", |e| {
        placement(e) == "4k3/8/8/8/4P3/8/8/4K3"
    }),
    (Id::PlaceWhiteKnight, LONE, "Enter m N", |e| {
        placement(e) == "4k3/8/8/8/4N3/8/8/4K3"
    }),
    (Id::PlaceWhiteBishop, LONE, "Enter m B", |e| {
        placement(e) == "4k3/8/8/8/4B3/8/8/4K3"
    }),
    (Id::PlaceWhiteRook, LONE, "Enter m R", |e| {
        placement(e) == "4k3/8/8/8/4R3/8/8/4K3"
    }),
    (Id::PlaceWhiteQueen, LONE, "Enter m Q", |e| {
        placement(e) == "4k3/8/8/8/4Q3/8/8/4K3"
    }),
    (Id::PlaceWhiteKing, LONE, "Enter m K", |e| {
        placement(e) == "4k3/8/8/8/4K3/8/8/4K3"
    }),
    (Id::PlaceBlackPawn, LONE, "Enter m p", |e| {
        placement(e) == "4k3/8/8/8/4p3/8/8/4K3"
    }),
    (Id::PlaceBlackKnight, LONE, "Enter m n", |e| {
        placement(e) == "4k3/8/8/8/4n3/8/8/4K3"
    }),
    (Id::PlaceBlackBishop, LONE, "Enter m b", |e| {
        placement(e) == "4k3/8/8/8/4b3/8/8/4K3"
    }),
    (Id::PlaceBlackRook, LONE, "Enter m r", |e| {
        placement(e) == "4k3/8/8/8/4r3/8/8/4K3"
    }),
    (Id::PlaceBlackQueen, LONE, "Enter m q", |e| {
        placement(e) == "4k3/8/8/8/4q3/8/8/4K3"
    }),
    (Id::PlaceBlackKing, LONE, "Enter m k", |e| {
        placement(e) == "4k3/8/8/8/4k3/8/8/4K3"
    }),
    (Id::Skip, LONE, "Enter m 3", |e| {
        e.square().to_string() == "h4"
    }),
    (Id::NextRank, LONE, "Enter m /", |e| {
        e.square().to_string() == "a3"
    }),
    (Id::RemovePiece, LONE, "Enter m P Left .", |e| {
        placement(e) == "4k3/8/8/8/8/8/8/4K3"
    }),
    (Id::RemovePreviousPiece, LONE, "Enter m P Backspace", |e| {
        placement(e) == "4k3/8/8/8/8/8/8/4K3"
    }),
    (Id::Side, LONE, "Enter m t", |e| {
        e.shown() == "4k3/8/8/8/8/8/8/4K3 b - - id \"K\";"
    }),
    (Id::Castling, FIVE, "j j j Enter m c Q", |e| {
        e.shown().starts_with("4k3/8/8/8/8/8/8/R3K2R w K - ")
    }),
    (Id::EnPassant, FIVE, "G Enter m e -", |e| {
        e.shown().starts_with("4k3/8/8/3pP3/8/8/8/4K3 w - - ")
    }),
    (Id::Flip, LONE, "Enter v", |e| e.is_flipped()),
    (Id::ClearBoard, LONE, "Enter m x", |e| {
        placement(e) == "8/8/8/8/8/8/8/8"
    }),
    (Id::StartingPosition, LONE, "Enter m s", |e| {
        e.shown() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"K\";"
    }),
    (Id::ChangeColour, LONE, "Enter m Down Down Down o", |e| {
        placement(e) == "4k3/8/8/8/8/8/8/4k3"
    }),
    (
        Id::RemoveImpossible,
        "4k3/8/8/8/8/8/8/4K3 w K - id \"K\";\n",
        "Enter m C",
        |e| e.text() == LONE,
    ),
    (Id::HalfMoveClock, LONE, "Enter m h 4 Enter", |e| {
        e.shown().contains(" hmvc 4;")
    }),
    (Id::MoveNumber, LONE, "Enter m H 9 Enter", |e| {
        e.shown().contains(" fmvn 9;")
    }),
    (Id::TransformBoard, LONE, "Enter m w", |e| {
        e.menu().title == "Transform the board"
    }),
    (Id::Mirror, LONE, "Enter m w m", |e| {
        placement(e) == "3k4/8/8/8/8/8/8/3K4"
    }),
    (Id::SwapColours, LONE, "Enter m w c", |e| {
        e.shown() == "4k3/8/8/8/8/8/8/4K3 b - - id \"K\";"
    }),
    (Id::Rotate, LONE, "Enter m w r", |e| {
        placement(e) == "3K4/8/8/8/8/8/8/3k4"
    }),
    (Id::ShiftLeft, LONE, "Enter m Shift-Left", |e| {
        placement(e) == "3k4/8/8/8/8/8/8/3K4"
    }),
    (Id::ShiftRight, LONE, "Enter m Shift-Right", |e| {
        placement(e) == "5k2/8/8/8/8/8/8/5K2"
    }),
    (Id::ShiftUp, LONE, "Enter m Shift-Up", |e| {
        e.status() == "black king on e8 would leave the board"
    }),
    (Id::ShiftDown, LONE, "Enter m Shift-Down", |e| {
        e.status() == "white king on e1 would leave the board"
    }),
    (Id::NumberedStart, LONE, "Enter m 9 5 1 8 Enter", |e| {
        placement(e) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    }),
    (Id::RandomStart, LONE, "Enter m 0", |e| {
        e.status().starts_with("set up Chess960 position")
    }),
    (Id::ToggleChess960, FIVE, ": `toggle-chess960` Enter", |e| {
        e.rules() == epdit::epd::Rules::Chess960
    }),
    (Id::DescribePosition, FIVE, "Enter i", |e| {
        e.pager().title == "Position"
    }),
    (Id::PieceStyle, FIVE, "Ctrl-P `piece style` Enter l", |e| {
        e.pieces() == Pieces::Letters
    }),
    (Id::BoardTheme, FIVE, "Ctrl-P `board theme` Enter 2", |e| {
        e.set().board == BoardColours::Brown
    }),
    (Id::Play, FIVE, "Enter m m", |e| e.play().is_some()),
    (
        Id::StepThrough,
        "4k3/8/8/8/8/8/8/4K3 w - - pv Kd2 Kd7;\n",
        "Enter l",
        |e| e.play().is_some_and(|p| p.played().len() == 1),
    ),
    (
        Id::PlaySquare,
        FIVE,
        "Enter Down Down Space Up Space",
        |e| e.play().is_some_and(|p| p.played().len() == 1),
    ),
    (Id::TypeMove, FIVE, "Enter e", |e| {
        e.play().is_some_and(|p| p.typed == "e")
    }),
    (Id::TakeBack, FIVE, "Enter e 4 u", |e| {
        e.play().is_some_and(|p| p.played().is_empty())
    }),
    (Id::StepForward, FIVE, "Enter e 4 u >", |e| {
        e.play().is_some_and(|p| p.played().len() == 1)
    }),
    (Id::RecordMoves, FIVE, "Enter e 3 w B", |e| {
        e.line(0).contains("bm e3 e4;")
    }),
    (Id::Welcome, FIVE, "Ctrl-P `show the wel` Enter", |e| {
        e.pager().title.starts_with("Welcome to epdit")
    }),
    (Id::DiscardMoves, FIVE, "Enter e 3 Delete", |e| {
        e.status().starts_with("discarded e3")
    }),
    (Id::SetUp, FIVE, "Enter m", |e| e.play().is_none()),
    (Id::EditOperation, FIVE, "Tab Tab Enter", |e| e.is_typing()),
    (Id::AddOperation, FIVE, "Tab Tab a", |e| {
        e.picker().title == "Add an operation"
    }),
    (Id::RemoveOperation, FIVE, "Tab Tab d d", |e| {
        e.line(0) == "4k3/8/8/8/8/8/4P3/4K3 w - - id \"A.1\";"
    }),
    (Id::RenameOpcode, FIVE, "Tab Tab r", |e| {
        e.picker().title == "New opcode for bm"
    }),
    (
        Id::Fix,
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4; id \"K\";\n",
        "Tab Tab x",
        |e| e.shown().contains("bm e4;"),
    ),
    (Id::Fixes, FIVE, "j j j Tab Tab f", |e| {
        e.menu().title.starts_with("Fixes")
    }),
    (Id::CutOperation, FIVE, "Tab Tab c p", |e| {
        e.line(0) == "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"A.1\";"
            && e.status().starts_with("pasted bm")
    }),
    (Id::CopyOperation, LONE, "Tab Tab y", |e| {
        e.status().starts_with("copied id")
    }),
    (Id::CopyOperations, FIVE, "Tab Tab Y", |e| {
        e.status().starts_with("copied 2 operations")
    }),
    (Id::PasteOperations, FIVE, "Tab Tab y Ctrl-Down p", |e| {
        e.line(2).contains("bm e4;")
    }),
    (
        Id::RepeatOperation,
        FIVE,
        "Tab Tab Delete Ctrl-Down .",
        |e| !e.line(2).contains("bm"),
    ),
    (
        Id::SortOperations,
        "4k3/8/8/8/8/8/8/4K3 w - - id \"K\"; ce 0;\n",
        "Tab Tab s",
        |e| e.shown().ends_with("ce 0; id \"K\";"),
    ),
    (Id::Points, FIVE, "Tab Tab m", |e| {
        e.shown().ends_with("c0 \"e4=10\"; id \"A.1\";")
    }),
    (Id::TimeStamp, LONE, "Tab Tab t", |e| {
        matches!(e.effects[..], [Effect::TellTime])
    }),
    (
        Id::SynchronisePoints,
        "4k3/8/8/8/8/8/8/4K3 w - - c0 \"Kd2=3\";\n",
        "Tab Tab M",
        |e| e.line(0).ends_with("c9 \"e1d2\";"),
    ),
    (Id::PerftDepth, LONE, "Tab Tab N", |e| {
        e.prompt().label.starts_with("count leaf nodes")
    }),
    (Id::Perft, LONE, "Tab Tab n", |e| e.perft().is_some()),
    (Id::Accept, LONE, "F2 Home X Enter", |e| {
        e.line(0).starts_with("X4k3")
    }),
    (Id::Cancel, LONE, "F2 X Esc", |e| {
        !e.is_typing() && e.text() == LONE
    }),
    (Id::ChooseNext, FIVE, "Tab Tab Enter Down", |e| {
        e.assist().cursor() == Some(0)
    }),
    (
        Id::ChoosePrevious,
        FIVE,
        "Tab Tab Enter Down Down Up",
        |e| e.assist().cursor() == Some(0),
    ),
    (Id::ChoosePageDown, FIVE, "Tab Tab Enter PageDown", |e| {
        e.assist().cursor() == Some(4)
    }),
    (
        Id::ChoosePageUp,
        FIVE,
        "Tab Tab Enter PageDown PageUp",
        |e| e.assist().cursor().is_none(),
    ),
    (Id::ToggleMove, FIVE, "Tab Tab Enter Down Space", |e| {
        e.shown().contains("bm Kd1 e4;")
    }),
    (Id::Complete, FIVE, "Tab Tab Enter Ctrl-U k Right", |e| {
        e.shown().contains("bm Kd1;")
    }),
];

/// Returns the names of the keys of a case; text in backticks is a key for each character.
fn key_names(keys: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, part) in keys.split('`').enumerate() {
        if at.is_multiple_of(2) {
            names.extend(part.split_whitespace().map(str::to_owned));
        } else {
            let name = |c| match c {
                ' ' => "Space".to_owned(),
                c => String::from(c),
            };
            names.extend(part.chars().map(name));
        }
    }
    names
}

fn after_keys(editor: Editor, names: &[String]) -> Editor {
    let press = |editor: Editor, name: &String| match name.as_str() {
        "(done)" => editor.done(),
        name => editor.keys(name),
    };
    names.iter().fold(editor, press)
}

/// Returns true when a condition holds. One that panics, since no prompt, menu or page is open, doesn't.
fn condition_holds(after: fn(&Editor) -> bool, editor: &Editor) -> bool {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| after(editor))).unwrap_or(false)
}

#[test]
fn no_condition_of_a_case_holds_before_its_last_key() {
    let done = CASES.iter().filter(|(_, before, keys, after)| {
        let names = key_names(keys);
        let all_but_last = &names[..names.len() - 1];
        condition_holds(*after, &after_keys(Editor::open(before), all_but_last))
    });
    let done: Vec<Id> = done.map(|(id, ..)| *id).collect();
    assert_eq!(done, [], "their conditions hold before the last key");
}

/// Returns the numbers of records that engines have and that wait.
fn waiting(editor: &Editor) -> (usize, usize) {
    let queue = editor.queue().expect("a queue");
    (queue.under_way.len(), queue.waiting.len())
}

#[test]
fn every_command_is_done_by_a_key_and_does_what_it_says() {
    for (id, before, keys, after) in CASES {
        let editor = after_keys(Editor::open(before), &key_names(keys));
        assert!(
            after(&editor),
            "{id:?}: after {keys}\n{}\nstatus: {}\noverlays: {:?}",
            editor.text(),
            editor.status(),
            editor.dialogs()
        );
    }
}

#[test]
fn every_command_of_the_table_has_its_case() {
    for command in editor::commands().all() {
        assert!(
            CASES.iter().any(|(id, ..)| *id == command.id),
            "{} has none",
            command.id.name()
        );
    }
}

#[test]
fn every_command_of_the_palette_can_be_undone_on_any_line() {
    let texts = [FIVE, "", "\n# only a comment\n", "8/8 w - \"what is this\n"];
    for (nth, text) in texts.into_iter().enumerate() {
        for (at, command) in editor::commands().all().enumerate() {
            let panes = "Tab ".repeat((at + nth) % 5);
            let mut editor = Editor::open(text).keys(&panes).keys("Ctrl-P");
            editor = editor.pasted(command.title).keys("Enter Esc Esc");
            // Every change can be undone, and another open file closed.
            if editor.file_count() > 1 {
                editor = editor.keys("Ctrl-W");
            }
            while editor.can_undo().is_some() {
                editor = editor.keys("Esc Ctrl-Z");
            }
            assert_eq!(
                editor.text(),
                text,
                "{} after {panes} in {text:?}",
                command.id.name()
            );
        }
    }
}

#[test]
fn nothing_changes_in_a_file_open_read_only() {
    for (id, before, keys, _) in CASES {
        let editor = after_keys(Editor::open(before).read_only(), &key_names(keys));
        assert_eq!(editor.text(), *before, "{id:?}");
        let command = editor::commands().row(*id);
        if command.changes {
            assert!(editor.can_undo().is_none(), "{id:?}");
        }
    }
    assert!(
        Editor::open(FIVE)
            .read_only()
            .keys("d")
            .status()
            .contains("read-only")
    );
}

/// Returns true when the status line, or the message of the open prompt, contains these words.
fn shows(editor: &Editor, words: &str) -> bool {
    let prompt = editor.layer::<Prompt>();
    let typed = prompt.and_then(|prompt| prompt.message.as_deref());
    let typed = typed.unwrap_or_default();
    editor.status().contains(words) || typed.contains(words)
}

#[test]
fn reasons_of_disabled_commands_name_existing_keys() {
    for text in ["", FIVE] {
        let editor = Editor::open(text);
        for command in editor.model.commands.all() {
            let reason = command.refusal(&editor.model).unwrap_or_default();
            assert!(!reason.contains('{'), "{}: {reason}", command.id.name());
        }
    }
}
