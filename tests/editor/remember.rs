//! The state remembered for each file between starts.

use crate::harness::{Editor, FIVE};
use epdit::editor::effect::Effect;
use epdit::editor::flows::remember;
use epdit::editor::state::columns::Column;
use epdit::editor::state::document::Document;
use epdit::editor::state::remembered::Panes;
use epdit::editor::state::remembered::{FileMemory, News};
use epdit::suite::field::Key;
use epdit::suite::{OpenOptions, SavePolicy, Suite};

/// Opens a suite in a file with this memory.
fn opened(memory: FileMemory) -> (tempfile::TempDir, Editor) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.epd");
    std::fs::write(&path, FIVE).expect("a file");
    let mut suite = Suite::open(&path, &OpenOptions::default()).expect("opened");
    suite.wait_until_loaded();
    let mut document = Document::new(suite);
    document.recall.memory = Some(memory);
    (folder, Editor::over(document))
}

fn stored_memories(editor: &Editor) -> Vec<FileMemory> {
    let news = editor.effects.iter().filter_map(|effect| match effect {
        Effect::Keep(News::File { memory, .. }) => Some(memory.clone()),
        _ => None,
    });
    news.collect()
}

/// Returns the memory stored when the editor is left.
fn memory_on_leaving(editor: &Editor) -> FileMemory {
    match remember::leaving(&editor.model).pop() {
        Some(News::File { memory, .. }) => memory,
        other => panic!("expected the memory of a file, found {other:?}"),
    }
}

#[test]
fn a_file_reopens_at_its_line_with_its_columns_and_save_answer() {
    let columns = vec![Column::Id, Column::opcode("ce")];
    let memory = FileMemory {
        line: Some(3),
        columns: Some(columns.clone()),
        policy: Some(SavePolicy::Edited),
        widths: vec![(Column::Id, 21)],
        query: Some("bm".to_owned()),
        ..FileMemory::default()
    };
    let (_folder, editor) = opened(memory.clone());
    assert_eq!(editor.selected(), 3);
    assert_eq!(
        editor.model.document.columns.width_of(&Column::Id),
        Some(21)
    );
    assert_eq!(editor.columns(), columns);
    assert_eq!(editor.policy(), Some(SavePolicy::Edited));
    assert_eq!(editor.status(), "back at line 4 · last query: bm");
    assert_eq!(stored_memories(&editor), [], "nothing new is stored");
    assert_eq!(memory_on_leaving(&editor), memory);
    // Up recalls the query, as if it had been typed.
    let editor = editor.keys("f Up Enter").done();
    assert_eq!(editor.row_count(), 4, "{}", editor.status());
}

#[test]
fn columns_and_queries_are_stored_at_once_and_the_place_when_the_editor_is_left() {
    let (_folder, editor) = opened(FileMemory::default());
    let editor = editor.call("columns ce");
    let memory = stored_memories(&editor).pop().expect("told");
    assert_eq!(
        memory.columns.expect("own ones").last(),
        Some(&Column::opcode("ce"))
    );
    let editor = editor.keys("f").typed("bm").keys("Enter").done();
    assert_eq!(
        stored_memories(&editor)
            .pop()
            .expect("told")
            .query
            .as_deref(),
        Some("bm")
    );
    let before = stored_memories(&editor).len();
    let editor = editor.keys("Esc j j");
    assert_eq!(
        stored_memories(&editor).len(),
        before,
        "moving line by line stores nothing"
    );
    assert_eq!(memory_on_leaving(&editor).line, Some(editor.selected()));
}

#[test]
fn a_missing_line_becomes_the_last_one_and_a_command_forgets_remembered_choices() {
    let memory = FileMemory {
        line: Some(1000),
        policy: Some(SavePolicy::All),
        columns: Some(vec![Column::Id]),
        widths: vec![(Column::Id, 21)],
        ..FileMemory::default()
    };
    let (_folder, editor) = opened(memory);
    assert_eq!(editor.selected(), 4);
    let editor = editor.call("forget-file");
    assert_eq!(editor.policy(), None);
    let memory = memory_on_leaving(&editor);
    assert_eq!((memory.policy, memory.columns), (None, None));
    assert_eq!(memory.widths, []);
}

#[test]
fn nothing_is_remembered_of_a_pipe_or_if_the_settings_forbid_it() {
    let editor = Editor::open(FIVE).call("columns ce");
    assert_eq!(stored_memories(&editor), []);
    assert_eq!(remember::leaving(&editor.model), []);
    let (_folder, mut editor) = opened(FileMemory::default());
    editor.settings().remember = false;
    let editor = editor.call("columns ce");
    assert_eq!(stored_memories(&editor), []);
    assert_eq!(remember::leaving(&editor.model), []);
}

#[test]
fn a_sort_is_restored_at_the_next_start_and_forgotten_once_removed() {
    let by_id = Key::typed("-id").expect("a key");
    let memory = FileMemory {
        sort: Some(by_id.clone()),
        ..FileMemory::default()
    };
    let (_folder, editor) = opened(memory.clone());
    let editor = editor.done();
    let view = editor.sorted().expect("sorted");
    assert_eq!(view.by, by_id);
    assert_eq!(memory_on_leaving(&editor).sort, memory.sort);
    let editor = editor.keys("Esc");
    assert_eq!(stored_memories(&editor).pop().expect("told").sort, None);
}

#[test]
fn each_open_file_has_columns_of_its_own() {
    let editor = Editor::two(FIVE, FIVE).call("columns ce");
    let usual = Editor::open(FIVE).columns().to_vec();
    assert_eq!(editor.columns().len(), usual.len() + 1);
    let editor = editor.call("next-file");
    assert_eq!(editor.columns(), usual);
    let editor = editor.call("next-file");
    assert_eq!(editor.columns().len(), usual.len() + 1);
}

#[test]
fn sizes_of_the_screen_are_remembered_for_all_files() {
    let editor = Editor::open(FIVE).keys("+ j");
    let news: Vec<_> = editor
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Keep(News::Panes(panes)) => Some(panes),
            _ => None,
        })
        .collect();
    assert_eq!(news, [&editor.model.panes]);
    assert_ne!(editor.model.panes, Panes::default());
}

#[test]
fn the_status_names_the_true_line_of_a_shortened_file() {
    let back = |line| {
        let memory = FileMemory {
            line: Some(line),
            ..FileMemory::default()
        };
        let (_folder, editor) = opened(memory);
        (editor.selected(), editor.status().to_owned())
    };
    assert_eq!(back(90), (4, "back at line 5".to_owned()));
    assert_eq!(back(3), (3, "back at line 4".to_owned()));
    assert_eq!(back(0), (0, String::new()));
}
