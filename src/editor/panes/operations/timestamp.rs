//! Dates, times of day and clocks, field by field: digits overwrite, and the signs between the fields come by
//! themselves.

use crate::editor::effect::Effect;
use crate::editor::key::Key;
use crate::editor::model::Model;
use crate::editor::panes::operations;
use crate::editor::panes::operations::clipboard;
use crate::editor::panes::operations::rows;
use crate::editor::state::operation_clipboard::Loose;
use crate::editor::widgets::glyph;
use crate::editor::widgets::line_editor::{Edited, LineEditor};
use crate::epd::opcode::Shape;
use crate::epd::timestamp;

/// `0` stands for a digit.
const DATE_TIME: &[u8] = b"0000.00.00 00:00:00";
const CLOCKS: &[u8] = b"000:00:00:00 000:00:00:00";

fn mask(shape: Shape) -> &'static [u8] {
    match shape {
        Shape::TwoClocks => CLOCKS,
        _ => DATE_TIME,
    }
}

/// Whether `text` follows the mask as far as it goes.
fn fits(mask: &[u8], text: &[u8]) -> bool {
    text.len() <= mask.len()
        && text.iter().zip(mask).all(|(byte, wanted)| match wanted {
            b'0' => byte.is_ascii_digit(),
            sign => byte == sign,
        })
}

/// A key in the fields; `None` where the text has not their form, so that it is typed in freely.
pub(super) fn key(shape: Shape, text: &mut LineEditor, key: Key) -> Option<Edited> {
    let mask = mask(shape);
    let c = key.typed()?;
    let mut bytes = text.text().to_vec();
    if !fits(mask, &bytes) {
        return None;
    }
    let mut at = text.cursor();
    let is_sign = |at: usize| mask.get(at).is_some_and(|wanted| *wanted != b'0');
    if c.is_ascii_digit() {
        if is_sign(at) {
            put(&mut bytes, at, *mask.get(at)?);
            at += 1;
        }
        if at >= mask.len() {
            return Some(Edited::Cursor);
        }
        put(&mut bytes, at, u8::try_from(c).ok()?);
        at += 1;
    } else {
        at = next_field(mask, &mut bytes, at, c)?;
    }
    text.set_text(bytes);
    text.set_cursor(at);
    Some(Edited::Text)
}

fn put(bytes: &mut Vec<u8>, at: usize, byte: u8) {
    match bytes.get_mut(at) {
        Some(old) => *old = byte,
        None => bytes.push(byte),
    }
}

/// A sign typed between fields: goes to the next one; a field half typed at the end gets its
/// leading zeros. `None` where the sign does not stand there.
fn next_field(mask: &[u8], bytes: &mut Vec<u8>, at: usize, c: char) -> Option<usize> {
    let start = mask.get(..at)?.iter().rposition(|byte| *byte != b'0');
    let start = start.map_or(0, |at| at + 1);
    let width = mask.get(start..)?.iter().take_while(|byte| **byte == b'0');
    let end = start + width.count();
    let sign = *mask.get(end)?;
    if at == start && at > 0 && mask.get(at - 1).copied().map(char::from) == Some(c) {
        // It came by itself with the digit before.
        return Some(at);
    }
    if char::from(sign) != c || at == start {
        return None;
    }
    if at == bytes.len() && at < end {
        let zeros = std::iter::repeat_n(b'0', end - at);
        bytes.splice(start..start, zeros);
    }
    if bytes.len() == end {
        bytes.push(sign);
    }
    Some(end + 1)
}

pub(super) fn refuses(c: char) -> Option<String> {
    let fits = c.is_ascii_digit() || matches!(c, '.' | ':' | ' ');
    (!fits).then(|| {
        format!(
            "expected a digit, found `{}`; separators are added for you",
            glyph::safe(c.encode_utf8(&mut [0; 4]).as_bytes())
        )
    })
}

/// The opcode of the time stamp.
const OPCODE: &str = "ts";

/// Why the moment can't be put in.
pub(crate) fn no_stamp(model: &Model) -> Option<String> {
    let view = &model.document.view;
    match view.editing {
        None => rows::no_record(model),
        Some(_) if view.shape() == Some(Shape::DateTime) => None,
        Some(_) => Some("only while typing a date and time".into()),
    }
}

/// Puts this moment into the date that is typed, else into the record's time stamp: asks for the
/// time first.
pub fn now(model: &mut Model) {
    model.send(Effect::TellTime);
}

/// It is this time.
pub fn set(model: &mut Model, seconds: u64) {
    if no_stamp(model).is_some() || model.is_read_only() {
        return;
    }
    let text = timestamp::date_time(seconds);
    if let Some(typed) = model.document.view.text_mut() {
        typed.set_text(text);
        return operations::typed(model);
    }
    let stamp = Loose {
        opcode: OPCODE.into(),
        operands: text.into_bytes(),
    };
    clipboard::put(model, stamp)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(shape: Shape, start: &str, keys: &str) -> String {
        let mut text = LineEditor::new(start);
        for c in keys.chars() {
            if key(shape, &mut text, Key::char(c)).is_none() {
                text.key(Key::char(c));
            }
        }
        String::from_utf8_lossy(text.text()).into_owned()
    }

    #[test]
    fn signs_come_by_themselves_and_may_be_typed() {
        for keys in ["2026.01.31 12:00:05", "20260131120005", "2026.1.31 12:0:05"] {
            assert_eq!(typed(Shape::DateTime, "", keys), "2026.01.31 12:00:05");
        }
        assert_eq!(
            typed(Shape::TwoClocks, "", "000011205000:00:58:30"),
            "000:01:12:05 000:00:58:30"
        );
        assert_eq!(typed(Shape::DateTime, "", "2026.1."), "2026.01.");
    }
}
