//! Draws the folder view, a table of suites.

use crate::editor::command::{Context, Id};
use crate::editor::layout::{FolderColumns, Layout};
use crate::editor::model::Model;
use crate::editor::state::folder::{Folder, FolderFile, Order};
use crate::editor::widgets::canvas::{Canvas, List};
use crate::editor::widgets::theme::Role;
use crate::editor::widgets::{Rect, glyph, sign};
use crate::epd::counted::{thousands, thousands_of};

pub(crate) fn draw(model: &Model, layout: &Layout, canvas: &mut Canvas<'_>) {
    let (Some(folder), Some(page), Some(list)) = (&model.folder, layout.page, layout.page_list)
    else {
        return;
    };
    let focused = model.overlays.is_empty();
    let mut title = format!("Suites in {}", folder.title());
    if !folder.filter.is_empty() {
        title += &format!(" with `{}`", glyph::safe(folder.filter.as_bytes()));
    }
    if let Some(trouble) = &folder.trouble {
        title += &format!(" · {trouble}");
    }
    canvas.frame(page, &title, focused);
    let words = progress(folder);
    canvas.on_border_right(page.foot(1), page.x + 2, &words, Role::Secondary);
    let columns = FolderColumns::of(page.inner());
    heading(folder, page.inner().y, &columns, canvas);
    if folder.files.is_empty() {
        let words = empty_message(model, folder);
        canvas.text(list.after(1), &words, Role::Secondary);
    }
    let rows = List {
        frame: page,
        area: list,
        at: folder.list,
        count: folder.files.len(),
        focused: Some(focused),
    };
    canvas.list(&rows, |canvas, at, row| {
        if let Some(file) = folder.files.get(at) {
            draw_row(model, file, row, &columns, canvas);
        }
    });
}

/// Returns the message of an empty list: the reason, and what to do about it.
fn empty_message(model: &Model, folder: &Folder) -> String {
    let key = |id| model.key_in(id, Context::Folder);
    if !folder.filtered_out.is_empty() {
        let filter = key(Id::FilterFolder);
        format!("no suite with that name · {filter} with nothing typed shows all")
    } else if folder.looking {
        "searching for *.epd and *.fen …".to_owned()
    } else {
        let (open, again) = (model.key(Id::OpenFile), key(Id::ReloadFolder));
        format!("no *.epd or *.fen files here · {open} opens a file by path, {again} looks again")
    }
}

fn progress(folder: &Folder) -> String {
    let (counted, all) = (folder.counted(), folder.files.len());
    let suites = match folder.filtered_out.len() {
        0 => thousands_of(all, "suite", "suites"),
        hidden => format!("{} of {} suites", thousands(all), thousands(all + hidden)),
    };
    if folder.looking {
        return format!("{suites} so far …");
    }
    if counted < all {
        return format!("counted {} of {suites}", thousands(counted));
    }
    let known = folder.files.iter().filter_map(FolderFile::summary);
    let records: usize = known.map(|found| found.records).sum();
    format!("{suites} · {} records", thousands(records))
}

fn heading(folder: &Folder, y: u16, columns: &FolderColumns, canvas: &mut Canvas<'_>) {
    for (order, word) in Order::ALL {
        let area = columns.area(order, y);
        let is_word = matches!(order, Order::Name | Order::Kind);
        // Unless reversed, numbers are in descending order, names and kinds in ascending order.
        let arrow = match is_word != folder.reverse {
            true => sign::ASCENDING.text,
            false => sign::DESCENDING.text,
        };
        let (words, role) = match folder.order == order {
            true => (format!("{word} {arrow}"), Role::Accent),
            false => (word.to_owned(), Role::Title),
        };
        match is_word {
            true => canvas.text(area, &words, role),
            false => canvas.text_right(area, &words, role),
        };
    }
}

fn draw_row(
    model: &Model,
    file: &FolderFile,
    row: Rect,
    columns: &FolderColumns,
    canvas: &mut Canvas<'_>,
) {
    let area = |order| columns.area(order, row.y);
    let mut documents = model.documents();
    if let Some(open) = documents.find(|open| open.suite.path() == Some(&file.path)) {
        let (sign, role) = match open.suite.is_modified() {
            true => (sign::UNSAVED.text, Role::Edited),
            false => (sign::OPEN.text, Role::Accent),
        };
        canvas.text(row.after(1).left(2), sign, role);
    }
    // Names in deep folders differ at their ends.
    let name = area(Order::Name);
    let words = glyph::cut_start(&glyph::safe(file.name.as_bytes()), name.width.into());
    canvas.text(name, &words, Role::Screen);
    canvas.text_right(area(Order::Size), &size(file.size), Role::Secondary);
    let (records, problems) = (area(Order::Records), area(Order::Problems));
    let found = match &file.found {
        None => {
            canvas.text_right(records, "…", Role::Faint);
            return;
        }
        Some(Err(reason)) => {
            let both = Rect::span(records.x + 1, row.y, problems.right());
            canvas.text(both, reason, Role::Warning);
            return;
        }
        Some(Ok(found)) => found,
    };
    canvas.text_right(records, &thousands(found.records), Role::Number);
    let room = usize::from(problems.width);
    let mut all = vec![
        (found.hints, sign::HINT.text, Role::Hint),
        (found.warnings, sign::WARNING.text, Role::Warning),
        (found.errors, sign::ERROR.text, Role::Error),
    ];
    all.retain(|(count, ..)| *count > 0);
    // Hints beside warnings or errors are left out unless all numbers fit.
    if all.len() > 1 && found.hints > 0 && room < whole_width(&all) {
        all.remove(0);
    }
    let number = match whole_width(&all) <= room {
        true => whole,
        false => rounded,
    };
    let mut rest = problems;
    for (count, sign, role) in &all {
        let words = format!("{}{sign}", number(*count));
        rest = canvas.text_right(rest, &words, *role).before(1);
    }
    if all.is_empty() {
        canvas.text_right(rest, sign::GOOD.text, Role::Good);
    }
    canvas.text(area(Order::Kind), &found.dialect, Role::Secondary);
}

fn whole(count: usize) -> String {
    format!("{} ", thousands(count))
}

/// Returns the width of the unrounded counts of problems, in columns.
fn whole_width(all: &[(usize, &str, Role)]) -> usize {
    let all: usize = all.iter().map(|(count, ..)| whole(*count).len() + 2).sum();
    all.saturating_sub(1)
}

/// Returns a number in four columns at most: `999`, `1.2k`, `39k`, `4m`.
fn rounded(number: usize) -> String {
    scaled(number as u64, 1000, &["", "k", "m"])
}

fn size(bytes: u64) -> String {
    scaled(bytes, 1024, &[" B", " KiB", " MiB", " GiB", " TiB"])
}

/// Returns a number in the largest unit that it reaches, each `base` times the one before; with one decimal below 10.
fn scaled(number: u64, base: u64, units: &[&str]) -> String {
    let (mut tenths, mut unit) = (number.saturating_mul(10), 0);
    while tenths >= base * 10 && unit + 1 < units.len() {
        tenths /= base;
        unit += 1;
    }
    let word = units.get(unit).copied().unwrap_or_default();
    match (unit, tenths) {
        (1.., ..100) => format!("{}.{}{word}", tenths / 10, tenths % 10),
        _ => format!("{}{word}", tenths / 10),
    }
}

#[cfg(test)]
mod tests {
    use super::{rounded, size};
    use crate::editor::draw::tests::screen_of;
    use crate::editor::effect::Effect;
    use crate::editor::key::Key;
    use crate::editor::message::Msg;
    use crate::editor::pages::folder::prepare;
    use crate::editor::state::document::Document;
    use crate::editor::state::folder::{FolderFile, Summary};
    use crate::editor::update;
    use crate::suite::Suite;
    use std::path::PathBuf;

    fn drawn(cols: u16, rows: u16) -> String {
        let suite = Suite::from_bytes("a.epd", b"8/8/8/8/8/8/8/K1k5 w - -\n".to_vec());
        let mut model = crate::editor::editor(Document::new(suite));
        prepare(&mut model, vec!["suites".into()]);
        let mut effects = update(&mut model, Msg::Resize { cols, rows });
        let f7: Key = "F7".parse().unwrap();
        effects.extend(update(&mut model, Msg::Key(f7)));
        let job = effects.iter().find_map(|effect| match effect {
            Effect::Folder(job) => Some(job.clone()),
            _ => None,
        });
        let ticket = job.unwrap().ticket;
        let found = |records, errors, warnings, dialect: &str| {
            Some(Ok(Summary {
                records,
                errors,
                warnings,
                hints: 0,
                dialect: dialect.into(),
            }))
        };
        let files = [
            ("eret.epd", 14_000, found(111, 0, 0, "EPD")),
            (
                "mate/two.epd",
                41_000_000,
                found(438_712, 12, 20_431, "EPD, six fields, UCI moves"),
            ),
            (
                "hints.epd",
                2_000,
                Some(Ok(Summary {
                    records: 24,
                    hints: 17,
                    dialect: "EPD".into(),
                    ..Summary::default()
                })),
            ),
            (
                "old/notes.epd",
                600,
                Some(Err("it is binary data".to_owned())),
            ),
            ("perft.fen", 900, None),
        ];
        let files = files.map(|(name, size, found)| FolderFile {
            path: PathBuf::from(name),
            name: name.into(),
            size,
            found,
        });
        let files = files.to_vec();
        let found = Msg::told(move |model| {
            super::super::found(model, ticket, files);
            super::super::all_found(model, ticket, None);
        });
        update(&mut model, found);
        screen_of(&model)
    }

    #[test]
    fn the_folder_view_at_the_smallest_screen() {
        insta::assert_snapshot!(drawn(80, 24));
    }

    #[test]
    fn the_folder_view_with_room() {
        insta::assert_snapshot!(drawn(120, 36));
    }

    #[test]
    fn a_number_is_rounded_to_four_columns() {
        for (number, expected) in [
            (0, "0"),
            (999, "999"),
            (1000, "1.0k"),
            (7678, "7.6k"),
            (39_999, "39k"),
            (999_999, "999k"),
            (4_250_000, "4.2m"),
            (438_000_000, "438m"),
        ] {
            assert_eq!(rounded(number), expected);
        }
    }

    #[test]
    fn sizes_have_the_unit_that_keeps_them_short() {
        assert_eq!(size(0), "0 B");
        assert_eq!(size(1023), "1023 B");
        assert_eq!(size(1024), "1.0 KiB");
        assert_eq!(size(41_000_000), "39 MiB");
        assert_eq!(size(u64::MAX / 100), "167772 TiB");
    }
}
