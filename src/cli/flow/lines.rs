//! Changes line by line, as a stream; several inputs joined to one; and the context in which an input's lines are
//! read and chosen.

use crate::cli::diff::Diff;
use crate::cli::flow::summary::{Summary, Verb};
use crate::cli::flow::{
    ChangeDestination, Changes, Fault, Input, Outcome, Paths, Piece, Records, Status, Text,
    each_file, each_file_alone, with_output,
};
use crate::cli::output::{Color, Output, Tail, say};
use crate::epd::{LineKind, ReadOptions, Record, Skim};
use crate::suite::edit::{Edit, EditTarget, Rewrite, Skipped};
use crate::suite::query::{Facts, LazyRecord};
use crate::suite::{Query, explain};
use std::io::{self, Read};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Notes about the lines of a piece, and of a file.
pub(crate) trait Notes: Default + Send {
    /// Adds the notes about the text that follows.
    fn join(&mut self, other: Self);
}

struct PieceResult<N> {
    notes: N,
    changed: u64,
    /// The new text of the piece, if it is to be written and differs.
    text: Vec<u8>,
    /// The changed lines by number, if only these are shown.
    lines: Vec<(u64, Vec<u8>)>,
}

impl<N: Notes> PieceResult<N> {
    fn of<'p>(
        piece: Piece<'p>,
        to: ChangeDestination<'_>,
        lines: impl Iterator<Item = (u64, &'p [u8])>,
        mut edit: impl FnMut(&mut N, u64, &[u8]) -> Option<Vec<u8>>,
    ) -> Self {
        let mut edited = Self {
            notes: N::default(),
            changed: 0,
            text: Vec::new(),
            lines: Vec::new(),
        };
        // Everything before `done` is written.
        let mut done = 0;
        for (number, line) in lines {
            let new = edit(&mut edited.notes, number, line);
            let Some(new) = new.filter(|new| new != line && !piece.is_open) else {
                continue;
            };
            edited.changed += 1;
            match to {
                ChangeDestination::InPlace | ChangeDestination::Output(_) => {
                    let start = piece.offset(line);
                    let before = piece.bytes.get(done..start).unwrap_or_default();
                    if done == 0 {
                        edited.text.reserve(piece.bytes.len());
                    }
                    edited.text.extend_from_slice(before);
                    edited.text.extend_from_slice(&new);
                    done = start + line.len();
                }
                ChangeDestination::Diff { .. } => edited.lines.push((number, new)),
                ChangeDestination::Nothing { .. } => {}
            }
        }
        if done > 0 {
            let rest = piece.bytes.get(done..).unwrap_or_default();
            edited.text.extend_from_slice(rest);
        }
        edited
    }

    /// Returns the text to write for the piece.
    fn written<'a>(&'a self, piece: Piece<'a>, to: ChangeDestination<'_>) -> &'a [u8] {
        match self.changed {
            _ if to.only_looks() => &[],
            0 => piece.bytes,
            _ => &self.text,
        }
    }
}

/// Runs `edit` on the chosen lines of a file ([`Source::lines`]) with their numbers (1-based), on all cores, and
/// writes them to the destination; `None` leaves a line unchanged. Returns the notes and the number of changed lines.
pub(crate) fn edit_lines<N: Notes>(
    source: &Source<'_>,
    text: Text,
    to: ChangeDestination<'_>,
    color: Color,
    out: &mut Output<'_>,
    edit: impl Fn(&mut N, u64, &[u8]) -> Option<Vec<u8>> + Sync,
) -> Result<(N, u64), Fault> {
    let work = |piece: Piece<'_>| PieceResult::of(piece, to, source.lines(piece), &edit);
    edit_pieces(source, text, to, color, out, work)
}

/// Does the work of [`edit_lines`], piece by piece.
fn edit_pieces<N: Notes>(
    source: &Source<'_>,
    mut text: Text,
    to: ChangeDestination<'_>,
    color: Color,
    out: &mut Output<'_>,
    work: impl Fn(Piece<'_>) -> PieceResult<N> + Sync,
) -> Result<(N, u64), Fault> {
    let (mut notes, mut changed) = (N::default(), 0);
    let mut take = |edited: &mut PieceResult<N>| {
        notes.join(std::mem::take(&mut edited.notes));
        changed += edited.changed;
        changed
    };
    match (to, &source.input.path) {
        (ChangeDestination::InPlace, Some(path)) => {
            text.replace(source.input, path, |text, file| {
                let mut changed = 0;
                text.pieces(work, |piece, mut edited| {
                    changed = take(&mut edited);
                    let text = edited.written(piece, to);
                    file.write_all(text).map_err(Fault::Output)
                })?;
                Ok(changed > 0)
            })?
        }
        (ChangeDestination::Diff { .. }, _) => {
            let mut diff = Diff::new(&source.input.name, color.on_stdout());
            text.pieces(work, |piece, mut edited| {
                take(&mut edited);
                let mut changes = edited.lines.into_iter().peekable();
                if piece.is_part() {
                    return diff.pass(out);
                }
                for (number, line) in piece.lines() {
                    let new = changes.next_if(|(at, _)| *at == number);
                    diff.line(number, line, new.map(|(_, new)| new), out)?;
                }
                Ok(())
            })?;
            diff.close(out)?;
        }
        _ => {
            out.next_file()?;
            if !out.is_first_file() {
                text.skip_mark()?;
            }
            text.pieces(work, |piece, mut edited| {
                take(&mut edited);
                out.lines(edited.written(piece, to))
            })?;
        }
    }
    Ok((notes, changed))
}

/// The outcome of the records of a file.
#[derive(Default)]
struct Tally {
    records: usize,
    /// The number of changed comments and blank lines.
    others: usize,
    left: Skipped,
}

impl Notes for Tally {
    fn join(&mut self, other: Self) {
        self.records += other.records;
        self.others += other.others;
        self.left.join(other.left);
    }
}

/// Runs an edit over all chosen records. Prints a summary with the reasons for records left unchanged.
pub(crate) fn change_each(changes: &Changes, color: Color, edit: &Edit) -> Outcome {
    let to = changes.target.of(&changes.records.paths)?;
    change_each_to(changes, to, color, edit, |_, _| Ok(Status::Clean))
}

/// Runs an edit with a destination other than that of `changes`; `done` is called with each file in which a line
/// changed.
pub(crate) fn change_each_to(
    Changes { records, .. }: &Changes,
    to: ChangeDestination<'_>,
    color: Color,
    edit: &Edit,
    mut done: impl FnMut(&Source<'_>, &mut Output<'_>) -> Outcome,
) -> Outcome {
    let Records { paths, chosen } = records;
    let mut summary = Summary::new(chosen.is_some());
    let ready = edit.ready();
    // Comments also have a canonical form.
    let is_of_lines = matches!(edit, Edit::Canonical(_));
    let status = with_output(to.file(), |out| {
        let mut before = 0;
        let each = |source: &Source<'_>, text: Text| {
            let work = |piece: Piece<'_>| {
                let lines: Vec<_> = match is_of_lines {
                    true => source.lines(piece).collect(),
                    false => source.records(piece).collect(),
                };
                let mut ranks = piece.counted(lines.len() as u64)..;
                let edit = |tally: &mut Tally, number, line: &[u8]| {
                    let is_record = !is_of_lines || Skim::kind_of(line) == LineKind::Record;
                    tally.records += usize::from(is_record);
                    let at = usize::try_from(number).unwrap_or(usize::MAX);
                    let number = at.saturating_sub(1);
                    let rank_in_file = ranks.next().unwrap_or(u64::MAX);
                    let rewrite = ready.rewrite(&EditTarget {
                        line,
                        options: source.options(),
                        path: &source.input.name,
                        number,
                        rank: rank_in_file.saturating_add(before),
                        rank_in_file,
                    });
                    match rewrite {
                        Rewrite::Replace(new) => {
                            tally.others += usize::from(!is_record && new != line);
                            Some(new)
                        }
                        Rewrite::Remove => Some(Vec::new()),
                        Rewrite::Leave(why) => {
                            tally.left.note(why, number);
                            None
                        }
                        Rewrite::Keep => None,
                    }
                };
                PieceResult::of(piece, to, lines.into_iter(), edit)
            };
            let (tally, changed) = edit_pieces(source, text, to, color, out, work)?;
            before += tally.records as u64;
            summary.records += tally.records;
            let records = usize::try_from(changed).unwrap_or(usize::MAX);
            summary.changed += records.saturating_sub(tally.others);
            summary.take(&tally.left, |line| source.place(line));
            match changed {
                0 => Ok(Status::Clean),
                _ => done(source, out),
            }
        };
        let (query, locks) = (chosen.as_ref(), matches!(to, ChangeDestination::InPlace));
        match to.is_in_place() {
            true => each_file_alone(paths, query, locks, each),
            false => each_file(paths, query, each),
        }
    })?;
    if summary.records > 0
        && let Some(said) = ready.said()
    {
        say(&said);
    }
    Ok(summary.end(status, Verb::Change, to.writes_nothing(status)))
}

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

/// Several files as one, each beginning on a new line.
pub(crate) struct JoinedInput {
    left: std::vec::IntoIter<Input>,
    now: Option<(Box<dyn Read + Send>, String)>,
    is_first: bool,
    tail: Tail,
    /// The unread bytes of the line end that the previous file lacks.
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

impl JoinedInput {
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
    // A byte-order mark within the joined text would belong to a record.
    if !is_first {
        text.skip_mark()?;
    }
    Ok(text.into_read())
}

impl Read for JoinedInput {
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

/// The context in which the lines of an input are read.
pub(crate) struct Source<'a> {
    pub input: &'a Input,
    /// The options for reading lines, found on first use: the castling rules may depend on the last line.
    options: OnceLock<ReadOptions>,
    /// The options under classical rules, for reading that does not depend on castling.
    classical: ReadOptions,
    pub(super) query: Option<&'a Query>,
    pub(super) facts: Facts,
}

impl Source<'_> {
    /// Sets the length in bytes up to which a line gets no diagnostic.
    pub(crate) fn with_longest_line(mut self, bytes: usize) -> Self {
        self.classical.longest_line = bytes;
        self
    }

    /// Returns the options for reading lines. The first call may read the file for the castling rules.
    pub(crate) fn options(&self) -> &ReadOptions {
        self.options.get_or_init(|| ReadOptions {
            rules: self.input.castling_rules(),
            ..self.classical
        })
    }

    /// Reads a line. The file is read for the castling rules only if a record needs them; in most files none does.
    pub(crate) fn read<'l>(&self, line: &'l [u8]) -> Record<'l> {
        let known = self.options.get();
        let mut record = Record::read(line, known.unwrap_or(&self.classical));
        if known.is_none() && record.asks_rules() {
            record = Record::read(line, self.options());
        }
        record
    }

    /// Returns a record in line `number` (1-based), ready for fields to be evaluated.
    pub(crate) fn lazy<'r>(&'r self, record: &'r Record<'r>, number: u64) -> LazyRecord<'r> {
        let index = usize::try_from(number).map_or(usize::MAX, |line| line.saturating_sub(1));
        LazyRecord::of(record, index).of_file(&self.input.name)
    }

    /// Returns the options for reading lines; classical ones if the castling rules do not matter.
    pub(crate) fn options_where(&self, asks_rules: bool) -> &ReadOptions {
        match asks_rules {
            true => self.options(),
            false => &self.classical,
        }
    }

    fn options_of(&self, query: &Query) -> &ReadOptions {
        self.options_where(query.asks_rules())
    }

    /// Returns true if a line (1-based) is chosen: every line, if there is no query.
    pub(crate) fn has(&self, number: u64, line: &[u8]) -> bool {
        let at = index_of(number);
        self.query
            .is_none_or(|query| query.matches(line, at, self.options_of(query), &self.facts))
    }

    /// Returns true if one of the query's candidates is chosen.
    fn has_candidate(&self, query: &Query, number: u64, line: &[u8]) -> bool {
        query.matches_candidate(line, index_of(number), self.options_of(query), &self.facts)
    }

    /// Returns the chosen records of a piece, with their numbers.
    pub(crate) fn records<'p>(&self, piece: Piece<'p>) -> impl Iterator<Item = (u64, &'p [u8])> {
        let is_asked =
            |line: &[u8]| self.query.is_some() || Skim::kind_of(line) == LineKind::Record;
        self.lines(piece).filter(move |(_, line)| is_asked(line))
    }

    /// Returns the chosen records of a piece, with their numbers; all lines, if there is no query.
    pub(crate) fn lines<'p>(&self, piece: Piece<'p>) -> impl Iterator<Item = (u64, &'p [u8])> {
        let end = piece.end().filter(|_| !piece.continues);
        let candidates = self.query.zip(end).map(|(query, end)| {
            let first = usize::try_from(piece.first_line).unwrap_or(usize::MAX);
            let lines = query.candidates(piece.bytes, end, first, self.options_of(query));
            let lines = lines.map(|(number, line)| (number as u64, line));
            lines.filter(move |(number, line)| self.has_candidate(query, *number, line))
        });
        let others = candidates.is_none().then(|| piece.lines());
        let others = others.into_iter().flatten();
        let others = others.filter(|(number, line)| self.has(*number, line));
        candidates.into_iter().flatten().chain(others)
    }

    /// Returns the place of a line (0-based): `a.epd:17`.
    pub(crate) fn place(&self, line: usize) -> String {
        format!("{}:{}", self.input.name, line + 1)
    }
}

/// Converts a 1-based line number to an index.
fn index_of(number: u64) -> usize {
    usize::try_from(number)
        .unwrap_or(usize::MAX)
        .saturating_sub(1)
}

impl Input {
    /// Returns the context for reading all lines, without a query.
    pub(crate) fn source_alone(&self) -> Source<'_> {
        self.source(None, Facts::default().of_file(&self.name))
    }

    /// Returns the context for reading the input's lines.
    pub(super) fn source<'a>(&'a self, query: Option<&'a Query>, facts: Facts) -> Source<'a> {
        Source {
            input: self,
            options: OnceLock::new(),
            classical: self.classical_options(),
            query,
            facts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::flow::Kind;

    #[test]
    fn joined_lines_are_mapped_to_their_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let input = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("a file");
            Input::new(name.into(), Some(path), Kind::default())
        };
        let inputs = vec![input("a", "1\r\n2"), input("b", ""), input("c", "1\n2\n")];
        let mut joined = JoinedInput::new(inputs);
        let places = joined.places.clone();
        let mut text = String::new();
        joined.read_to_string(&mut text).expect("text");
        assert_eq!(text, "1\r\n2\r\n1\n2\n");
        let found: Vec<_> = (0..4).map(|line| places.of(line)).collect();
        assert_eq!(found, ["a:1", "a:2", "c:1", "c:2"]);
        assert_eq!(places.of(3), "c:2");
    }
}
