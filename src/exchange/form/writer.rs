//! Many records in one form: one per line, diagrams below each other, or a sheet.

use super::{Form, Look, drawing};
use crate::epd::Record;
use crate::exchange::diagram::{Drawing, html, latex_sheet, svg};

/// A writer of records in one form.
#[derive(Debug)]
pub struct Writer {
    form: Form,
    look: Look,
    /// The drawings of a sheet.
    drawings: Vec<Drawing>,
    written: Written,
}

/// The output, and the records left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The text, or the picture.
    pub bytes: Vec<u8>,
    pub records: usize,
    /// The number of records without such a form.
    pub skipped: usize,
    /// The reason for the first of them.
    pub reason: Option<String>,
}

impl Writer {
    pub fn new(form: Form, look: Look) -> Self {
        Self {
            form,
            look,
            drawings: Vec::new(),
            written: Written::default(),
        }
    }

    /// Returns the approximate number of bytes held.
    pub fn size(&self) -> usize {
        self.written.bytes.len() + self.drawings.len() * 400
    }

    /// Adds a record; one without such a form is counted.
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

    /// Returns the output. A single line has no line end, since it is put into other texts.
    ///
    /// # Errors
    /// No record has such a form, or the picture would be too large.
    pub fn finish(mut self) -> Result<Written, String> {
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
