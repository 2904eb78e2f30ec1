//! Very long lines: shown as fields and a part of their text, edited as text, and never slow.

use crate::harness::Editor;
use epdit::editor::state::document::LONGEST_SHOWN;
use epdit::epd::LineKind;

const HEAD: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 \"";

/// Returns a record of this many bytes between two short ones.
fn file(bytes: usize) -> String {
    let short = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n";
    let text = "word ".repeat(bytes.saturating_sub(HEAD.len() + 2).div_ceil(5));
    format!("{short}{HEAD}{text}\";\n{short}")
}

#[test]
fn a_very_long_record_is_shown_by_its_fields_and_edited_as_text() {
    for bytes in [LONGEST_SHOWN + 100, 1 << 20, 3 << 20] {
        let before = file(bytes);
        let editor = Editor::open(&before).keys("Down");
        assert_eq!(editor.record().kind(), LineKind::Record);
        assert!(editor.record().operations().is_empty());
        // Its parts can't be edited: the status says why, and what to do instead.
        let editor = editor.keys("Tab m P");
        assert!(
            editor.status().contains("too long") || editor.record().board().is_none(),
            "{}",
            editor.status()
        );
        assert_eq!(editor.text(), before);
        let editor = editor
            .keys("F2 Home Right Right End x Left Left Backspace y Enter")
            .done();
        let line = editor.line(1);
        assert!(line.starts_with(HEAD) && line.ends_with("y;x"), "{bytes}");
        let mut editor = editor.keys("Ctrl-Z").done();
        assert_eq!(editor.text(), before);
        editor = editor.call("delete-record").done();
        assert_eq!(editor.text().lines().count(), 2);
        assert_eq!(editor.keys("Ctrl-Z").done().text(), before);
    }
}

#[test]
fn the_cursor_is_visible_everywhere_in_a_long_line() {
    let mut editor = Editor::open(&file(400_000)).keys("Down F2");
    for keys in ["End", "Left", "Ctrl-Left", "Home", "Ctrl-Right", "Right"] {
        editor = editor.keys(keys);
        let layout = editor.layout();
        let area = layout.raw_text().expect("the raw line");
        let mut terminal =
            ratatui::Terminal::new(ratatui::backend::TestBackend::new(120, 36)).expect("a screen");
        let theme = epdit::editor::widgets::theme::Theme::new(
            epdit::editor::widgets::theme::Background::Dark,
            epdit::editor::widgets::theme::Depth::Full,
        );
        terminal
            .draw(|frame| editor.draw(&theme, frame))
            .expect("drawn");
        let at = terminal.get_cursor_position().expect("a cursor");
        assert!(
            area.contains(at.x.min(area.right() - 1), at.y),
            "{keys}: {at:?} in {area:?}"
        );
    }
}
