//! Links to boards on the net.

use crate::epd::{Record, Rules, edit};

/// The template that is used where none is given.
pub const LINK: &str = "https://lichess.org/analysis/{variant}/{fen}";

/// What is wrong with a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a web address with {{fen}} or {{fen:query}}")]
pub struct LinkError;

/// Whether a template can make links.
///
/// # Errors
/// It is no address of the web, or has no place for the position.
pub fn check(template: &str) -> Result<(), LinkError> {
    let is_web = ["https://", "http://"]
        .iter()
        .any(|start| template.starts_with(start));
    let has_place = template.contains("{fen}") || template.contains("{fen:query}");
    let is_plain = template.chars().all(|c| c.is_ascii_graphic());
    (is_web && has_place && is_plain)
        .then_some(())
        .ok_or(LinkError)
}

/// A link made by a template: `{fen}` is the position with `_` for its blanks, as a path has it,
/// `{fen:query}` the position as the value of a query, `{variant}` `standard` or `chess960`. `None` where the
/// position can't be read.
pub fn link(record: &Record<'_>, template: &str) -> Option<String> {
    let fen = edit::fen(record)?;
    let mut query = String::new();
    for c in fen.chars() {
        match c {
            ' ' => query.push_str("%20"),
            '/' => query.push_str("%2F"),
            c => query.push(c),
        }
    }
    let variant = match record.rules() {
        Rules::Chess960 => "chess960",
        Rules::Classical => "standard",
    };
    let link = template.replace("{variant}", variant);
    let link = link.replace("{fen:query}", &query);
    Some(link.replace("{fen}", &fen.replace(' ', "_")))
}
