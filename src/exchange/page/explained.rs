//! The explanation of a problem code or an opcode, as a page.

use super::{Page, Part, Table};
use crate::epd::opcode::{self, Edition};
use crate::epd::{Code, perft};

/// Returns the page about a problem code or an opcode: a title, a sentence, and a table of further facts; `None` for
/// any other word.
pub fn explained(name: &str) -> Option<Page> {
    if let Some(code) = Code::from_name(name) {
        let title = format!("{} ({})", code.title(), code.severity().name());
        return Some(page(name, &title, code.about(), Vec::new()));
    }
    if let Some(info) = opcode::find(name.as_bytes()) {
        let edition = match info.edition {
            Edition::Of1994 => "1994",
            Edition::Of1995 => "1995",
        };
        let facts = vec![
            ("Operands", info.shape.takes()),
            ("Since", format!("the {edition} standard")),
            ("Example", info.example.to_owned()),
        ];
        return Some(page(name, info.title, info.about, facts));
    }
    let known = opcode::of_use(name.as_bytes())?;
    let mut facts = vec![
        ("Operands", known.takes.to_owned()),
        ("Example", known.example.to_owned()),
    ];
    let mut title = known.title.to_owned();
    if let Some(depth) = opcode::perft_depth(name.as_bytes()) {
        title = format!("perft: number of leaf nodes at depth {depth}");
        if depth <= perft::DEEPEST {
            let command = format!("epdit check --perft={depth} PATH");
            facts.push(("Verify it", command));
        }
    }
    let about = "An opcode outside the standard, but common in files. The operation is left unchanged \
                 and is not a problem.";
    Some(page(name, &title, about, facts))
}

fn page(name: &str, title: &str, about: &str, facts: Vec<(&str, String)>) -> Page {
    let mut table = Table::with(["", ""]);
    for (what, words) in facts {
        table.push(vec![what.to_owned(), words]);
    }
    Page {
        title: format!("{name}: {title}"),
        parts: vec![Part::sentence(about), Part::Table(table)],
    }
}
