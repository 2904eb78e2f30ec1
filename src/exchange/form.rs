//! The forms in which a record can be copied and exported, by name: texts of the record, its position and its moves,
//! and diagrams.
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
//!
//! [`Writer`] writes many records in one form: one per line, diagrams below each other, or a sheet.

use crate::epd::{CanonicalOptions, LineKind, Record, Rules, edit, moves};
use crate::exchange::diagram::{
    BoardFrame, Drawing, Orientation, Package, Style, figures, html, latex, latex_sheet, letters,
    markdown, svg,
};
use crate::exchange::uci;
use crate::suite::text_of;
use shakmaty::{Move, Position};
use std::borrow::Cow;

/// The appearance of diagrams, and the target of links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// The side at the bottom of the board.
    pub seen: Orientation,
    pub style: Style,
    pub package: Package,
    /// The number of boards in a row of a sheet.
    pub columns: u32,
    /// The template of links: see [`link()`].
    pub link: String,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            seen: Orientation::White,
            style: Style::default(),
            package: Package::default(),
            columns: 4,
            link: LINK.to_owned(),
        }
    }
}

macro_rules! forms {
    ($($form:ident $row:expr,)*) => {
        /// A form in which a record can be copied and exported.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Form {
            $($form),*
        }

        impl Form {
            /// All forms, in menu order.
            pub const ALL: [Self; 19] = [$(Self::$form),*];

            const fn row(self) -> [&'static str; 4] {
                match self {
                    $(Self::$form => $row),*
                }
            }
        }
    };
}

// The name of each form in commands, in menus and in sentences, and the suffix of its files.
forms! {
    Fen ["fen", "FEN", "FEN", "fen"],
    Epd ["epd", "EPD, canonical", "canonical EPD", "epd"],
    Position ["position", "EPD, four fields", "four fields", "epd"],
    Raw ["raw", "EPD as written (raw line)", "raw line", "epd"],
    Uci ["uci", "UCI position command", "UCI position command", "txt"],
    BestMoves ["best", "Best moves (SAN)", "best moves", "txt"],
    BestMovesUci ["best-uci", "Best moves (UCI)", "best moves", "txt"],
    Line ["pv", "Predicted line (SAN)", "predicted line", "txt"],
    LineUci ["pv-uci", "Predicted line (UCI)", "predicted line", "txt"],
    LegalMoves ["legal", "Legal moves", "legal moves", "txt"],
    Id ["id", "Id", "id", "txt"],
    Link ["link", "Link to analysis board", "link", "txt"],
    Text ["text", "Diagram, text", "text diagram", "txt"],
    Unicode ["unicode", "Diagram, Unicode", "Unicode diagram", "txt"],
    Markdown ["markdown", "Diagram, Markdown", "Markdown diagram", "md"],
    Latex ["latex", "Diagram, LaTeX", "LaTeX diagram", "tex"],
    Html ["html", "Diagram, HTML page", "HTML page", "html"],
    Svg ["svg", "Diagram, SVG", "SVG drawing", "svg"],
    Png ["png", "Board image (PNG)", "board image", "png"],
}

impl Form {
    /// Returns the name in commands.
    pub const fn name(self) -> &'static str {
        let [name, ..] = self.row();
        name
    }

    /// Returns the form with a [name](Self::name).
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }

    /// Returns the title in menus.
    pub const fn title(self) -> &'static str {
        let [_, title, ..] = self.row();
        title
    }

    /// Returns the noun in sentences: `Copied the FEN`.
    pub const fn noun(self) -> &'static str {
        let [_, _, noun, _] = self.row();
        noun
    }

    /// Returns the suffix of files.
    pub const fn suffix(self) -> &'static str {
        let [.., suffix] = self.row();
        suffix
    }

    /// Returns true for the forms that draw the board.
    pub const fn is_diagram(self) -> bool {
        matches!(self, Self::Text | Self::Unicode | Self::Markdown) || self.is_sheet()
    }

    const fn is_sheet(self) -> bool {
        matches!(self, Self::Latex | Self::Html | Self::Svg | Self::Png)
    }

    /// Returns a record in this form, without a line end after a single line; empty for PNG, which is not text.
    ///
    /// # Errors
    /// The reason why the record has no such form.
    pub fn text(self, record: &Record<'_>, look: &Look) -> Result<String, Cow<'static, str>> {
        let bytes = self.bytes(record, look)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Returns a record in this form for text-only targets, where bytes that are not UTF-8 would be altered.
    ///
    /// # Errors
    /// As for [`Self::text`], or the bytes are not UTF-8.
    pub fn exact_text(self, record: &Record<'_>, look: &Look) -> Result<String, Cow<'static, str>> {
        let bytes = self.bytes(record, look)?.into_owned();
        String::from_utf8(bytes).map_err(|_| NOT_TEXT.into())
    }

    /// Returns the bytes of [`Self::text`], exactly as in the record.
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
        let text = match self {
            Self::Epd => return canonical(record).map(Cow::Owned),
            Self::Fen => edit::fen(record).ok_or(NO_POSITION)?,
            Self::Position => edit::four_fields(record).ok_or(NO_POSITION)?,
            Self::Uci => uci::command(record).ok_or(NO_POSITION)?.text,
            Self::BestMoves => words(record, "bm", false, moves::san)?,
            Self::BestMovesUci => words(record, "bm", false, moves::uci)?,
            Self::Line => words(record, "pv", true, moves::san)?,
            Self::LineUci => words(record, "pv", true, moves::uci)?,
            Self::LegalMoves => {
                let position = record.position().ok_or(ILLEGAL)?;
                let legal = position.legal_moves();
                let all = legal.iter().map(|legal| moves::san(position, *legal));
                let mut all: Vec<String> = all.collect();
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
            _ => {
                // Lines around the squares are for drawn boards.
                let border = look.style.around.border && self.is_sheet();
                self.draw(&drawing(record, look)?, look, border)
            }
        };
        Ok(Cow::Owned(text.into_bytes()))
    }

    /// Returns a diagram as text, with or without lines around the squares; empty for PNG.
    pub fn draw(self, drawing: &Drawing, look: &Look, border: bool) -> String {
        let Look { style, package, .. } = *look;
        let around = BoardFrame {
            border,
            ..style.around
        };
        let one = std::slice::from_ref(drawing);
        let mut out = String::new();
        match self {
            Self::Text => letters(drawing, around, &mut out),
            Self::Unicode => figures(drawing, around, &mut out),
            Self::Markdown => markdown(drawing, around, &mut out),
            Self::Latex => latex(drawing, package, around, &mut out),
            Self::Html => {
                let title = match drawing.label.is_empty() {
                    true => "Diagram",
                    false => drawing.label.as_str(),
                };
                out = html(one, style, title);
            }
            Self::Svg => out = svg(one, style, 1),
            _ => {}
        }
        out
    }
}

/// Returns the record as a drawing, with its id below.
fn drawing(record: &Record<'_>, look: &Look) -> Result<Drawing, Cow<'static, str>> {
    if record.kind() != LineKind::Record {
        return Err("not a record".into());
    }
    let drawing = Drawing::of(record, look.seen, true, "");
    drawing.ok_or_else(|| "no readable placement".into())
}

const NO_POSITION: &str = "no readable position";
const ILLEGAL: &str = "not a legal position";
const NOT_TEXT: &str =
    "bytes that are not UTF-8 can't be copied as text; exporting to a file keeps them";

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

/// Returns the moves of an operation; those of a line in playing order.
fn words(
    record: &Record<'_>,
    opcode: &str,
    follows: bool,
    word: fn(&shakmaty::Chess, Move) -> String,
) -> Result<String, Cow<'static, str>> {
    if record.operation(opcode).is_none() {
        return Err(format!("no {opcode}").into());
    }
    let position = record.position().ok_or(ILLEGAL)?;
    let played: Vec<Move> = record.moves(opcode).collect();
    if played.is_empty() {
        return Err(format!("no {opcode} with legal moves").into());
    }
    if follows {
        return Ok(moves::line(position, &played, word));
    }
    let words = played.into_iter().map(|played| word(position, played));
    let mut words: Vec<String> = words.collect();
    words.sort();
    Ok(words.join(" "))
}

/// A writer of records in one form.
#[derive(Debug)]
pub struct Writer {
    form: Form,
    look: Look,
    drawings: Vec<Drawing>,
    written: FormOutput,
}

/// The output, and the records left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormOutput {
    /// The text, or the picture.
    pub bytes: Vec<u8>,
    /// The number of records written.
    pub records: usize,
    /// The number of records without such a form.
    pub skipped: usize,
    /// The reason for the first of them.
    pub reason: Option<String>,
}

impl Writer {
    /// Returns a writer without records.
    pub fn new(form: Form, look: Look) -> Self {
        Self {
            form,
            look,
            drawings: Vec::new(),
            written: FormOutput::default(),
        }
    }

    /// Returns the approximate number of bytes in memory.
    pub fn size(&self) -> usize {
        self.written.bytes.len() + self.drawings.len() * 400
    }

    /// Adds a record; a record without such a form is only counted.
    pub fn add(&mut self, record: &Record<'_>) {
        let (form, look, written) = (self.form, &self.look, &mut self.written);
        let added = match form.is_sheet() {
            true => drawing(record, look).map(|drawing| self.drawings.push(drawing)),
            false => form.bytes(record, look).map(|text| {
                if form.is_diagram() && written.records > 0 {
                    written.bytes.push(b'\n');
                }
                written.bytes.extend_from_slice(&text);
                if !form.is_diagram() {
                    written.bytes.push(b'\n');
                }
            }),
        };
        match added {
            Ok(()) => written.records += 1,
            Err(reason) => {
                written.skipped += 1;
                written.reason.get_or_insert_with(|| reason.into_owned());
            }
        }
    }

    /// Returns the output. A single line has no line end, since it is pasted into other texts.
    ///
    /// # Errors
    /// No record has such a form, or the picture would be too large.
    pub fn finish(mut self) -> Result<FormOutput, String> {
        if self.written.records == 0 {
            let reason = self.written.reason;
            return Err(reason.unwrap_or_else(|| "no records".to_owned()));
        }
        match (self.form, self.drawings.as_slice()) {
            (Form::Png, drawings) => self.written.bytes = picture(drawings, &self.look)?,
            (_, []) => {
                if self.written.records == 1 && !self.form.is_diagram() {
                    self.written.bytes.pop();
                }
            }
            (form, [drawing]) => {
                let border = self.look.style.around.border;
                self.written.bytes = form.draw(drawing, &self.look, border).into_bytes();
            }
            (form, drawings) => {
                let Look { style, package, .. } = self.look;
                let text = match form {
                    Form::Html => html(drawings, style, "Diagrams"),
                    Form::Svg => svg(drawings, style, self.look.columns),
                    _ => latex_sheet(drawings, package, style.around),
                };
                self.written.bytes = text.into_bytes();
            }
        }
        Ok(self.written)
    }
}

#[cfg(feature = "pictures")]
fn picture(drawings: &[Drawing], look: &Look) -> Result<Vec<u8>, String> {
    let drawn = crate::exchange::diagram::png(drawings, look.style, look.columns);
    drawn.map_err(|error| error.to_string())
}

#[cfg(not(feature = "pictures"))]
fn picture(_: &[Drawing], _: &Look) -> Result<Vec<u8>, String> {
    Err("built without pictures".to_owned())
}

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
pub fn check_link(template: &str) -> Result<(), LinkError> {
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

#[cfg(test)]
mod tests;
