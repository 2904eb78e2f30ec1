//! Records written in some form, for the clipboard or into a file.

use crate::editor::state::copying::{Content, Copying, Target};
use crate::epd::Record;
use crate::epd::counted::thousands_of;
use crate::exchange::form::{Form, Look, Writer};
use crate::suite::save::{Otherwise, Replace};
use crate::suite::{Job, LineSet, Snapshot};
use std::path::{Path, PathBuf};

/// The most bytes for a clipboard.
const MOST: usize = 64 << 20;

/// Something to be written.
#[derive(Clone, Debug)]
pub struct WriteJob {
    pub source: Source,
    pub target: Target,
}

/// What is written.
#[derive(Clone, Debug)]
pub enum Source {
    Records(Records),
    /// What the clipboard did not take.
    Content(Copying),
}

/// Records, and their form.
#[derive(Clone, Debug)]
pub struct Records {
    pub form: Form,
    pub look: Box<Look>,
    pub snapshot: Snapshot,
    pub lines: LineSet,
    /// What a sentence calls them in this form: `91 marked records as FEN`.
    pub what: String,
}

/// What was written; its name tells the records without an answer.
#[derive(Clone, Debug)]
pub enum Wrote {
    /// It is ready for the clipboard.
    Ready(Copying),
    /// A file was written, of so many bytes.
    File {
        what: String,
        path: PathBuf,
        bytes: usize,
    },
    /// There is such a file already: nothing was written.
    Exists(Box<WriteJob>),
}

const NOT_TEXT: &str =
    "not copied: some of the records have bytes that are not UTF-8; exporting to a file keeps them";

impl WriteJob {
    /// Writes; may take a while.
    ///
    /// # Errors
    /// Stopped, no record has an answer, or the file can't be written.
    pub fn run(&self, job: &Job) -> Result<Wrote, String> {
        let path = match &self.target {
            Target::Clipboard => None,
            Target::File { path, replace } if !replace && path.exists() => {
                return Ok(Wrote::Exists(Box::new(self.clone())));
            }
            Target::File { path, .. } => Some(path),
        };
        match (&self.source, path) {
            (Source::Content(copying), None) => Ok(Wrote::Ready(copying.clone())),
            (Source::Content(copying), Some(path)) => {
                write_file(path, copying.what.clone(), copying.content.bytes())
            }
            (Source::Records(records), Some(path)) => {
                let (what, bytes) = records.written(usize::MAX, job)?;
                write_file(path, what, &bytes)
            }
            (Source::Records(records), None) => {
                let (what, bytes) = records.written(MOST, job)?;
                let content = match records.form {
                    Form::Png => Content::Picture(bytes.into()),
                    // Lossy, they would be other records there.
                    _ => Content::Text(String::from_utf8(bytes).map_err(|_| NOT_TEXT)?.into()),
                };
                Ok(Wrote::Ready(Copying {
                    what,
                    content,
                    suffix: records.form.suffix(),
                }))
            }
        }
    }
}

fn write_file(path: &Path, what: String, bytes: &[u8]) -> Result<Wrote, String> {
    // Text ends with a line end there.
    let is_text = !bytes.contains(&0) && !bytes.starts_with(b"\x89PNG");
    let end: &[u8] = match is_text && !bytes.ends_with(b"\n") {
        true => b"\n",
        false => b"",
    };
    let written = Replace::new(path, None, Otherwise::Refuse).write(|file| {
        file.write_all(bytes)?;
        file.write_all(end)
    });
    written.map_err(|error| error.to_string())?;
    Ok(Wrote::File {
        what,
        path: path.to_owned(),
        bytes: bytes.len() + end.len(),
    })
}

impl Records {
    /// Returns their name and what is written of them, `most` bytes of it.
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
