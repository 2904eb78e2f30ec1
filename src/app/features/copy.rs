//! The menu of what can be copied from the selected line.

pub mod commands;

use crate::app::command::Id;
use crate::app::effect::Effect;
use crate::app::glyph;
use crate::app::message::CopyHow;
use crate::app::model::Model;
use crate::app::overlay::{self, Menu, MenuItem};
use crate::epd::{CanonicalOptions, LineKind, edit};
use crate::suite::text_of;

/// Marked lines that are copied as text at most.
const MOST_LINES: usize = 20_000;

/// Opens the menu.
pub fn open(model: &mut Model) -> Vec<Effect> {
    let items = items(model);
    overlay::open(model, Menu::new("Copy", items))
}

fn items(model: &Model) -> Vec<MenuItem> {
    let record = model.record();
    let line = text_of(record.line());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let is_record = record.kind() == LineKind::Record;
    let no_position = (!is_record || record.board().is_none())
        .then(|| "the line has no readable position".to_owned());
    let canonical = record.canonical(&CanonicalOptions::default());
    let epd = canonical
        .as_deref()
        .map_or_else(|| text(line), |line| text(text_of(line)));
    let mut items: Vec<MenuItem> = marked(model).into_iter().collect();
    items.extend([
        item(
            'f',
            "FEN",
            edit::fen(&record).unwrap_or_default(),
            no_position,
        ),
        item(
            'e',
            "EPD record",
            epd,
            (!is_record).then(|| "the line is not a record".into()),
        ),
        item('r', "raw line", text(line), None),
    ]);
    for (at, operation) in record.operations().iter().enumerate() {
        let opcode = text(operation.opcode.of(record.line()));
        let mut item = item('1', &opcode, record.operands_text(operation), None);
        item.key = u32::try_from(at + 1)
            .ok()
            .and_then(|digit| char::from_digit(digit, 10));
        items.push(item);
    }
    items
}

/// The marked lines as text, where there are not too many for a clipboard.
fn marked(model: &Model) -> Option<MenuItem> {
    let lines = model.document.marked()?;
    let what = match lines.len() {
        1 => "1 marked line".to_owned(),
        n => format!("{n} marked lines"),
    };
    if lines.len() > MOST_LINES {
        let reason = format!(
            "more than {MOST_LINES} lines · {} copies them within the editor",
            model.key(Id::CopyRecords)
        );
        return Some(item('m', &what, String::new(), Some(reason)));
    }
    let suite = &model.document.suite;
    let mut text = Vec::new();
    for line in lines.iter() {
        text.extend_from_slice(text_of(&suite.line(line)));
        text.push(b'\n');
    }
    let text = String::from_utf8_lossy(&text).into_owned();
    let detail = glyph::cut(
        &glyph::safe(text.lines().next().unwrap_or_default().as_bytes()),
        60,
    );
    Some(MenuItem::new(
        Some('m'),
        what.clone(),
        detail,
        copies(what, text),
    ))
}

fn item(key: char, label: &str, text: String, disabled: Option<String>) -> MenuItem {
    let (label, what) = (glyph::safe(label.as_bytes()), label.to_owned());
    let detail = glyph::safe(text.as_bytes());
    MenuItem::new(Some(key), label, detail, copies(what, text)).disabled(disabled)
}

/// What a row does: copies a text.
fn copies(what: String, text: String) -> impl Fn(&mut Model) -> Vec<Effect> {
    move |_| {
        vec![Effect::Copy {
            what: what.clone(),
            text: text.clone(),
        }]
    }
}

/// A text went out.
pub fn copied(model: &mut Model, what: &str, how: CopyHow) {
    let what = glyph::safe(what.as_bytes());
    model.done(match how {
        CopyHow::Clipboard => format!("copied the {what}"),
        CopyHow::Terminal => format!("sent the {what} to the terminal's clipboard"),
    });
}

/// A text did not go out.
pub fn failed(model: &mut Model, what: &str, reason: &str) {
    model.failed(glyph::safe(
        format!("could not copy the {what}: {reason}").as_bytes(),
    ));
}
