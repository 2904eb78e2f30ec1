//! Several inputs read as one.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Fault, Input, Paths, Status, Text, each_file};
use crate::cli::tail::Tail;
use crate::suite::explain;

/// Returns all inputs in a form that can be read again, and the worst status met in opening them.
pub(crate) fn all_inputs(paths: &Paths) -> Result<(Status, Vec<Input>), Fault> {
    let mut inputs = Vec::new();
    let status = each_file(paths, None, |source, text| {
        inputs.push(source.input.kept(text)?);
        Ok(Status::Clean)
    })?;
    Ok((status, inputs))
}

/// An error of one of several inputs, which names the input.
#[derive(Debug, thiserror::Error)]
#[error("`{name}`: {words}")]
pub(crate) struct OfInput {
    name: String,
    pub(crate) words: String,
}

impl OfInput {
    fn of(name: &str, error: io::Error) -> io::Error {
        let (name, words) = (name.to_owned(), explain(&error));
        io::Error::new(error.kind(), Self { name, words })
    }

    /// Returns this error, if it is inside an I/O error.
    pub(crate) fn in_error(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }
}

/// Several files as one, each beginning on a line of its own.
pub(crate) struct Joined {
    left: std::vec::IntoIter<Input>,
    now: Option<(Box<dyn Read + Send>, String)>,
    is_first: bool,
    tail: Tail,
    /// The rest of the line end that a last line lacked.
    between: &'static [u8],
    /// The origins of the lines, as far as they are read.
    pub places: Places,
    lines: usize,
}

/// The map from a line of the joined text to its file.
#[derive(Clone, Default)]
pub(crate) struct Places(Arc<Mutex<Vec<(usize, String)>>>);

impl Places {
    /// Returns `a.epd:17` for a line of the joined text (0-based).
    pub(crate) fn of(&self, line: usize) -> String {
        match self.file_and_line(line) {
            Some((name, line)) => format!("{name}:{}", line + 1),
            None => (line + 1).to_string(),
        }
    }

    /// Returns the name of the file and the line in it (0-based).
    pub(crate) fn file_and_line(&self, line: usize) -> Option<(String, usize)> {
        let starts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let start = starts.iter().rfind(|(first, _)| *first <= line);
        start.map(|(first, name)| (name.clone(), line - first))
    }

    /// Returns the first line of each file (0-based), in reading order.
    pub(crate) fn starts(&self) -> Vec<usize> {
        let starts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        starts.iter().map(|(first, _)| *first).collect()
    }

    fn begin(&self, line: usize, name: String) {
        let mut starts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        starts.push((line, name));
    }
}

impl Joined {
    pub(crate) fn new(inputs: Vec<Input>) -> Self {
        Self {
            left: inputs.into_iter(),
            now: None,
            is_first: true,
            tail: Tail::default(),
            between: b"",
            places: Places::default(),
            lines: 0,
        }
    }
}

fn opened(input: &Input, is_first: bool) -> io::Result<Box<dyn Read + Send>> {
    let mut text = Text::of(input)?;
    // Within the joined text it would belong to a record.
    if !is_first {
        text.skip_mark()?;
    }
    Ok(text.into_read())
}

impl Read for Joined {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.between.is_empty() {
                return self.between.read(buffer);
            }
            let Some((now, name)) = &mut self.now else {
                let Some(next) = self.left.next() else {
                    return Ok(0);
                };
                let name = next.name.clone();
                let is_first = std::mem::replace(&mut self.is_first, false);
                let text = opened(&next, is_first).map_err(|error| OfInput::of(&name, error))?;
                self.between = std::mem::take(&mut self.tail).end();
                self.lines += usize::from(!self.between.is_empty());
                self.places.begin(self.lines, name.clone());
                self.now = Some((text, name));
                continue;
            };
            match now.read(buffer).map_err(|error| OfInput::of(name, error))? {
                0 => self.now = None,
                read => {
                    let read_now = buffer.get(..read).unwrap_or_default();
                    self.lines += memchr::memchr_iter(b'\n', read_now).count();
                    self.tail.take(read_now);
                    return Ok(read);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::flow::Kind;

    #[test]
    fn a_line_of_the_whole_is_one_of_its_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let input = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("a file");
            Input::new(name.into(), Some(path), Kind::default())
        };
        let inputs = vec![input("a", "1\r\n2"), input("b", ""), input("c", "1\n2\n")];
        let mut joined = Joined::new(inputs);
        let places = joined.places.clone();
        let mut text = String::new();
        joined.read_to_string(&mut text).expect("text");
        assert_eq!(text, "1\r\n2\r\n1\n2\n");
        let found: Vec<_> = (0..4).map(|line| places.of(line)).collect();
        assert_eq!(found, ["a:1", "a:2", "c:1", "c:2"]);
        assert_eq!(places.of(3), "c:2");
    }
}
