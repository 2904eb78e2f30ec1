//! `epdit diagram`: draws positions as text, pictures and pages.
//!
//! All diagrams make one page, document or picture, or a file each. Where the format allows, each is written at
//! once, so that only one is in memory.

use crate::cli::command::{Run, choices, help};
use crate::cli::flow::{
    Fault, Input, Kind, Outcome, Paths, Source, Status, not_an_input, query, ready, report_fault,
    with_output,
};
use crate::cli::output::{Color, IncidentCounts, Output, conclude, say};
use crate::epd::Record;
use crate::epd::counted::thousands_of;
use crate::exchange::diagram::{
    BoardFrame, Drawing, HTML_END, LATEX_END, Orientation, Package, PngError, Style, SvgSheet,
    Theme, html, html_figure, html_head, latex_diagram, latex_head, png, png_fits, png_lacks,
};
use crate::exchange::form::{Form, Look};
use crate::suite::Query;
use crate::suite::save::{Replace, ReplaceFallback};
use clap::Args;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use tempfile::SpooledTempFile;

const EXAMPLES: &str = "\
Examples:
  epdit diagram a.epd:12                           text
  epdit diagram --format png -o pos.png a.epd:12   a picture
  epdit diagram --format svg --into pics a.epd     a picture per record
  epdit diagram --format html --sheet -o a.html a.epd
  epdit diagram --format latex --package skak --seen mover a.epd";

/// Draw positions
///
/// Best moves (bm) are arrows, moves to avoid (am) dashed lines that end in a cross.
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "a record was skipped"))]
pub(crate) struct DiagramArgs {
    /// Files, each with a line where only that record is to be drawn; `-` for standard input
    #[arg(required = true, value_name = "PATH[:LINE]")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    kind: Kind,
    /// Only records that match this query (see `epdit query --help`)
    #[arg(long = "where", value_name = "EXPR", value_parser = query, allow_hyphen_values = true)]
    chosen: Option<Query>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Form::Text, value_name = "FORMAT")]
    format: Form,
    /// Who sits below the board
    #[arg(long, value_enum, default_value_t, value_name = "SIDE")]
    seen: Orientation,
    /// Turn the boards: the same as --seen black
    #[arg(long, conflicts_with = "seen")]
    flip: bool,
    /// Leave out the lines around the squares or the board
    #[arg(long)]
    no_border: bool,
    /// Leave out the digits and letters beside the board
    #[arg(long)]
    no_coordinates: bool,
    /// Leave out the arrows of bm and am
    #[arg(long)]
    no_arrows: bool,
    /// The colours of the board (svg, png, html)
    #[arg(long, value_enum, default_value_t, value_name = "NAME")]
    theme: Theme,
    /// The side of a board in pixels (svg, png, html)
    #[arg(long, default_value_t = 400, value_name = "PIXELS",
          value_parser = clap::value_parser!(u32).range(40..=8000))]
    size: u32,
    /// The package that draws (latex)
    #[arg(long, value_enum, default_value_t, value_name = "NAME")]
    package: Package,
    /// All records in one picture or document, with their ids below
    #[arg(long)]
    sheet: bool,
    /// Boards in a row of a sheet (svg, png)
    #[arg(long, default_value_t = 4, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=100))]
    columns: u32,
    /// Write a file per record into this folder, named by line
    #[arg(long, value_name = "DIR", conflicts_with_all = ["output", "sheet"])]
    into: Option<PathBuf>,
    /// Write to this file, replacing it, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

choices! { Form {
    Text "text" "Letters in a grid"
    Unicode "unicode" "Figures in a grid"
    Markdown "markdown" "A table of Markdown"
    Latex "latex" "Commands for LaTeX; with --sheet a whole document"
    Html "html" "A page that needs nothing else"
    Svg "svg" "A vector drawing"
    Png "png" "A picture of pixels"
} }

choices! { Orientation {
    White "white" "White"
    Black "black" "Black"
    Mover "mover" "The side to move"
} }

choices! { Package {
    Chessboard "chessboard" "Arrows"
    Xskak "xskak" "Arrows, and a game that can go on"
    Skak "skak" "No arrows"
} }

choices! { Theme {
    Slate "slate"
    Brown "brown"
    Green "green"
    Blue "blue"
    Grey "grey"
    Contrast "contrast"
} }

/// A record to draw, and its place.
struct RecordDrawing {
    name: String,
    line: u64,
    drawing: Drawing,
}

impl Run for DiagramArgs {
    fn run(&self, _: Color) -> Outcome {
        let inputs: Vec<PathBuf> = self
            .paths
            .iter()
            .map(|path| self.place_of(path).0)
            .collect();
        not_an_input(self.output.as_deref(), inputs.iter().map(PathBuf::as_path))?;
        ready(&Paths::of(inputs, self.kind), self.chosen.as_ref())?;
        let mut count = 0_u64;
        let status = match &self.into {
            Some(folder) => self.write_each(folder, &mut count)?,
            None if self.is_one_by_one() => with_output(self.output.as_deref(), |out| {
                self.each(|one| {
                    if count > 0 {
                        out.text("\n")?;
                    }
                    count += 1;
                    out.lines(&self.bytes(&one.drawing)?)
                })
            })?,
            None => self.write_all(&mut count)?,
        };
        if count == 0 && status == Status::Clean {
            say("no record to draw");
        }
        Ok(match count {
            0 => status.max(Status::Findings),
            _ => status,
        })
    }
}

impl DiagramArgs {
    /// Returns true if each diagram is written at once, so that only one is in memory.
    fn is_one_by_one(&self) -> bool {
        match self.format {
            Form::Html | Form::Svg | Form::Png => false,
            Form::Latex => !self.sheet,
            _ => true,
        }
    }

    /// Calls `take` with every chosen record; reports those that can't be drawn.
    fn each(&self, mut take: impl FnMut(RecordDrawing) -> Result<(), Fault>) -> Outcome {
        let mut skipped = IncidentCounts::new();
        let mut lacking = 0_u64;
        let is_png = self.format == Form::Png;
        let mut take = |one: RecordDrawing| {
            lacking += u64::from(is_png && png_lacks(&one.drawing));
            take(one)
        };
        let mut worst = Status::Clean;
        for path in &self.paths {
            let (path, line) = self.place_of(path);
            let name = path.display().to_string();
            let is_stream = path.as_os_str() == "-";
            let input = Input::new(name.clone(), (!is_stream).then_some(path), self.kind);
            let outcome = match input.path.as_deref().is_some_and(Path::is_dir) {
                true => Err(Fault::usage("expected a file, found a folder")),
                false => self.of_file(&input, line, &mut take, &mut skipped),
            };
            worst = worst.max(report_fault(&name, outcome)?);
        }
        if lacking > 0 {
            let captions = thousands_of(lacking, "caption has", "captions have");
            say(&format!(
                "{captions} letters that PNG can't draw; svg and html show them"
            ));
        }
        let skipped = skipped.say(|()| "skipped: no placement that can be read");
        Ok(worst.max(skipped))
    }

    /// Splits `PATH:LINE` into path and line. A path that exists as given has no line.
    fn place_of(&self, path: &Path) -> (PathBuf, Option<u64>) {
        let named = path.to_str().and_then(|text| {
            let (before, line) = text.rsplit_once(':')?;
            Some((PathBuf::from(before), line.parse().ok()?))
        });
        match named {
            Some((before, line))
                if !path.exists() && (before.exists() || before.as_os_str() == "-") =>
            {
                (before, Some(line))
            }
            _ => (path.to_owned(), None),
        }
    }

    fn of_file(
        &self,
        input: &Input,
        line: Option<u64>,
        take: &mut impl FnMut(RecordDrawing) -> Result<(), Fault>,
        skipped: &mut IncidentCounts<()>,
    ) -> Outcome {
        let (source, text) = input.open(self.chosen.as_ref())?;
        let mut failed = Status::Clean;
        let (mut last, mut found) = (0, false);
        text.pieces(
            |piece| {
                let records = source.records(piece);
                let drawn = records
                    .filter(|(number, _)| line.is_none_or(|line| line == *number))
                    .map(|(number, text)| (number, self.drawing(&source, number, text)));
                (drawn.collect::<Vec<_>>(), piece.lines().count() as u64)
            },
            |piece, (drawings, lines)| {
                last = last.max(piece.first_line + lines);
                for (number, drawing) in drawings {
                    found = true;
                    let name = input.name.clone();
                    let Some(drawing) = drawing else {
                        skipped.add((), &name, number);
                        continue;
                    };
                    take(RecordDrawing {
                        name,
                        line: number,
                        drawing,
                    })?;
                }
                Ok(())
            },
        )?;
        if let Some(line) = line.filter(|_| !found) {
            let there = match line < last {
                true => "there is no record on this line",
                false => "there is no such line",
            };
            say(&format!("`{}:{line}`: {there}", input.name));
            failed = Status::Findings;
        }
        Ok(failed)
    }

    fn drawing(&self, source: &Source<'_>, number: u64, text: &[u8]) -> Option<Drawing> {
        let record = Record::read(text, source.options());
        // A single board has an id or nothing below it; among many, the place is useful.
        let label = match self.sheet || self.format == Form::Html {
            true => format!("{}:{number}", source.input.name),
            false => String::new(),
        };
        let seen = if self.flip {
            Orientation::Black
        } else {
            self.seen
        };
        Drawing::of(&record, seen, !self.no_arrows, &label)
    }

    fn look(&self) -> Look {
        Look {
            style: Style {
                around: BoardFrame {
                    border: !self.no_border,
                    coordinates: !self.no_coordinates,
                },
                theme: self.theme,
                size: self.size,
            },
            package: self.package,
            columns: self.columns,
            ..Look::default()
        }
    }

    /// Returns a single drawing as text, picture or page.
    fn bytes(&self, drawing: &Drawing) -> Result<Vec<u8>, Fault> {
        let (look, one) = (self.look(), std::slice::from_ref(drawing));
        Ok(match self.format {
            Form::Png => {
                png(one, look.style, 1).map_err(|error| Fault::usage(&error.to_string()))?
            }
            Form::Html => html(one, look.style, TITLE).into_bytes(),
            form => form.draw(drawing, &look, !self.no_border).into_bytes(),
        })
    }
}

const TITLE: &str = "Diagrams";
/// The limit for a picture's body in memory, in bytes; a larger one is moved to a temporary file.
const HELD: usize = 16 << 20;

impl DiagramArgs {
    fn write_all(&self, count: &mut u64) -> Outcome {
        match self.format {
            Form::Png => self.write_drawn(count),
            Form::Svg if !self.sheet => self.write_drawn(count),
            _ => with_output(self.output.as_deref(), |out| self.write_sheet(count, out)),
        }
    }

    /// Writes an HTML page, a LaTeX document, or a picture. A picture's head contains its height, which is known
    /// only at the end, so its body is spooled.
    fn write_sheet(&self, count: &mut u64, out: &mut Output<'_>) -> Outcome {
        let Look { style, package, .. } = self.look();
        let mut sheet = SvgSheet::new(style, self.columns, true);
        let mut body = SpooledTempFile::new(HELD);
        let mut text = String::new();
        let status = self.each(|one| {
            text.clear();
            *count += 1;
            match self.format {
                Form::Svg => {
                    sheet.add(&one.drawing, &mut text);
                    return body.write_all(text.as_bytes()).map_err(Fault::Output);
                }
                Form::Html => {
                    if *count == 1 {
                        html_head(style, TITLE, &mut text);
                    }
                    html_figure(&one.drawing, style, &mut text);
                }
                _ => {
                    if *count == 1 {
                        latex_head(package, &mut text);
                    }
                    latex_diagram(&one.drawing, package, style.around, &mut text);
                }
            }
            out.lines(text.as_bytes())
        })?;
        if *count > 0 {
            let end = match self.format {
                Form::Svg => {
                    body.rewind().map_err(Fault::Output)?;
                    out.lines(sheet.head().as_bytes())?;
                    out.copy(&mut body)?;
                    SvgSheet::END
                }
                Form::Html => HTML_END,
                _ => LATEX_END,
            };
            out.lines(end.as_bytes())?;
        }
        Ok(status)
    }

    /// Writes a picture of one diagram or of a sheet; keeps only as many diagrams as fit in one picture.
    fn write_drawn(&self, count: &mut u64) -> Outcome {
        let style = self.look().style;
        let mut drawings: Vec<Drawing> = Vec::new();
        let fits = |count: u64| png_fits(count, style, self.columns);
        let status = self.each(|one| {
            *count += 1;
            if *count == 1 || self.sheet && fits(*count).is_ok() {
                drawings.push(one.drawing);
            }
            Ok(())
        })?;
        let usage = |error: PngError| Fault::usage(&error.to_string());
        let bytes = match (drawings.as_slice(), *count) {
            ([], _) => return Ok(status),
            ([one], 1) => self.bytes(one)?,
            (_, count) if !self.sheet => {
                return Err(Fault::usage(&format!(
                    "{} don't fit in one picture; use --sheet, --into DIR or PATH:LINE",
                    thousands_of(count, "record", "records")
                )));
            }
            (all, count) => {
                fits(count).map_err(usage)?;
                png(all, style, self.columns).map_err(usage)?
            }
        };
        self.write_picture(&bytes, status)
    }

    fn write_picture(&self, bytes: &[u8], status: Status) -> Outcome {
        with_output(self.output.as_deref(), |out| {
            match self.format {
                Form::Svg => out.lines(bytes)?,
                _ if out.terminal => {
                    return Err(Fault::usage(
                        "a picture can't be shown on a terminal; use -o FILE",
                    ));
                }
                _ => out.text_bytes(bytes)?,
            }
            Ok(status)
        })
    }

    /// Writes a file per record, named by its input file and line; names are unique within a run.
    fn write_each(&self, folder: &Path, count: &mut u64) -> Outcome {
        std::fs::create_dir_all(folder)?;
        let mut files: Vec<(String, String)> = Vec::new();
        let mut replaced = 0_u64;
        let status = self.each(|one| {
            *count += 1;
            let stem = Path::new(&one.name)
                .file_name()
                .unwrap_or_default()
                .to_string_lossy();
            let stem = stem
                .split('.')
                .next()
                .filter(|stem| !matches!(*stem, "" | "-"));
            let stem = stem.unwrap_or("record").to_owned();
            // Files of equal names in several folders are numbered.
            if !files.iter().any(|(_, name)| *name == one.name) {
                files.push((stem.clone(), one.name.clone()));
            }
            let alike = files.iter().filter(|(other, _)| *other == stem);
            let at = alike
                .clone()
                .position(|(_, name)| *name == one.name)
                .unwrap_or(0);
            let stem = match at {
                0 => stem,
                at => format!("{stem}-{}", at + 1),
            };
            let name = format!("{stem}-{:04}.{}", one.line, self.format.suffix());
            let bytes = self.bytes(&one.drawing)?;
            let path = folder.join(name);
            replaced += u64::from(path.exists());
            let replace = Replace::new(&path, None, ReplaceFallback::Refuse);
            let written = replace.write(|file| file.write_all(&bytes));
            written
                .map(|_| ())
                .map_err(|error| Fault::Output(std::io::Error::other(error)))
        })?;
        let files = thousands_of(*count, "file", "files");
        let mut message = format!("wrote {files} into `{}`", folder.display());
        if replaced > 0 {
            let replaced = thousands_of(replaced, "file", "files");
            message.push_str(&format!(" · {replaced} replaced"));
        }
        conclude(&message);
        Ok(status)
    }
}
