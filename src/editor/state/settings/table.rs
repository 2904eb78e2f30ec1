//! The table: every setting with its help and its values.

use super::choose_engine::EngineChoice;
use super::kind::{Kind, Setting, Words};
use super::limit::LimitChoice;
use super::links::LinkChoice;
use super::theme::ThemeChoice;
use super::{Images, Table};
use crate::editor::state::pieces::Pieces;
use crate::epd::Rules;
use crate::exchange::diagram::Theme as BoardColours;
use crate::suite::SavePolicy;

/// Returns all settings, in the order in which they are shown.
pub fn all() -> &'static [Setting] {
    &TABLE
}

/// Returns the setting of this name.
pub fn find(name: &str) -> Option<&'static Setting> {
    TABLE.iter().find(|setting| setting.name == name)
}

static TABLE: [Setting; 20] = [
    Setting {
        name: "save",
        help: "Which records a save makes canonical",
        kind: Kind::Choice(&Words {
            all: &[
                ("ask", None, "ask at the first save where it matters"),
                ("all", Some(SavePolicy::All), "all records that can be"),
                ("edited", Some(SavePolicy::Edited), "only edited records"),
            ],
            of: |settings| settings.save,
            to: |settings, save| settings.save = save,
        }),
    },
    Setting {
        name: "backup",
        help: "Keep a backup of a file before the first save",
        kind: Kind::Choice(&Words {
            all: &[
                ("true", true, "beside the file, as NAME~"),
                ("false", false, "no backup"),
            ],
            of: |settings| settings.backup,
            to: |settings, backup| settings.backup = backup,
        }),
    },
    Setting {
        name: "theme",
        help: "Dark, light, or colours of your own",
        kind: Kind::Choice(&ThemeChoice),
    },
    Setting {
        name: "pieces",
        help: "Piece style",
        kind: Kind::Choice(&PIECES),
    },
    Setting {
        name: "board",
        help: "Board theme",
        kind: Kind::Choice(&BOARD),
    },
    Setting {
        name: "images",
        help: "How the terminal shows images of the pieces",
        kind: Kind::Choice(&Words {
            all: &[
                ("auto", Images::Auto, "as the environment says"),
                ("kitty", Images::Kitty, "kitty's protocol"),
                ("iterm2", Images::Iterm2, "iTerm2's protocol"),
                ("sixel", Images::Sixel, "sixel graphics"),
                ("none", Images::None, "no images"),
            ],
            of: |settings| settings.images,
            to: |settings, images| settings.images = images,
        }),
    },
    Setting {
        name: "chess960",
        help: "Read `KQkq` by the rules of Chess960",
        kind: Kind::Choice(&Words {
            all: &[
                (
                    "auto",
                    None,
                    "where the file's records need it and none contradicts",
                ),
                ("true", Some(Rules::Chess960), "in all files"),
                ("false", Some(Rules::Classical), "in no file"),
            ],
            of: |settings| settings.chess960,
            to: |settings, rules| settings.chess960 = rules,
        }),
    },
    Setting {
        name: "mouse",
        help: "Use the mouse",
        kind: Kind::Choice(&Words {
            all: &[
                ("true", true, "the editor takes clicks, drags and the wheel"),
                ("false", false, "the terminal's own selection works"),
            ],
            of: |settings| settings.mouse,
            to: |settings, mouse| settings.mouse = mouse,
        }),
    },
    Setting {
        name: "columns",
        help: "Columns of the suite list, from left to right",
        kind: Kind::Columns,
    },
    Setting {
        name: "link",
        help: "Analysis board that copied links lead to",
        kind: Kind::Choice(&LinkChoice),
    },
    Setting {
        name: "remember",
        help: "Remember sort, columns, place and last query of each file",
        kind: Kind::Choice(&Words {
            all: &[
                ("true", true, "in a small file of the state folder"),
                ("false", false, "every file opens as if for the first time"),
            ],
            of: |settings| settings.remember,
            to: |settings, remember| settings.remember = remember,
        }),
    },
    Setting {
        name: "memory",
        help: "Files up to this size are held in memory",
        kind: Kind::Choice(&Words {
            all: &[
                ("none", 0, "every file is read from the disk as it is shown"),
                ("64", 64 << 20, "files up to 64 MiB"),
                ("512", 512 << 20, "files up to 512 MiB"),
                ("2048", 2048 << 20, "files up to 2 GiB"),
            ],
            of: |settings| settings.memory,
            to: |settings, memory| settings.memory = memory,
        }),
    },
    Setting {
        name: "analysis-engine",
        help: "Engine of live analysis",
        kind: Kind::Choice(&EngineChoice {
            more: ("NAME", "an engine of the settings"),
            is_list: false,
            of: |settings| settings.analysis_engine.as_slice(),
            to: |settings, names| settings.analysis_engine = names.into_iter().next(),
        }),
    },
    Setting {
        name: "queue-engines",
        help: "Engines that analyse records in the background",
        kind: Kind::Choice(&EngineChoice {
            more: ("NAME,…", "engines of the settings, with commas between"),
            is_list: true,
            of: |settings| &settings.queue_engines,
            to: |settings, names| settings.queue_engines = names,
        }),
    },
    Setting {
        name: "analysis-lines",
        help: "Lines of live analysis",
        kind: Kind::Choice(&Words {
            all: &[
                ("1", 1, "the best move alone"),
                ("2", 2, "the best two"),
                ("3", 3, "the best three"),
                ("4", 4, "the best four"),
                ("5", 5, "the best five"),
                ("6", 6, "the best six"),
            ],
            of: |settings| settings.analysis_lines,
            to: |settings, lines| settings.analysis_lines = lines,
        }),
    },
    Setting {
        name: "analysis-limit",
        help: "How long each record is analysed in the background",
        kind: Kind::Choice(&LimitChoice),
    },
    Setting {
        name: "analysis-engines",
        help: "Records that are analysed in the background at once",
        kind: Kind::Choice(&Words {
            all: &[
                ("1", 1, "one record at a time"),
                ("2", 2, "two records at once"),
                ("3", 3, "three records at once"),
                ("4", 4, "four records at once"),
                ("6", 6, "six records at once"),
                ("8", 8, "eight records at once"),
                ("12", 12, "twelve records at once"),
                ("16", 16, "sixteen records at once"),
                ("32", 32, "32 records at once"),
            ],
            of: |settings| settings.analysis_engines,
            to: |settings, engines| settings.analysis_engines = engines,
        }),
    },
    Setting {
        name: "templates",
        help: "Sets of operations to add at once, each with a name",
        kind: Kind::Table(Table::Templates),
    },
    Setting {
        name: "engines",
        help: "Engines to analyse with, each with a name",
        kind: Kind::Table(Table::Engines),
    },
    Setting {
        name: "keys",
        help: "Keys of commands, by the names that `:` knows",
        kind: Kind::Table(Table::Keys),
    },
];

/// The styles of the pieces.
pub static PIECES: Words<Option<Pieces>> = Words {
    all: &[
        ("auto", None, "the best the terminal can show"),
        (
            "images",
            Some(Pieces::Images),
            "real images; needs a terminal that shows them",
        ),
        (
            "sextants",
            Some(Pieces::Sextants),
            "fine block art; needs a terminal that draws sextants",
        ),
        (
            "quadrants",
            Some(Pieces::Quadrants),
            "block art that nearly every font has",
        ),
        (
            "figures",
            Some(Pieces::Figures),
            "chess figures, one a square",
        ),
        (
            "letters",
            Some(Pieces::Letters),
            "letters: P white, p black",
        ),
    ],
    of: |settings| settings.pieces,
    to: |settings, pieces| settings.pieces = pieces,
};

/// The colours that the board can have.
pub static BOARD: Words<BoardColours> = Words {
    all: &[
        (BoardColours::Slate.name(), BoardColours::Slate, "blue-grey"),
        (BoardColours::Brown.name(), BoardColours::Brown, "like wood"),
        (BoardColours::Green.name(), BoardColours::Green, "like felt"),
        (BoardColours::Blue.name(), BoardColours::Blue, "like water"),
        (BoardColours::Grey.name(), BoardColours::Grey, "without hue"),
        (
            BoardColours::Contrast.name(),
            BoardColours::Contrast,
            "light and dark as far apart as can be",
        ),
    ],
    of: |settings| settings.board,
    to: |settings, board| settings.board = board,
};
