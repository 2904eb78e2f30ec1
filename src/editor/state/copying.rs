//! Contents for the clipboard or a file: their form, and the way they were copied.

use crate::epd::Record;
use crate::epd::counted::thousands_of;
use crate::exchange::form::{Form, Look, Writer};
use crate::suite::save::{Replace, ReplaceFallback};
use crate::suite::{Job, LineSet, Snapshot};
use std::path::Path;
use std::sync::Arc;

/// The greatest size for a clipboard, in bytes.
const MOST: usize = 64 << 20;
const NOT_TEXT: &str =
    "not copied: some of the records have bytes that are not UTF-8; exporting to a file keeps them";

/// Content for the clipboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copying {
    /// Its description in a sentence: `FEN of A.1`.
    pub what: String,
    pub content: Content,
    /// The file name extension.
    pub suffix: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Text(Arc<str>),
    /// A picture in PNG.
    Picture(Arc<[u8]>),
}

impl Copying {
    pub fn text(what: impl Into<String>, text: &str) -> Self {
        Self {
            what: what.into(),
            content: Content::Text(text.into()),
            suffix: "txt",
        }
    }
}

impl Content {
    /// Returns its bytes for a file.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Picture(picture) => picture,
        }
    }
}

/// The way that content was copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyHow {
    /// To the system's clipboard.
    Clipboard,
    /// By an escape sequence (OSC 52), which the terminal may ignore.
    Terminal,
    /// By an escape sequence passed on by tmux.
    Tmux,
    /// By an escape sequence passed on by screen.
    Screen,
}

/// The source of a file to write.
#[derive(Clone, Debug)]
pub enum Source {
    Records(Records),
    /// The content that the clipboard did not accept.
    Content(Copying),
}

#[derive(Clone, Debug)]
pub struct Records {
    pub form: Form,
    pub look: Box<Look>,
    pub snapshot: Snapshot,
    pub lines: LineSet,
    /// The description of the records in this form: `91 marked records as FEN`.
    pub what: String,
}

impl Source {
    /// Returns the file name extension.
    pub fn suffix(&self) -> &'static str {
        match self {
            Self::Records(records) => records.form.suffix(),
            Self::Content(copying) => copying.suffix,
        }
    }

    /// Writes it to a file, replacing any; may take a while. Returns its description and its size in bytes.
    /// Fails if it is stopped, no record can be exported, or the file can't be written.
    pub(crate) fn to_file(&self, path: &Path, job: &Job) -> Result<(String, usize), String> {
        let (what, bytes) = match self {
            Self::Records(records) => records.written(usize::MAX, job)?,
            Self::Content(copying) => (copying.what.clone(), copying.content.bytes().to_vec()),
        };
        // A text file ends with a line end.
        let is_text = !bytes.contains(&0) && !bytes.starts_with(b"\x89PNG");
        let end: &[u8] = match is_text && !bytes.ends_with(b"\n") {
            true => b"\n",
            false => b"",
        };
        let written = Replace::new(path, None, ReplaceFallback::Refuse).write(|file| {
            file.write_all(&bytes)?;
            file.write_all(end)
        });
        written.map_err(|error| error.to_string())?;
        Ok((what, bytes.len() + end.len()))
    }
}

impl Records {
    /// Prepares the records for the clipboard, without those that can't be exported; may take a while. Fails
    /// if it is stopped, no record can be exported, or they are too large or not UTF-8.
    pub(crate) fn for_clipboard(&self, job: &Job) -> Result<Copying, String> {
        let (what, bytes) = self.written(MOST, job)?;
        let content = match self.form {
            Form::Png => Content::Picture(bytes.into()),
            // A lossy conversion would change the records.
            _ => Content::Text(String::from_utf8(bytes).map_err(|_| NOT_TEXT)?.into()),
        };
        Ok(Copying {
            what,
            content,
            suffix: self.form.suffix(),
        })
    }

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
