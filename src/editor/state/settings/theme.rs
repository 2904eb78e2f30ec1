//! The user's own themes: files of colours by role, parsed as leniently as the settings.

use super::file::File;
use super::kind::{Choice, words};
use super::{Background, DEFAULT, Mistake, SettingError, Settings};
use toml_edit::Key;

/// The name of a role in a theme file, and whether a single colour is its background.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleName {
    pub name: String,
    pub is_ground: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// `#rrggbb`.
    Rgb(u8, u8, u8),
    /// One of the sixteen that the terminal defines, from 0.
    Named(u8),
    /// The terminal's own text or background colour.
    Default,
}

/// The names of the first eight colours, in the terminal's order; the others are prefixed with `bright-`.
const HUES: [&str; 8] = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
];

/// The colours of text and background; `None` for those of the base.
pub type Colours = (Option<Colour>, Option<Colour>);

impl Colour {
    /// Parses a colour of a theme file: `#rrggbb` or a name.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(digits) = text.strip_prefix('#') {
            let is_hex = digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit());
            let value = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
            let [_, red, green, blue] = value.to_be_bytes();
            return Some(Self::Rgb(red, green, blue));
        }
        if text == "default" {
            return Some(Self::Default);
        }
        let (hue, first) = match text.strip_prefix("bright-") {
            Some(hue) => (hue, 8),
            None => (text, 0),
        };
        let at = HUES.iter().position(|name| *name == hue)?;
        Some(Self::Named(first + u8::try_from(at).ok()?))
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThemeFile {
    /// The name for the setting `theme`: the file's name without `.toml`.
    pub name: String,
    /// The background it is made for; `None` for that of the terminal.
    pub base: Option<Background>,
    /// By the number of the role; other roles have the colours of the base.
    pub colours: Vec<(usize, Colours)>,
    /// Its mistakes; the rest of the file applies.
    pub mistakes: Vec<Mistake>,
}

impl ThemeFile {
    pub fn read(name: &str, bytes: &[u8], roles: &[RoleName]) -> Self {
        let (mut file, document) = File::read(bytes);
        let mut theme = Self {
            name: name.to_owned(),
            ..Self::default()
        };
        for (name, item) in document.iter() {
            let key = document.key(name).and_then(Key::span).unwrap_or_default();
            let at = item.span().map_or(key.start, |value| value.start);
            let text = item.as_str();
            let mut wrong = |expected: &str| {
                let found = text.map_or_else(|| "no text".to_owned(), |text| format!("`{text}`"));
                let what = format!("`{name}`: expected {expected}, found {found}");
                file.mistake(at, SettingError::Other(what));
            };
            let role = roles.iter().enumerate().find(|(_, role)| role.name == name);
            match (name, text, role) {
                ("base", Some("dark"), _) => theme.base = Some(Background::Dark),
                ("base", Some("light"), _) => theme.base = Some(Background::Light),
                ("base", ..) => wrong("\"dark\" or \"light\""),
                (.., None) => {
                    let names = roles.iter().map(|role| role.name.as_str());
                    file.mistake(key.start, SettingError::unknown_of("role", name, names));
                }
                (_, text, Some((number, role))) => {
                    match text.and_then(|text| colours(text, role.is_ground)) {
                        Some(colours) => theme.colours.push((number, colours)),
                        None => wrong(
                            "a colour as `#6fb3f5`, a name as `bright-blue`, or two as `#ffffff on #000000`",
                        ),
                    }
                }
            }
        }
        theme.mistakes = file.mistakes();
        theme
    }

    pub fn unreadable(name: &str, why: &str) -> Self {
        Self {
            name: name.to_owned(),
            mistakes: vec![Mistake {
                line: 1,
                column: 1,
                error: SettingError::Other(format!("can't be read: {why}")),
            }],
            ..Self::default()
        }
    }
}

/// Parses `TEXT`, `on GROUND` or `TEXT on GROUND`; for a role of backgrounds a single colour is the background.
fn colours(text: &str, is_ground: bool) -> Option<Colours> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["on", ground] => Some((None, Some(Colour::parse(ground)?))),
        [text, "on", ground] => Some((Some(Colour::parse(text)?), Some(Colour::parse(ground)?))),
        [ground] if is_ground => Some((None, Some(Colour::parse(ground)?))),
        [text] => Some((Some(Colour::parse(text)?), None)),
        _ => None,
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChosenTheme {
    /// The background of the terminal, or that of the theme file; `None` to detect it.
    pub ground: Option<Background>,
    file: Option<String>,
}

impl ChosenTheme {
    const fn built_in(ground: Option<Background>) -> Self {
        let file = None;
        Self { ground, file }
    }

    fn of_file(file: &ThemeFile) -> Self {
        Self {
            ground: file.base,
            file: Some(file.name.clone()),
        }
    }
}

pub(super) static THEMES: Choice = words!(theme,
    Some(("NAME", "the colours of themes/NAME.toml beside this file")),
    |settings| {
        let help = |name| format!("the colours of themes/{name}.toml");
        let known = settings.themes.iter();
        known.map(|file| (file.name.clone(), help(&file.name))).collect()
    },
    |settings, name| settings.theme_file(name).map(ChosenTheme::of_file),
    |theme: &ChosenTheme| theme.file.clone().unwrap_or_default() =>
    "auto", ChosenTheme::built_in(None), "as the terminal says, else `COLORFGBG`, else dark";
    "dark", ChosenTheme::built_in(Some(Background::Dark)), "light text on dark";
    "light", ChosenTheme::built_in(Some(Background::Light)), "dark text on light";
);

impl Settings {
    fn theme_file(&self, name: &str) -> Option<&ThemeFile> {
        self.themes.iter().find(|theme| theme.name == name)
    }

    pub fn own_theme(&self) -> Option<&ThemeFile> {
        self.theme_file(self.theme.file.as_deref()?)
    }

    /// Replaces the theme files. A chosen one stays chosen as long as its file exists.
    pub fn know_themes(&mut self, mut known: Vec<ThemeFile>) {
        let built_in = THEMES.words.iter().map(|(word, _)| *word);
        let taken: Vec<&str> = built_in.chain([DEFAULT]).collect();
        known.retain(|theme| !taken.contains(&&*theme.name));
        self.themes = known;
        if self.theme.file.is_some() {
            self.theme.ground = self.own_theme().and_then(|theme| theme.base);
        }
    }

    /// Returns the mistakes in the chosen theme's file; `file` returns the name to show.
    pub fn theme_problems(&self, file: impl Fn(&str) -> String) -> Vec<String> {
        let chosen = self.own_theme().into_iter();
        let problems = chosen.flat_map(|theme| {
            let file = file(&theme.name);
            let mistakes = theme.mistakes.iter();
            mistakes.map(move |mistake| format!("{file}:{mistake}"))
        });
        problems.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles() -> Vec<RoleName> {
        let role = |name: &str, is_ground| RoleName {
            name: name.to_owned(),
            is_ground,
        };
        vec![
            role("accent", false),
            role("screen", false),
            role("light-square", true),
        ]
    }

    fn read(text: &str) -> ThemeFile {
        ThemeFile::read("mine", text.as_bytes(), &roles())
    }

    fn check(line: &str, expected: Colours) {
        let theme = read(line);
        assert_eq!(theme.mistakes, [], "{line}");
        let (_, found) = theme.colours.first().expect(line);
        assert_eq!(*found, expected, "{line}");
    }

    #[test]
    fn a_colour_applies_to_the_text_or_the_background() {
        let (blue, black) = (Colour::Rgb(0x6f, 0xb3, 0xf5), Colour::Named(0));
        check("accent = '#6fb3f5'", (Some(blue), None));
        check("accent = '#6FB3F5 on black'", (Some(blue), Some(black)));
        check("accent = 'on black'", (None, Some(black)));
        check("light-square = '#6fb3f5'", (None, Some(blue)));
        check("screen = 'default'", (Some(Colour::Default), None));
    }

    #[test]
    fn a_mistake_has_its_place_and_the_rest_applies() {
        for (line, expected) in [
            (
                "accnt = 'red'",
                "2:1: unknown role `accnt`; did you mean `accent`?",
            ),
            (
                "accent = 'blu'",
                "2:10: `accent`: expected a colour as `#6fb3f5`, a name as `bright-blue`, or two as \
                 `#ffffff on #000000`, found `blu`",
            ),
            (
                "accent = 3",
                "2:10: `accent`: expected a colour as `#6fb3f5`, a name as `bright-blue`, or two as \
                 `#ffffff on #000000`, found no text",
            ),
            (
                "base = 'grey'",
                "2:8: `base`: expected \"dark\" or \"light\", found `grey`",
            ),
        ] {
            let theme = read(&format!(
                "screen = 'red'\n{line}\nlight-square = '#ffffff'\n"
            ));
            let mistakes: Vec<_> = theme.mistakes.iter().map(ToString::to_string).collect();
            assert_eq!(mistakes, [expected]);
            assert_eq!(theme.colours.len(), 2, "{line}");
        }
        for wrong in [
            "#6fb3f",
            "#6fb3f5a",
            "#+fb3f5",
            "#é123",
            "",
            "red on",
            "a on b on c",
        ] {
            let theme = read(&format!("accent = '{wrong}'"));
            assert_eq!(theme.mistakes.len(), 1, "{wrong}");
        }
        let broken = read("accent = 'red'\nscreen = \nlight-square = 'white'\n");
        assert_eq!((broken.mistakes.len(), broken.colours.len()), (1, 2));
    }

    #[test]
    fn an_existing_theme_can_be_chosen_and_sets_its_base() {
        let mut settings = Settings::default();
        let set = |settings: &mut Settings, name: &str| {
            settings.set("theme", name, super::super::Source::Editor)
        };
        assert!(set(&mut settings, "mine").is_err());
        settings.know_themes(vec![
            read("base = 'light'\naccent = 'x'"),
            ThemeFile {
                name: "dark".to_owned(),
                ..ThemeFile::default()
            },
        ]);
        let error = set(&mut settings, "mein").expect_err("none of the name");
        assert_eq!(
            error.to_string(),
            "`theme`: expected auto, dark, light or mine, found mein"
        );
        set(&mut settings, "mine").expect("it is there");
        assert_eq!(settings.theme.ground, Some(Background::Light));
        assert_eq!(settings.theme_problems(|name| name.to_owned()).len(), 1);
        settings.know_themes(vec![read("")]);
        assert_eq!(settings.theme.ground, None, "the file changed");
        set(&mut settings, "dark").expect("built in");
        assert_eq!(settings.own_theme(), None);
    }
}
