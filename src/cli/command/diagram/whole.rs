//! All diagrams as one page, document or picture, or as a file each. If possible each is written as it comes, so that
//! none is held.

use std::io::{Seek, Write};
use std::path::Path;

use tempfile::SpooledTempFile;

use super::DiagramArgs;
use crate::cli::flow::{Fault, Outcome, Status, with_output};
use crate::cli::output::{Output, conclude};
use crate::epd::counted::thousands_of;
use crate::exchange::diagram::{
    Drawing, HTML_END, LATEX_END, PngError, SvgSheet, html_figure, html_head, latex_diagram,
    latex_head, png, png_fits,
};
use crate::exchange::form::{Form, Look};
use crate::suite::save::{Otherwise, Replace};

pub(super) const TITLE: &str = "Diagrams";
/// The most bytes of a picture's body that are held in memory; more go to a temporary file.
const HELD: usize = 16 << 20;

impl DiagramArgs {
    pub(super) fn write_all(&self, count: &mut u64) -> Outcome {
        match self.format {
            Form::Png => self.write_drawn(count),
            Form::Svg if !self.sheet => self.write_drawn(count),
            _ => with_output(self.output.as_deref(), |out| self.write_sheet(count, out)),
        }
    }

    /// Writes an HTML page, a LaTeX document, or a picture. The height of a picture stands in its head but is known
    /// only at the end, so its body waits in a file.
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

    /// Writes a picture of one diagram or of a sheet; no more diagrams are held than fit one picture.
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

    /// Writes a file for each, named by its file and line; no two of a run share a name.
    pub(super) fn write_each(&self, folder: &Path, count: &mut u64) -> Outcome {
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
            let replace = Replace::new(&path, None, Otherwise::Refuse);
            let written = replace.write(|file| file.write_all(&bytes));
            written
                .map(|_| ())
                .map_err(|error| Fault::Output(std::io::Error::other(error)))
        })?;
        let files = thousands_of(*count, "file", "files");
        let mut said = format!("wrote {files} into `{}`", folder.display());
        if replaced > 0 {
            let replaced = thousands_of(replaced, "file", "files");
            said.push_str(&format!(" · {replaced} replaced"));
        }
        conclude(&said);
        Ok(status)
    }
}
