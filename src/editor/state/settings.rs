//! The settings: one table ([`all`]) of every setting with its type, default, help and values. [`Settings`],
//! the settings file, the options of the command line, `epdit config` with its commented file, and the README
//! are generated from it. Also the source of each value.

mod file;
mod kind;
mod tables;
#[cfg(test)]
mod tests;
mod theme;

pub use file::Entry;
pub(crate) use file::put;
pub use kind::{Choice, Kind, Setting};
pub(crate) use kind::{completions, limit_in_words, parse, typed};
pub use tables::{Binding, NamedEngine, Table, Template};
pub use theme::{ChosenTheme, Colour, Colours, RoleName, ThemeFile};

use crate::editor::state::Pieces;
use crate::editor::state::columns::{Column, Columns};
use crate::editor::widgets::glyph;
use crate::engine::Limits;
use crate::epd::{Rules, spelling};
use crate::exchange::diagram::Theme as BoardColours;
use crate::exchange::form::{LINK, check_link};
use crate::suite::SavePolicy;
use kind::{LIMITS, time, word_to_toml, words};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::hash::Hash;
use std::path::{Path, PathBuf};
use tables::{LIVE_ENGINE, QUEUE_ENGINES};
use theme::THEMES;
use toml_edit::Key;

/// The word typed to reset a setting to its default; no value has this name.
pub const DEFAULT: &str = "default";

/// Returns all settings, in the order in which they are shown.
pub fn all() -> &'static [Setting] {
    TABLE
}

/// Generates [`Settings`], defaults and rows of the table: name, field, type and default, then help and kind.
macro_rules! settings {
    ($($name:literal $field:ident: $type:ty = $default:expr, $help:literal, $kind:expr;)*) => {
        /// Every setting with its value and its source.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Settings {
            $(#[doc = $help] pub $field: $type,)*
            themes: Vec<ThemeFile>,
            sources: BTreeMap<&'static str, Source>,
            /// The settings given as an option on the command line.
            given: BTreeSet<&'static str>,
        }

        impl Default for Settings {
            fn default() -> Self {
                Self {
                    $($field: $default,)*
                    themes: Vec::new(),
                    sources: BTreeMap::new(),
                    given: BTreeSet::new(),
                }
            }
        }

        static TABLE: &[Setting] = &[$(Setting { name: $name, help: $help, kind: $kind }),*];
    };
}

settings! {
    "save" save: Option<SavePolicy> = None,
    "Which records a save makes canonical",
    Kind::Choice(&words!(save,
        "ask", None, "ask at the first save where it matters";
        "all", Some(SavePolicy::All), "all records that can be";
        "edited", Some(SavePolicy::Edited), "only edited records";
    ));
    "backup" backup: bool = false,
    "Keep a backup of a file before the first save",
    Kind::Choice(&words!(backup,
        "true", true, "beside the file, as NAME~";
        "false", false, "no backup";
    ));
    "theme" theme: ChosenTheme = ChosenTheme::default(),
    "Dark, light, or colours of your own",
    Kind::Choice(&THEMES);
    "pieces" pieces: Option<Pieces> = None,
    "Piece style",
    Kind::Choice(&PIECES);
    "board" board: BoardColours = BoardColours::default(),
    "Board theme",
    Kind::Choice(&BOARD);
    "images" images: Images = Images::Auto,
    "How the terminal shows images of the pieces",
    Kind::Choice(&words!(images,
        "auto", Images::Auto, "as the environment says";
        "kitty", Images::Kitty, "kitty's protocol";
        "iterm2", Images::Iterm2, "iTerm2's protocol";
        "sixel", Images::Sixel, "sixel graphics";
        "none", Images::None, "no images";
    ));
    "chess960" chess960: Option<Rules> = None,
    "Read `KQkq` by the rules of Chess960",
    Kind::Choice(&words!(chess960,
        "auto", None, "where the file's records need it and none contradicts";
        "true", Some(Rules::Chess960), "in all files";
        "false", Some(Rules::Classical), "in no file";
    ));
    "syzygy" syzygy: Option<PathBuf> = None,
    "Folder of Syzygy tablebases that records are held against",
    Kind::Choice(&words!(syzygy,
        Some(("~/syzygy", "a folder of tables, `KQvK.rtbw` and so on")),
        |_| Vec::new(),
        |_, text| (!text.trim().is_empty()).then(|| Some(PathBuf::from(text))),
        |folder: &Option<PathBuf>| folder.as_deref().map_or_else(String::new, |folder| folder.display().to_string()) =>
        "none", None, "no tablebases";
    ));
    "mouse" mouse: bool = true,
    "Use the mouse",
    Kind::Choice(&words!(mouse,
        "true", true, "the editor takes clicks, drags and the wheel";
        "false", false, "the terminal's own selection works";
    ));
    "columns" columns: Vec<Column> = Columns::default().shown,
    "Columns of the suite list, from left to right",
    Kind::Columns;
    "link" link: Cow<'static, str> = LINK.into(),
    "Analysis board that copied links lead to",
    Kind::Choice(&LINKS);
    "remember" remember: bool = true,
    "Remember sort, columns, place and last query of each file",
    Kind::Choice(&words!(remember,
        "true", true, "in a small file of the state folder";
        "false", false, "every file opens as if for the first time";
    ));
    "memory" memory: u64 = 512 << 20,
    "Files up to this size are held in memory",
    Kind::Choice(&words!(memory,
        "none", 0, "every file is read from the disk as it is shown";
        "64", 64 << 20, "files up to 64 MiB";
        "512", 512 << 20, "files up to 512 MiB";
        "2048", 2048 << 20, "files up to 2 GiB";
    ));
    "analysis-engine" analysis_engine: Vec<String> = Vec::new(),
    "Engine of live analysis",
    Kind::Choice(&LIVE_ENGINE);
    "queue-engines" queue_engines: Vec<String> = Vec::new(),
    "Engines that analyse records in the background",
    Kind::Choice(&QUEUE_ENGINES);
    "analysis-lines" analysis_lines: u32 = 3,
    "Lines of live analysis",
    Kind::Choice(&words!(analysis_lines,
        "1", 1, "the best move alone";
        "2", 2, "the best two";
        "3", 3, "the best three";
        "4", 4, "the best four";
        "5", 5, "the best five";
        "6", 6, "the best six";
    ));
    "analysis-limit" analysis_limit: Limits = time(1000),
    "How long each record is analysed in the background",
    Kind::Choice(&LIMITS);
    "analysis-engines" analysis_engines: usize = 1,
    "Records that are analysed in the background at once",
    Kind::Choice(&words!(analysis_engines,
        "1", 1, "one record at a time";
        "2", 2, "two records at once";
        "3", 3, "three records at once";
        "4", 4, "four records at once";
        "6", 6, "six records at once";
        "8", 8, "eight records at once";
        "12", 12, "twelve records at once";
        "16", 16, "sixteen records at once";
        "32", 32, "32 records at once";
    ));
    "templates" templates: Vec<Template> = Vec::new(),
    "Sets of operations to add at once, each with a name",
    Kind::Table(Table::Templates);
    "engines" engines: Vec<NamedEngine> = Vec::new(),
    "Engines to analyse with, each with a name",
    Kind::Table(Table::Engines);
    "keys" keys: Vec<Binding> = Vec::new(),
    "Keys of commands, by the names that `:` knows",
    Kind::Table(Table::Keys);
}

/// Returns the piece styles: word, style and meaning.
pub fn piece_styles() -> impl Iterator<Item = (&'static str, Pieces, &'static str)> {
    let words = PIECES.words.iter();
    words.filter_map(|(word, help)| {
        let mut settings = Settings::default();
        (PIECES.set)(&mut settings, word);
        Some((*word, settings.pieces?, *help))
    })
}

static PIECES: Choice = words!(pieces,
    "auto", None, "the best the terminal can show";
    "images", Some(Pieces::Images), "real images; needs a terminal that shows them";
    "sextants", Some(Pieces::Sextants), "fine block art; needs a terminal that draws sextants";
    "quadrants", Some(Pieces::Quadrants), "block art that nearly every font has";
    "figures", Some(Pieces::Figures), "chess figures, one a square";
    "letters", Some(Pieces::Letters), "letters: P white, p black";
);

pub static BOARD: Choice = words!(board,
    BoardColours::Slate.name(), BoardColours::Slate, "blue-grey";
    BoardColours::Brown.name(), BoardColours::Brown, "like wood";
    BoardColours::Green.name(), BoardColours::Green, "like felt";
    BoardColours::Blue.name(), BoardColours::Blue, "like water";
    BoardColours::Grey.name(), BoardColours::Grey, "without hue";
    BoardColours::Contrast.name(), BoardColours::Contrast, "high contrast";
);

/// Servers with their templates; or a template that the user types.
static LINKS: Choice = words!(link,
    Some((
        "https://…",
        "an address with {fen}, or {fen:query} behind `?`; {variant} is standard or chess960",
    )),
    |_| Vec::new(),
    |_, text| check_link(text).is_ok().then(|| text.to_owned().into()),
    |link: &Cow<'static, str>| link.to_string() =>
    "lichess", Cow::Borrowed(LINK), "the analysis board of lichess.org";
    "chess.com", Cow::Borrowed("https://www.chess.com/analysis?fen={fen:query}"),
        "the analysis board of chess.com";
);

impl Settings {
    /// Returns whether a setting was given on the command line, which overrides it again at the next start.
    pub fn is_given(&self, setting: &Setting) -> bool {
        self.given.contains(setting.name)
    }

    /// Records that a setting was written to this line of the settings file.
    pub fn written(&mut self, setting: &Setting, line: usize) {
        self.sources.insert(setting.name, Source::File { line });
    }

    pub fn source(&self, setting: &Setting) -> Source {
        self.sources.get(setting.name).copied().unwrap_or_default()
    }

    /// Returns a setting, or an entry of one, for a settings file; an option of an engine with its engine.
    /// Fails if there is no such setting.
    pub(crate) fn entry(&self, name: &str) -> Result<Entry, SettingError> {
        let (setting, entry) = named(name)?;
        let engine = entry.and_then(|entry| self.engine_and_option(entry));
        let entry = match (setting.kind, engine) {
            (Kind::Table(Table::Engines), Some((engine, _))) => Some(engine.name.as_str()),
            _ => entry,
        };
        let is_usual = setting.is_option() && self.source(setting) == Source::Default;
        let key = entry.unwrap_or(setting.name);
        let mut values = setting.values(self).into_iter();
        let value = values.find(|(name, _)| name == key && !is_usual);
        Ok(Entry {
            table: entry.map(|_| setting.name),
            key: key.to_owned(),
            value: value.map(|(_, value)| value.to_string()),
        })
    }
}

pub fn find(name: &str) -> Option<&'static Setting> {
    all().iter().find(|setting| setting.name == name)
}

/// Returns the setting of a name, and the entry of its table named after a dot. Fails if there is none.
pub(crate) fn named(name: &str) -> Result<(&'static Setting, Option<&str>), SettingError> {
    let (head, entry) = match name.split_once('.') {
        Some((head, entry)) => (head, Some(entry)),
        None => (name, None),
    };
    let setting = find(head).ok_or_else(|| SettingError::unknown(head))?;
    match entry {
        Some(_) if setting.is_option() => Err(SettingError::unknown(name)),
        _ => Ok((setting, entry)),
    }
}

/// Returns the values without repetitions.
fn once<T: Clone + Eq + Hash>(mut values: Vec<T>) -> Vec<T> {
    let mut known = HashSet::new();
    values.retain(|value| known.insert(value.clone()));
    values
}

/// The settings file, as last read or written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsFile {
    /// Its path; `None` if there is no place for one.
    pub path: Option<PathBuf>,
    /// Its problems, as sentences with line and column.
    pub problems: Vec<String>,
}

impl SettingsFile {
    pub fn name(&self) -> String {
        let name = self.path.as_deref().and_then(Path::file_name);
        let name = name.map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| "config.toml".to_owned())
    }

    pub(crate) fn place(&self) -> String {
        match &self.path {
            Some(path) => glyph::safe(path.display().to_string().as_bytes()),
            None => "no settings file: changes last for this session only".to_owned(),
        }
    }
}

/// The source of a value; later ones override earlier ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    #[default]
    Default,
    File {
        line: usize,
    },
    CommandLine,
    /// Set in the editor, and not (yet) in the file.
    Editor,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    #[default]
    Dark,
    Light,
}

/// A protocol for images in the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Images {
    /// Detected from the environment.
    Auto,
    Kitty,
    Iterm2,
    Sixel,
    None,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingError {
    /// The name is unknown; `near` is the nearest one.
    #[error("unknown {what} `{name}`{}", .near.as_ref().map_or_else(String::new, |near| format!("; did you mean `{near}`?")))]
    Unknown {
        what: &'static str,
        name: String,
        near: Option<String>,
    },
    /// The value is not valid.
    #[error("`{name}`: expected {expected}, found {}", if .found.is_empty() { "nothing" } else { .found.as_str() })]
    Value {
        name: &'static str,
        expected: String,
        found: String,
    },
    /// An engine is invalid.
    #[error("{0}")]
    Engine(String),
    /// Any other error, as a sentence.
    #[error("{0}")]
    Other(String),
}

impl SettingError {
    fn unknown(name: &str) -> Self {
        let names = all().iter().map(|setting| setting.name);
        Self::unknown_of("setting", name, names)
    }

    /// Returns the error that nothing has the name; the nearest of `names` is suggested.
    pub(crate) fn unknown_of<'n>(
        what: &'static str,
        name: &str,
        names: impl Iterator<Item = &'n str>,
    ) -> Self {
        let lower = name.to_lowercase();
        let slips = spelling::slips(lower.as_bytes());
        let near = spelling::nearest(lower.as_bytes(), names, slips);
        Self::Unknown {
            what,
            name: name.to_owned(),
            near: near.first().map(|near| (*near).to_owned()),
        }
    }
}

/// A mistake in the settings file, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    pub error: SettingError,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.error)
    }
}

/// Joins words for a sentence: `a, b or c`.
fn one_of(words: impl IntoIterator<Item = String>) -> String {
    let mut words: Vec<String> = words.into_iter().collect();
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} or {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Returns a commented settings file: every setting with help and values, the default after a `#`.
pub fn template() -> String {
    let usual = Settings::default();
    let mut text = String::from("# Settings of epdit: remove the `# ` before a line to use it.\n");
    for setting in all() {
        text += &format!("\n# {}\n", setting.help);
        let mut examples: &[&str] = &[];
        match setting.kind {
            Kind::Choice(choice) => {
                let words = choice.words.iter().copied().chain(choice.more);
                let words = words.map(|(word, help)| (word_to_toml(word).to_string(), help));
                let words: Vec<_> = words.collect();
                let wide = words.iter().map(|(word, _)| word.len()).max();
                let wide = wide.unwrap_or_default();
                for (word, help) in words {
                    text += &format!("#   {word:<wide$}  {help}\n");
                }
            }
            Kind::Columns => {
                let plain = Column::PLAIN.map(|column| column.name());
                text += &format!("#   {}, opcodes\n", plain.join(", "));
            }
            Kind::Table(table) => {
                let about = table.about();
                text += &format!("#   {}\n", about.help);
                examples = about.examples;
            }
        }
        let lines = setting.lines(&usual).into_iter();
        text.extend(lines.map(|line| format!("# {line}\n")));
        text.extend(examples.iter().map(|line| format!("{line}\n")));
    }
    text
}

impl Setting {
    /// Returns its lines in a settings file, with the present value.
    pub fn lines(&self, settings: &Settings) -> Vec<String> {
        let head = (!self.is_option()).then(|| format!("[{}]", self.name));
        let lines = self.values(settings).into_iter();
        let lines =
            lines.map(|(name, value)| format!("{} = {value}", Key::new(name).display_repr()));
        head.into_iter().chain(lines).collect()
    }
}
