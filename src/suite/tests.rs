//! A suite compared with a plain vector of lines.

mod reading;

use proptest::prelude::*;

use super::*;

fn suite(text: &[u8]) -> Suite {
    Suite::from_bytes("test.epd", text.to_vec())
}

fn whole(suite: &Suite) -> Vec<u8> {
    suite
        .snapshot()
        .runs(0..suite.line_count())
        .flat_map(|run| run.bytes.into_owned())
        .collect()
}

fn lines(suite: &Suite) -> Vec<Vec<u8>> {
    (0..suite.line_count())
        .map(|line| suite.line(line).into_owned())
        .collect()
}

#[test]
fn lines_tile_the_file_whatever_ends_them() {
    for (text, count) in [
        (&b""[..], 0),
        (b"a", 1),
        (b"a\n", 1),
        (b"\n", 1),
        (b"a\nb", 2),
        (b"a\r\nb\n\r\n", 3),
        (b"a\r\r\nb", 2),
        (b"a\rb\rc", 3),
        (b"a\rb\rc\r", 3),
        (b"a\rb\nc", 2),
        (b"\xef\xbb\xbfa\n\0\n", 2),
    ] {
        let suite = suite(text);
        assert_eq!(suite.line_count(), count, "{text:?}");
        assert_eq!(lines(&suite).concat(), text);
        assert_eq!(whole(&suite), text);
        assert!(suite.loading().is_none());
        assert!(!suite.is_modified());
    }
}

#[test]
fn a_line_longer_than_any_chunk_is_one_line() {
    let mut text = vec![b'x'; 3 << 20];
    text.extend_from_slice(b"\nshort\n");
    let suite = suite(&text);
    assert_eq!(suite.line_count(), 2);
    assert_eq!(suite.line(1).as_ref(), b"short\n");
    assert_eq!(suite.line(0).len(), (3 << 20) + 1);
}

#[test]
fn every_line_is_found_across_chunks_and_blocks() {
    let text: String = (0..200_000).map(|n| format!("line {n}\n")).collect();
    let suite = suite(text.as_bytes());
    assert_eq!(suite.line_count(), 200_000);
    for n in (0..200_000).step_by(97) {
        assert_eq!(suite.line(n).as_ref(), format!("line {n}\n").as_bytes());
    }
    assert_eq!(whole(&suite), text.as_bytes());
}

#[test]
fn showing_a_page_reads_only_its_lines() {
    let text: String = (0..100_000).map(|n| format!("line {n}\n")).collect();
    let suite = suite(text.as_bytes());
    for line in 50_000..50_040 {
        let _ = suite.line(line);
    }
    assert_eq!(
        suite.work(),
        WorkDone {
            lines_read: 40,
            lines_parsed: 0
        }
    );
}

#[test]
fn a_replaced_line_keeps_its_own_end_unless_another_is_given() {
    let mut suite = suite(b"a\r\nb\n");
    assert!(suite.replace_line(0, b"x", Grouping::Step, "edit"));
    assert!(suite.replace_line(1, b"y\r\n", Grouping::Step, "edit"));
    assert_eq!(whole(&suite), b"x\r\ny\r\n");
    assert_eq!(suite.line_state(0), LineState::Edited);
    assert_eq!(suite.source_line(1), Some(1));
    assert_eq!(suite.edited_count(), 2);
}

#[test]
fn new_lines_get_the_files_line_end() {
    let mut suite = suite(b"a\r\nb\r\n");
    assert!(suite.insert_lines(1, &[b"new".to_vec(), b"two\nlines\n".to_vec()], "insert"));
    assert_eq!(whole(&suite), b"a\r\nnew\r\ntwo\r\nlines\r\nb\r\n");
    assert_eq!(suite.line_state(1), LineState::New);
    assert_eq!(suite.source_line(1), None);
    assert_eq!(suite.source_line(4), Some(1));
}

#[test]
fn a_missing_last_line_end_stays_missing_at_the_end() {
    let mut suite = suite(b"a\nb");
    assert!(suite.insert_lines(2, &[b"c".to_vec()], "insert"));
    assert_eq!(whole(&suite), b"a\nb\nc");
    // The line that got an end by this does not count as edited.
    assert_eq!(suite.line_state(1), LineState::Untouched);
    assert!(suite.move_lines(2..3, 0, "move"));
    assert_eq!(whole(&suite), b"c\na\nb");
    assert!(suite.delete_lines(2..3, "delete"));
    assert_eq!(whole(&suite), b"c\na");
    assert!(suite.duplicate_line(1, "duplicate"));
    assert_eq!(whole(&suite), b"c\na\na");
    assert!(suite.insert_lines(3, &[b"".to_vec()], "insert"));
    // A blank line can't exist without its end.
    assert_eq!(whole(&suite), b"c\na\na\n\n");
    while suite.undo().is_some() {}
    assert_eq!(whole(&suite), b"a\nb");
    assert!(!suite.replace_line(1, b"b\n", Grouping::Step, "edit"));
}

#[test]
fn an_empty_suite_can_be_filled() {
    let mut suite = suite(b"");
    assert!(suite.insert_lines(0, &[b"a".to_vec()], "insert"));
    assert_eq!(whole(&suite), b"a\n");
}

#[test]
fn edits_without_effect_are_not_steps() {
    let mut suite = suite(b"a\nb\n");
    assert!(!suite.replace_line(0, b"a\n", Grouping::Step, "edit"));
    assert!(!suite.replace_line(0, b"a", Grouping::Step, "edit"));
    assert!(!suite.replace_line(2, b"a", Grouping::Step, "edit"));
    assert!(!suite.insert_lines(3, &[b"a".to_vec()], "insert"));
    assert!(!suite.insert_lines(0, &[], "insert"));
    assert!(!suite.delete_lines(2..9, "delete"));
    assert!(!suite.move_lines(0..1, 1, "move"));
    assert!(!suite.move_lines(0..1, 3, "move"));
    assert!(!suite.duplicate_line(2, "duplicate"));
    assert!(!suite.is_modified());
    assert_eq!(suite.undo(), None);
}

#[test]
fn a_line_changed_back_makes_the_file_unmodified_again() {
    let mut suite = Suite::from_bytes("a.epd", b"a\nb\nc\n".to_vec());
    assert!(suite.delete_lines(1..2, "delete") && suite.is_modified());
    let changes = suite.review().unwrap().find(&Job::new()).unwrap();
    assert!(suite.restore(changes.list[0], "restore"));
    assert!(!suite.is_modified() && suite.unsaved(Vec::new()).is_none());
    // Still an undo step, in both directions.
    suite.undo();
    assert!(suite.is_modified());
    suite.undo();
    assert!(!suite.is_modified());
    suite.redo();
    suite.redo();
    assert!(!suite.is_modified());
    // The same lines in another order are a different text.
    suite.move_lines(0..1, 3, "move");
    assert!(suite.is_modified());
    suite.move_lines(2..3, 0, "move");
    assert!(!suite.is_modified());
}

#[test]
fn typing_on_one_line_is_one_step() {
    let mut suite = suite(b"a\nb\n");
    for text in ["ax", "axy", "axyz"] {
        assert!(suite.replace_line(0, text.as_bytes(), Grouping::Typing, "type"));
    }
    let typed = suite.revision();
    assert!(suite.replace_line(1, b"bx", Grouping::Typing, "type"));
    assert_eq!(whole(&suite), b"axyz\nbx\n");
    assert_eq!(
        suite.undo(),
        Some(Step {
            label: "type".into(),
            line: 1
        })
    );
    assert_eq!(suite.revision(), typed);
    assert_eq!(
        suite.undo(),
        Some(Step {
            label: "type".into(),
            line: 0
        })
    );
    assert_eq!(whole(&suite), b"a\nb\n");
    assert!(!suite.is_modified());
    assert!(suite.undo().is_none());
    assert!(suite.redo().is_some());
    assert_eq!(whole(&suite), b"axyz\nb\n");
    // Typing after an undo or redo does not change the earlier state.
    assert!(suite.replace_line(0, b"q", Grouping::Typing, "type"));
    assert!(suite.undo().is_some());
    assert_eq!(whole(&suite), b"axyz\nb\n");
}

#[test]
fn redo_leads_to_the_edit_made_after_an_undo() {
    let mut suite = suite(b"a\n");
    assert!(suite.replace_line(0, b"one", Grouping::Step, "one"));
    assert!(suite.undo().is_some());
    assert!(suite.replace_line(0, b"two", Grouping::Step, "two"));
    assert!(suite.undo().is_some());
    assert_eq!(suite.can_redo(), Some("two"));
}

#[test]
fn edits_do_not_change_a_snapshot() {
    let mut suite = suite(b"a\nb\n");
    let before = suite.snapshot();
    assert!(suite.delete_lines(0..2, "delete"));
    let held = std::thread::spawn(move || before.line(1).into_owned());
    assert_eq!(held.join().unwrap(), b"b\n");
    assert_eq!(suite.line_count(), 0);
}

#[derive(Clone, Debug)]
enum Edit {
    Replace(usize, Vec<u8>),
    Insert(usize, Vec<Vec<u8>>),
    Delete(usize, usize),
    Move(usize, usize, usize),
    Duplicate(usize),
    Undo,
    Redo,
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(prop_oneof![Just(b'a'), Just(b' '), Just(0xff)], 0..4)
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = 0usize..14;
    prop_oneof![
        (at.clone(), text()).prop_map(|(at, text)| Edit::Replace(at, text)),
        (at.clone(), proptest::collection::vec(text(), 0..3))
            .prop_map(|(at, lines)| Edit::Insert(at, lines)),
        (at.clone(), 0usize..4).prop_map(|(at, many)| Edit::Delete(at, many)),
        (at.clone(), 0usize..4, at.clone()).prop_map(|(at, many, to)| Edit::Move(at, many, to)),
        at.prop_map(Edit::Duplicate),
        Just(Edit::Undo),
        Just(Edit::Redo),
    ]
}

/// Edits the model, which has the lines' texts; line ends are compared separately.
fn model(edit: &Edit, lines: &mut Vec<Vec<u8>>) -> bool {
    let all = lines.len();
    match edit.clone() {
        Edit::Replace(at, text) if at < all && lines[at] != text => lines[at] = text,
        Edit::Insert(at, new) if at <= all && !new.is_empty() => {
            lines.splice(at..at, new);
        }
        Edit::Delete(at, many) if at < all && many > 0 => {
            lines.drain(at..(at + many).min(all));
        }
        Edit::Move(at, many, to)
            if many > 0 && at + many <= all && to <= all && !(at..=at + many).contains(&to) =>
        {
            let moved: Vec<_> = lines.drain(at..at + many).collect();
            let to = if to > at { to - many } else { to };
            lines.splice(to..to, moved);
        }
        Edit::Duplicate(at) if at < all => lines.insert(at + 1, lines[at].clone()),
        _ => return false,
    }
    true
}

fn make(edit: Edit, suite: &mut Suite) -> bool {
    match edit {
        Edit::Replace(at, text) => suite.replace_line(at, &text, Grouping::Step, "replace"),
        Edit::Insert(at, lines) => suite.insert_lines(at, &lines, "insert"),
        Edit::Delete(at, many) => suite.delete_lines(at..at + many, "delete"),
        Edit::Move(at, many, to) => suite.move_lines(at..at + many, to, "move"),
        Edit::Duplicate(at) => suite.duplicate_line(at, "duplicate"),
        Edit::Undo => suite.undo().is_some(),
        Edit::Redo => suite.redo().is_some(),
    }
}

proptest! {
    #[test]
    fn a_suite_behaves_like_a_vector_and_undo_inverts_every_edit(
        start in proptest::collection::vec(text(), 0..8),
        end in prop_oneof![Just("\n"), Just("\r\n"), Just("\r")],
        endless in any::<bool>(),
        edits in proptest::collection::vec(edit(), 0..40),
    ) {
        let mut file: Vec<u8> = start.iter().flat_map(|l| [l, end.as_bytes()].concat()).collect();
        let endless = endless && start.last().is_some_and(|line| !line.is_empty());
        if endless {
            file.truncate(file.len() - end.len());
        }
        // A single line without an end shows no line end, so new ones get LF.
        let end = if endless && start.len() == 1 { "\n" } else { end };
        let shown = |lines: &Vec<Vec<u8>>| -> Vec<u8> {
            let mut bytes: Vec<u8> =
                lines.iter().flat_map(|line| [line, end.as_bytes()].concat()).collect();
            if endless && lines.last().is_some_and(|line| !line.is_empty()) {
                bytes.truncate(bytes.len() - end.len());
            }
            bytes
        };
        let end_of_empty = start.is_empty();
        let mut suite = Suite::from_bytes("test.epd", file);
        let first = start.clone();
        let mut lines = start;
        let (mut undo, mut redo) = (Vec::new(), Vec::new());
        for edit in edits {
            let before = lines.clone();
            let changed = make(edit.clone(), &mut suite);
            match edit {
                Edit::Undo => {
                    prop_assert_eq!(changed, !undo.is_empty());
                    if let Some(earlier) = undo.pop() {
                        redo.push(std::mem::replace(&mut lines, earlier));
                    }
                }
                Edit::Redo => {
                    prop_assert_eq!(changed, !redo.is_empty());
                    if let Some(later) = redo.pop() {
                        undo.push(std::mem::replace(&mut lines, later));
                    }
                }
                other => {
                    prop_assert_eq!(changed, model(&other, &mut lines), "{:?}", other);
                    if changed {
                        undo.push(before);
                        redo.clear();
                    }
                }
            }
            if !end_of_empty {
                prop_assert_eq!(whole(&suite), shown(&lines));
            }
            let each: Vec<Vec<u8>> = self::lines(&suite);
            prop_assert_eq!(each.concat(), whole(&suite));
            prop_assert_eq!(suite.line_count(), lines.len());
            // Lines moved away and back equal the file's, in any number of steps.
            prop_assert!(suite.is_modified() || lines == first);
            prop_assert!(!suite.is_modified() || !undo.is_empty());
            let counted = (0..lines.len())
                .filter(|&line| suite.line_state(line) != LineState::Untouched)
                .count();
            prop_assert_eq!(suite.edited_count(), counted);
        }
    }
}
