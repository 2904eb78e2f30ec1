//! Templates of ids: `WAC.{n:03}`.

/// A text with the place of a number in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    before: String,
    after: String,
    /// Digits at least.
    width: usize,
}

/// Why a text is no template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// The number has no place, or more than one.
    #[error("expected one `{{n}}` in `{0}`, or `{{n:03}}` for at least three digits")]
    Place(String),
    /// Something else has a place in it.
    #[error(
        "`{{{0}}}` stands for nothing here, expected `{{n}}` alone; `set 'id \"{{file}}.{{n:03}}\"'` knows more"
    )]
    Field(String),
    /// It can't be part of an id.
    #[error("`{0}` contains a double quote or line end, which can't be part of an id")]
    Text(String),
}

impl Template {
    /// ```text
    /// template = text "{n" [ ":" [ "0" ] width ] "}" text
    /// ```
    ///
    /// # Errors
    /// It is none.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let place = || TemplateError::Place(text.to_owned());
        if text.contains(['"', '\n', '\r']) {
            return Err(TemplateError::Text(text.to_owned()));
        }
        let (before, rest) = text.split_once("{n").ok_or_else(place)?;
        let (width, after) = rest.split_once('}').ok_or_else(place)?;
        let width = match width.strip_prefix(':') {
            None if width.is_empty() => 0,
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                digits.parse().map_err(|_| place())?
            }
            _ => return Err(place()),
        };
        if width > 20 || after.contains("{n") {
            return Err(place());
        }
        if let Some(name) = [before, after].into_iter().find_map(field_of) {
            return Err(TemplateError::Field(name.to_owned()));
        }
        Ok(Self {
            before: before.to_owned(),
            after: after.to_owned(),
            width,
        })
    }

    /// As it was written.
    pub(super) fn text(&self) -> String {
        let Self {
            before,
            after,
            width,
        } = self;
        match width {
            0 => format!("{before}{{n}}{after}"),
            _ => format!("{before}{{n:{width}}}{after}"),
        }
    }

    /// The id with this number.
    pub fn id(&self, number: u64) -> String {
        let Self {
            before,
            after,
            width,
        } = self;
        format!("{before}{number:0width$}{after}")
    }
}

/// The first name in braces.
fn field_of(text: &str) -> Option<&str> {
    let parts = text.split('{').skip(1);
    let mut names = parts.filter_map(|part| Some(part.split_once('}')?.0));
    names.find(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_takes_its_place_with_as_many_digits_as_wanted() {
        let id = |template: &str, number| Template::parse(template).unwrap().id(number);
        assert_eq!(id("WAC.{n:03}", 7), "WAC.007");
        assert_eq!(id("WAC.{n:03}", 1234), "WAC.1234");
        assert_eq!(id("{n}", 0), "0");
        assert_eq!(id("a {n:2} {1}", 5), "a 05 {1}");
        assert_eq!(
            Template::parse("{file}.{n}"),
            Err(TemplateError::Field("file".into()))
        );
    }

    #[test]
    fn a_template_without_a_clear_place_is_refused() {
        for text in ["WAC", "{n", "{n:x}", "{n:99}", "{n} {n}", "\"{n}", "{m}"] {
            assert!(Template::parse(text).is_err(), "{text}");
        }
    }
}
