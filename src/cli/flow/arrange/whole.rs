//! One suite, or several as one, whose text can be read more than once.

use std::io;
use std::path::PathBuf;

use super::super::pieces::Flow;
use super::super::{Fault, Input, Kind, Part, Paths, Source, Text};
use crate::epd::Rules;
use crate::epd::rules::Signs;
use crate::suite::external::Spooled;
use crate::suite::{LONGEST_LINE, Query};

use super::super::joined::Joined;

/// See the module.
pub(crate) struct Whole<'q> {
    /// How its lines are read.
    input: Input,
    query: Option<&'q Query>,
    /// What it is made of; that of a stream, which can be read only once, is in a private file.
    parts: Vec<(Input, Option<Spooled>)>,
}

impl<'q> Whole<'q> {
    /// One file.
    pub(super) fn of(input: Input, query: Option<&'q Query>) -> Self {
        Self {
            parts: vec![(input.clone(), None)],
            input,
            query,
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
        let name = all.first().map_or("-", |(input, _)| input.name.as_str());
        let name = name.to_owned();
        let mut whole = Self {
            input: Input::new(name, None, Kind::default()),
            query,
            parts: all,
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
        Text::from_read(Box::new(Joined::new(parts.collect())))
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
