//! A line that is parsed no further than a query needs; and facts that need more than the line, such as the
//! positions of `position in FILE`: those of another file, of all suites below a folder, or of a stream.

use crate::epd::opcode::{self, Shape};
use crate::epd::openings::{self, Opening};
use crate::epd::operand::read_number;
use crate::epd::skim::OperationSpans;
use crate::epd::{LineKind, ReadOptions, Record, Skim, holds_numbers, holds_text, moves};
use crate::suite::duplicates::{DuplicateChoice, DuplicateKey, HashedRecords, fingerprint};
use crate::suite::kind::not_epd;
use crate::suite::line_set::LineSet;
use crate::suite::query::ast::{ExternalFact, Number};
use crate::suite::query::evaluate::played::operands;
use crate::suite::records::Records;
use crate::suite::{Ending, FileInfo, LONGEST_STREAM, OpenOptions, Suite, is_folder, suites_below};
use shakmaty::{Board, Chess, Color, Square};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashSet;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// A line that is parsed on demand.
pub struct LazyRecord<'a> {
    pub line: &'a [u8],
    /// The line number (0-based).
    pub number: usize,
    pub options: &'a ReadOptions,
    facts: Option<&'a Facts>,
    path: Option<&'a str>,
    skim: OnceCell<Skim<'a>>,
    parsed: Option<&'a Record<'a>>,
    record: OnceCell<Record<'a>>,
}

impl<'a> LazyRecord<'a> {
    /// Returns a line with this number (0-based), which is parsed with `options`.
    pub fn new(line: &'a [u8], number: usize, options: &'a ReadOptions) -> Self {
        Self {
            line,
            number,
            options,
            facts: None,
            path: None,
            skim: OnceCell::new(),
            parsed: None,
            record: OnceCell::new(),
        }
    }

    /// Returns a record that is already parsed, with its line number (0-based).
    pub fn of(record: &'a Record<'a>, number: usize) -> Self {
        Self {
            parsed: Some(record),
            ..Self::new(record.line(), number, record.options())
        }
    }

    /// Adds the facts about the whole file.
    pub(super) fn with_facts(self, facts: &'a Facts) -> Self {
        Self {
            facts: Some(facts),
            ..self
        }
    }

    /// Returns true if this fact is known about the record.
    pub(super) fn is(&self, what: &ExternalFact) -> bool {
        self.facts
            .is_some_and(|facts| facts.has_fact(what, self.number))
    }

    #[must_use]
    pub fn of_file(self, path: &'a str) -> Self {
        Self {
            path: Some(path),
            ..self
        }
    }

    /// Returns the path of the file, if known.
    pub fn path(&self) -> Option<&str> {
        self.path.or_else(|| self.facts?.file(self.number))
    }

    /// Returns the fields and the places of the operations.
    pub(crate) fn skim(&self) -> &Skim<'a> {
        self.skim
            .get_or_init(|| Skim::read(self.line, self.options))
    }

    /// Returns the full record, including moves.
    pub(crate) fn record(&self) -> &Record<'a> {
        match self.parsed {
            Some(record) => record,
            None => self
                .record
                .get_or_init(|| Record::read(self.line, self.options)),
        }
    }

    pub(crate) fn kind(&self) -> LineKind {
        self.parsed.map_or_else(|| self.skim().kind(), Record::kind)
    }

    pub(crate) fn board(&self) -> Option<&Board> {
        self.parsed
            .map_or_else(|| self.skim().board(), Record::board)
    }

    pub(crate) fn side(&self) -> Option<Color> {
        self.parsed.map_or_else(|| self.skim().side(), Record::side)
    }

    /// Returns the castling rights as written.
    pub(crate) fn castling(&self) -> Option<&str> {
        self.parsed
            .map_or_else(|| self.skim().castling(), Record::castling)
    }

    pub(crate) fn en_passant(&self) -> Option<Square> {
        self.parsed
            .map_or_else(|| self.skim().en_passant(), Record::en_passant)
    }

    pub(crate) fn position(&self) -> Option<&Chess> {
        self.parsed
            .map_or_else(|| self.skim().position(), Record::position)
    }

    pub(crate) fn opening(&self) -> Option<Opening> {
        self.position().and_then(openings::of)
    }

    /// Returns true if the record was parsed in full.
    pub(crate) fn is_read_whole(&self) -> bool {
        self.parsed.is_some() || self.record.get().is_some()
    }

    /// Returns true if the record has or implies an operation with this opcode.
    pub(crate) fn has(&self, name: &str) -> bool {
        if let Some(record) = self.parsed {
            return record.operation(name).is_some() || record.implied(name).is_some();
        }
        let quick_look = || Skim::operation_of(self.line, name.as_bytes());
        let quick_look = match self.skim.get() {
            None => quick_look(),
            Some(_) => None,
        };
        // The quick look misses implied operations and clock fields.
        if quick_look.is_some_and(|found| found.is_some()) {
            return true;
        }
        let found = match self.skim().operation(name.as_bytes()) {
            Some(found) => found.is_some(),
            None => self.record().operation(name).is_some(),
        };
        found || self.implied(name).is_some()
    }

    /// Returns the number of an operation that the record only implies ([`Record::implied`]).
    fn implied(&self, name: &str) -> Option<i64> {
        if let Some(record) = self.parsed {
            return record.implied(name);
        }
        let may_be = match name {
            "hmvc" | "fmvn" => self.skim().may_have_clocks(),
            "dm" | "ce" => memchr::memchr(b'#', self.line).is_some(),
            _ => false,
        };
        if may_be {
            self.record().implied(name)
        } else {
            None
        }
    }

    /// Returns the number of operands of an operation; 0 if it is missing.
    pub(crate) fn operands(&self, name: &str) -> usize {
        match self.place(name) {
            Some(None) => return 0,
            Some(Some(place)) if place.words == 0 => return 0,
            Some(Some(place))
                if place.words == 1 && !moves::is_move_number(place.operands.of(self.line)) =>
            {
                return 1;
            }
            _ => {}
        }
        let record = self.record();
        let operation = record.operation(name);
        operation.map_or(0, |operation| operands(record, operation).count())
    }

    pub(crate) fn operations(&self) -> usize {
        let places = match self.parsed {
            Some(_) => None,
            None => self.skim().operations(),
        };
        places.map_or_else(|| self.record().operations().len(), <[OperationSpans]>::len)
    }

    /// Returns the place of an operation, if it exists; `None` if the full record must be parsed to find out.
    pub(crate) fn place(&self, name: &str) -> Option<Option<OperationSpans>> {
        match self.parsed {
            Some(_) => None,
            None => self.skim().operation(name.as_bytes()),
        }
    }

    /// Returns the number of an operation, as [`Record::number`] does, without parsing moves if possible.
    pub(crate) fn number_of(&self, name: &str) -> Option<Number> {
        if !holds_numbers(name) {
            return None;
        }
        match self.place(name) {
            Some(None) => self
                .implied(name)
                .map(|number| Number::Whole(number.into())),
            Some(Some(place)) if place.words == 1 => match place.operands.of(self.line) {
                // The text is everything inside the quotes.
                [b'"', inner @ .., b'"'] if holds_text(name) => read_number(inner),
                bare => read_number(bare).or_else(|| self.record().number(name)),
            },
            _ => self.record().number(name),
        }
    }

    /// Returns the operands of the first operation with this opcode; a single string is without its quotes.
    pub(crate) fn text_of(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        if let Some(found) = self.place(name) {
            let Some(place) = found else {
                return self.implied_text(name);
            };
            let shape = opcode::find(name.as_bytes()).map(|info| info.shape);
            let is_kept_text = matches!(shape, None | Some(Shape::Anything | Shape::Text { .. }));
            if let [b'"', inner @ .., b'"'] = place.operands.of(self.line)
                && place.words == 1
                && is_kept_text
            {
                return Some(Cow::Borrowed(inner));
            }
        }
        let record = self.record();
        match record.operation(name) {
            Some(operation) => Some(Cow::Borrowed(record.operands_bytes(operation))),
            None => self.implied_text(name),
        }
    }

    fn implied_text(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let number = self.implied(name)?;
        Some(Cow::Owned(number.to_string().into_bytes()))
    }
}

/// The facts from outside its line that a query needs.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    known: Arc<[(ExternalFact, LineSet)]>,
    /// The paths of all files, each with its first line in the whole.
    files: Arc<[(usize, String)]>,
    /// The line of the whole at which the queried part begins.
    first: usize,
}

impl Facts {
    /// Scans all records for duplicates, once for each kind.
    ///
    /// # Errors
    /// The records can't be read, or a private file can't be written.
    pub fn gather<R: Records>(on: &R, kinds: &[DuplicateKey]) -> Result<Self, R::Error> {
        let mut known = Vec::new();
        for kind in kinds {
            let lines = HashedRecords::of(on, kind, false)?.lines(DuplicateChoice::All)?;
            known.push((ExternalFact::Duplicate(kind.clone()), lines));
        }
        Ok(Self {
            known: known.into(),
            ..Self::default()
        })
    }

    /// Adds facts that only the editor has.
    pub(super) fn and(mut self, more: Vec<(ExternalFact, LineSet)>) -> Self {
        self.known = self.known.iter().cloned().chain(more).collect();
        self
    }

    /// Adds the path of the file, as displayed.
    #[must_use]
    pub fn of_file(self, path: &str) -> Self {
        let first = self.first;
        self.of_files([(first, path.to_owned())].into())
    }

    /// Adds the paths of all files that are read as one, each with its first line (0-based).
    #[must_use]
    pub fn of_files(mut self, files: Arc<[(usize, String)]>) -> Self {
        self.files = files;
        self
    }

    /// Returns the facts for a part that begins at line `first` (0-based) of the whole.
    #[must_use]
    pub fn starting_at(&self, first: usize) -> Self {
        Self {
            first,
            ..self.clone()
        }
    }

    /// Returns the path of the file that contains a line, if known.
    pub(super) fn file(&self, line: usize) -> Option<&str> {
        let before = |(first, _): &&(usize, String)| *first <= self.first + line;
        let found = self.files.iter().rfind(before);
        found.map(|(_, path)| path.as_str())
    }

    /// Returns true if this fact is known about a line.
    pub(super) fn has_fact(&self, what: &ExternalFact, line: usize) -> bool {
        let mut known = self.known.iter();
        known.any(|(known, lines)| known == what && lines.contains(self.first + line))
    }
}

const STREAM: &str = "-";

pub(super) type KnownPositions = Arc<HashSet<u64>>;

/// The positions of another file, read once before the first record is examined.
#[derive(Clone, Debug)]
pub struct Positions {
    path: String,
    known: Arc<OnceLock<KnownPositions>>,
}

/// Equality is by path.
impl PartialEq for Positions {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Positions {
    /// Returns the positions of a file that is not read yet.
    pub(super) fn of(path: &str) -> Self {
        Self {
            path: path.to_owned(),
            known: Arc::default(),
        }
    }

    /// Returns true if the positions come from standard input and are not read yet.
    pub(super) fn waits_for_stream(&self) -> bool {
        self.path == STREAM && self.known.get().is_none()
    }

    pub(super) fn take(&self, known: &KnownPositions) {
        // Positions that were set before are the same.
        let _ = self.known.set(Arc::clone(known));
    }

    /// Reads the file, unless it has been read.
    pub(super) fn load(&self) -> Result<(), String> {
        if self.known.get().is_some() {
            return Ok(());
        }
        let wrong = |why: String| format!("can't read `{}`: {why}", self.path);
        if self.path == STREAM {
            let message = "`position in -` reads standard input, which only the command line has; name a file";
            return Err(message.to_owned());
        }
        // [`Suite::open`] would treat a missing file as a new suite.
        let path = Path::new(&self.path);
        let found = FileInfo::at(path).map_err(|error| wrong(error.to_string()))?;
        let known = match (is_folder(path), found.is_file()) {
            (true, _) => below(path).map_err(wrong)?,
            (_, true) => known_of(&open(path).map_err(wrong)?).map_err(wrong)?,
            _ => return Err(wrong("expected a file or a folder".to_owned())),
        };
        self.take(&Arc::new(known));
        Ok(())
    }

    /// Returns true if the position of a record is among these.
    pub(super) fn contains_position(&self, record: &Record<'_>) -> bool {
        self.known.get().is_some_and(|known| {
            fingerprint(record, &DuplicateKey::Position).is_some_and(|key| known.contains(&key))
        })
    }
}

/// Returns all positions of a stream, read to its end.
pub(super) fn positions_of_stream(
    stream: impl Read + Send + 'static,
) -> Result<KnownPositions, String> {
    let wrong = |why: String| format!("can't read standard input: {why}");
    let stream = Ending::within(stream, LONGEST_STREAM);
    let suite = Suite::from_reader(STREAM, stream, &options());
    let suite = suite.map_err(|error| wrong(error.to_string()))?;
    known_of(&suite).map(Arc::new).map_err(wrong)
}

fn open(path: &Path) -> Result<Suite, String> {
    Suite::open(path, &options()).map_err(|error| error.to_string())
}

/// Returns all positions of the suites below a folder. Suites without positions are errors only if none has any.
fn below(folder: &Path) -> Result<HashSet<u64>, String> {
    let (mut all, mut why) = (HashSet::new(), None);
    for file in suites_below(folder) {
        let file = file.map_err(|error| error.to_string())?;
        let named = |why: String| format!("{}: {why}", file.path.display());
        match known_of(&open(&file.path).map_err(named)?) {
            Ok(known) => all.extend(known),
            Err(trouble) => _ = why.get_or_insert_with(|| named(trouble)),
        }
    }
    match why {
        Some(why) if all.is_empty() => Err(why),
        None if all.is_empty() && suites_below(folder).next().is_none() => {
            Err("there is no *.epd or *.fen file below this folder".to_owned())
        }
        _ => Ok(all),
    }
}

fn known_of(suite: &Suite) -> Result<HashSet<u64>, String> {
    if let Some(trouble) = suite.trouble() {
        return Err(trouble);
    }
    let snapshot = suite.snapshot();
    let (mut known, mut unread, mut lines) = (HashSet::new(), None, 0_u64);
    snapshot.each_line(0..snapshot.line_count(), |_, line| {
        lines += 1;
        let record = Record::read(line, snapshot.read_options());
        match fingerprint(&record, &DuplicateKey::Position) {
            Some(key) => _ = known.insert(key),
            None if record.kind() == LineKind::Record => {
                unread.get_or_insert_with(|| (lines, not_epd(line)));
            }
            None => {}
        }
        true
    });
    // A file without records may be empty on purpose. A file with other text would look the same, and then
    // `not in` would match everything.
    match unread {
        Some((_, Some(what))) if known.is_empty() => Err(what.to_owned()),
        Some((line, None)) if known.is_empty() => Err(format!(
            "none of its lines has a position (first: line {line}); expected records or FENs"
        )),
        _ => Ok(known),
    }
}

fn options() -> OpenOptions {
    OpenOptions {
        background: false,
        ..OpenOptions::default()
    }
}
