//! All that a record can be copied and exported as, by one name each: text of the record, of its position
//! and moves, and diagrams.
//!
//! ```
//! use epdit::epd::{ReadOptions, Record};
//! use epdit::exchange::form::{Form, Look};
//!
//! let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; hmvc 3; id \"pawn\";";
//! let record = Record::read(line, &ReadOptions::default());
//! let text = |form: Form| form.text(&record, &Look::default());
//! assert_eq!(text(Form::Fen).as_deref(), Ok("4k3/8/8/8/8/8/4P3/4K3 w - - 3 1"));
//! assert_eq!(text(Form::BestMovesUci).as_deref(), Ok("e2e3 e2e4"));
//! assert_eq!(text(Form::Line), Err("no pv".into()));
//! ```

mod link;
mod writer;

use std::borrow::Cow;

use shakmaty::{Move, Position};

pub use link::{LINK, LinkError, check as check_link, link};
pub use writer::{WriteError, Writer, Written};

use super::diagram::{
    Around, Drawing, Package, Seen, Style, figures, html, latex, letters, markdown, svg,
};
use super::uci;
use crate::epd::{CanonicalOptions, LineKind, Record, edit, moves};
use crate::suite::text_of;

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Six fields, clocks from `hmvc` and `fmvn`.
    Fen,
    /// The record, canonical.
    Epd,
    /// The four fields, canonical.
    Position,
    /// The line as it is.
    Raw,
    /// `position fen ... moves ...`.
    Uci,
    /// `bm` in SAN.
    BestMoves,
    /// `bm` in UCI.
    BestMovesUci,
    /// `pv` in SAN.
    Line,
    /// `pv` in UCI.
    LineUci,
    /// All legal moves in SAN.
    LegalMoves,
    /// The id.
    Id,
    /// A link to an analysis board.
    Link,
    /// A diagram of letters.
    Text,
    /// A diagram of figures.
    Unicode,
    /// A diagram as a table of Markdown.
    Markdown,
    /// A diagram for LaTeX.
    Latex,
    /// A diagram as a page of HTML.
    Html,
    /// A diagram as a vector drawing.
    Svg,
    /// A diagram as a picture.
    Png,
}

/// How diagrams are drawn, and where links lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Who sits below the board.
    pub seen: Seen,
    /// Border, coordinates, colours and size.
    pub style: Style,
    /// Boards in a row of a sheet.
    pub columns: u32,
    /// The template of links: see [`link()`].
    pub link: String,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            seen: Seen::White,
            style: Style::default(),
            columns: 4,
            link: LINK.to_owned(),
        }
    }
}

impl Form {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 19] = [
        Self::Fen,
        Self::Epd,
        Self::Position,
        Self::Raw,
        Self::Uci,
        Self::BestMoves,
        Self::BestMovesUci,
        Self::Line,
        Self::LineUci,
        Self::LegalMoves,
        Self::Id,
        Self::Link,
        Self::Text,
        Self::Unicode,
        Self::Markdown,
        Self::Latex,
        Self::Html,
        Self::Svg,
        Self::Png,
    ];

    /// Its name, as commands have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fen => "fen",
            Self::Epd => "epd",
            Self::Position => "position",
            Self::Raw => "raw",
            Self::Uci => "uci",
            Self::BestMoves => "best",
            Self::BestMovesUci => "best-uci",
            Self::Line => "pv",
            Self::LineUci => "pv-uci",
            Self::LegalMoves => "legal",
            Self::Id => "id",
            Self::Link => "link",
            Self::Text => "text",
            Self::Unicode => "unicode",
            Self::Markdown => "markdown",
            Self::Latex => "latex",
            Self::Html => "html",
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }

    /// The one of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }

    /// What a row of a menu calls it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Fen => "FEN",
            Self::Epd => "EPD, canonical",
            Self::Position => "EPD, four fields",
            Self::Raw => "EPD as written (raw line)",
            Self::Uci => "UCI position command",
            Self::BestMoves => "Best moves (SAN)",
            Self::BestMovesUci => "Best moves (UCI)",
            Self::Line => "Predicted line (SAN)",
            Self::LineUci => "Predicted line (UCI)",
            Self::LegalMoves => "Legal moves",
            Self::Id => "Id",
            Self::Link => "Link to analysis board",
            Self::Text => "Diagram, text",
            Self::Unicode => "Diagram, Unicode",
            Self::Markdown => "Diagram, Markdown",
            Self::Latex => "Diagram, LaTeX",
            Self::Html => "Diagram, HTML page",
            Self::Svg => "Diagram, SVG",
            Self::Png => "Board image (PNG)",
        }
    }

    /// What a sentence calls it: `Copied the FEN`.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Fen => "FEN",
            Self::Epd => "canonical EPD",
            Self::Position => "four fields",
            Self::Raw => "raw line",
            Self::Uci => "UCI position command",
            Self::BestMoves | Self::BestMovesUci => "best moves",
            Self::Line | Self::LineUci => "predicted line",
            Self::LegalMoves => "legal moves",
            Self::Id => "id",
            Self::Link => "link",
            Self::Text => "text diagram",
            Self::Unicode => "Unicode diagram",
            Self::Markdown => "Markdown diagram",
            Self::Latex => "LaTeX diagram",
            Self::Html => "HTML page",
            Self::Svg => "SVG drawing",
            Self::Png => "board image",
        }
    }

    /// What files of it end in.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Fen => "fen",
            Self::Epd | Self::Position | Self::Raw => "epd",
            Self::Markdown => "md",
            Self::Latex => "tex",
            Self::Html => "html",
            Self::Svg => "svg",
            Self::Png => "png",
            _ => "txt",
        }
    }

    /// Whether it draws a board.
    pub const fn is_diagram(self) -> bool {
        matches!(self, Self::Text | Self::Unicode | Self::Markdown) || self.is_sheet()
    }

    /// Whether many records become one drawing or document.
    const fn is_sheet(self) -> bool {
        matches!(self, Self::Latex | Self::Html | Self::Svg | Self::Png)
    }

    /// What a record is as this, without a line end behind a single line. Of a picture, nothing: it is no
    /// text.
    ///
    /// # Errors
    ///
    /// Why the record has no answer.
    pub fn text(self, record: &Record<'_>, look: &Look) -> Result<String, Cow<'static, str>> {
        if self.is_diagram() {
            let drawing = self.drawing(record, look, "")?;
            let mut out = String::new();
            self.draw(&drawing, look, &mut out);
            return Ok(out);
        }
        let bytes = self.bytes(record, look)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The same for where only text can go: nothing where there are bytes that are no text, as they would be
    /// others there.
    ///
    /// # Errors
    /// As of [`Self::text`], or the bytes are not UTF-8.
    pub fn exact_text(self, record: &Record<'_>, look: &Look) -> Result<String, Cow<'static, str>> {
        let is_text = self.is_diagram() || std::str::from_utf8(&self.bytes(record, look)?).is_ok();
        match is_text {
            true => self.text(record, look),
            false => Err(NOT_TEXT.into()),
        }
    }

    /// What [`Self::text`] gives of what is not drawn, byte for byte as the record has it.
    fn bytes<'r>(
        self,
        record: &Record<'r>,
        look: &Look,
    ) -> Result<Cow<'r, [u8]>, Cow<'static, str>> {
        if self == Self::Raw {
            return Ok(Cow::Borrowed(text_of(record.line())));
        }
        if record.kind() != LineKind::Record {
            return Err("not a record".into());
        }
        let fen = || edit::fen(record).ok_or(NO_POSITION);
        let text = match self {
            Self::Epd => return canonical(record).map(Cow::Owned),
            Self::Fen => fen()?,
            Self::Position => {
                let fen = fen()?;
                let fields: Vec<&str> = fen.split(' ').take(4).collect();
                fields.join(" ")
            }
            Self::Uci => uci::command(record).ok_or(NO_POSITION)?,
            Self::BestMoves => words(record, "bm", false, san)?,
            Self::BestMovesUci => words(record, "bm", false, moves::uci)?,
            Self::Line => words(record, "pv", true, san)?,
            Self::LineUci => words(record, "pv", true, moves::uci)?,
            Self::LegalMoves => {
                let position = record.position().ok_or(ILLEGAL)?;
                let legal = position.legal_moves();
                let mut all: Vec<String> =
                    legal.iter().map(|legal| san(position, *legal)).collect();
                if all.is_empty() {
                    return Err("no legal moves".into());
                }
                all.sort();
                all.join(" ")
            }
            Self::Id => {
                let id = record.operation("id").map(|id| record.operands_text(id));
                id.filter(|id| !id.is_empty()).ok_or("no id")?
            }
            Self::Link => link(record, &look.link).ok_or(NO_POSITION)?,
            _ => return Err("a drawing".into()),
        };
        Ok(Cow::Owned(text.into_bytes()))
    }

    /// The record as a drawing, with its id below it, else `label`.
    fn drawing(
        self,
        record: &Record<'_>,
        look: &Look,
        label: &str,
    ) -> Result<Drawing, Cow<'static, str>> {
        if record.kind() != LineKind::Record {
            return Err("not a record".into());
        }
        let drawing = Drawing::of(record, look.seen, true, label);
        drawing.ok_or_else(|| "no readable placement".into())
    }

    /// Appends a diagram of text.
    fn draw(self, drawing: &Drawing, look: &Look, out: &mut String) {
        let around = look.style.around;
        // Lines around the squares are for boards that are drawn.
        let plain = Around {
            border: false,
            ..around
        };
        match self {
            Self::Text => letters(drawing, plain, out),
            Self::Unicode => figures(drawing, plain, out),
            Self::Markdown => markdown(drawing, around, out),
            Self::Latex => latex(drawing, Package::default(), around, out),
            Self::Html => {
                let title = match drawing.label.is_empty() {
                    true => "Diagram",
                    false => drawing.label.as_str(),
                };
                out.push_str(&html(std::slice::from_ref(drawing), look.style, title));
            }
            Self::Svg => out.push_str(&svg(drawing, look.style)),
            _ => {}
        }
    }
}

const NO_POSITION: &str = "no readable position";
const ILLEGAL: &str = "not a legal position";
const NOT_TEXT: &str =
    "bytes that are not UTF-8 can't be copied as text; exporting to a file keeps them";

/// The canonical line without its end.
fn canonical(record: &Record<'_>) -> Result<Vec<u8>, Cow<'static, str>> {
    match record.canonical(&CanonicalOptions::default()) {
        Some(line) => Ok(text_of(&line).to_vec()),
        None => {
            let mut all = record.diagnostics().iter();
            let blocks = all.find(|diagnostic| diagnostic.blocks());
            Err(match blocks {
                Some(diagnostic) => format!("left unchanged: {}", diagnostic.code.name()).into(),
                None => "left unchanged".into(),
            })
        }
    }
}

fn san(position: &shakmaty::Chess, played: Move) -> String {
    let mut san = Vec::new();
    moves::write_san(position, played, &mut san);
    String::from_utf8_lossy(&san).into_owned()
}

/// The moves of an operation; of a line, one after the other.
fn words(
    record: &Record<'_>,
    opcode: &str,
    follows: bool,
    word: fn(&shakmaty::Chess, Move) -> String,
) -> Result<String, Cow<'static, str>> {
    if record.operation(opcode).is_none() {
        return Err(format!("no {opcode}").into());
    }
    let mut position = record.position().ok_or(ILLEGAL)?.clone();
    let mut words = Vec::new();
    for played in record.moves(opcode) {
        words.push(word(&position, played));
        if follows {
            position.play_unchecked(played);
        }
    }
    if words.is_empty() {
        return Err(format!("no {opcode} with legal moves").into());
    }
    if !follows {
        words.sort();
    }
    Ok(words.join(" "))
}

#[cfg(test)]
mod tests;
