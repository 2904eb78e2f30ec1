//! Dates, times of day and clocks, field by field: digits overwrite, the signs between the fields
//! come by themselves, steps change the field with the cursor.

use crate::app::effect::Effect;
use crate::app::features::inspect::clipboard;
use crate::app::features::{inspect, operations};
use crate::app::glyph;
use crate::app::key::Key;
use crate::app::line_editor::{Edited, LineEditor};
use crate::app::model::Model;
use crate::app::state::editing::{Editing, shape_of};
use crate::app::state::operation_clipboard::Loose;
use crate::epd::opcode::Shape;
use crate::epd::operand::read_date;
use crate::epd::timestamp;

/// `0` stands for a digit.
const DATE_TIME: &[u8] = b"0000.00.00 00:00:00";
const CLOCKS: &[u8] = b"000:00:00:00 000:00:00:00";

/// The least and the greatest value of each field.
const DATE_TIME_RANGES: [(u32, u32); 6] = [(1, 9999), (1, 12), (1, 31), (0, 23), (0, 59), (0, 59)];
const CLOCK_RANGES: [(u32, u32); 8] = [
    (0, 999),
    (0, 23),
    (0, 59),
    (0, 59),
    (0, 999),
    (0, 23),
    (0, 59),
    (0, 59),
];

fn mask(shape: Shape) -> (&'static [u8], &'static [(u32, u32)]) {
    match shape {
        Shape::TwoClocks => (CLOCKS, &CLOCK_RANGES),
        _ => (DATE_TIME, &DATE_TIME_RANGES),
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
    let (mask, _) = mask(shape);
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

/// Steps the field with the cursor by `by`, as far as its range goes. An empty text is filled in.
pub(super) fn step(shape: Shape, text: &mut LineEditor, by: i64) {
    let (mask, ranges) = mask(shape);
    let mut bytes = text.text().to_vec();
    if !fits(mask, &bytes) {
        return;
    }
    let whole = bytes.len();
    let cursor = text.cursor();
    if bytes.len() < mask.len() {
        let empty: &[u8] = match shape {
            Shape::TwoClocks => CLOCKS,
            _ => b"2000.01.01 00:00:00",
        };
        bytes.extend_from_slice(empty.get(whole..).unwrap_or_default());
    }
    let before = mask.iter().take(cursor.min(mask.len()));
    let field = before.filter(|byte| **byte != b'0').count();
    let start = mask
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte != b'0')
        .map(|(at, _)| at + 1)
        .take(field)
        .last()
        .unwrap_or(0);
    let width = mask.iter().skip(start).take_while(|byte| **byte == b'0');
    let end = start + width.count();
    let Some((&(least, most), digits)) = ranges.get(field).zip(bytes.get(start..end)) else {
        return;
    };
    let value = digits.iter().fold(0i64, |value, digit| {
        value * 10 + i64::from(digit.wrapping_sub(b'0'))
    });
    let value = value
        .saturating_add(by)
        .clamp(i64::from(least), i64::from(most));
    let written = format!("{value:0width$}", width = end - start);
    bytes.splice(start..end, written.bytes());
    if shape == Shape::DateTime {
        last_day(&mut bytes);
    }
    text.set_text(bytes);
    text.set_cursor(cursor.min(end));
}

/// A day that the month has not becomes the month's last.
fn last_day(bytes: &mut Vec<u8>) {
    for day in (28..=31).rev() {
        let Some(date) = bytes.get(..10) else { return };
        if read_date(date).is_ok() {
            return;
        }
        bytes.splice(8..10, day.to_string().bytes());
    }
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
    match &model.document.view.editing {
        None => operations::no_record(model),
        Some(Editing::Operand(operand)) if shape_of(operand) == Some(Shape::DateTime) => None,
        Some(_) => Some("only while typing a date and time".into()),
    }
}

/// Puts this moment into the date that is typed, else into the record's time stamp: asks for the
/// time first.
pub fn now(_: &mut Model) -> Vec<Effect> {
    vec![Effect::TellTime]
}

/// It is this time.
pub fn set(model: &mut Model, seconds: u64) -> Vec<Effect> {
    if no_stamp(model).is_some() || model.is_read_only() {
        return Vec::new();
    }
    let text = timestamp::date_time(seconds);
    if let Some(Editing::Operand(operand)) = &mut model.document.view.editing {
        operand.text.set_text(text);
        inspect::typed(model);
        return Vec::new();
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

    #[test]
    fn a_step_changes_the_field_with_the_cursor() {
        let mut text = LineEditor::new("2024.02.29 23:59:59");
        text.set_cursor(2);
        step(Shape::DateTime, &mut text, 1);
        assert_eq!(text.text(), b"2025.02.28 23:59:59");
        text.set_cursor(6);
        step(Shape::DateTime, &mut text, -1);
        assert_eq!(text.text(), b"2025.01.28 23:59:59");
        text.set_cursor(19);
        step(Shape::DateTime, &mut text, 1);
        assert_eq!(text.text(), b"2025.01.28 23:59:59");
        let mut text = LineEditor::new("");
        step(Shape::TwoClocks, &mut text, 5);
        assert_eq!(text.text(), b"005:00:00:00 000:00:00:00");
    }
}
