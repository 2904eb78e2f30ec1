//! Draws the pages about the whole file: rows with counts and bars, and records in columns for comparison.

use crate::editor::command::Id;
use crate::editor::draw::overlays::list;
use crate::editor::jobs::{Slot, running};
use crate::editor::layout::BoxLayout;
use crate::editor::model::Model;
use crate::editor::overlay::report::{ComparedRecords, Report, Row, Sign, tabs_in};
use crate::editor::pages::header::percent;
use crate::editor::widgets::canvas::Canvas;
use crate::editor::widgets::glyph::{self, cells, columns};
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::words::whole_parts;
use crate::editor::widgets::{Rect, sign};
use crate::epd::counted::thousands;

/// Greatest width of a label, unless the screen is wide, and of a bar, in screen columns.
const LABEL: u16 = 34;
const BAR: u16 = 48;
/// Least width of a bar that still shows a difference, in screen columns.
const LEAST_BAR: u16 = 4;

pub(super) fn draw(model: &Model, report: &Report, place: &BoxLayout, canvas: &mut Canvas<'_>) {
    for (place, tab) in place.tabs.map_or_else(Vec::new, |row| tabs_in(report, row)) {
        let role = match tab.is_open {
            true => Role::Heading,
            false => Role::Secondary,
        };
        canvas.text(place.after(1), &tab.label, role);
        if tab.is_open {
            canvas.select(place, true);
        }
    }
    let at = Columns::of(report, place.list);
    let chosen = report.row().filter(|row| !row.heading);
    let cursor = chosen.map(|_| report.cursor);
    let shown = list(place, report.first, report.rows.len(), cursor);
    canvas.list(&shown, |canvas, row, area| {
        if let Some(row) = report.rows.get(row) {
            at.draw_row(row, area, canvas);
        }
    });
    if let Some(compared) = &report.compared {
        draw_compared(compared, place.about, canvas);
    }
    let room = usize::from(place.frame.width.saturating_sub(6));
    // The details of the row with the cursor, if they are cut in the row.
    let is_cut = |row: &&Row| {
        let beside = at.words(row, place.list).width;
        glyph::is_wider(&row.detail, beside.saturating_sub(at.tag).into())
            && !glyph::is_wider(&row.detail, room)
    };
    let cut = chosen.filter(|row| row.depth == 0).filter(is_cut);
    let (words, role) = match running(model, Slot::Report) {
        Some(running) => {
            let (percent, close) = (percent(running.progress), model.key(Id::Close));
            (format!("computing{percent} · {close} stops"), Role::Accent)
        }
        None => {
            let note = || whole_parts(&report.note, room);
            let words = cut.map_or_else(note, |row| &row.detail);
            (words.to_owned(), Role::Secondary)
        }
    };
    canvas.on_border(place.frame.foot(1), &words, role);
}

struct Columns {
    label: u16,
    count: u16,
    count_end: u16,
    bar_end: u16,
    /// The column where the details of rows without a bar begin: that of the others, unless they would be cut
    /// there.
    bare: u16,
    /// The width of the tag before the details, and of the gap after it.
    tag: u16,
    /// The column where the details of nested rows begin.
    under: u16,
}

impl Columns {
    fn of(report: &Report, list: Rect) -> Self {
        let rows = || report.rows.iter();
        // A label without a count or details has the whole row; a heading, and a long label without a
        // count, push their details to the right.
        let beside = |row: &&Row| row.count.is_some() || !row.heading && !row.detail.is_empty();
        let most = |row: &Row| match row.count.is_some() || row.depth > 0 {
            true => LABEL.max(list.width / 2),
            false => LABEL.min(list.width / 5),
        };
        let label = rows().filter(beside).map(|row| {
            let wide = columns(&row.label).saturating_add(row.depth * 2);
            wide.min(most(row))
        });
        let counts = rows().filter_map(|row| row.count);
        let counts = counts.map(|count| cells(thousands(count).len()));
        let count = list.x + 5 + label.max().unwrap_or(0) + 2;
        let count_end = count + counts.max().unwrap_or(0);
        let room = list.right().saturating_sub(count_end);
        // The words beside a bar have priority over its length.
        let barred = rows().filter(|row| row.bar.is_some());
        let tag = match rows().map(|row| columns(row.tag)).max().unwrap_or(0) {
            0 => 0,
            tag => tag + 2,
        };
        let words = barred.map(|row| tag + columns(&row.detail)).max();
        let bar_end = match words.map(|words| words.saturating_add(4)) {
            None => count_end,
            // Whole words are worth more than the shortest bar.
            Some(words)
                if room.saturating_sub(words) < LEAST_BAR && (tag > 0 || room + 2 >= words) =>
            {
                count_end
            }
            Some(words) => {
                let left = room.saturating_sub(words).max(LEAST_BAR);
                match BAR.min(room / 4).min(left) {
                    0 => count_end,
                    bar => count_end + 1 + bar,
                }
            }
        };
        let under = rows().filter(|row| row.depth > 0 && !row.heading);
        let under = under.map(|row| {
            let wide = columns(&row.label).saturating_add(row.depth * 2);
            list.x + 5 + wide.min(most(row)) + 2
        });
        let mut at = Self {
            label: list.x + 1,
            count,
            count_end,
            bar_end,
            bare: bar_end + 2,
            tag,
            under: under.max().map_or(count, |under| under.min(count)),
        };
        let is_bare = |row: &&Row| row.bar.is_none() && !row.heading && row.depth == 0;
        let end = list.right().saturating_sub(1);
        let is_cut = |row: &Row| at.bar_end + 2 + columns(&row.detail) > end;
        if rows().filter(is_bare).any(is_cut) {
            at.bare = count_end + 2;
        }
        at
    }

    /// Returns whether a label has the whole row, and pushes the details to its right.
    fn pushes(row: &Row) -> bool {
        row.count.is_none() && (row.heading || row.depth == 0)
    }

    fn words(&self, row: &Row, area: Rect) -> Rect {
        // A nested row has neither count nor bar: their room is for its details.
        let from = if Self::pushes(row) {
            let sign = row.sign.map_or(0, |sign| columns(sign_of(sign).0) + 1);
            let label = self.label + row.depth * 2 + sign + columns(&row.label);
            self.bare.max(label.saturating_add(2))
        } else if row.bar.is_some() {
            self.bar_end + 2
        } else if row.count.is_some() || row.depth == 0 {
            self.bare
        } else {
            self.under
        };
        Rect::span(from, area.y, area.right().saturating_sub(1))
    }

    fn draw_row(&self, row: &Row, area: Rect, canvas: &mut Canvas<'_>) {
        let span = |from: u16, end: u16| Rect::span(from, area.y, end);
        let mut label = span(self.label + row.depth * 2, area.right());
        if let Some(sign) = row.sign {
            let (text, role) = sign_of(sign);
            label = canvas.text(label, text, role).after(1);
        }
        let end = match Self::pushes(row) || row.count.is_none() && row.detail.is_empty() {
            true => area.right(),
            false if row.heading => self.count.saturating_sub(1),
            false => self.count.saturating_sub(1).max(label.x + 8),
        };
        let role = match row.heading {
            true => Role::Heading,
            false => Role::Overlay,
        };
        canvas.text(span(label.x, end), &row.label, role);
        if let Some(count) = row.count {
            let count = thousands(count);
            canvas.text_right(span(self.count, self.count_end), &count, Role::Number);
        }
        if let Some(bar) = row.bar {
            draw_bar(bar, span(self.count_end + 1, self.bar_end), canvas);
        }
        let words = self.words(row, area);
        let tag = if row.bar.is_some() { self.tag } else { 0 };
        canvas.text(words.left(tag), row.tag, Role::Key);
        canvas.text(words.after(tag), &row.detail, Role::Secondary);
    }
}

fn sign_of(of_row: Sign) -> (&'static str, Role) {
    match of_row {
        Sign::Severity(severity) => sign::coloured(severity),
        Sign::Checked(true) => ("[x]", Role::Overlay),
        Sign::Checked(false) => ("[ ]", Role::Overlay),
        Sign::Chosen(true) => ("(•)", Role::Overlay),
        Sign::Chosen(false) => ("( )", Role::Overlay),
    }
}

/// Draws a bar of `thousandths` of its area, to half a cell; only zero draws nothing.
fn draw_bar(thousandths: usize, area: Rect, canvas: &mut Canvas<'_>) {
    let halves = (usize::from(area.width) * 2 * thousandths.min(1000)).div_ceil(1000);
    let mut text = "━".repeat(halves / 2);
    if halves % 2 == 1 {
        text.push('╸');
    }
    canvas.put(area, &text, canvas.style(Role::Opcode));
}

/// Draws the records of a group in columns: the fields that differ first, with a sign.
fn draw_compared(compared: &ComparedRecords, area: Rect, canvas: &mut Canvas<'_>) {
    if compared.lines.is_empty() || area.height < 2 {
        return;
    }
    canvas.rule(area, Role::Faint);
    let area = area.below(1);
    let names = compared.rows.iter().map(|row| columns(&row.name));
    let name = names.max().unwrap_or(0).clamp(8, 16);
    let records = area.after(3 + name + 1);
    let width = records.width / cells(compared.lines.len());
    let width = width.max(12);
    let column = |row: Rect, at: usize| {
        let all = Rect {
            y: row.y,
            height: 1,
            ..records
        };
        all.after(cells(at).saturating_mul(width)).left(width - 2)
    };
    for (at, line) in compared.lines.iter().enumerate() {
        let role = match at == compared.cursor {
            true => Role::Accent,
            false => Role::Heading,
        };
        let words = format!("line {}", thousands(line + 1));
        canvas.text(column(area, at), &words, role);
    }
    for (row, line) in compared.rows.iter().zip(area.below(1).rows()) {
        let (sign, sign_role, role) = match row.differs {
            true => ("≠", Role::Warning, Role::Overlay),
            false => ("=", Role::Faint, Role::Secondary),
        };
        canvas.text(line.after(1), sign, sign_role);
        canvas.text(line.after(3).left(name), &row.name, Role::Opcode);
        for (at, value) in row.values.iter().enumerate() {
            canvas.text(column(line, at), value.as_deref().unwrap_or("–"), role);
        }
    }
}
