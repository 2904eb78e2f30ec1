//! Records written in some form, for the clipboard or into a file.

use crate::editor::state::copying::{Content, Copying, Target};
use crate::epd::Record;
use crate::exchange::form::{Form, Look, Writer, Written};
use crate::suite::save::{Otherwise, Replace};
use crate::suite::{Job, LineSet, Snapshot};

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

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrote {
    /// It is ready for the clipboard, without those that have no answer.
    Ready(Copying, LeftOut),
    /// A file was written.
    File {
        what: String,
        target: Target,
        bytes: usize,
        left_out: LeftOut,
    },
}

/// Records without an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    pub records: usize,
    /// Why the first has none.
    pub reason: String,
}

/// Why nothing was written.
#[derive(Clone, Debug)]
pub enum NotWritten {
    /// There is such a file already.
    Exists(Box<WriteJob>),
    /// In a sentence.
    Failed(String),
}

const NOT_TEXT: &str =
    "not copied: some of the records have bytes that are not UTF-8; exporting to a file keeps them";

impl WriteJob {
    /// Writes; may take a while.
    ///
    /// # Errors
    /// Stopped, no record has an answer, or the file can't be written.
    pub fn run(&self, job: &Job) -> Result<Wrote, NotWritten> {
        if let Target::File {
            path,
            replace: false,
        } = &self.target
            && path.exists()
        {
            return Err(NotWritten::Exists(Box::new(self.clone())));
        }
        let (copying, left_out) = match &self.source {
            Source::Content(copying) => (copying.clone(), LeftOut::default()),
            Source::Records(records) => {
                let is_for_clipboard = self.target == Target::Clipboard;
                let written = records.written(is_for_clipboard, job);
                let written = written.map_err(NotWritten::Failed)?;
                let left_out = LeftOut {
                    records: written.skipped,
                    reason: written.reason.unwrap_or_default(),
                };
                if let Target::File { .. } = self.target {
                    return self.file(&records.what, &written.bytes, left_out);
                }
                let content = match records.form {
                    Form::Png => Content::Picture(written.bytes.into()),
                    // Lossy, they would be other records there.
                    _ => match String::from_utf8(written.bytes) {
                        Ok(text) => Content::Text(text.into()),
                        Err(_) => return Err(NotWritten::Failed(NOT_TEXT.to_owned())),
                    },
                };
                let copying = Copying {
                    what: records.what.clone(),
                    content,
                    suffix: records.form.suffix(),
                };
                (copying, left_out)
            }
        };
        match self.target {
            Target::Clipboard => Ok(Wrote::Ready(copying, left_out)),
            Target::File { .. } => self.file(&copying.what, copying.content.bytes(), left_out),
        }
    }

    fn file(&self, what: &str, bytes: &[u8], left_out: LeftOut) -> Result<Wrote, NotWritten> {
        let Target::File { path, .. } = &self.target else {
            return Err(NotWritten::Failed("there is no file".to_owned()));
        };
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
        written.map_err(|error| NotWritten::Failed(error.to_string()))?;
        Ok(Wrote::File {
            what: what.to_owned(),
            target: self.target.clone(),
            bytes: bytes.len() + end.len(),
            left_out,
        })
    }
}

impl Records {
    fn written(&self, is_for_clipboard: bool, job: &Job) -> Result<Written, String> {
        let mut writer = Writer::new(self.form, (*self.look).clone());
        for (at, line) in self.lines.iter().enumerate() {
            if at % 256 == 0 && job.is_cancelled() {
                return Err("stopped".to_owned());
            }
            let text = self.snapshot.line(line);
            writer.add(&Record::read(&text, self.snapshot.read_options()));
            if is_for_clipboard && writer.size() > MOST {
                return Err("more than 64 MiB is too much for the clipboard".to_owned());
            }
        }
        writer.finish()
    }
}
