//! Strings: how much of the 255 bytes is used, and what older readers may not take.

use crate::editor::key::Key;
use crate::editor::state::editing::{Note, Offer};
use crate::editor::widgets::glyph;
use crate::editor::widgets::line_editor::LineEditor;
use crate::epd::Span;

/// Bytes that a string may have at most (fewer than 256).
const MOST: usize = 255;

/// Counts the bytes of a string, its text without quotes.
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

/// Returns the inside of the quoted string with the cursor.
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

/// Returns whether the cursor stands inside quotes.
pub(crate) fn is_in_quotes(text: &LineEditor) -> bool {
    let before = text.text().iter().take(text.cursor());
    before.filter(|&&byte| byte == b'"').count() % 2 == 1
}

/// Steps over the quote at the cursor where a quote is typed inside quotes: it closes the string instead of opening
/// another.
pub(crate) fn closes(text: &mut LineEditor, key: Key) -> bool {
    let closes = key.typed() == Some('"')
        && is_in_quotes(text)
        && text.text().get(text.cursor()) == Some(&b'"');
    if closes {
        text.set_cursor(text.cursor() + 1);
    }
    closes
}
