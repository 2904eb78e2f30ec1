//! Positions pasted into the suite list, as new records in one step to undo. What is no position makes
//! none, and is shown.

use crate::editor::flows::lines;
use crate::editor::jobs::{Slot, Work};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::view::Pane;
use crate::editor::widgets::glyph;
use crate::epd::counted::{thousands, thousands_of};
use crate::exchange::anywhere::{Found, Kind, Refused, positions};

/// Bytes that are read at once; more than that is read on another thread.
const AT_ONCE: usize = 128 << 10;
/// Lines that are shown of those that were not understood.
const SHOWN: usize = 5;

/// Puts what a text has after the selected line, where the suite list has the keys.
pub fn paste(model: &mut Model, text: &str) {
    if model.document.view.focus != Pane::Records {
        model.refused("nowhere to paste here · paste in the suite list, on the board or in a text");
        return;
    }
    if text.len() > AT_ONCE {
        model.done("reading the pasted text …");
        let text = text.to_owned();
        let paste = Work::new(Slot::Paste, move |_| Ok(positions(&text)));
        return paste.start(model, |model, found| read(model, &found));
    }
    read(model, &positions(text))
}

/// A text was read.
fn read(model: &mut Model, found: &Found) {
    if model.is_read_only() {
        model.refused("the file is open read-only");
        return;
    }
    let lines = found.understood.iter().map(|one| one.line.clone());
    let lines: Vec<Vec<u8>> = lines.collect();
    match (found.refused.first(), lines.is_empty()) {
        (None, true) => {}
        (None, false) => insert(model, &lines, &in_words(found)),
        (Some(first), true) => {
            let more = match found.refused.len() {
                1 => String::new(),
                n => format!(" (and {})", thousands_of(n - 1, "more line", "more lines")),
            };
            model.refused(format!(
                "{}{more} · expected FEN, EPD, PGN, UCI, a link or a diagram",
                of_refused(first)
            ));
        }
        (Some(_), false) => ask(model, found, lines),
    }
}

/// Some of it is no position: shows what, and asks.
fn ask(model: &mut Model, found: &Found, lines: Vec<Vec<u8>>) {
    let (words, count) = (in_words(found), found.refused.len());
    let mut about = vec![
        format!("Understood: {words}."),
        format!("Not understood: {}.", thousands_of(count, "line", "lines")),
    ];
    let shown = found.refused.iter().take(SHOWN);
    about.extend(shown.map(|one| format!("line {}: {}", thousands(one.line), of_refused(one))));
    if count > SHOWN {
        about.push(format!("and {} more", thousands(count - SHOWN)));
    }
    let label = format!("Paste {words}");
    let paste = MenuItem::new(Some('p'), label, "", move |model| {
        insert(model, &lines, &words)
    });
    let cancel = MenuItem::back(Some('c'), "Paste nothing", "");
    overlay::open(model, Menu::question("Paste", about, vec![paste, cancel]))
}

fn insert(model: &mut Model, lines: &[Vec<u8>], words: &str) {
    lines::insert(model, lines, format!("pasted {words}"));
}

/// Returns the words for the records found: `2 records, 1 link`.
fn in_words(found: &Found) -> String {
    let kinds = [
        (Kind::Record, "record", "records"),
        (
            Kind::Game,
            "game (final position)",
            "games (final positions)",
        ),
        (Kind::Uci, "UCI position", "UCI positions"),
        (Kind::Link, "link", "links"),
        (Kind::Diagram, "diagram", "diagrams"),
        (Kind::Comment, "comment", "comments"),
    ];
    let words = kinds.into_iter().filter_map(|(kind, one, many)| {
        let all = found.understood.iter().filter(|of| of.kind == kind).count();
        (all > 0).then(|| thousands_of(all, one, many))
    });
    words.collect::<Vec<_>>().join(", ")
}

/// A line that is no position, and why.
fn of_refused(refused: &Refused) -> String {
    let text = glyph::cut(&glyph::safe(refused.text.as_bytes()), 48);
    format!("`{text}`: {}", glyph::safe(refused.why.as_bytes()))
}
