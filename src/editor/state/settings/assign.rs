//! A setting as it is typed: `theme=light`, `columns id,ce`, or its name alone.

use super::kind::Kind;
use super::{DEFAULT, SettingError, Settings, all, named};
use crate::editor::state::columns::Column;
use crate::epd::Span;
use crate::suite::query::Completions;

/// Parses the name of a setting and its new value as they are typed: with `=` or a blank between. The name
/// alone asks for the present value.
///
/// # Errors
///
/// There is no such setting, or it can't be that.
pub fn parse<'t>(
    text: &'t str,
    settings: &Settings,
) -> Result<(&'t str, Option<&'t str>), SettingError> {
    let text = text.trim();
    let end = text.find(|c: char| c == '=' || c.is_whitespace());
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    let rest = rest.trim_start();
    let value = rest.strip_prefix('=').unwrap_or(rest).trim();
    let has_value = !rest.is_empty();
    let value = unquoted(value);
    named(name)?;
    if has_value {
        let mut settings = settings.clone();
        match value {
            DEFAULT => settings.reset(name)?,
            value => settings.set(name, value, super::Source::Editor)?,
        }
    }
    Ok((name, has_value.then_some(value)))
}

/// Returns a value without the quotes that the settings file has around it.
fn unquoted(text: &str) -> &str {
    let inside = |quote: char| {
        let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
        (!inner.contains(quote)).then_some(inner)
    };
    inside('"').or_else(|| inside('\'')).unwrap_or(text)
}

/// Returns the choices at byte `cursor` of a setting and its value.
pub fn completions(text: &str, cursor: usize, settings: &Settings) -> Completions {
    let before = text.get(..cursor.min(text.len())).unwrap_or(text);
    let lead = before.len() - before.trim_start().len();
    let head = before.get(lead..).unwrap_or_default();
    let Some(end) = head.find(|c: char| c == '=' || c.is_whitespace()) else {
        let choices = all().iter().map(|setting| {
            let sign = if setting.is_option() { "=" } else { "." };
            (format!("{}{sign}", setting.name), setting.help.to_owned())
        });
        let engines = settings.engines.iter();
        let engines = engines.map(|engine| (engine.name.clone(), engine.text().to_owned()));
        let example = (
            "stockfish".to_owned(),
            "an engine by its command".to_owned(),
        );
        let has_example = settings.engine(&example.0).is_some();
        let engines = engines.chain((!has_example).then_some(example));
        let engines = engines.map(|(name, help)| (format!("engines.{name}="), help));
        // Each by its name, once the table is.
        let engines = engines.filter(|_| head.starts_with("engines."));
        return offered(Span::new(lead, before.len()), head, choices.chain(engines));
    };
    let (name, rest) = head.split_at(end);
    let Ok((setting, None)) = named(name) else {
        return Completions::default();
    };
    let usual = setting.text(&Settings::default());
    let usual = std::iter::once((
        DEFAULT.to_owned(),
        format!("as without a line in the file: {usual}"),
    ));
    let value = rest.trim_start_matches(|c: char| c == '=' || c.is_whitespace());
    match setting.kind {
        Kind::Choice(choice) => {
            let words = choice.offered(settings).into_iter();
            let choices = words.map(|word| (word.name.into_owned(), word.help.into_owned()));
            offered(
                Span::new(before.len() - value.len(), before.len()),
                value,
                choices.chain(usual),
            )
        }
        Kind::Columns => {
            let last = value.rsplit(',').next().unwrap_or(value).trim_start();
            let plain = Column::PLAIN.iter();
            let choices = plain.map(|column| (column.name(), column.about()));
            // It stands alone.
            let choices = choices.chain(usual.filter(|_| last == value));
            offered(
                Span::new(before.len() - last.len(), before.len()),
                last,
                choices,
            )
        }
        Kind::Table(_) => Completions::default(),
    }
}

fn offered(
    span: Span,
    typed: &str,
    choices: impl Iterator<Item = (String, String)>,
) -> Completions {
    let fits = |choice: &(String, String)| choice.0.starts_with(typed) && choice.0 != typed;
    Completions {
        span,
        choices: choices.filter(fits).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_typed_with_a_sign_or_a_blank_and_asked_for_by_its_name() {
        for (text, expected) in [
            ("theme=light", ("theme", Some("light"))),
            ("  theme = \"light\" ", ("theme", Some("light"))),
            ("mouse false", ("mouse", Some("false"))),
            ("columns=id, ce", ("columns", Some("id, ce"))),
            ("theme", ("theme", None)),
            ("theme = default", ("theme", Some("default"))),
            ("columns default", ("columns", Some("default"))),
            (
                "templates.a='id \"\"; bm;'",
                ("templates.a", Some("id \"\"; bm;")),
            ),
        ] {
            assert_eq!(parse(text, &Settings::default()), Ok(expected));
        }
    }

    #[test]
    fn what_is_no_setting_or_no_value_is_said() {
        for (text, expected) in [
            (
                "thme=light",
                "unknown setting `thme`; did you mean `theme`?",
            ),
            (
                "theme=blue",
                "`theme`: expected auto, dark or light, found blue",
            ),
            (
                "theme=",
                "`theme`: expected auto, dark or light, found nothing",
            ),
            ("templates.x=default", "there is no `templates.x`"),
            (
                "keys=default",
                "`keys`: expected a command behind it: `keys.save`, found default",
            ),
            (
                "theme.x=1",
                "unknown setting `theme.x`; did you mean `theme`?",
            ),
        ] {
            assert_eq!(
                parse(text, &Settings::default())
                    .expect_err(text)
                    .to_string(),
                expected
            );
        }
    }

    #[test]
    fn names_and_then_their_words_are_offered() {
        let names = |text: &str| -> Vec<String> {
            let found = completions(text, text.len(), &Settings::default());
            found.choices.into_iter().map(|(name, _)| name).collect()
        };
        assert_eq!(names("t"), ["theme=", "templates."]);
        assert_eq!(names("theme="), ["auto", "dark", "light", "default"]);
        assert_eq!(names("theme = l"), ["light"]);
        assert_eq!(names("engines."), ["engines.stockfish="]);
        assert_eq!(names("columns=id,li"), ["line"]);
        assert_eq!(names("nothing="), [""; 0]);
        let found = completions("theme=li", 8, &Settings::default());
        assert_eq!((found.span.start, found.span.end), (6, 8));
    }
}
