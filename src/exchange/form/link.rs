//! Links to boards on the web.

use crate::epd::{Record, Rules, edit};

/// The default template.
pub const LINK: &str = "https://lichess.org/analysis/{variant}/{fen}";

/// The error for an invalid template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a web address with {{fen}} or {{fen:query}}")]
pub struct LinkError;

/// Checks that a template can make links.
///
/// # Errors
/// The template is not a web address, or has no place for the position.
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

/// Returns a link made from a template: `{fen}` is the position with `_` for blanks, as in a path, `{fen:query}` the
/// position as a query value, `{variant}` `standard` or `chess960`. `None` if the position can't be read.
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
