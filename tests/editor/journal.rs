//! The journal of unsaved edits: when it is written and removed, and the recovery of a journal left behind.

use crate::harness::{Editor, FIVE};
use epdit::editor::effect::Effect;
use epdit::editor::flows::recover;
use epdit::editor::overlay::PagerLine;
use epdit::editor::state::document::FoundJournal;
use epdit::suite::journal::Journal;
use epdit::suite::{Content, OpenOptions, Suite};
use std::fs;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// A file in a folder that is edited, killed and opened again.
struct Case {
    folder: TempDir,
}

impl Case {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join("a.epd"), FIVE).expect("written");
        Self { folder }
    }

    fn open(&self) -> Editor {
        let path = self.folder.path().join("a.epd");
        let mut suite = Suite::open(&path, &OpenOptions::default()).expect("opened");
        suite.wait_until_loaded();
        Editor::with(suite)
    }

    /// Writes the journal as `terminal` does, and returns it as the next start finds it.
    fn killed(&self, editor: &Editor) -> FoundJournal {
        let unsaved = editor.effects.iter().rev().find_map(|effect| match effect {
            Effect::WriteJournal { unsaved, .. } => Some(unsaved),
            _ => None,
        });
        let path = self.folder.path().join("journal");
        unsaved.expect("a journal").write(&path).expect("written");
        let journal = Journal::read(&path).expect("whole").expect("there");
        FoundJournal {
            journal: Arc::new(journal),
            age: Some(Duration::from_secs(120)),
            place: 0,
        }
    }

    /// Opens the file again, with a journal left behind.
    fn next(&self, found: FoundJournal) -> Editor {
        let mut editor = self.open();
        let document = editor.file_id();
        let found = vec![found];
        editor.tell(move |model| recover::found(model, document, found));
        editor
    }
}

fn journal_effects(editor: &Editor) -> Vec<&'static str> {
    let name = |effect: &Effect| match effect {
        Effect::WriteJournal { .. } => Some("write"),
        Effect::DropJournal(_) => Some("drop"),
        Effect::DropFoundJournal { .. } => Some("drop found"),
        Effect::AdoptJournal { .. } => Some("adopt"),
        Effect::LeaveJournals(_) => Some("leave"),
        _ => None,
    };
    editor.effects.iter().filter_map(name).collect()
}

#[test]
fn a_journal_is_written_after_each_change_and_removed_when_nothing_is_unsaved() {
    let editor = Editor::open(FIVE).keys("j k Tab");
    assert!(journal_effects(&editor).is_empty());
    let editor = editor.keys("Shift-Tab Delete");
    assert_eq!(journal_effects(&editor), ["write"]);
    let editor = editor.keys("D u");
    assert_eq!(journal_effects(&editor), ["write"; 3]);
    let editor = editor.keys("u");
    assert_eq!(journal_effects(&editor)[3..], ["drop"]);
}

#[test]
fn a_save_removes_the_journal() {
    let case = Case::new();
    let editor = case.open().keys("Delete Ctrl-S").done();
    assert!(editor.status().starts_with("saved"), "{}", editor.status());
    assert_eq!(journal_effects(&editor).last(), Some(&"drop"));
}

#[test]
fn a_file_open_read_only_has_no_journal() {
    let mut editor = Editor::open(FIVE);
    editor.effects.clear();
    let editor = editor.read_only().keys("d");
    assert!(journal_effects(&editor).is_empty());
}

#[test]
fn unsaved_edits_are_offered_and_recovered_as_one_step() {
    let case = Case::new();
    let editor = case.open().keys("D j j d");
    let expected = editor.text();
    let next = case.next(case.killed(&editor));
    assert_eq!(next.menu().title, "Found unsaved changes");
    assert_eq!(
        next.menu().about,
        [
            "a.epd had unsaved changes when the editor ended 2 minutes ago.",
            "1 line added."
        ]
    );
    let next = next.keys("r").done();
    assert_eq!(next.status(), "recovered: 1 line added · undo ^Z");
    assert_eq!(next.text(), expected);
    // The recovered edits are unsaved, and have a journal again.
    assert_eq!(journal_effects(&next), ["adopt", "write"]);
    assert_eq!(next.keys("u").text(), FIVE);
}

#[test]
fn a_found_journal_can_be_previewed() {
    let case = Case::new();
    let editor = case.open().keys("e").typed(" ; x").keys("Enter");
    let next = case.next(case.killed(&editor)).keys("l");
    let lines = &next.pager().lines;
    assert_eq!(lines[0], PagerLine::Heading("line 1".into()));
    assert!(matches!(&lines[1], PagerLine::Removed(text) if text.ends_with("\"A.1\";")));
    assert!(matches!(&lines[2], PagerLine::Added(text) if text.ends_with("; x")));
    let next = next.keys("Esc");
    assert_eq!(next.menu().title, "Found unsaved changes");
}

#[test]
fn a_found_journal_can_be_discarded_or_left() {
    let case = Case::new();
    let editor = case.open().keys("D");
    let next = case.next(case.killed(&editor)).keys("d y");
    assert_eq!(journal_effects(&next), ["drop found"]);
    assert_eq!(next.status(), "discarded the unsaved changes");
    assert!(!next.has_dialog());
    assert_eq!(next.text(), FIVE);
    let next = case.next(case.killed(&editor)).keys("Esc");
    assert_eq!(journal_effects(&next), ["leave"]);
    assert!(!next.has_dialog());
    // New edits have a new journal.
    let next = next.keys("Delete");
    assert_eq!(journal_effects(&next), ["leave", "write"]);
}

#[test]
fn pressing_a_key_twice_does_not_discard_a_journal() {
    let case = Case::new();
    let found = case.killed(&case.open().keys("D"));
    for (keys, title) in [
        ("d d", "Discard the unsaved changes?"),
        ("d d d d", "Discard the unsaved changes?"),
        ("End Up Enter Enter", "Found unsaved changes"),
        ("d k", "Found unsaved changes"),
        ("d Esc", "Found unsaved changes"),
    ] {
        let next = case.next(found.clone()).keys(keys);
        assert_eq!(next.menu().title, title, "{keys}");
        assert!(journal_effects(&next).is_empty(), "{keys}");
    }
}

#[test]
fn edits_that_no_longer_fit_the_file_open_as_a_new_file() {
    let case = Case::new();
    let editor = case.open().keys("D");
    let copy = editor.line(0);
    let found = case.killed(&editor);
    fs::write(case.folder.path().join("a.epd"), "# another\n").expect("written");
    let next = case.next(found);
    assert_eq!(
        next.menu().about[2],
        "The file has changed since, and the edits no longer fit."
    );
    let next = next.keys("r");
    assert_eq!(next.status(), "the file has changed since");
    let next = next.keys("o");
    assert_eq!(next.name(), "recovered-a.epd");
    assert_eq!(next.text(), format!("{copy}\n"));
    assert_eq!(journal_effects(&next), ["leave"]);
    assert_eq!(next.file_count(), 2);
}

#[test]
fn the_offer_to_recover_waits_until_no_other_prompt_is_open() {
    let case = Case::new();
    let found = case.killed(&case.open().keys("D"));
    let mut next = case.open().keys("Ctrl-P");
    let document = next.file_id();
    let found = vec![found];
    next.tell(move |model| recover::found(model, document, found));
    assert_eq!(next.picker().title, "Commands");
    let next = next.keys("Esc");
    assert_eq!(next.menu().title, "Found unsaved changes");
}

#[test]
fn edits_of_another_file_are_not_recovered_into_the_open_one() {
    let case = Case::new();
    let editor = Editor::open(FIVE).keys("Delete");
    let found = case.killed(&editor);
    let mut next = Editor::open("# other records\n");
    let document = next.file_id();
    let all = vec![found.clone()];
    next.tell(move |model| recover::found(model, document, all));
    assert_eq!(next.menu().about[2], "The open file holds other records.");
    let next = next.keys("o");
    assert_eq!(next.text(), editor.text());
    // The built-in suite is the same at each start.
    let mut next = Editor::open(FIVE);
    next.model.document.is_built_in = true;
    let document = next.file_id();
    let found = vec![found];
    next.tell(move |model| recover::found(model, document, found));
    assert_eq!(next.keys("r").done().text(), editor.text());
}

#[test]
fn journals_found_after_an_edit_wait_for_the_next_start() {
    let case = Case::new();
    let found = case.killed(&case.open().keys("D"));
    let mut next = case.open().keys("Delete");
    let document = next.file_id();
    let found = vec![found];
    next.tell(move |model| recover::found(model, document, found));
    assert_eq!(journal_effects(&next), ["write", "leave"]);
    assert!(!next.has_dialog());
}

#[test]
fn the_question_says_what_is_removed_and_the_lines_show_it() {
    let case = Case::new();
    let editor = case.open().keys("d d d d o");
    let next = case.next(case.killed(&editor));
    assert_eq!(next.menu().about[1], "1 line added, 2 removed.");
    let next = next.keys("l");
    let lines = &next.pager().lines;
    assert!(lines.contains(&PagerLine::Heading("line 1, removed".into())));
    assert!(lines.contains(&PagerLine::Removed("# a comment".into())));
    let is_new = |line: &PagerLine| matches!(line, PagerLine::Added(_));
    assert_eq!(lines.iter().filter(|line| is_new(line)).count(), 1);
    let next = next.keys("Esc r").done();
    assert_eq!(
        next.status(),
        "recovered: 1 line added, 2 removed · undo ^Z"
    );
    // Lines that only moved are counted apart from edited ones.
    let editor = case.open().keys("Alt-Down");
    let next = case.next(case.killed(&editor));
    assert_eq!(next.menu().about[1], "1 line moved.");
    let editor = case.open().keys("e").typed(" ; x").keys("Enter j d d");
    let next = case.next(case.killed(&editor));
    assert_eq!(next.menu().about[1], "1 line edited, 1 removed.");
}

#[test]
fn text_typed_and_not_accepted_comes_back_where_it_was_typed() {
    let case = Case::new();
    let editor = case.open().keys("j F2").typed(" c1 \"half a li");
    assert!(!editor.is_modified());
    let next = case.next(case.killed(&editor));
    assert_eq!(
        next.menu().about,
        [
            "a.epd had unsaved changes when the editor ended 2 minutes ago.",
            "No line changed.",
            "Text typed into line 2 was not accepted yet."
        ]
    );
    let next = next.keys("l");
    let lines = &next.pager().lines;
    assert_eq!(lines[0], PagerLine::Heading("line 2, typed".into()));
    let next = next.keys("Esc r").done();
    assert_eq!(next.status(), "recovered the text typed · Enter accepts it");
    assert_eq!(next.text(), FIVE);
    let next = next.typed("ne\";").keys("Enter");
    assert!(
        next.line(1).ends_with(" c1 \"half a line\";"),
        "{}",
        next.line(1)
    );
    assert_eq!(next.keys("u").text(), FIVE);
}

#[test]
fn operands_typed_and_not_accepted_come_back_in_their_line() {
    let case = Case::new();
    let editor = case
        .open()
        .keys("D e Esc Tab Tab a")
        .typed("c7")
        .keys("Enter")
        .typed("well");
    let effects = editor.effects.len();
    let typed = editor.typed(" done");
    assert!(typed.effects.len() > effects, "each key is journalled");
    let next = case.next(case.killed(&typed)).keys("r").done();
    let next = next.keys("Enter");
    assert!(next.text().contains("c7 \"well done\";"), "{}", next.text());
}

#[test]
fn cancelled_or_accepted_text_is_removed_from_the_journal() {
    let case = Case::new();
    let editor = case.open().keys("F2").typed("x").keys("Esc");
    assert_eq!(journal_effects(&editor), ["write", "drop"]);
    let editor = case.open().keys("F2").typed("xy").keys("Enter");
    assert_eq!(journal_effects(&editor), ["write"; 3]);
    let found = case.killed(&editor);
    assert!(found.journal.typed.is_empty());
}

#[test]
fn saved_edits_are_not_offered_for_recovery() {
    let case = Case::new();
    let editor = case.open().keys("D");
    let unsaved = editor.effects.iter().rev().find_map(|effect| match effect {
        Effect::WriteJournal { unsaved, .. } => Some(unsaved.clone()),
        _ => None,
    });
    let mut unsaved = unsaved.expect("a journal");
    // Killed after the last step of the save, before the editor learnt of it.
    let text = editor.text();
    fs::write(case.folder.path().join("a.epd"), &text).expect("saved");
    let snapshot = editor.model.document.suite.snapshot();
    unsaved.while_saving(&snapshot, Content::of(text.as_bytes()));
    let path = case.folder.path().join("journal");
    unsaved.write(&path).expect("written");
    let journal = Journal::read(&path).expect("whole").expect("there");
    let next = case.next(FoundJournal {
        journal: Arc::new(journal),
        age: None,
        place: 3,
    });
    assert!(!next.has_dialog());
    assert_eq!(journal_effects(&next), ["drop found"]);
}

#[test]
fn several_journals_are_offered_in_one_list() {
    let case = Case::new();
    let one = case.killed(&case.open().keys("D"));
    let mut two = case.killed(&case.open().keys("d d"));
    two.place = 1;
    let both = || {
        let mut next = case.open();
        let document = next.file_id();
        let found = vec![one.clone(), two.clone()];
        next.tell(move |model| recover::found(model, document, found));
        next
    };
    let next = both();
    let menu = next.menu();
    assert_eq!(menu.about[0], "Unsaved changes were left 2 times.");
    let rows: Vec<&str> = menu.items.iter().map(|item| &*item.detail).collect();
    assert_eq!(
        rows[..2],
        [
            "1 line added · 2 minutes ago",
            "1 line removed · 2 minutes ago"
        ]
    );
    let next = next.keys("Down Enter");
    assert_eq!(next.menu().about[1], "1 line removed.");
    // Back to the list, then the other journal.
    let next = next.keys("Esc Up Enter");
    assert_eq!(next.menu().about[1], "1 line added.");
    let next = next.keys("r").done();
    assert!(!next.has_dialog());
    assert_eq!(
        next.status(),
        "recovered: 1 line added · the others are kept for the next start · undo ^Z"
    );
    assert_eq!(journal_effects(&next), ["adopt", "write", "leave"]);
    // After one is discarded, the editor asks about the other.
    let next = both().keys("Enter d y");
    assert_eq!(next.menu().about[1], "1 line removed.");
    // When the list is left, both journals stay.
    let next = both().keys("Esc");
    assert_eq!(journal_effects(&next), ["leave"]);
}
