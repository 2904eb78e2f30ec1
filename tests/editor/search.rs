//! Searches with counts, queries, percentages, and the history of places.

use crate::harness::{Editor, FIVE};

#[test]
fn matches_are_counted_in_the_whole_file() {
    let editor = Editor::open(FIVE).keys("/").typed("A.").done();
    let words = editor.matches_in_words();
    assert_eq!(words.as_deref(), Some("1 of 4 lines"));
    let editor = editor.keys("Enter n");
    assert_eq!(editor.status(), "2 of 4 lines");
    let editor = editor.keys("N N");
    assert_eq!(
        editor.status(),
        "4 of 4 lines · search wrapped to the bottom"
    );
    assert_eq!(editor.keys("Esc").matches_in_words(), None);
}

#[test]
fn an_edit_counts_them_again() {
    let editor = Editor::open(FIVE)
        .keys("/")
        .typed("A.")
        .keys("Enter")
        .done();
    let editor = editor.keys("Delete").done();
    assert_eq!(editor.matches_in_words().as_deref(), Some("3 lines"));
}

#[test]
fn queries_can_be_searched_for_and_their_errors_are_shown() {
    let editor = Editor::open(FIVE).keys("/ Ctrl-R").typed("bm .x").done();
    assert_eq!(editor.selected(), 4);
    let editor = editor.typed("(");
    assert!(editor.prompt().message.is_some());
    let editor = editor.keys("Backspace Ctrl-R").done();
    assert_eq!(editor.prompt().message.as_deref(), Some("no match"));
}

#[test]
fn a_percentage_goes_to_that_part_of_the_list() {
    let go = |text: &str| Editor::open(FIVE).keys("Ctrl-G").typed(text).keys("Enter");
    assert_eq!(go("50%").selected(), 2);
    assert_eq!(go("100%").selected(), 4);
    assert_eq!(
        go("101%").prompt().message.as_deref(),
        Some("expected a percentage from 0% to 100%")
    );
}

#[test]
fn back_and_forward_follow_jumps_and_not_single_steps() {
    let editor = Editor::open(FIVE).keys("j G g").keys("Ctrl-G 3 Enter");
    assert_eq!(editor.selected(), 2);
    let editor = editor.keys("Alt-Left");
    assert_eq!(editor.selected(), 0);
    let editor = editor.keys("<");
    assert_eq!(editor.selected(), 4);
    let editor = editor.keys("<");
    assert_eq!(editor.selected(), 1);
    let editor = editor.keys("<");
    assert_eq!(editor.status(), "nowhere to go back to");
    let editor = editor.keys("Alt-Right > >");
    assert_eq!(editor.selected(), 2);
    let editor = editor.keys(">");
    assert_eq!(editor.status(), "nowhere to go forward to");
}

#[test]
fn places_move_with_the_lines() {
    let editor = Editor::open(FIVE).keys("G g Delete <");
    assert_eq!(editor.selected(), 3);
}

#[test]
fn earlier_input_is_recalled_and_unfinished_text_is_kept() {
    let ask = |editor: Editor, text: &str| editor.keys("f Ctrl-U").typed(text).keys("Enter").done();
    let editor = ask(ask(Editor::open(FIVE), "bm"), "side = b");
    let editor = editor.keys("f Ctrl-U").typed("am").keys("Up");
    assert_eq!(editor.prompt().input.lossy(), "side = b");
    let editor = editor.keys("Up");
    assert_eq!(editor.prompt().input.lossy(), "bm");
    let editor = editor.keys("Up");
    assert_eq!(editor.prompt().message.as_deref(), Some("no earlier input"));
    let editor = editor.keys("Down Down");
    assert_eq!(editor.prompt().input.lossy(), "am");
}

#[test]
fn words_are_completed_one_after_the_other() {
    let editor = Editor::open(FIVE).keys("f").typed("ma");
    let words: Vec<&str> = editor
        .asking()
        .choices
        .iter()
        .map(|(word, _)| word.as_str())
        .collect();
    assert!(
        words.contains(&"mate") && words.contains(&"material"),
        "{words:?}"
    );
    let first = editor.keys("Tab");
    let one = first.prompt().input.lossy().into_owned();
    let second = first.keys("Tab");
    assert_ne!(second.prompt().input.lossy(), one);
    assert_eq!(second.keys("Shift-Tab").prompt().input.lossy(), one);
}

#[test]
fn an_error_is_marked_at_its_place_and_an_unfinished_word_is_not_an_error() {
    let editor = Editor::open(FIVE).keys("f").typed("ce > 5 and )");
    let error = editor.asking().error.expect("an error");
    assert_eq!(error.start, 11);
    assert!(!editor.asking().unfinished);
    let editor = Editor::open(FIVE).keys("f").typed("ce >");
    assert!(editor.asking().unfinished);
}

#[test]
fn warnings_are_not_shown_as_successes() {
    use epdit::editor::state::StatusKind;
    let kind = |keys: &str| {
        let editor = Editor::open(FIVE).keys(keys).done().keys("Enter").done();
        let status = editor.status_with_kind().cloned().expect("a status");
        (status.kind, status.text)
    };
    assert_eq!(kind("/ z z z z"), (StatusKind::Told, "no match".to_owned()));
    let mut editor = Editor::with(saved());
    editor = editor.keys("Ctrl-S").done();
    let status = editor.status_with_kind().cloned().expect("a status");
    assert_eq!(
        (status.kind, status.text.as_str()),
        (StatusKind::Told, "nothing to save: no unsaved changes")
    );
}

fn saved() -> epdit::suite::Suite {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.epd");
    std::fs::write(&path, FIVE).expect("a file");
    let options = epdit::suite::OpenOptions {
        background: false,
        ..Default::default()
    };
    epdit::suite::Suite::open(&path, &options).expect("it opens")
}

/// Returns this many records, each with its number as its id.
fn long(records: usize) -> String {
    let line = |n: usize| format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"n{n}.\";\n");
    (1..=records).map(line).collect()
}

#[test]
fn a_jump_shows_lines_around_its_target() {
    let around = |editor: &Editor| {
        let rows = editor.table().rows.iter();
        let lines: Vec<usize> = rows.map(|row| row.line).collect();
        let at = lines.iter().position(|line| *line == editor.selected());
        let at = at.expect("the selected line is on the screen");
        (at, lines.len() - 1 - at)
    };
    let open = || Editor::open(&long(300));
    for keys in [
        "/ n 2 0 0 . Enter",
        "Ctrl-G 2 0 0 Enter",
        "Ctrl-G 5 0 % Enter",
    ] {
        let (before, behind) = around(&open().keys(keys).done());
        assert!(before >= 3 && behind >= 3, "{keys}: {before}, {behind}");
    }
    // Steps reach the last row before the list scrolls, and the end of the file stays at the bottom.
    assert_eq!(around(&open().keys("Ctrl-G 2 0 0 Enter j j j j")).1, 0);
    assert_eq!(around(&open().keys("Ctrl-G $ Enter")).1, 0);
}
