//! Records written in some form, for the clipboard or into a file.

use crate::editor::state::copying::{Content, Copying};
use crate::epd::Record;
use crate::epd::counted::thousands_of;
use crate::exchange::form::{Form, Look, Writer};
use crate::suite::save::{Otherwise, Replace};
use crate::suite::{Job, LineSet, Snapshot};
use std::path::Path;

/// The most bytes for a clipboard.
const MOST: usize = 64 << 20;

/// The source of a text that is written.
#[derive(Clone, Debug)]
pub enum Source {
    Records(Records),
    /// The text that the clipboard did not take.
    Content(Copying),
}

/// Records, and their form.
#[derive(Clone, Debug)]
pub struct Records {
    pub form: Form,
    pub look: Box<Look>,
    pub snapshot: Snapshot,
    pub lines: LineSet,
    /// The words for them in this form: `91 marked records as FEN`.
    pub what: String,
}

const NOT_TEXT: &str =
    "not copied: some of the records have bytes that are not UTF-8; exporting to a file keeps them";

impl Source {
    /// Returns what a file of it ends in.
    pub fn suffix(&self) -> &'static str {
        match self {
            Self::Records(records) => records.form.suffix(),
            Self::Content(copying) => copying.suffix,
        }
    }

    /// Writes it into a file, whatever is there; may take a while. Returns what it is called, which tells the records without an answer,
    /// and how many bytes it has.
    ///
    /// # Errors
    /// Stopped, no record has an answer, or the file can't be written.
    pub fn to_file(&self, path: &Path, job: &Job) -> Result<(String, usize), String> {
        let (what, bytes) = match self {
            Self::Records(records) => records.written(usize::MAX, job)?,
            Self::Content(copying) => (copying.what.clone(), copying.content.bytes().to_vec()),
        };
        // Text ends with a line end there.
        let is_text = !bytes.contains(&0) && !bytes.starts_with(b"\x89PNG");
        let end: &[u8] = match is_text && !bytes.ends_with(b"\n") {
            true => b"\n",
            false => b"",
        };
        let written = Replace::new(path, None, Otherwise::Refuse).write(|file| {
            file.write_all(&bytes)?;
            file.write_all(end)
        });
        written.map_err(|error| error.to_string())?;
        Ok((what, bytes.len() + end.len()))
    }
}

impl Records {
    /// Makes them ready for the clipboard, without those that have no answer; may take a while.
    ///
    /// # Errors
    /// Stopped, no record has an answer, or they are too many or no text.
    pub fn for_clipboard(&self, job: &Job) -> Result<Copying, String> {
        let (what, bytes) = self.written(MOST, job)?;
        let content = match self.form {
            Form::Png => Content::Picture(bytes.into()),
            // Lossy, they would be other records there.
            _ => Content::Text(String::from_utf8(bytes).map_err(|_| NOT_TEXT)?.into()),
        };
        Ok(Copying {
            what,
            content,
            suffix: self.form.suffix(),
        })
    }

    /// Returns what they are called, with those that have no answer, and what is written of them, `most` bytes.
    fn written(&self, most: usize, job: &Job) -> Result<(String, Vec<u8>), String> {
        let mut writer = Writer::new(self.form, (*self.look).clone());
        for (at, line) in self.lines.iter().enumerate() {
            if at % 256 == 0 && job.is_cancelled() {
                return Err("stopped".to_owned());
            }
            let text = self.snapshot.line(line);
            writer.add(&Record::read(&text, self.snapshot.read_options()));
            if writer.size() > most {
                return Err("more than 64 MiB is too much for the clipboard".to_owned());
            }
        }
        let written = writer.finish()?;
        let left_out = match written.skipped {
            0 => String::new(),
            count => {
                let records = thousands_of(count, "record", "records");
                format!(
                    ", without {records} ({})",
                    written.reason.unwrap_or_default()
                )
            }
        };
        Ok((format!("{}{left_out}", self.what), written.bytes))
    }
}
