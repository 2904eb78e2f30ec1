//! Pages about the whole file: rows with counts and bars, and records side by side.

use super::canvas::Canvas;
use super::records::sign;
use super::theme::Role;
use crate::editor::command::Id;
use crate::editor::features::report::waiting;
use crate::editor::glyph;
use crate::editor::layout::{OverlayLayout, Rect};
use crate::editor::model::Model;
use crate::editor::overlay::report::{Compared, Report, Row, Sign};
use crate::epd::counted::thousands;

/// Screen columns of a label at most, where the screen is not wide, and of a bar.
const LABEL: usize = 34;
const BAR: u16 = 48;
/// Screen columns of a bar that still tells much from little.
const LEAST_BAR: u16 = 4;

pub(super) fn draw(model: &Model, report: &Report, place: &OverlayLayout, canvas: &mut Canvas<'_>) {
    let list = place.list;
    let columns = Columns::of(report, list);
    // The words of the row with the cursor, where the row has no room for them.
    let mut cut = None;
    let room = usize::from(place.frame.width.saturating_sub(6));
    for (row, y) in (report.first..).zip(list.y..list.bottom()) {
        let Some(item) = report.rows.get(row) else {
            break;
        };
        let area = Rect::new(list.x, y, list.width, 1);
        let shown_whole = draw_row(item, area, &columns, canvas);
        if row == report.cursor && !item.heading {
            let style = canvas.theme().style(Role::Selection);
            canvas.lay(area, style);
            let fits = glyph::width(item.detail.as_bytes()) <= room;
            cut = (!shown_whole && item.depth == 0 && fits).then_some(item.detail.as_str());
        }
    }
    if report.compares {
        draw_compared(report.compared.as_ref(), place.about, canvas);
    }
    let below = place.frame.bottom().saturating_sub(1);
    match waiting(model) {
        Some(progress) => {
            let percent = progress
                .percent()
                .map(|percent| format!(" {percent}%"))
                .unwrap_or_default();
            let words = format!("computing{percent} · {} stops", model.key(Id::Close));
            canvas.on_border(place.frame, below, &words, Role::Accent);
        }
        None => {
            canvas.on_border(
                place.frame,
                below,
                cut.unwrap_or_else(|| whole_parts(&report.note, room)),
                Role::Secondary,
            );
        }
    }
    canvas.scroll_bar(
        Rect {
            y: list.y.saturating_sub(1),
            height: list.height + 2,
            ..place.frame
        },
        report.first,
        report.rows.len(),
    );
}

/// As many of the parts of a note, from its start, as there are columns for; the first at least.
fn whole_parts(note: &str, columns: usize) -> &str {
    let mut shown = note;
    while glyph::width(shown.as_bytes()) > columns
        && let Some((head, _)) = shown.rsplit_once(" · ")
    {
        shown = head;
    }
    shown
}

/// Whether a number or a bar stands beside the label.
fn counted(row: &Row) -> bool {
    row.count.is_some() || row.bar.is_some()
}

/// Where the parts of a row stand: the same in all rows.
struct Columns {
    label: u16,
    count: u16,
    count_end: u16,
    /// After the words that say what is counted.
    unit_end: u16,
    bar_end: u16,
    detail: u16,
    /// The words of rows without a bar: below the others, but where they would be cut there.
    bare: u16,
}

impl Columns {
    fn of(report: &Report, list: Rect) -> Self {
        let wide = |row: &Row| glyph::width(row.label.as_bytes()) + usize::from(row.depth) * 2;
        // What has nothing beside it has the whole row, and a heading pushes its words on.
        let beside = |row: &&Row| counted(row) || !row.heading && !row.detail.is_empty();
        // A long label without a number pushes its words on, as a heading does.
        let most = |row: &Row| match counted(row) || row.depth > 0 {
            true => LABEL.max(usize::from(list.width / 2)),
            false => LABEL.min(usize::from(list.width / 5)),
        };
        let label = report
            .rows
            .iter()
            .filter(beside)
            .map(|row| wide(row).min(most(row)))
            .max()
            .unwrap_or(0);
        let counts = report.rows.iter().filter_map(|row| row.count);
        let count = counts
            .map(|count| thousands(count).len())
            .max()
            .unwrap_or(0);
        let bars = report.rows.iter().any(|row| row.bar.is_some());
        let to_u16 = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        let label_end = list.x + 5 + to_u16(label);
        let count_start = label_end + 2;
        let count_end = count_start + to_u16(count);
        let units = report.rows.iter().map(|row| row.unit.len());
        let unit_end = match units.max().unwrap_or(0) {
            0 => count_end,
            unit => count_end + 1 + to_u16(unit),
        };
        let room = list.right().saturating_sub(unit_end);
        // Words beside a bar come before its length.
        let barred = report.rows.iter().filter(|row| row.bar.is_some());
        let words = barred.map(|row| glyph::width(row.detail.as_bytes()));
        let words = to_u16(words.max().unwrap_or(0)).saturating_add(4);
        let bar = match room.saturating_sub(words) {
            _ if !bars => 0,
            // Whole words are worth more than the shortest of bars.
            ..LEAST_BAR if room + 2 >= words => 0,
            left => BAR.min(room / 4).min(left.max(LEAST_BAR)),
        };
        let bar_end = if bar > 0 {
            unit_end + 1 + bar
        } else {
            unit_end
        };
        let detail = bar_end + 2;
        let end = list.right().saturating_sub(1);
        let is_cut = |row: &Row| {
            let words = to_u16(glyph::width(row.detail.as_bytes()));
            row.bar.is_none()
                && !row.heading
                && row.depth == 0
                && detail.saturating_add(words) > end
        };
        let bare = match report.rows.iter().any(is_cut) {
            true => unit_end + 2,
            false => detail,
        };
        Self {
            label: list.x + 1,
            count: count_start,
            count_end,
            unit_end,
            bar_end,
            detail,
            bare,
        }
    }
}

/// Draws a row; gives whether all its words are there.
fn draw_row(row: &Row, area: Rect, columns: &Columns, canvas: &mut Canvas<'_>) -> bool {
    let y = area.y;
    let mut x = columns.label + row.depth * 2;
    match row.sign {
        Some(Sign::Severity(severity)) => {
            let (text, role) = sign(severity);
            canvas.text(x, y, area.right(), text, role);
            x += 2;
        }
        Some(sign @ (Sign::Checked(_) | Sign::Chosen(_))) => {
            let text = match sign {
                Sign::Checked(true) => "[x]",
                Sign::Chosen(true) => "(•)",
                Sign::Chosen(_) => "( )",
                _ => "[ ]",
            };
            canvas.text(x, y, area.right(), text, Role::Overlay);
            x += 4;
        }
        None => {}
    }
    let role = if row.heading {
        Role::Heading
    } else {
        Role::Overlay
    };
    let counted = counted(row);
    let pushes = !counted && (row.heading || row.depth == 0);
    let label_end = if pushes || !counted && row.detail.is_empty() {
        area.right()
    } else if row.heading {
        columns.count.saturating_sub(1)
    } else {
        columns.count.saturating_sub(1).max(x + 8)
    };
    canvas.text(x, y, label_end, &row.label, role);
    if let Some(count) = row.count {
        let count = thousands(count);
        canvas.text_right(columns.count, y, columns.count_end, &count, Role::Number);
        let from = columns.count_end + 1;
        canvas.text(from, y, columns.unit_end, row.unit, Role::Secondary);
    }
    if let Some(bar) = row.bar {
        let from = columns.unit_end + 1;
        draw_bar(from, y, columns.bar_end.saturating_sub(from), bar, canvas);
    }
    if !row.detail.is_empty() {
        // What belongs to a row above has neither count nor bar: their room is for its words.
        let from = if pushes {
            let label = u16::try_from(glyph::width(row.label.as_bytes())).unwrap_or(u16::MAX);
            columns.bare.max(x.saturating_add(label).saturating_add(2))
        } else if row.bar.is_some() {
            columns.detail
        } else if counted || row.depth == 0 {
            columns.bare
        } else {
            columns.count
        };
        let end = area.right().saturating_sub(1);
        canvas.text(from, y, end, &row.detail, Role::Secondary);
        return glyph::width(row.detail.as_bytes()) <= usize::from(end.saturating_sub(from));
    }
    true
}

/// A bar of so many thousandths of its room, to half a cell; something is never nothing.
fn draw_bar(x: u16, y: u16, room: u16, thousandths: usize, canvas: &mut Canvas<'_>) {
    let halves = (usize::from(room) * 2 * thousandths.min(1000)).div_ceil(1000);
    let mut text = "━".repeat(halves / 2);
    if halves % 2 == 1 {
        text.push('╸');
    }
    let style = canvas.theme().style(Role::Opcode);
    canvas.put(x, y, x + room, &text, style);
}

/// The records of a group beside one another: what differs first, with a sign.
fn draw_compared(compared: Option<&Compared>, area: Rect, canvas: &mut Canvas<'_>) {
    let Some(compared) = compared.filter(|_| area.height >= 2) else {
        return;
    };
    let rule = "─".repeat(usize::from(area.width));
    let faint = canvas.theme().style(Role::Faint);
    canvas.put(area.x, area.y, area.right(), &rule, faint);
    let names = compared
        .rows
        .iter()
        .map(|row| glyph::width(row.name.as_bytes()));
    let name = u16::try_from(names.max().unwrap_or(0).clamp(8, 16)).unwrap_or(8);
    let left = area.x + 3 + name + 1;
    let count = u16::try_from(compared.lines.len().max(1)).unwrap_or(1);
    let width = (area.right().saturating_sub(left) / count).max(12);
    let columns = |at: usize| {
        let at = u16::try_from(at).unwrap_or(u16::MAX);
        let x = left.saturating_add(at.saturating_mul(width));
        (x, x.saturating_add(width - 2).min(area.right()))
    };
    for (at, line) in compared.lines.iter().enumerate() {
        let (x, end) = columns(at);
        let role = if at == compared.cursor {
            Role::Accent
        } else {
            Role::Heading
        };
        let words = format!("line {}", thousands(line + 1));
        canvas.text(x, area.y + 1, end, &words, role);
    }
    for (row, y) in compared.rows.iter().zip(area.y + 2..area.bottom()) {
        let (sign, role) = if row.differs {
            ("≠", Role::Warning)
        } else {
            ("=", Role::Faint)
        };
        canvas.text(area.x + 1, y, area.x + 2, sign, role);
        canvas.text(area.x + 3, y, left - 1, &row.name, Role::Opcode);
        for (at, value) in row.values.iter().enumerate() {
            let (x, end) = columns(at);
            let role = if row.differs {
                Role::Overlay
            } else {
                Role::Secondary
            };
            let text = value.as_deref().unwrap_or("–");
            canvas.text(x, y, end, text, role);
        }
    }
}
