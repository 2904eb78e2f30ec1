//! The table: every setting with its type, its default, its help and its values.

use super::engines::{LIVE_ENGINE, QUEUE_ENGINES};
use super::kind::{Choice, Kind, Setting, words};
use super::limit::{LIMITS, time};
use super::theme::{ChosenTheme, THEMES};
use super::{Binding, Images, NamedEngine, Source, Table, ThemeFile};
use crate::editor::state::Pieces;
use crate::editor::state::columns::{Column, Columns};
use crate::editor::state::template::Template;
use crate::engine::Limits;
use crate::epd::Rules;
use crate::exchange::diagram::Theme as BoardColours;
use crate::exchange::form::{LINK, check_link};
use crate::suite::SavePolicy;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Returns all settings, in the order in which they are shown.
pub fn all() -> &'static [Setting] {
    TABLE
}

/// Makes [`Settings`], their defaults and their table of rows: name, field, type and default, then help and
/// kind.
macro_rules! settings {
    ($($name:literal $field:ident: $type:ty = $default:expr, $help:literal, $kind:expr;)*) => {
        /// Every setting with its value, and the source of that.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Settings {
            $(#[doc = $help] pub $field: $type,)*
            /// The theme files that are there.
            pub(super) themes: Vec<ThemeFile>,
            /// The sources of the values that are not the default.
            pub(super) sources: BTreeMap<&'static str, Source>,
            /// The settings that an option of the command line names.
            pub(super) given: BTreeSet<&'static str>,
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

/// Returns the styles of the pieces: word, style and meaning.
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

/// The colours of the board.
pub static BOARD: Choice = words!(board,
    BoardColours::Slate.name(), BoardColours::Slate, "blue-grey";
    BoardColours::Brown.name(), BoardColours::Brown, "like wood";
    BoardColours::Green.name(), BoardColours::Green, "like felt";
    BoardColours::Blue.name(), BoardColours::Blue, "like water";
    BoardColours::Grey.name(), BoardColours::Grey, "without hue";
    BoardColours::Contrast.name(), BoardColours::Contrast, "light and dark as far apart as can be";
);

/// Servers with their templates; else a template that is typed.
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
