//! Words of a closed list (`refcom`, `refreq`), and the names of tags.

use crate::editor::panes::operations::{self, text};
use crate::editor::state::editing::{Note, Offer, Row};
use crate::editor::widgets::glyph;
use crate::editor::widgets::line_editor::LineEditor;
use crate::epd::Span;

/// Tags of the PGN standard with names that an identifier of EPD can hold.
const TAGS: [(&str, &str); 24] = [
    ("Event", "name of the event"),
    ("Site", "place of the event"),
    ("Date", "date played, YYYY.MM.DD"),
    ("Round", "round of the event"),
    ("White", "player of White"),
    ("Black", "player of Black"),
    ("Result", "1-0, 0-1, 1/2-1/2 or *"),
    ("WhiteTitle", "White's title"),
    ("BlackTitle", "Black's title"),
    ("WhiteElo", "White's rating"),
    ("BlackElo", "Black's rating"),
    ("WhiteType", "human or program"),
    ("BlackType", "human or program"),
    ("EventDate", "first day of the event"),
    ("EventSponsor", "sponsor of the event"),
    ("Section", "section of the event"),
    ("Board", "number of the board"),
    ("Opening", "name of the opening"),
    ("Variation", "name of the variation"),
    ("ECO", "opening code"),
    ("UTCDate", "day in UTC"),
    ("UTCTime", "time in UTC"),
    ("TimeControl", "seconds and moves"),
    ("Annotator", "author of the notes"),
];

/// Offers the words of a closed list, those that match first.
pub(super) fn of_list(list: &[&str], text: &LineEditor) -> Offer {
    let written = String::from_utf8_lossy(text.text()).trim().to_owned();
    let is_one = list.contains(&written.as_str());
    let all = || list.iter().map(|word| Row::of((word, "")));
    let mut rows = operations::ranked(all(), &written);
    let mut note = Note::plain(format!("one of {}", list.join(", ")));
    if rows.is_empty() && !is_one {
        let shown = glyph::cut(&glyph::safe(written.as_bytes()), 16);
        let list = list.join(", ");
        note = Note::wrong(format!("expected one of {list}, found `{shown}`"));
    }
    if rows.is_empty() || is_one {
        rows = operations::ranked(all(), "");
    }
    for row in &mut rows {
        row.on = Some(row.label == written);
    }
    Offer {
        title: "one of a list".into(),
        rows,
        note: Some(note),
        preview: None,
        word: Span::new(0, text.text().len()),
    }
}

/// Names of tags, where one is to be typed: outside quotes.
pub(super) fn of_tags(text: &LineEditor) -> Offer {
    let mut offer = text::of_strings(text);
    offer.title = "pairs of a tag and its value: White \"Anna\"".into();
    if text::is_in_quotes(text) {
        return offer;
    }
    let word = text.word();
    let written = String::from_utf8_lossy(word.of(text.text())).into_owned();
    if written.contains('"') {
        return offer;
    }
    let present: Vec<&[u8]> = text.text().split(u8::is_ascii_whitespace).collect();
    let free = TAGS.into_iter().filter(|(name, _)| {
        !present
            .iter()
            .any(|word| *word == name.as_bytes() && *word != written.as_bytes())
    });
    offer.rows = operations::ranked(free.map(Row::of), &written);
    for row in &mut offer.rows {
        (row.after, row.back) = (" \"\"", 1);
    }
    offer.word = word;
    offer
}
