//! Every command of the table, done by a key: before, keys, after.

use crate::harness::{Editor, FIVE};
use epdit::app::command;
use epdit::app::effect::Effect;
use epdit::app::model::{Page, Pane};
use epdit::app::overlay::Overlay;

/// A command, a file, keys of which the last does it, and what must be so after. At `(done)` the
/// work in the background is waited for.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    fn(&Editor) -> bool,
);

const LONE: &str = "4k3/8/8/8/8/8/8/4K3 w - - id \"K\";\n";

fn placement(editor: &Editor) -> String {
    editor
        .shown()
        .split(' ')
        .next()
        .unwrap_or_default()
        .to_owned()
}

fn asked(editor: &Editor) -> String {
    editor.prompt().input.lossy().into_owned()
}

fn marked(editor: &Editor) -> Vec<usize> {
    let marked = editor.model.document.marked();
    marked
        .map(|lines| lines.iter().collect())
        .unwrap_or_default()
}

fn previewed(editor: &Editor) -> String {
    match editor.model.overlays.last() {
        Some(Overlay::Preview(preview)) => preview.summary(),
        _ => String::new(),
    }
}

/// The cursor stands on e4 at first.
const CASES: &[Case] = &[
    ("next-pane", FIVE, "Tab", |e| e.model.focus == Pane::Board),
    ("previous-pane", FIVE, "Shift-Tab", |e| {
        e.model.focus == Pane::Raw
    }),
    ("next-record", FIVE, "Enter Ctrl-Down", |e| {
        e.selected() == 2
    }),
    ("previous-record", FIVE, "G Enter PageUp PageUp", |e| {
        e.selected() == 2
    }),
    ("save", FIVE, "o Ctrl-S", |e| {
        matches!(e.model.overlays.last(), Some(Overlay::Prompt(_)))
    }),
    ("save-as", FIVE, ": s a v e Space u n d e r Enter", |e| {
        e.prompt().label == "save as"
    }),
    ("reload", FIVE, ": r e a d Space t h e Enter", |e| {
        e.status().contains("built-in")
    }),
    ("open-file", FIVE, "Ctrl-O", |e| {
        e.picker().title.starts_with("Open a file")
    }),
    ("complete-path", FIVE, "Ctrl-O Tab", |e| {
        e.status() == "nothing matches what is typed"
    }),
    ("folder", FIVE, "F7", |e| e.model.page == Page::Folder),
    ("leave-folder", FIVE, "F7 F7", |e| {
        e.model.page == Page::Panes
    }),
    ("open-suite", FIVE, "F7 Enter", |e| {
        e.status() == "there is no suite to open"
    }),
    ("sort-folder", FIVE, "F7 s", |e| {
        e.status() == "sorted by records"
    }),
    ("look-again", FIVE, "F7 r", |e| {
        let looks = |effect: &&Effect| matches!(effect, Effect::Folder(_));
        e.effects.iter().filter(looks).count() == 2
    }),
    ("copy-to-file", FIVE, "t", |e| {
        e.status().starts_with("only one file")
    }),
    ("move-to-file", FIVE, "T", |e| {
        e.status().starts_with("only one file")
    }),
    ("review-changes", FIVE, "F8", |e| {
        e.model.page == Page::Differences
    }),
    ("compare-files", FIVE, "Shift-F8", |e| {
        e.status().starts_with("only one file")
    }),
    ("go-to-difference", FIVE, "F8 Enter", |e| {
        e.status() == "there is no difference to go to"
    }),
    ("revert-difference", FIVE, "F8 r", |e| {
        e.status() == "there is no difference to take back"
    }),
    ("go-to-other", FIVE, "F8 o", |e| {
        e.status() == "the other file has no such record"
    }),
    ("leave-differences", FIVE, "F8 F8", |e| {
        e.model.page == Page::Panes
    }),
    ("open-files", FIVE, "Ctrl-T", |e| {
        e.status().starts_with("only one file")
    }),
    ("next-file", FIVE, "F6", |e| {
        e.status().starts_with("only one file")
    }),
    ("previous-file", FIVE, "Shift-F6", |e| {
        e.status().starts_with("only one file")
    }),
    ("close-file", FIVE, "Ctrl-W", |e| {
        e.status().starts_with("this is the only open file")
    }),
    (
        "save-all",
        FIVE,
        "d Ctrl-P s a v e Space a l l Enter",
        |e| e.prompt().label == "save as",
    ),
    ("quit", FIVE, "q", Editor::wants_to_quit),
    ("undo", FIVE, "d u", |e| e.text() == FIVE),
    ("redo", FIVE, "d u U", |e| e.line(0) == "# a comment"),
    ("search", FIVE, "/", |e| e.prompt().label == "search"),
    ("filter", FIVE, "f", |e| e.prompt().label == "filter"),
    ("back", FIVE, "G <", |e| e.selected() == 0),
    ("forward", FIVE, "G < >", |e| e.selected() == 4),
    ("complete-word", FIVE, "f s i Tab", |e| asked(e) == "side"),
    ("complete-back", FIVE, "f s i Shift-Tab", |e| {
        asked(e) == "side"
    }),
    ("asked-before", FIVE, "f b m Enter f Up", |e| {
        asked(e) == "bm"
    }),
    ("asked-after", FIVE, "f b m Enter f a m Up Down", |e| {
        asked(e) == "am"
    }),
    ("search-regex", FIVE, "/ Ctrl-R", |e| {
        e.prompt().label == "search regex"
    }),
    ("mark", FIVE, "Space", |e| marked(e) == [0]),
    ("mark-down", FIVE, "Shift-Down", |e| marked(e) == [0, 1]),
    ("mark-up", FIVE, "G Shift-Up", |e| marked(e) == [3, 4]),
    ("mark-range", FIVE, "j v", |e| marked(e) == [1]),
    ("mark-to-here", FIVE, "Space j V", |e| {
        marked(e) == [0, 1, 2]
    }),
    ("marks", FIVE, "m", |e| e.menu().title.starts_with("Marks")),
    ("mark-all", FIVE, "Ctrl-A", |e| marked(e).len() == 5),
    ("mark-matching", FIVE, "*", |e| {
        e.prompt().label == "mark matching"
    }),
    ("mark-matches", FIVE, "/ A . Enter m s", |e| {
        e.model.document.tasks.len() == 2
    }),
    ("invert-marks", FIVE, "Space ~", |e| {
        marked(e) == [1, 2, 3, 4]
    }),
    ("clear-marks", FIVE, "Space M", |e| marked(e).is_empty()),
    ("next-mark", FIVE, "j Space g }", |e| e.selected() == 1),
    ("previous-mark", FIVE, "Space G {", |e| e.selected() == 0),
    ("show-only-marks", FIVE, "j Space m o", |e| {
        e.model.document.row_count() == 1
    }),
    ("reshape", FIVE, "r", |e| {
        e.menu().title == "Reshape all 5 lines"
    }),
    ("set-operation", FIVE, "r s c e Space 1 Enter", |e| {
        previewed(e) == "of all 5 lines: 4 lines change"
    }),
    ("remove-operations", FIVE, "r r b m Enter", |e| {
        previewed(e) == "of all 5 lines: 4 lines change"
    }),
    ("rename-operations", FIVE, "r n b m Space a m Enter", |e| {
        previewed(e) == "of all 5 lines: 4 lines change"
    }),
    ("renumber", FIVE, "r i", |e| asked(e) == "A.{n}"),
    (
        "sort-records",
        FIVE,
        "r o i d Space r e v e r s e Enter",
        |e| previewed(e) == "of all 5 lines: 4 lines move",
    ),
    ("remove-duplicates", FIVE, "r d i", |e| {
        previewed(e) == "of all 5 lines: nothing changes"
    }),
    ("fix-records", FIVE, "r x", |e| {
        previewed(e).starts_with("of all 5 lines")
    }),
    ("make-canonical", FIVE, "r c", |e| {
        previewed(e).starts_with("of all 5 lines")
    }),
    ("mirror-colours", FIVE, "r m", |e| {
        previewed(e) == "of all 5 lines: 3 lines change"
    }),
    ("flip-sides", FIVE, "r f", |e| {
        previewed(e) == "of all 5 lines: 3 lines change"
    }),
    ("shuffle", FIVE, "r h Ctrl-U 5 Enter", |e| {
        previewed(e).ends_with("move")
    }),
    ("sample", FIVE, "r p 2 Enter", |e| {
        previewed(e) == "of all 5 lines: 2 lines go"
    }),
    ("gather", FIVE, "Space G r g", |e| e.line(4).contains("A.1")),
    ("merge-file", FIVE, "r e", |e| {
        e.prompt().label == "merge file"
    }),
    ("split", FIVE, "r l", |e| {
        e.prompt().label == "split into files"
    }),
    ("accept-change", FIVE, "r r b m Enter Enter", |e| {
        !e.text().contains("bm")
    }),
    ("copy-records", FIVE, "y G P", |e| e.line(5).contains("A.1")),
    ("cut-records", FIVE, "x", |e| !e.text().contains("A.1")),
    ("paste-records", FIVE, "x G P", |e| {
        e.line(4).contains("A.1")
    }),
    ("filter-again", FIVE, "f b m Enter (done) R", |e| {
        e.model.document.tasks.len() == 1
    }),
    ("show-all", FIVE, "f b m Enter (done) F", |e| {
        e.model.document.row_count() == 5
    }),
    ("scan", FIVE, ": c o u n t Space t h e Enter", |e| {
        e.model.document.scan.running
    }),
    ("stop-work", FIVE, "s a F9", |e| {
        e.status() == "stopped what ran in the background"
    }),
    ("wide-list", FIVE, "z", |e| e.layout().board.is_none()),
    ("boards", FIVE, "b", |e| e.layout().boards.is_some()),
    ("board-right", FIVE, "b Right", |e| e.selected() == 1),
    ("board-left", FIVE, "b Right Right Left", |e| {
        e.selected() == 1
    }),
    ("larger-boards", FIVE, "b +", |e| {
        e.model.board_size.is_some()
    }),
    ("smaller-boards", FIVE, "b -", |e| {
        e.model.board_size.is_some()
    }),
    ("columns", FIVE, "c", |e| {
        e.report().title == "Columns of the list"
    }),
    ("fit-columns", FIVE, "w", |e| {
        e.model.columns.generation() == 1
    }),
    ("columns-right", FIVE, "Right", |e| {
        e.model.columns.first == 1
    }),
    ("columns-left", FIVE, "Right Right Left", |e| {
        e.model.columns.first == 1
    }),
    ("sort", FIVE, "s", |e| {
        e.menu().title == "Sort the records by"
    }),
    ("problem-list", FIVE, "p", |e| {
        e.report().title == "Problems of the file"
    }),
    ("duplicates", FIVE, "=", |e| {
        e.report().title == "Records with the same id"
    }),
    ("statistics", FIVE, "S", |e| {
        e.report().title == "What is in test.epd"
    }),
    ("values", FIVE, "%", |e| e.report().title == "Values of bm"),
    (
        "values-of",
        FIVE,
        ": V a l u e s Space o f Space a n Enter",
        |e| e.picker().title == "Count the values of an opcode",
    ),
    ("narrow", FIVE, "p f", |e| {
        e.model.overlays.is_empty() && e.model.document.tasks.len() == 1
    }),
    ("mend-all", FIVE, "p x", |e| {
        e.model.document.tasks.len() == 1
    }),
    ("page-left", FIVE, "= Left", |e| {
        e.report().title == "Records that are the same"
    }),
    ("page-right", FIVE, "= Right", |e| {
        e.report().title == "Records with the same position"
    }),
    ("column-up", FIVE, "c Down K", |e| {
        e.model.columns.shown()[0].name() == "side"
    }),
    ("column-down", FIVE, "c J", |e| {
        e.model.columns.shown()[0].name() == "side"
    }),
    ("add-column", FIVE, "c a", |e| {
        e.picker().title == "A column for an opcode"
    }),
    ("reset-columns", FIVE, "c Space r", |e| {
        e.model.columns.shown().len() == 5
    }),
    ("next-match", FIVE, "/ A . 2 Enter g n", |e| {
        e.selected() == 2
    }),
    ("previous-match", FIVE, "/ A . Enter N", |e| {
        e.selected() == 4
    }),
    ("prompt-down", FIVE, "/ A Down", |e| e.selected() == 2),
    ("prompt-up", FIVE, "Enter 9 Up", |e| {
        e.prompt().input.text() == b"518"
    }),
    ("paste", FIVE, "Ctrl-V", |e| {
        matches!(e.effects[..], [Effect::ReadClipboard])
    }),
    ("go-to", FIVE, "Ctrl-G", |e| {
        e.prompt().label.contains("line or id")
    }),
    ("next-problem", FIVE, "]", |e| e.selected() == 3),
    ("previous-problem", FIVE, "G [", |e| e.selected() == 3),
    (
        "fix-all",
        "8/8/4k3/8/8/8/8/4K3  w - - id \"K\";\n",
        "X",
        |e| e.shown().starts_with("8/8/4k3/8/8/8/8/4K3 w"),
    ),
    ("edit-line", FIVE, "e", |e| e.model.editing.is_some()),
    ("copy", FIVE, "Ctrl-C f", |e| {
        e.copied() == Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    }),
    ("palette", FIVE, ":", |e| e.picker().title == "Commands"),
    ("help", FIVE, "?", |e| e.pager().title == "Keys"),
    ("close", FIVE, "? Esc", |e| e.model.overlays.is_empty()),
    ("release-mouse", FIVE, "F12", |e| {
        matches!(e.effects[..], [Effect::ReleaseMouse(true)])
    }),
    ("switch-ground", FIVE, ": d a r k Space o r Enter", |e| {
        matches!(e.effects[..], [Effect::SwitchGround])
    }),
    ("suspend", FIVE, ": s u s p e n d Enter", |e| {
        matches!(e.effects[..], [Effect::Suspend])
    }),
    ("down", FIVE, "j", |e| e.selected() == 1),
    ("up", FIVE, "j j k", |e| e.selected() == 1),
    ("page-down", FIVE, "PageDown", |e| e.selected() == 4),
    ("page-up", FIVE, "G PageUp", |e| e.selected() == 0),
    ("first", FIVE, "j j g", |e| e.selected() == 0),
    ("last", FIVE, "G", |e| e.selected() == 4),
    ("choose", FIVE, "Ctrl-C Down Down Enter", |e| {
        e.copied() == Some(e.line(0).as_str())
    }),
    ("open-record", FIVE, "Enter", |e| {
        e.model.focus == Pane::Board
    }),
    ("new-record", FIVE, "o", |e| {
        e.selected() == 1 && e.line(1).starts_with("rnbqkbnr/")
    }),
    ("duplicate-record", FIVE, "D", |e| {
        e.selected() == 1 && e.line(1) == e.line(0)
    }),
    ("delete-record", FIVE, "d", |e| e.line(0) == "# a comment"),
    ("move-record-down", FIVE, "J", |e| {
        e.selected() == 2 && e.line(0) == "# a comment" && e.line(1).contains("A.2")
    }),
    ("move-record-up", FIVE, "j K", |e| {
        e.selected() == 0 && e.line(0) == "# a comment"
    }),
    ("left", LONE, "Enter Left", |e| {
        e.model.board.cursor.to_string() == "d4"
    }),
    ("right", LONE, "Enter Right", |e| {
        e.model.board.cursor.to_string() == "f4"
    }),
    ("cursor-up", LONE, "Enter Up", |e| {
        e.model.board.cursor.to_string() == "e5"
    }),
    ("cursor-down", LONE, "Enter Down", |e| {
        e.model.board.cursor.to_string() == "e3"
    }),
    ("row-start", LONE, "Enter Home", |e| {
        e.model.board.cursor.to_string() == "a4"
    }),
    ("row-end", LONE, "Enter End", |e| {
        e.model.board.cursor.to_string() == "h4"
    }),
    (
        "pick-up",
        LONE,
        "Enter Down Down Down Space Up Space",
        |e| placement(e) == "4k3/8/8/8/8/8/4K3/8",
    ),
    ("place-white-pawn", LONE, "Enter P", |e| {
        placement(e) == "4k3/8/8/8/4P3/8/8/4K3"
    }),
    ("place-white-knight", LONE, "Enter N", |e| {
        placement(e) == "4k3/8/8/8/4N3/8/8/4K3"
    }),
    ("place-white-bishop", LONE, "Enter B", |e| {
        placement(e) == "4k3/8/8/8/4B3/8/8/4K3"
    }),
    ("place-white-rook", LONE, "Enter R", |e| {
        placement(e) == "4k3/8/8/8/4R3/8/8/4K3"
    }),
    ("place-white-queen", LONE, "Enter Q", |e| {
        placement(e) == "4k3/8/8/8/4Q3/8/8/4K3"
    }),
    ("place-white-king", LONE, "Enter K", |e| {
        placement(e) == "4k3/8/8/8/4K3/8/8/4K3"
    }),
    ("place-black-pawn", LONE, "Enter p", |e| {
        placement(e) == "4k3/8/8/8/4p3/8/8/4K3"
    }),
    ("place-black-knight", LONE, "Enter n", |e| {
        placement(e) == "4k3/8/8/8/4n3/8/8/4K3"
    }),
    ("place-black-bishop", LONE, "Enter b", |e| {
        placement(e) == "4k3/8/8/8/4b3/8/8/4K3"
    }),
    ("place-black-rook", LONE, "Enter r", |e| {
        placement(e) == "4k3/8/8/8/4r3/8/8/4K3"
    }),
    ("place-black-queen", LONE, "Enter q", |e| {
        placement(e) == "4k3/8/8/8/4q3/8/8/4K3"
    }),
    ("place-black-king", LONE, "Enter k", |e| {
        placement(e) == "4k3/8/8/8/4k3/8/8/4K3"
    }),
    ("skip", LONE, "Enter 3", |e| {
        e.model.board.cursor.to_string() == "h4"
    }),
    ("next-rank", LONE, "Enter /", |e| {
        e.model.board.cursor.to_string() == "a3"
    }),
    ("erase", LONE, "Enter P Left .", |e| {
        placement(e) == "4k3/8/8/8/8/8/8/4K3"
    }),
    ("erase-back", LONE, "Enter P Backspace", |e| {
        placement(e) == "4k3/8/8/8/8/8/8/4K3"
    }),
    ("side", LONE, "Enter t", |e| {
        e.shown() == "4k3/8/8/8/8/8/8/4K3 b - - id \"K\";"
    }),
    ("castling", FIVE, "j j j Enter c Q", |e| {
        e.shown().starts_with("4k3/8/8/8/8/8/8/R3K2R w K - ")
    }),
    ("en-passant", FIVE, "G Enter e -", |e| {
        e.shown().starts_with("4k3/8/8/3pP3/8/8/8/4K3 w - - ")
    }),
    ("flip", LONE, "Enter f", |e| e.model.board.flipped),
    ("empty-board", LONE, "Enter x", |e| {
        placement(e) == "8/8/8/8/8/8/8/8"
    }),
    ("starting-position", LONE, "Enter s", |e| {
        e.shown() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"K\";"
    }),
    ("swap-colour", LONE, "Enter Down Down Down o", |e| {
        placement(e) == "4k3/8/8/8/8/8/8/4k3"
    }),
    (
        "remove-impossible",
        "4k3/8/8/8/8/8/8/4K3 w K - id \"K\";\n",
        "Enter C",
        |e| e.text() == LONE,
    ),
    ("half-move-clock", LONE, "Enter h 4 Enter", |e| {
        e.shown().ends_with("hmvc 4;")
    }),
    ("move-number", LONE, "Enter H 9 Enter", |e| {
        e.shown().ends_with("fmvn 9;")
    }),
    ("whole-board", LONE, "Enter w", |e| {
        e.menu().title == "Whole board"
    }),
    ("mirror", LONE, "Enter w m", |e| {
        placement(e) == "3k4/8/8/8/8/8/8/3K4"
    }),
    ("swap-colours", LONE, "Enter w c", |e| {
        e.shown() == "4k3/8/8/8/8/8/8/4K3 b - - id \"K\";"
    }),
    ("rotate", LONE, "Enter w r", |e| {
        placement(e) == "3K4/8/8/8/8/8/8/3k4"
    }),
    ("shift-left", LONE, "Enter Shift-Left", |e| {
        placement(e) == "3k4/8/8/8/8/8/8/3K4"
    }),
    ("shift-right", LONE, "Enter Shift-Right", |e| {
        placement(e) == "5k2/8/8/8/8/8/8/5K2"
    }),
    ("shift-up", LONE, "Enter Shift-Up", |e| {
        e.status() == "black king on e8 would leave the board"
    }),
    ("shift-down", LONE, "Enter Shift-Down", |e| {
        e.status() == "white king on e1 would leave the board"
    }),
    ("numbered-start", LONE, "Enter 9 5 1 8 Enter", |e| {
        placement(e) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    }),
    ("chance-start", LONE, "Enter 0", |e| {
        e.status().starts_with("set up Chess960 position")
    }),
    (
        "castling-rules",
        FIVE,
        ": c a s t l i n g - r u l e s Enter",
        |e| e.model.document.suite.rules() == epdit::epd::Rules::Chess960,
    ),
    ("position", FIVE, "Enter i", |e| {
        e.pager().title == "Position"
    }),
    ("pieces", FIVE, ": l o o k Space o f Enter l", |e| {
        e.model.pieces == epdit::app::features::board::pieces::Pieces::Letters
    }),
    ("play", FIVE, "Enter m", |e| e.model.play.is_some()),
    (
        "step-through",
        "4k3/8/8/8/8/8/8/4K3 w - - pv Kd2 Kd7;\n",
        "Enter v",
        |e| e.model.play.as_ref().is_some_and(|p| p.played().len() == 1),
    ),
    (
        "play-square",
        FIVE,
        "Enter m Down Down Space Up Space",
        |e| e.model.play.as_ref().is_some_and(|p| p.played().len() == 1),
    ),
    ("type-move", FIVE, "Enter m e", |e| {
        e.model.play.as_ref().is_some_and(|p| p.typed() == "e")
    }),
    ("take-back", FIVE, "Enter m e 4 u", |e| {
        e.model.play.as_ref().is_some_and(|p| p.played().is_empty())
    }),
    ("step-forward", FIVE, "Enter m e 4 u >", |e| {
        e.model.play.as_ref().is_some_and(|p| p.played().len() == 1)
    }),
    ("record-moves", FIVE, "Enter m e 3 w b", |e| {
        e.line(0).contains("bm e4 e3;")
    }),
    ("stop-playing", FIVE, "Enter m m", |e| {
        e.model.play.is_none()
    }),
    ("edit-operation", FIVE, "Tab Tab Enter", |e| {
        e.model.editing.is_some()
    }),
    ("add-operation", FIVE, "Tab Tab a", |e| {
        e.picker().title == "Add an operation"
    }),
    ("remove-operation", FIVE, "Tab Tab d", |e| {
        e.line(0) == "4k3/8/8/8/8/8/4P3/4K3 w - - id \"A.1\";"
    }),
    ("rename-operation", FIVE, "Tab Tab r", |e| {
        e.picker().title == "Another opcode for bm"
    }),
    (
        "fix",
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4; id \"K\";\n",
        "Tab Tab x",
        |e| e.shown().contains("bm e4;"),
    ),
    ("fixes", FIVE, "j j j Tab Tab f", |e| {
        e.menu().title.starts_with("Fixes")
    }),
    ("cut-operation", FIVE, "Tab Tab c p", |e| {
        e.line(0) == "4k3/8/8/8/8/8/4P3/4K3 w - - id \"A.1\"; bm e4;"
    }),
    ("copy-operation", LONE, "Tab Tab y", |e| {
        e.status().starts_with("copied id")
    }),
    ("copy-operations", FIVE, "Tab Tab Y", |e| {
        e.status().starts_with("copied 2 operations")
    }),
    ("paste-operations", FIVE, "Tab Tab y Ctrl-Down p", |e| {
        e.line(2).contains("bm e4;")
    }),
    ("repeat-operation", FIVE, "Tab Tab d Ctrl-Down .", |e| {
        !e.line(2).contains("bm")
    }),
    (
        "sort-operations",
        "4k3/8/8/8/8/8/8/4K3 w - - id \"K\"; ce 0;\n",
        "Tab Tab s",
        |e| e.shown().ends_with("ce 0; id \"K\";"),
    ),
    ("points", FIVE, "Tab Tab m", |e| {
        e.shown().ends_with("c0 \"e4=10\";")
    }),
    ("time-stamp", LONE, "Tab Tab t", |e| {
        matches!(e.effects[..], [Effect::TellTime])
    }),
    (
        "spread-points",
        "4k3/8/8/8/8/8/8/4K3 w - - c0 \"Kd2=3\";\n",
        "Tab Tab M",
        |e| e.line(0).ends_with("c9 \"e1d2\";"),
    ),
    ("perft-depth", LONE, "Tab Tab N", |e| {
        e.prompt().label.starts_with("count leaf nodes")
    }),
    ("perft", LONE, "Tab Tab n", |e| {
        e.model.perft.running.is_some()
    }),
    ("accept", LONE, "F2 Home X Enter", |e| {
        e.line(0).starts_with("X4k3")
    }),
    ("cancel", LONE, "F2 X Esc", |e| {
        e.model.editing.is_none() && e.text() == LONE
    }),
    ("choose-next", FIVE, "Tab Tab Enter Down", |e| {
        e.model.assist.cursor() == Some(0)
    }),
    ("choose-previous", FIVE, "Tab Tab Enter Down Down Up", |e| {
        e.model.assist.cursor() == Some(0)
    }),
    ("choose-page-down", FIVE, "Tab Tab Enter PageDown", |e| {
        e.model.assist.cursor() == Some(4)
    }),
    (
        "choose-page-up",
        FIVE,
        "Tab Tab Enter PageDown PageUp",
        |e| e.model.assist.cursor().is_none(),
    ),
    ("switch", FIVE, "Tab Tab Enter Down Space", |e| {
        e.shown().contains("bm e4 Kd1;")
    }),
    ("complete", FIVE, "Tab Tab Enter Ctrl-U k Right", |e| {
        e.shown().contains("bm Kd1;")
    }),
];

fn after_keys(editor: Editor, keys: &str) -> Editor {
    keys.split_whitespace()
        .fold(editor, |editor, key| match key {
            "(done)" => editor.done(),
            key => editor.keys(key),
        })
}

/// The keys up to the last one.
fn all_but_last(keys: &str) -> &str {
    keys.rsplit_once(' ').map_or("", |(keys, _)| keys)
}

/// Whether something is so; what asks for a prompt, menu or page where none is open, is not.
fn is_so(after: fn(&Editor) -> bool, editor: &Editor) -> bool {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| after(editor))).unwrap_or(false)
}

#[test]
fn no_command_has_done_anything_before_its_last_key() {
    let done = CASES.iter().filter(|(_, before, keys, after)| {
        is_so(
            *after,
            &after_keys(Editor::open(before), all_but_last(keys)),
        )
    });
    let done: Vec<&str> = done.map(|(name, ..)| *name).collect();
    assert_eq!(done, [""; 0], "their conditions hold before the last key");
}

#[test]
fn every_command_is_done_by_a_key_and_does_what_it_says() {
    for (name, before, keys, after) in CASES {
        let editor = after_keys(Editor::open(before), keys);
        assert!(
            after(&editor),
            "{name}: after {keys}\n{}\nstatus: {}\noverlays: {:?}",
            editor.text(),
            editor.status(),
            editor.model.overlays
        );
    }
}

#[test]
fn every_command_of_the_table_has_its_case() {
    for command in command::all() {
        assert!(
            CASES.iter().any(|(name, ..)| *name == command.name),
            "{} has none",
            command.name
        );
    }
    for (name, ..) in CASES {
        assert!(command::find(name).is_some(), "{name} is no command");
    }
}

#[test]
fn every_command_can_be_asked_for_on_any_line_without_harm() {
    let texts = [FIVE, "", "\n# only a comment\n", "8/8 w - \"what is this\n"];
    for (nth, text) in texts.into_iter().enumerate() {
        for (at, command) in command::all().enumerate() {
            let panes = "Tab ".repeat((at + nth) % 5);
            let mut editor = Editor::open(text).keys(&panes).keys("Ctrl-P");
            editor = editor.pasted(command.title).keys("Enter Esc Esc");
            // Whatever happened can be taken back.
            while editor.model.document.suite.can_undo().is_some() {
                editor = editor.keys("Esc Ctrl-Z");
            }
            assert_eq!(
                editor.text(),
                text,
                "{} after {panes} in {text:?}",
                command.name
            );
        }
    }
}

#[test]
fn nothing_changes_in_a_file_open_read_only() {
    for (name, before, keys, _) in CASES {
        let editor = after_keys(Editor::open(before).read_only(), keys);
        assert_eq!(editor.text(), *before, "{name}");
        let command = command::find(name).expect("a command");
        if command.changes {
            assert!(editor.model.document.suite.can_undo().is_none(), "{name}");
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
