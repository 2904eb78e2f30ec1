//! One suite, or several as one, whose text can be read more than once.

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use super::super::pieces::Flow;
use super::super::{Fault, Input, Kind, Part, Paths, Source, Text};
use crate::epd::Rules;
use crate::epd::rules::Signs;
use crate::suite::external::Spooled;
use crate::suite::{LONGEST_LINE, Query};

use super::super::joined::{Joined, Places};

/// See the module.
pub(crate) struct Whole<'q> {
    /// How its lines are read.
    input: Input,
    query: Option<&'q Query>,
    /// What it is made of; that of a stream, which can be read only once, is in a private file.
    parts: Vec<(Input, Option<Spooled>)>,
    /// Where its lines come from, as far as it was read last.
    places: Mutex<Places>,
}

impl<'q> Whole<'q> {
    /// One file.
    pub(super) fn of(input: Input, query: Option<&'q Query>) -> Self {
        Self {
            parts: vec![(input.clone(), None)],
            input,
            query,
            places: Mutex::default(),
        }
    }

    /// One file, or a stream that was put into one.
    pub(crate) fn of_one(input: Input, text: Option<Spooled>) -> Self {
        Self {
            parts: vec![(input.clone(), text)],
            ..Self::of(input, None)
        }
    }

    /// All as one; `asks_rules`: what the letters of the castling field mean is looked for in all.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub(crate) fn of_all(
        paths: &Paths,
        parts: Vec<Part>,
        query: Option<&'q Query>,
        asks_rules: bool,
    ) -> io::Result<Self> {
        let mut all = Vec::with_capacity(parts.len());
        for Part { input, text } in parts {
            let text = text.map(|mut text| Spooled::of(&mut text)).transpose()?;
            all.push((input, text));
        }
        Self::of_parts(paths, all, query, asks_rules)
    }

    /// The same where streams were put into files.
    ///
    /// # Errors
    ///
    /// Those of reading.
    pub(crate) fn of_parts(
        paths: &Paths,
        all: Vec<(Input, Option<Spooled>)>,
        query: Option<&'q Query>,
        asks_rules: bool,
    ) -> io::Result<Self> {
        let name = all.first().map_or("-", |(input, _)| input.name.as_str());
        let name = name.to_owned();
        let mut whole = Self {
            input: Input::new(name, None, Kind::default()),
            query,
            parts: all,
            places: Mutex::default(),
        };
        let rules = match paths.rules() {
            Some(rules) => rules,
            None if asks_rules => whole.find_rules()?,
            None => Rules::default(),
        };
        let name = whole.input.name.clone();
        let path = PathBuf::from(&name);
        whole.input = Input::new(name, Some(path), Kind::default()).with_rules(rules);
        Ok(whole)
    }

    /// Its text from the first byte.
    pub(crate) fn text(&self) -> Text {
        let parts = self.parts.iter().map(|(input, text)| Part {
            input: input.clone(),
            text: text.as_ref().map(|text| Box::new(text.read()) as _),
        });
        let joined = Joined::new(parts.collect());
        *self.places.lock().unwrap_or_else(PoisonError::into_inner) = joined.places();
        Text::from_read(Box::new(joined))
    }

    /// The first line of each part, from 0, once it was read.
    pub(crate) fn starts(&self) -> Vec<usize> {
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        places.starts()
    }

    /// What is known of it while its lines go by.
    pub(super) fn source(&self) -> Source<'_> {
        self.input.source_of(self.query)
    }

    /// Says of a line, numbered from 1, that it is too long.
    pub(super) fn too_long(&self, line: u64) -> String {
        let most = LONGEST_LINE >> 20;
        let place = match self.parts.as_slice() {
            [(input, _)] => format!("`{}`: line {line}", input.name),
            _ => format!("line {line} of all files"),
        };
        format!("{place} is longer than {most} MiB: not a file of records")
    }

    /// The rules that the records of all tell of.
    fn find_rules(&self) -> io::Result<Rules> {
        let mut signs = Signs::default();
        let text = self.text().pieces_until(
            |piece| {
                let mut signs = Signs::default();
                piece.lines().for_each(|(_, line)| signs.add(line));
                signs
            },
            |_, part| {
                signs.join(part);
                Ok(match signs.are_settled() {
                    true => Flow::Stop,
                    false => Flow::On,
                })
            },
        );
        text.map_err(Fault::into_error)?;
        Ok(signs.rules())
    }
}
