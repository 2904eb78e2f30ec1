//! The differences page: a row for each difference, and below the two lines of the one under the
//! cursor, with what changed marked.

use super::canvas::Canvas;
use super::theme::Role;
use crate::editor::features::differences::summary;
use crate::editor::glyph;
use crate::editor::layout::{Layout, Rect};
use crate::editor::model::Model;
use crate::editor::sign;
use crate::editor::state::differences::{Against, Differences};
use crate::editor::state::jobs::differ::{Found, Row};
use crate::editor::words::diff::{Part, parts};
use crate::epd::counted::thousands;
use crate::epd::{LineKind, Record};
use crate::suite::{LineChange, LineSet};
use ratatui::style::Modifier;

pub(super) fn draw(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    let (Some(page), Some(list), Some(detail)) =
        (&model.differences, layout.page_list, layout.page_detail)
    else {
        return;
    };
    let focused = model.overlays.is_empty();
    let frame = Rect::new(
        list.x.saturating_sub(1),
        list.y.saturating_sub(1),
        list.width + 2,
        list.height + 2,
    );
    let name = glyph::safe(model.document.suite.name().as_bytes());
    let title = match &page.against {
        Against::Saved => format!("{name}: unsaved changes"),
        Against::Disk => format!("{name}: ↔ line here and on disk · + only here · − only on disk"),
        Against::File { name: other, .. } => format!(
            "↔ line in both · + only in {name} · − only in {}",
            glyph::safe(other.as_bytes())
        ),
    };
    canvas.frame(frame, &title, focused);
    canvas.frame(detail, "", false);
    let Some(found) = &page.found else {
        canvas.text(
            list.x + 1,
            list.y,
            list.right(),
            "comparing …",
            Role::Secondary,
        );
        return;
    };
    let bottom = frame.bottom() - 1;
    canvas.on_border_right(
        frame,
        bottom,
        frame.x + 2,
        &counts(found, page.shows_identical),
        Role::Secondary,
    );
    if let Found::Saved {
        is_changed_on_disk: true,
        ..
    } = &**found
    {
        let words = "another program has changed the file";
        canvas.on_border(frame, bottom, words, Role::Warning);
    }
    if page.count() == 0 {
        let words = match &page.against {
            Against::Saved => "no unsaved changes",
            Against::Disk => "the file on disk has the same records and operations",
            Against::File { .. } => "both files have the same records and operations",
        };
        canvas.text(list.x + 1, list.y, list.right(), words, Role::Good);
        return;
    }
    draw_rows(page, found, list, focused, canvas);
    canvas.scroll_bar(frame, page.list.first, page.count());
    if let Some(row) = page.chosen() {
        draw_detail(found, row, detail, canvas);
    }
}

/// How many differences of which kind there are.
fn counts(found: &Found, shows_identical: bool) -> String {
    let (mut changed, mut here, mut there, mut moved) = (0, 0, 0, 0);
    let mut words = Vec::new();
    let mut say = |count: usize, word: &str| {
        if count > 0 {
            words.push(format!("{} {word}", thousands(count)));
        }
    };
    match found {
        Found::Saved { changes, .. } => {
            for change in &changes.list {
                match change {
                    LineChange::Edited { .. } => changed += 1,
                    LineChange::New { .. } => here += 1,
                    LineChange::Removed { .. } => there += 1,
                    LineChange::Moved { .. } => moved += 1,
                }
            }
            say(changed, "changed");
            say(here, "new");
            say(there, "removed");
            say(moved, "moved");
        }
        Found::Files { comparison, .. } => {
            say(comparison.changed.len(), "changed");
            let [here, there] = comparison.only.each_ref().map(LineSet::len);
            say(here, "only here");
            say(there, "only in the other");
            say(
                comparison.same,
                if shows_identical {
                    "identical"
                } else {
                    "identical, not listed"
                },
            );
        }
    }
    words.join(" · ")
}

fn draw_rows(
    page: &Differences,
    found: &Found,
    list: Rect,
    focused: bool,
    canvas: &mut Canvas<'_>,
) {
    let lines = found.here().line_count().max(found.there().line_count());
    let digits = u16::try_from(lines.max(999).to_string().len()).unwrap_or(4);
    for row in 0..list.height {
        let index = page.list.first + usize::from(row);
        let Some(shown) = page.row(index) else {
            break;
        };
        let y = list.y + row;
        draw_row(
            found,
            shown,
            Rect::new(list.x, y, list.width, 1),
            digits,
            canvas,
        );
        if index == page.list.cursor {
            let role = if focused {
                Role::Selection
            } else {
                Role::SelectionAway
            };
            let style = canvas.theme().style(role);
            canvas.lay(Rect::new(list.x, y, list.width, 1), style);
        }
    }
}

fn draw_row(found: &Found, row: Row, area: Rect, digits: u16, canvas: &mut Canvas<'_>) {
    let (sign, role, here, there) = match row {
        Row::Changed { here, there } => {
            (sign::WARNING.text, Role::Warning, Some(here), Some(there))
        }
        Row::OnlyHere { here } => (sign::NEW.text, Role::Good, Some(here), None),
        Row::OnlyThere { there, .. } => (sign::REMOVED.text, Role::Error, None, Some(there)),
        Row::Identical { here, there } => {
            (sign::IDENTICAL.text, Role::Good, Some(here), Some(there))
        }
        Row::Moved { here, there, .. } => {
            (sign::MOVED.text, Role::Secondary, Some(here), Some(there))
        }
    };
    let y = area.y;
    canvas.text(area.x + 1, y, area.right(), sign, role);
    let (first, second) = (area.x + 3, area.x + 3 + digits + 3);
    let number = |line: Option<usize>| line.map(|line| (line + 1).to_string()).unwrap_or_default();
    canvas.text_right(first, y, first + digits, &number(here), Role::Secondary);
    if here.is_some() && there.is_some() {
        canvas.text(first + digits + 1, y, second, sign::BOTH.text, Role::Faint);
    }
    canvas.text_right(second, y, second + digits, &number(there), Role::Secondary);
    let id = second + digits + 2;
    let id_width = (area.width / 5).clamp(8, 24);
    let text = id + id_width + 1;
    let line = match (here, there) {
        (Some(line), _) => found.here().line(line),
        (None, Some(line)) => found.there().line(line),
        (None, None) => return,
    };
    let options = found.here().read_options();
    let record = Record::read(&line, options);
    let label = record.operation("id").map(|id| record.operands_text(id));
    let end = area.right().saturating_sub(1);
    let body = String::from_utf8_lossy(record.body().of(record.line())).into_owned();
    let body = glyph::safe(body.trim().as_bytes());
    let label = label.filter(|label| !label.is_empty());
    if record.kind() == LineKind::Blank {
        canvas.text(id, y, end, "a blank line", Role::Secondary);
        return;
    }
    let words = match row {
        Row::Changed { there: other, .. } => {
            let other = found.there().line(other);
            summary(&record, &Record::read(&other, found.there().read_options()))
        }
        _ => body.clone(),
    };
    match label {
        Some(label) => {
            let label = glyph::safe(label.as_bytes());
            canvas.text(id, y, text - 1, &label, Role::Screen);
            canvas.text(text, y, end, &words, Role::Secondary);
        }
        None if words == body => {
            canvas.text(id, y, end, &body, Role::Secondary);
        }
        None => {
            canvas.text(id, y, text - 1, &body, Role::Screen);
            canvas.text(text, y, end, &words, Role::Secondary);
        }
    }
}

fn draw_detail(found: &Found, row: Row, frame: Rect, canvas: &mut Canvas<'_>) {
    let inner = frame.inner();
    let here = |line: usize| found.here().line(line);
    let there = |line: usize| found.there().line(line);
    let whole = |line: &[u8]| parts(line, b"").0;
    let (old, new) = match row {
        Row::Changed {
            here: line,
            there: other,
        } => {
            let (new, old) = parts(&here(line), &there(other));
            (Some(old), Some(new))
        }
        Row::OnlyHere { here: line } => (None, Some(whole(&here(line)))),
        Row::OnlyThere { there: line, .. } => (Some(whole(&there(line))), None),
        Row::Moved {
            here: line, there, ..
        }
        | Row::Identical { here: line, there } => {
            let (sign, words) = match row {
                Row::Identical { .. } => (
                    sign::IDENTICAL.text,
                    format!("line {} there is the same record", there + 1),
                ),
                _ => (
                    sign::MOVED.text,
                    format!("line {} of the file is now line {}", there + 1, line + 1),
                ),
            };
            let y = draw_line(
                sign,
                Role::Secondary,
                false,
                &whole(&here(line)),
                inner,
                canvas,
            );
            if y < inner.bottom() {
                canvas.text(inner.x + 3, y, inner.right(), &words, Role::Secondary);
            }
            return;
        }
    };
    // Each gets half of the room where there are both.
    let both = old.is_some() && new.is_some();
    let half = if both { inner.height / 2 } else { inner.height };
    let mut y = inner.y;
    for (sign, role, line) in [
        (sign::REMOVED.text, Role::Error, old),
        (sign::NEW.text, Role::Good, new),
    ] {
        let Some(line) = line else { continue };
        let bottom = (y + half.max(1)).min(inner.bottom());
        y = draw_line(
            sign,
            role,
            both,
            &line,
            Rect::new(inner.x, y, inner.width, bottom - y),
            canvas,
        );
    }
}

/// Writes a line over as many rows as there are; gives the row after it.
fn draw_line(
    sign: &str,
    role: Role,
    marked: bool,
    line: &[Part],
    area: Rect,
    canvas: &mut Canvas<'_>,
) -> u16 {
    canvas.text(area.x + 1, area.y, area.right(), sign, role);
    let plain = canvas.theme().style(Role::Screen);
    let loud = canvas
        .theme()
        .style(role)
        .add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
    let start = area.x + 3;
    let end = area.right().saturating_sub(1);
    let text: String = line.iter().map(|part| part.text.as_str()).collect();
    let rows = glyph::wrap(text.as_bytes(), usize::from(end.saturating_sub(start)));
    let mut breaks = rows.iter().skip(1).map(|row| row.start).peekable();
    let (mut x, mut y, mut before) = (start, area.y, 0);
    for part in line {
        let style = if part.changed && marked { loud } else { plain };
        for glyph in glyph::glyphs(part.text.as_bytes()) {
            let at = before + glyph.span.start;
            if breaks.next_if(|next| at >= *next).is_some() {
                (x, y) = (start, y + 1);
                if y >= area.bottom() {
                    canvas.text(end, y - 1, area.right(), "…", Role::Secondary);
                    return y;
                }
            }
            x = canvas.put(x, y, end, &glyph.text, style);
        }
        before += part.text.len();
    }
    y + 1
}

#[cfg(test)]
mod tests {
    use crate::editor::draw::tests::screen_of;
    use crate::editor::effect::Effect;
    use crate::editor::jobs::Hand;
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

    /// Two open files, keys, and what the outside answers.
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
                    update(&mut model, Msg::answer(&task, &Hand::default()));
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
    fn what_is_not_saved_at_the_smallest_screen() {
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
    fn what_is_not_saved_with_room() {
        insta::assert_snapshot!(drawn("Down Delete e x Enter o F8 Down", 120, 36));
    }
}
