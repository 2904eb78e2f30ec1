//! Draws the differences page: a row for each difference, and below the list both versions of the selected
//! line, with their changes marked.

use crate::editor::layout::Layout;
use crate::editor::model::Model;
use crate::editor::pages::differences::summary;
use crate::editor::state::differences::{ComparisonBase, Differences, FileComparison};
use crate::editor::widgets::canvas::{Canvas, List};
use crate::editor::widgets::glyph::{self, cells};
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::words::{Part, parts};
use crate::editor::widgets::{Rect, sign};
use crate::epd::counted::thousands;
use crate::epd::{LineKind, Record};
use crate::suite::{DuplicateKey, LineChange, LineSet};

pub(crate) fn draw(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    let (Some(page), Some(area)) = (&model.differences, layout.page) else {
        return;
    };
    let (Some(list), Some(detail)) = (layout.page_list, layout.page_detail) else {
        return;
    };
    let focused = model.overlays.is_empty();
    let frame = area.above(detail.height);
    let name = glyph::safe(model.document.suite.name().as_bytes());
    let title = match &page.against {
        ComparisonBase::Saved => format!("{name}: unsaved changes"),
        ComparisonBase::Disk => {
            format!("{name}: ↔ line here and on disk, + only here, − only on disk")
        }
        ComparisonBase::File { name: other, .. } => format!(
            "↔ line in both, + only in {name}, − only in {}",
            glyph::safe(other.as_bytes())
        ),
    };
    let changed = match &page.found {
        Some(found) if found.is_changed_on_disk => " · another program has changed the file",
        _ => "",
    };
    let by = match &page.by {
        DuplicateKey::Position => String::new(),
        by => format!(" · by {}", glyph::safe(by.name().as_bytes())),
    };
    canvas.frame(frame, &format!("{title}{by}{changed}"), focused);
    canvas.frame(detail, "", false);
    let Some(found) = &page.found else {
        canvas.text(list.after(1), "comparing …", Role::Secondary);
        return;
    };
    let counts = counts(found, page);
    canvas.on_border_right(frame.foot(1), frame.x + 2, &counts, Role::Secondary);
    if page.count() == 0 {
        let words = match &page.against {
            ComparisonBase::Saved => "no unsaved changes",
            ComparisonBase::Disk => "the file on disk has the same records and operations",
            ComparisonBase::File { .. } => "both files have the same records and operations",
        };
        canvas.text(list.after(1), words, Role::Good);
        return;
    }
    let lines = found.here().line_count().max(found.there().line_count());
    let digits = cells(lines.max(999).to_string().len());
    let rows = List {
        frame,
        area: list,
        at: page.list,
        count: page.count(),
        focused: Some(focused),
    };
    canvas.list(&rows, |canvas, at, area| {
        if let Some(row) = page.row(at) {
            draw_row(found, row, area, digits, canvas);
        }
    });
    if let Some(row) = page.chosen() {
        draw_detail(found, row, detail.inner(), canvas);
    }
}

fn counts(found: &FileComparison, page: &Differences) -> String {
    let counts = match page.against {
        ComparisonBase::Saved => {
            let words = ["changed", "new", "removed", "moved"];
            let mut counts = words.map(|word| (0, word));
            for change in &found.changes.list {
                let [edited, new, removed, moved] = &mut counts;
                match change {
                    LineChange::Edited { .. } => edited.0 += 1,
                    LineChange::New { .. } => new.0 += 1,
                    LineChange::Removed { .. } => removed.0 += 1,
                    LineChange::Moved { .. } => moved.0 += 1,
                    LineChange::Same { .. } => {}
                }
            }
            counts
        }
        ComparisonBase::Disk | ComparisonBase::File { .. } => {
            let comparison = &found.comparison;
            let [here, there] = comparison.only.each_ref().map(LineSet::len);
            let identical = match page.shows_identical {
                true => "identical",
                false => "identical, not listed",
            };
            [
                (comparison.changed.len(), "changed"),
                (here, "only here"),
                (there, "only in the other"),
                (comparison.same, identical),
            ]
        }
    };
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let words = counts.map(|(count, word)| format!("{} {word}", thousands(count)));
    words.collect::<Vec<_>>().join(" · ")
}

fn sign_of(row: LineChange) -> (&'static str, Role) {
    match row {
        LineChange::Edited { .. } => (sign::WARNING.text, Role::Warning),
        LineChange::New { .. } => (sign::NEW.text, Role::Good),
        LineChange::Removed { .. } => (sign::REMOVED.text, Role::Error),
        LineChange::Same { .. } => (sign::IDENTICAL.text, Role::Good),
        LineChange::Moved { .. } => (sign::MOVED.text, Role::Secondary),
    }
}

fn draw_row(
    found: &FileComparison,
    row: LineChange,
    area: Rect,
    digits: u16,
    canvas: &mut Canvas<'_>,
) {
    let ((sign, role), here, there) = (sign_of(row), row.line(), row.held());
    canvas.text(area.after(1), sign, role);
    let number = |line: Option<usize>| line.map_or_else(String::new, |line| (line + 1).to_string());
    let (first, second) = (area.after(3), area.after(3 + digits + 3));
    canvas.text_right(first.left(digits), &number(here), Role::Secondary);
    canvas.text_right(second.left(digits), &number(there), Role::Secondary);
    if here.is_some() && there.is_some() {
        let between = first.after(digits + 1).left(2);
        canvas.text(between, sign::BOTH.text, Role::Faint);
    }
    let line = found.line(row);
    let id = second.after(digits + 2).before(1);
    let record = Record::read(&line, found.here().read_options());
    if record.kind() == LineKind::Blank {
        canvas.text(id, "a blank line", Role::Secondary);
        return;
    }
    let body = String::from_utf8_lossy(record.body().of(record.line()));
    let body = glyph::safe(body.trim().as_bytes());
    let label = record.operation("id").map(|id| record.operands_text(id));
    let label = label.filter(|label| !label.is_empty());
    let label = label.map(|label| glyph::safe(label.as_bytes()));
    let (label, words) = match row {
        LineChange::Edited { held: there, .. } => {
            let other = found.there().line(there);
            let other = Record::read(&other, found.there().read_options());
            (Some(label.unwrap_or(body)), summary(&record, &other))
        }
        _ => (label, body),
    };
    let mut rest = id;
    if let Some(label) = label {
        let width = (area.width / 5).clamp(8, 24);
        canvas.text(id.left(width), &label, Role::Screen);
        rest = id.after(width + 1);
    }
    canvas.text(rest, &words, Role::Secondary);
}

fn draw_detail(found: &FileComparison, row: LineChange, area: Rect, canvas: &mut Canvas<'_>) {
    let line = found.line(row);
    if let LineChange::Edited { held: there, .. } = row {
        let (here, there) = parts(&line, &found.there().line(there));
        let half = (area.height / 2).max(1);
        let old = (sign::REMOVED.text, Role::Error);
        let used = draw_line(old, &there, true, area.top(half), canvas);
        let new = (sign::NEW.text, Role::Good);
        draw_line(new, &here, true, area.below(used).top(half), canvas);
        return;
    }
    let words = match row {
        LineChange::Same { held, .. } => format!("line {} there is the same record", held + 1),
        LineChange::Moved { line, held, .. } => {
            format!("line {} of the file is now line {}", held + 1, line + 1)
        }
        _ => String::new(),
    };
    let used = draw_line(sign_of(row), &parts(&line, b"").0, false, area, canvas);
    canvas.text(area.below(used).after(3), &words, Role::Secondary);
}

/// Draws a line after its sign, wrapped, and returns the number of rows used.
fn draw_line(
    (sign, role): (&str, Role),
    line: &[Part],
    marked: bool,
    area: Rect,
    canvas: &mut Canvas<'_>,
) -> u16 {
    canvas.text(area.after(1), sign, role);
    let (plain, loud) = (canvas.style(Role::Screen), canvas.loud(role));
    let column = area.after(3).before(1);
    let text: String = line.iter().map(|part| part.text.as_str()).collect();
    let rows = glyph::wrap(text.as_bytes(), column.width.into());
    let ends = line.iter().scan(0, |end, part| {
        *end += part.text.len();
        Some((*end, part.changed && marked))
    });
    let mut ends = ends.peekable();
    canvas.wrapped(column, text.as_bytes(), &rows, |_, at, _| {
        while ends.next_if(|(end, _)| *end <= at.start).is_some() {}
        match ends.peek() {
            Some((_, true)) => loud,
            _ => plain,
        }
    });
    if rows.len() > usize::from(area.height) {
        canvas.text(area.foot(1).end(1), "…", Role::Secondary);
    }
    cells(rows.len()).min(area.height)
}

#[cfg(test)]
mod tests {
    use crate::editor::draw::tests::screen_of;
    use crate::editor::effect::Effect;
    use crate::editor::jobs::JobContext;
    use crate::editor::key::Key;
    use crate::editor::message::Msg;
    use crate::editor::state::document::Document;
    use crate::editor::update;
    use crate::suite::Suite;

    const HERE: &str = "\
        4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"A.1\";\n\
        4k3/4p3/8/8/8/8/8/4K3 b - - bm e5; c0 \"a long comment\"; id \"A.2\";\n\
        # a comment\n\
        8/8/8/8/8/4k3/8/4K2R w K - id \"A.4\";\n";
    const THERE: &str = "\
        4k3/4p3/8/8/8/8/8/4K3 b - - bm e6 e5; ce 12; id \"A.2\";\n\
        4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"A.1\";\n\
        8/8/8/8/8/4k3/4p3/4K3 w - - id \"B.1\";\n";

    fn drawn(keys: &str, cols: u16, rows: u16) -> String {
        let open = |name: &str, text: &str| {
            Document::new(Suite::from_bytes(name, text.as_bytes().to_vec()))
        };
        let documents = vec![open("mine.epd", HERE), open("theirs.epd", THERE)];
        let mut model = crate::editor::editor_of(documents, None);
        update(&mut model, Msg::Resize { cols, rows });
        for key in keys.split_whitespace() {
            let key: Key = key.parse().unwrap();
            for effect in update(&mut model, Msg::Key(key)) {
                if let Effect::Start(task) = effect {
                    update(&mut model, Msg::answer(&task, &JobContext::default()));
                }
            }
        }
        screen_of(&model)
    }

    #[test]
    fn two_files_at_the_smallest_screen() {
        insta::assert_snapshot!(drawn("Shift-F8", 80, 24));
    }

    #[test]
    fn two_files_with_room() {
        insta::assert_snapshot!(drawn("Shift-F8 Down", 120, 36));
    }

    #[test]
    fn unsaved_changes_at_the_smallest_screen() {
        insta::assert_snapshot!(drawn("Down Delete e x Enter o F8 Down", 80, 24));
    }

    #[test]
    fn moved_lines_at_the_smallest_screen() {
        insta::assert_snapshot!(drawn("Alt-Down Alt-Down F8", 80, 24));
    }

    #[test]
    fn a_line_below_the_list_is_broken_between_words() {
        insta::assert_snapshot!(drawn("Down Alt-Down Alt-Down F8", 50, 20));
    }

    #[test]
    fn unsaved_changes_with_room() {
        insta::assert_snapshot!(drawn("Down Delete e x Enter o F8 Down", 120, 36));
    }
}
