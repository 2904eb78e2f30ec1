//! Templates for the ids of a game's positions: `{White}-{Black}.{ply}`.

use std::borrow::Cow;
use std::str::FromStr;

use shakmaty::Position;

use crate::exchange::pgn::Game;

/// A text with names in braces: `{ply}`, `{game}` and `{move}` are numbers (`{ply:03}`: at least three digits),
/// `{side}` is `w` or `b`, and any other name is a tag's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdTemplate(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// A name, and the minimum number of digits.
    Named(String, usize),
}

/// The reason why a text is not a template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IdTemplateError {
    #[error("expected `{{` and `}}` around each name in `{0}`")]
    Brace(String),
    #[error("expected ply, game, move, side or a tag such as White between braces, found `{0}`")]
    Name(String),
    #[error("`{0}` contains a double quote or line end, which can't be part of an id")]
    Text(String),
}

impl FromStr for IdTemplate {
    type Err = IdTemplateError;

    fn from_str(text: &str) -> Result<Self, IdTemplateError> {
        if text.contains(['"', '\n', '\r']) {
            return Err(IdTemplateError::Text(text.to_owned()));
        }
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, from) = rest.split_at(at);
            if !before.is_empty() {
                parts.push(Part::Text(before.to_owned()));
            }
            let inside = from
                .strip_prefix('{')
                .and_then(|inside| inside.split_once('}'));
            let (name, after) = inside.ok_or_else(|| IdTemplateError::Brace(text.to_owned()))?;
            parts.push(part(name).ok_or_else(|| IdTemplateError::Name(name.to_owned()))?);
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest.to_owned()));
        }
        Ok(Self(parts))
    }
}

fn part(text: &str) -> Option<Part> {
    let (name, width) = text.split_once(':').unwrap_or((text, "0"));
    let is_number = matches!(name, "ply" | "game" | "move");
    let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_name = !name.is_empty() && name.bytes().all(is_of_name);
    let width = width.parse().ok().filter(|width| *width <= 20)?;
    (is_name && (is_number || name == text)).then(|| Part::Named(name.to_owned(), width))
}

impl IdTemplate {
    /// Puts a literal text in front.
    #[must_use]
    pub fn after(mut self, text: String) -> Self {
        self.0.insert(0, Part::Text(text));
        self
    }

    /// Returns the id of a position, with `?` for a tag that the game lacks.
    pub fn of(&self, game: &Game<'_>, ply: usize) -> String {
        let mut id = String::new();
        for part in &self.0 {
            let (name, width) = match part {
                Part::Named(name, width) => (name.as_str(), *width),
                Part::Text(text) => {
                    id.push_str(text);
                    continue;
                }
            };
            id.push_str(&match name {
                "ply" => format!("{ply:0width$}"),
                "game" => format!("{:0width$}", game.number + 1),
                "move" => format!("{:0width$}", game.move_number(ply)),
                "side" => game.position(ply).turn().char().to_string(),
                tag => game.tag(tag).map_or("?".into(), Cow::into_owned),
            });
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::pgn::GameText;

    #[track_caller]
    fn check(template: &str, expected: &str) {
        let text = GameText {
            number: 41,
            ..GameText::of(b"[White \"A \\\"x\\\"\"]\n1. e4 e5 2. d4")
        };
        let game = Game::read(text, None).expect("a game");
        let said = match template.parse::<IdTemplate>() {
            Ok(template) => template.of(&game, 2),
            Err(error) => error.to_string(),
        };
        assert_eq!(said, expected);
    }

    #[test]
    fn names_stand_for_numbers_and_tags() {
        check("{White}-{Black}.{ply}", "A \"x\"-?.2");
        check("{game:04}/{ply:02} {move}{side}", "0042/02 2w");
        check("plain", "plain");
    }

    #[test]
    fn what_is_no_template_says_what_was_expected() {
        check(
            "{White",
            "expected `{` and `}` around each name in `{White`",
        );
        check(
            "{no tag}",
            "expected ply, game, move, side or a tag such as White between braces, found `no tag`",
        );
        check(
            "{side:2}",
            "expected ply, game, move, side or a tag such as White between braces, found `side:2`",
        );
    }
}
