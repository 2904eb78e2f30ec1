//! The setting of links: a server by its name, or a template.

use super::Settings;
use super::kind::{Choice, Word};
use crate::exchange::form::{LINK, check_link};

/// Servers with their templates and their help.
const KNOWN: [(&str, &str, &str); 2] = [
    ("lichess", LINK, "the analysis board of lichess.org"),
    (
        "chess.com",
        "https://www.chess.com/analysis?fen={fen:query}",
        "the analysis board of chess.com",
    ),
];

/// The setting of links.
#[derive(Debug)]
pub(super) struct LinkChoice;

impl Choice for LinkChoice {
    fn words(&self) -> Vec<Word> {
        let known = KNOWN.iter();
        known
            .map(|&(name, _, help)| Word::new(name, help))
            .collect()
    }

    fn more(&self) -> Option<Word> {
        Some(Word::new(
            "https://…",
            "an address with {fen}, or {fen:query} behind `?`; {variant} is standard or chess960",
        ))
    }

    fn name(&self, settings: &Settings) -> String {
        let known = KNOWN.iter().find(|known| known.1 == settings.link);
        known.map_or(&*settings.link, |known| known.0).to_owned()
    }

    fn take(&self, settings: &mut Settings, word: &str) -> bool {
        let known = KNOWN.iter().find(|known| known.0 == word);
        let template = known.map_or(word, |known| known.1);
        let is_template = check_link(template).is_ok();
        if is_template {
            settings.link = template.to_owned();
        }
        is_template
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_a_server_or_a_template_with_a_place_for_the_position() {
        for (word, expected) in [
            ("lichess", Some(LINK)),
            (
                "chess.com",
                Some("https://www.chess.com/analysis?fen={fen:query}"),
            ),
            (
                "https://example.org/{fen}",
                Some("https://example.org/{fen}"),
            ),
            ("https://example.org/", None),
            ("elsewhere", None),
        ] {
            let mut settings = Settings {
                link: "before".to_owned(),
                ..Settings::default()
            };
            assert_eq!(
                LinkChoice.take(&mut settings, word),
                expected.is_some(),
                "{word}"
            );
            assert_eq!(settings.link, expected.unwrap_or("before"), "{word}");
        }
    }
}
