//! The query language on a page: what it is, ten examples, every word of it.

use crate::editor::overlay::PagerLine;
use crate::epd::opcode;
use crate::suite::query::{FORMS, WORDS};

/// Queries to start from, each with what it finds.
pub const EXAMPLES: [(&str, &str); 10] = [
    ("bm", "records that have a best move"),
    ("not id", "records without an id"),
    (
        "side = w and ce > 200",
        "White to move and more than two pawns ahead",
    ),
    ("bm captures", "the best move captures"),
    ("bm has Nf3", "Nf3 is one of the best moves"),
    ("id ~ \"WAC\"", "the id contains WAC"),
    ("count(Q) > 0", "White has a queen"),
    ("at(e4) = P", "a white pawn stands on e4"),
    (
        "duplicate(position)",
        "another record has the same position",
    ),
    ("problem(error) or not legal", "the record has a problem"),
];

/// The lines of the page.
pub(crate) fn lines() -> Vec<PagerLine> {
    let heading = |text: &str| PagerLine::Heading(text.to_owned());
    let blank = || PagerLine::Text(String::new());
    let key = |keys: &str, text: &str| PagerLine::key(keys, text);
    let mut lines = vec![heading("The query language")];
    lines.push(PagerLine::Text(
        "A query is true or false for each record. Comparisons with a missing value are false."
            .into(),
    ));
    lines.push(blank());
    lines.push(heading("Ten examples"));
    for (query, about) in EXAMPLES {
        lines.push(PagerLine::Example {
            text: query.to_owned(),
            about: about.to_owned(),
        });
    }
    lines.push(blank());
    lines.push(heading("Conditions"));
    lines.extend(FORMS.iter().map(|form| key(form.name, form.about)));
    lines.push(key(
        "and  or  not",
        "conditions combined; `and` binds tighter than `or`",
    ));
    lines.push(blank());
    lines.push(heading("Fields and words"));
    for word in WORDS {
        lines.push(key(word.name, word.about));
    }
    lines.push(blank());
    lines.push(heading("Any opcode is a field"));
    let standard = opcode::all().iter().map(|info| (info.name, info.title));
    for (name, title) in standard.chain(opcode::all_well_known()) {
        lines.push(key(name, title));
    }
    lines.push(blank());
    lines
}
