//! Strings: how much of the 255 bytes is used, and what older readers may not take. Two strings
//! (`tcri`, `tcsi`) are two fields of one line, whose quotes stay where they are.

use crate::editor::key::{Key, KeyCode};
use crate::editor::state::assist::{Note, Offer};
use crate::editor::widgets::glyph;
use crate::editor::widgets::line_editor::{Edited, LineEditor};
use crate::epd::Span;
use crate::epd::opcode::Shape;

/// Bytes that a string may have at most (fewer than 256).
const MOST: usize = 255;
/// What the two strings are.
const NAMES: [&str; 2] = ["address", "name"];

/// One string, its text without quotes.
pub(super) fn of_string(text: &[u8]) -> Offer {
    Offer {
        note: Some(count(text)),
        ..Offer::titled("string, at most 255 bytes")
    }
}

/// Strings in quotes: counts the one with the cursor.
pub(super) fn of_strings(text: &LineEditor) -> Offer {
    let mut offer = Offer::titled("two strings in quotes: \"address\" \"name\"");
    if let Some(span) = string_at(text) {
        offer.note = Some(count(span.of(text.text())));
    }
    offer
}

/// Two fields: says which has the cursor, and counts it.
pub(super) fn of_two(text: &LineEditor) -> Offer {
    let Some(at) = Fields::of(text) else {
        return of_strings(text);
    };
    let mut note = count(at.here().of(text.text()));
    note.text.insert_str(0, &format!("{}: ", NAMES[at.second]));
    let other = NAMES[1 - at.second];
    Offer {
        note: Some(note),
        ..Offer::titled(format!("{} of two strings · ↓ {other}", NAMES[at.second]))
    }
}

fn count(text: &[u8]) -> Note {
    let bytes = text.len();
    if bytes > MOST {
        return Note::wrong(format!(
            "{bytes} of {MOST} bytes: {} too many for some programs",
            bytes - MOST
        ));
    }
    let mut said = format!("{bytes} of {MOST} bytes");
    let odd = glyph::glyphs(text).find(|glyph| !glyph.span.of(text).is_ascii());
    if let Some(odd) = odd {
        said.push_str(&format!(
            " · `{}` is not ASCII: some programs can't read it",
            odd.text
        ));
    } else if text.iter().any(u8::is_ascii_control) {
        said.push_str(" · contains a control character: better use a space");
    }
    Note::plain(said)
}

/// The inside of the quoted string with the cursor.
fn string_at(text: &LineEditor) -> Option<Span> {
    let (bytes, cursor) = (text.text(), text.cursor());
    let before = bytes.get(..cursor)?;
    if !is_in_quotes(text) {
        return None;
    }
    let start = before.iter().rposition(|&byte| byte == b'"')? + 1;
    let after = bytes.get(cursor..).unwrap_or_default();
    let length = after.iter().position(|&byte| byte == b'"');
    Some(Span::new(start, cursor + length.unwrap_or(after.len())))
}

/// Whether the cursor stands inside quotes.
pub(crate) fn is_in_quotes(text: &LineEditor) -> bool {
    let before = text.text().iter().take(text.cursor());
    before.filter(|&&byte| byte == b'"').count() % 2 == 1
}

/// A quote typed where one stands already closes the string instead of opening another.
pub(super) fn key(text: &mut LineEditor, key: Key) -> Option<Edited> {
    let closes = key.typed() == Some('"')
        && is_in_quotes(text)
        && text.text().get(text.cursor()) == Some(&b'"');
    closes.then(|| {
        text.set_cursor(text.cursor() + 1);
        Edited::Cursor
    })
}

/// The insides of `"address" "name"`.
struct Fields {
    spans: [Span; 2],
    /// Index of the one with the cursor.
    second: usize,
}

impl Fields {
    /// `None` where the text has not that form, so that it is typed in freely.
    fn of(text: &LineEditor) -> Option<Self> {
        let bytes = text.text();
        let inside = bytes.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
        let first = inside.iter().position(|&byte| byte == b'"')?;
        let second = inside.get(first..)?.strip_prefix(b"\" \"")?;
        if second.contains(&b'"') {
            return None;
        }
        let spans = [
            Span::new(1, 1 + first),
            Span::new(first + 4, bytes.len() - 1),
        ];
        Some(Self {
            spans,
            second: usize::from(text.cursor() > spans[0].end),
        })
    }

    fn here(&self) -> Span {
        self.spans[self.second]
    }
}

/// Puts the cursor into a field, where two strings begin to be typed.
pub(crate) fn begin(shape: Option<Shape>, text: &mut LineEditor) {
    if shape != Some(Shape::TwoTexts) {
        return;
    }
    if text.text().is_empty() {
        *text = LineEditor::new("\"\" \"\"");
    }
    if let Some(fields) = Fields::of(text) {
        text.set_cursor(fields.spans[0].end);
    }
}

/// The other of two fields, the cursor at its end. `false` where there are none.
pub(super) fn other_field(text: &mut LineEditor) -> bool {
    let Some(fields) = Fields::of(text) else {
        return false;
    };
    text.set_cursor(fields.spans[1 - fields.second].end);
    true
}

/// Whether Enter should go on to the second field: the first has text, the second has none yet.
pub(super) fn goes_on(text: &LineEditor) -> bool {
    Fields::of(text).is_some_and(|fields| {
        fields.second == 0 && !fields.spans[0].is_empty() && fields.spans[1].is_empty()
    })
}

/// Why the two strings should not go into the record.
pub(super) fn wrong(text: &LineEditor) -> Option<String> {
    let fields = Fields::of(text)?;
    let both = fields.spans.iter().all(|span| span.is_empty());
    both.then(|| "type an address or a name".into())
}

/// A key in one of two fields: it changes nothing beside that field.
pub(super) fn key_of_two(text: &mut LineEditor, key: Key) -> Option<Edited> {
    let fields = Fields::of(text)?;
    let here = fields.here();
    let (at_start, at_end) = (text.cursor() <= here.start, text.cursor() >= here.end);
    match (key.typed(), key.code) {
        // Quotes and the blank between are there: who types them too means those.
        (Some('"'), _) => {
            if at_end && fields.second == 0 && !here.is_empty() {
                text.set_cursor(fields.spans[1].start);
            }
            return Some(Edited::Cursor);
        }
        (Some(' '), _) if fields.second == 1 && here.is_empty() => return Some(Edited::Cursor),
        (None, KeyCode::Right) if at_end => {
            if fields.second == 0 {
                text.set_cursor(fields.spans[1].start);
            }
            return Some(Edited::Cursor);
        }
        (None, KeyCode::Left) if at_start => {
            if fields.second == 1 {
                text.set_cursor(fields.spans[0].end);
            }
            return Some(Edited::Cursor);
        }
        _ => {}
    }
    let mut field = LineEditor::new(here.of(text.text()));
    field.set_cursor(text.cursor().saturating_sub(here.start));
    let edited = field.key(key);
    if edited == Edited::Text {
        let mut all = text.text().to_vec();
        all.splice(here.range(), field.text().iter().copied());
        text.set_text(all);
    }
    if edited != Edited::NotMine {
        text.set_cursor(here.start + field.cursor());
    }
    Some(edited)
}

/// Why a quote can't be typed at the cursor of two fields.
pub(super) fn refuses_quote(text: &LineEditor) -> Option<String> {
    let fields = Fields::of(text)?;
    (text.cursor() < fields.here().end)
        .then(|| "a string can't contain a quote: EPD has no escapes".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(start: &str, keys: &[&str]) -> (String, usize) {
        let mut text = LineEditor::new(start);
        begin(Some(Shape::TwoTexts), &mut text);
        for name in keys {
            let key: Key = name.parse().expect("a key");
            if key_of_two(&mut text, key).is_none() {
                text.key(key);
            }
        }
        let cursor = text.cursor();
        (String::from_utf8_lossy(text.text()).into_owned(), cursor)
    }

    #[test]
    fn quotes_stay_and_may_be_typed_all_the_same() {
        let plain = ["a", "Right", "b"];
        let quoted = ["\"", "a", "\"", "Space", "\"", "b", "\""];
        assert_eq!(typed("", &plain).0, "\"a\" \"b\"");
        assert_eq!(typed("", &quoted).0, "\"a\" \"b\"");
    }

    #[test]
    fn deleting_stays_in_its_field() {
        for key in ["Backspace", "Ctrl-W", "Ctrl-u", "Ctrl-w"] {
            let Ok(_) = key.parse::<Key>() else { continue };
            let (text, _) = typed("\"ab\" \"cd\"", &["Right", key]);
            assert_eq!(text, "\"ab\" \"cd\"", "{key}");
        }
        assert_eq!(typed("\"ab\" \"cd\"", &["Delete"]).0, "\"ab\" \"cd\"");
        assert_eq!(
            typed("\"ab\" \"cd\"", &["Backspace", "Backspace", "Backspace"]).0,
            "\"\" \"cd\""
        );
    }

    #[test]
    fn arrows_lead_from_one_field_to_the_other() {
        assert_eq!(typed("\"ab\" \"cd\"", &[]).1, 3);
        assert_eq!(typed("\"ab\" \"cd\"", &["Right"]).1, 6);
        assert_eq!(typed("\"ab\" \"cd\"", &["Right", "Left"]).1, 3);
        assert_eq!(typed("\"ab\" \"cd\"", &["Right", "End"]).1, 8);
        assert_eq!(typed("\"ab\" \"cd\"", &["Home", "Left"]).1, 1);
    }
}
