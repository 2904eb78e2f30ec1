//! Queries about records: `bm and not id`, `ce > 200 and side = w`, `KRPvKR and duplicate(id)`.
//!
//! A query applies to records only; comments and blank lines never match. Comparisons with a missing value
//! are false, so `ce != 0` requires a `ce`. The grammar is above each parse function in `parse`; [`WORDS`]
//! lists all words.
//!
//! ```
//! use epdit::suite::{FoundSoFar, Job, Query, Suite, query_lines};
//!
//! let text = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7; id \"a\";\n";
//! let suite = Suite::from_bytes("ends.epd", text.to_vec());
//! let query = Query::parse("KPvK and side = b and not ce")?;
//! let found = query_lines(&suite.snapshot(), &query, &Job::new(), &FoundSoFar::default())?;
//! assert_eq!(found.iter().collect::<Vec<_>>(), [1]);
//!
//! let error = Query::parse("side = x").expect_err("nobody moves x");
//! assert_eq!(error.span.range(), 7..8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod ast;
mod cursor;
mod evaluate;
mod lazy_record;
mod parse;
pub(super) mod shapes;
mod warnings;

pub use crate::suite::search::Candidates;
pub use ast::{Calculation, in_list};
pub(super) use evaluate::written;
pub use lazy_record::{Facts, LazyRecord};
pub use shapes::{Phase, material};
pub use warnings::{SeenOpcodes, nobody_has, none_of_these_has};

use crate::epd::{LineKind, ReadOptions, Skim, Span, spelling};
use crate::suite::duplicates::DuplicateKey;
use crate::suite::edit::Selection;
use crate::suite::line_set::{LineSet, LineSetBuilder, Part};
use crate::suite::progress::Job;
use crate::suite::records::ChosenRecords;
use crate::suite::scan::{JobError, scan};
use crate::suite::search::{FoundSoFar, Pattern};
use crate::suite::snapshot::Snapshot;
use ast::{ExternalFact, Node};
use cursor::Expected;
use lazy_record::Positions;
use parse::expected_behind;
use std::io::Read;
use std::sync::Arc;

/// A parsed query.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    text: String,
    node: Node,
    /// Literal texts that every matching line contains, the longest first.
    needles: Vec<Pattern>,
    /// Collects the opcodes seen while the query runs.
    seen: Option<Arc<SeenOpcodes>>,
    marked: Option<LineSet>,
    /// The paths of the queried files, each with its first line.
    files: Arc<[(usize, String)]>,
}

impl Query {
    /// Parses a query.
    ///
    /// # Errors
    /// The text is not a query; the error has the span and the expected words.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        let mut node = parse::query(text)?;
        node.order();
        let mut needles = Vec::new();
        node.needles(&mut needles);
        needles.sort_by_key(|needle| std::cmp::Reverse(needle.text().len()));
        Ok(Self {
            text: text.to_owned(),
            node,
            needles,
            seen: None,
            marked: None,
            files: Arc::default(),
        })
    }

    /// Returns the query that matches all other records, with the same marks and files.
    #[must_use]
    pub fn inverted(mut self) -> Self {
        self.needles.clear();
        self.node = Node::Not(Box::new(self.node));
        self
    }

    /// Returns the query as typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the kinds of duplicates that must be found in the whole file before a line can be matched.
    pub fn whole_file(&self) -> Vec<DuplicateKey> {
        let mut kinds = Vec::new();
        self.node.each(&mut |node| match node {
            Node::Known(ExternalFact::Duplicate(kind)) if !kinds.contains(kind) => {
                kinds.push(kind.clone())
            }
            _ => {}
        });
        kinds
    }

    /// Returns this query for a file in the editor, with its displayed path and marked lines.
    #[must_use]
    pub fn in_editor(mut self, path: &str, marked: Option<&LineSet>) -> Self {
        self.marked = marked.filter(|_| self.asks(&ExternalFact::Marked)).cloned();
        self.of_files(vec![(0, path.to_owned())])
    }

    /// Returns this query for files that are read as one: their paths, each with its first line (0-based).
    #[must_use]
    pub fn of_files(mut self, files: Vec<(usize, String)>) -> Self {
        self.files = files.into();
        self
    }

    /// Returns the word of the query that is valid only in the editor: `marked` or `edited`.
    pub fn word_of_the_editor(&self) -> Option<&'static str> {
        let words = [
            (ExternalFact::Marked, "marked"),
            (ExternalFact::Edited, "edited"),
        ];
        let found = words.into_iter().find(|(known, _)| self.asks(known));
        found.map(|(_, word)| word)
    }

    fn asks(&self, wanted: &ExternalFact) -> bool {
        self.node
            .any(|node| matches!(node, Node::Known(known) if known == wanted))
    }

    fn positions(&self) -> Vec<&Positions> {
        let mut all = Vec::new();
        self.node.each(&mut |node| {
            if let Node::PositionIn(positions) = node {
                all.push(positions);
            }
        });
        all
    }

    /// Reads the files of `position in FILE`. Before that, no position matches.
    ///
    /// # Errors
    /// A file can't be read; the text contains the reason.
    pub fn load(&self) -> Result<(), String> {
        self.positions().into_iter().try_for_each(Positions::load)
    }

    /// Returns true if the query needs positions from standard input (`position in -`) that are not read yet.
    pub fn waits_for_stream(&self) -> bool {
        let all = self.positions();
        all.iter().any(|positions| positions.waits_for_stream())
    }

    /// Reads the positions of `position in -` from a stream, to its end.
    ///
    /// # Errors
    /// The stream can't be read or does not end; the text contains the reason.
    pub fn load_stream(&self, stream: impl Read + Send + 'static) -> Result<(), String> {
        let known = lazy_record::positions_of_stream(stream)?;
        let all = self.positions().into_iter();
        let waiting = all.filter(|positions| positions.waits_for_stream());
        waiting.for_each(|positions| positions.take(&known));
        Ok(())
    }

    /// Gathers the facts that the query needs from the whole file; reads nothing if it needs none.
    ///
    /// # Errors
    /// Cancelled, or lines can no longer be read.
    pub fn facts(&self, snapshot: &Snapshot, job: &Job) -> Result<Facts, JobError> {
        let kinds = self.whole_file();
        let on = ChosenRecords::of(snapshot, &Selection::All, job);
        on.begin(kinds.iter().map(|kind| kind.passes()).sum());
        let facts = Facts::gather(&on, &kinds)?;
        let mut more = Vec::new();
        more.extend(
            self.marked
                .clone()
                .map(|lines| (ExternalFact::Marked, lines)),
        );
        if self.asks(&ExternalFact::Edited) {
            more.push((ExternalFact::Edited, snapshot.edited_lines()));
        }
        Ok(facts.and(more).of_files(self.files.clone()))
    }

    /// Returns true if a line (number 0-based) matches. `facts` are those of [`Self::facts`], or
    /// [`Facts::default`] if [`Self::whole_file`] is empty.
    pub fn matches(
        &self,
        line: &[u8],
        number: usize,
        options: &ReadOptions,
        facts: &Facts,
    ) -> bool {
        self.ask(
            &LazyRecord::new(line, number, options).with_facts(facts),
            None,
        )
    }

    /// Returns true if a line returned by [`Self::candidates`] matches, without searching it for the same
    /// text again.
    pub fn matches_candidate(
        &self,
        line: &[u8],
        number: usize,
        options: &ReadOptions,
        facts: &Facts,
    ) -> bool {
        let subject = LazyRecord::new(line, number, options).with_facts(facts);
        self.ask(&subject, self.looked_for())
    }

    /// Returns true if the query depends on the file's name.
    pub fn asks_file(&self) -> bool {
        self.node
            .any(|node| matches!(node, Node::Text(ast::TextOf::File, ..)))
    }

    /// Returns true if the query depends on the castling rules.
    pub fn asks_rules(&self) -> bool {
        self.node.any(|node| node.asks_rules())
    }

    /// Returns the lines of `text`, which begins with line `first`, that may match, each with its number and end.
    /// [`Self::matches`] is false for all others; their opcodes count for the hint shown when nothing matches.
    pub fn candidates<'q, 't>(
        &'q self,
        text: &'t [u8],
        terminator: u8,
        first: usize,
        options: &ReadOptions,
    ) -> Candidates<'q, 't> {
        let needle = self.looked_for().and_then(|nth| self.needles.get(nth));
        if let (Some(seen), Some(_)) = (&self.seen, needle) {
            seen.pass(text, terminator, options);
        }
        Candidates::of(needle, text, terminator, first)
    }

    /// Returns the index of the longest needle that can be searched for without splitting the text into lines.
    fn looked_for(&self) -> Option<usize> {
        self.needles.iter().position(Pattern::is_literal)
    }

    /// Returns true if a record matches; `known` is the index of a needle that was already found in the line.
    fn ask(&self, subject: &LazyRecord<'_>, known: Option<usize>) -> bool {
        let mut needles = self.needles.iter().enumerate();
        let found = needles.all(|(nth, needle)| known == Some(nth) || needle.is_in(subject.line))
            && Skim::kind_of(subject.line) == LineKind::Record
            && self.node.holds(subject);
        if let Some(seen) = &self.seen {
            seen.see(subject, found);
        }
        found
    }
}

/// Runs a query over all lines, in parallel. While it runs, `so_far` has the matches found; progress is in
/// lines. Moves are parsed only if the query needs them.
///
/// # Errors
/// Cancelled, or lines can no longer be read.
pub fn query_lines(
    snapshot: &Snapshot,
    query: &Query,
    job: &Job,
    so_far: &FoundSoFar,
) -> Result<LineSet, JobError> {
    let facts = query.facts(snapshot, job)?;
    let task = |range| {
        let (mut lines, mut found, mut parsed) = (Part::of(&range), 0, 0);
        let terminator = snapshot.line_end().terminator();
        for run in snapshot.runs(range) {
            let options = snapshot.read_options();
            for (line, bytes) in query.candidates(&run.bytes, terminator, run.first, options) {
                let subject = LazyRecord::new(bytes, line, options).with_facts(&facts);
                if query.ask(&subject, query.looked_for()) {
                    lines.insert(line);
                    found += 1;
                }
                parsed += usize::from(subject.is_read_whole());
            }
        }
        snapshot.work.parsed_lines(parsed);
        so_far.add(found, found);
        lines
    };
    let mut found = LineSetBuilder::default();
    scan(snapshot, job, task, |lines| {
        found.add(&lines);
        so_far.gather(&lines);
        Ok(())
    })?;
    Ok(found.lines())
}

/// The error of a query: its span, and the tokens valid there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct QueryError {
    /// The wrong bytes; empty if something is missing.
    pub span: Span,
    /// The message, with the expected tokens.
    pub message: String,
    pub expected: Vec<String>,
}

impl QueryError {
    /// Returns the query with a marker below the place, for display.
    pub fn marked(&self, text: &str) -> String {
        let before = text.get(..self.span.start).unwrap_or(text);
        let wrong = text.get(self.span.range()).unwrap_or_default();
        let columns = |text: &str| text.chars().count();
        format!(
            "{text}\n{}{} {}",
            " ".repeat(columns(before)),
            "^".repeat(columns(wrong).max(1)),
            self.message
        )
    }
}

/// The completions at a position in a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The bytes that a choice replaces: the word at the cursor.
    pub span: Span,
    /// The words with their meanings, in display order.
    pub choices: Vec<(String, String)>,
}

impl Completions {
    /// Returns the choices that extend a word ending at byte `end`.
    #[cfg(feature = "editor")]
    pub(crate) fn of_word(
        end: usize,
        word: &str,
        choices: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        let extends = |(name, _): &(String, String)| name.starts_with(word) && name != word;
        Self {
            span: Span::new(end - word.len(), end),
            choices: choices.into_iter().filter(extends).collect(),
        }
    }
}

/// Returns the completions at byte `cursor` of a query, given the text before it.
pub fn complete(text: &str, cursor: usize) -> Completions {
    let before = text.get(..cursor.min(text.len())).unwrap_or(text);
    let start_of = |dash: bool| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || dash && c == '-';
        before.rfind(|c: char| !is_part(c)).map_or(0, |at| {
            at + before[at..].chars().next().map_or(1, char::len_utf8)
        })
    };
    // Codes contain dashes; elsewhere a dash is an operator.
    let is_code = expected_behind(&before[..start_of(true)]).contains(&Expected::Code);
    let start = start_of(is_code);
    let (head, typed) = before.split_at(start);
    let mut choices: Vec<(String, String)> = Vec::new();
    for expected in expected_behind(head) {
        for choice in expected.choices() {
            let fits = choice.0.starts_with(typed) && choice.0 != typed;
            if fits && !choices.iter().any(|(known, _)| *known == choice.0) {
                choices.push(choice);
            }
        }
    }
    Completions {
        span: Span::new(start, before.len()),
        choices,
    }
}

/// A word of the query language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    pub name: &'static str,
    pub about: &'static str,
    /// A query that uses the word; empty for words that only follow others.
    pub example: &'static str,
}

/// Makes a table of words: the form, the meaning, and a query that uses it.
macro_rules! words {
    ($($name:literal $about:literal => $example:literal;)*) => {
        &[$(Word { name: $name, about: $about, example: $example }),*]
    };
}

/// The forms of conditions, in the order of the help.
pub static FORMS: &[Word] = words! {
    "OPCODE" "the operation is present" => "bm";
    "OPCODE > 200" "its number compares: = != < <= > >= between in" => "ce between -50 and 50";
    "ce + 2*acd" "calculations: + - * / ( )" => "(ce + 50) / 100 > 2";
    "OPCODE = WORD" "its only operand is this text or move" => "id = WAC.001";
    "OPCODE in (A, B)" "it is one of these" => "bm in (Nf6, Nd5)";
    "OPCODE has X" "one operand is this move or word" => "bm has Nf3";
    "first(pv) = Nf3" "its first move or word" => "first(pv) in (Nf3, d4)";
    "bm = op(pm)" "they are the same; `has`: one of the moves is" => "bm has first(pv)";
    "OPCODE ~ TEXT" "it contains the text; !~ does not" => "c0 ~ \"fork\"";
    "OPCODE ~ /regex/" "it matches the expression" => "id ~ /^WAC/";
    "id.prefix = BK" "what it begins with, without the number at its end" => "id.prefix in (BK, WAC)";
    "bm captures" "what kind of move it is" => "bm to e4 and bm piece P";
    "KRPvKR or KRPKR" "material, either side White; P* any, P+ at least one" => "KRP*vKRP*";
};

/// All words, in the order of the help; those without an example only follow others.
pub static WORDS: &[Word] = words! {
    "and" "both sides match; also `&&`" => "bm and not id";
    "or" "either side matches; also `||`" => "bm or am";
    "not" "it does not match; also `!`" => "not legal";
    "op" "an operation by its opcode, even if the opcode is a query word" => "op(Private)";
    "all" "every record" => "all";
    "has" "one operand is this move or word" => "bm has Nf3";
    "in" "one of these" => "id in (WAC.001, WAC.004)";
    "between" "at least the first number and at most the second" => "ce between -50 and 50";
    "captures" "one of the moves captures" => "bm captures";
    "checks" "one of the moves gives check or mates" => "not bm checks";
    "mates" "one of the moves mates" => "bm mates";
    "promotes" "one of the moves promotes a pawn" => "bm promotes";
    "castles" "one of the moves castles" => "pv castles";
    "to" "one of the moves ends on this square" => "bm to e4";
    "from" "one of the moves starts on this square" => "bm from g1";
    "piece" "one of the moves is of it: P N B R Q K; piece(bm): that of the first" => "bm piece Q";
    "first" "the first move or word of an operation" => "first(pv) captures";
    "text" "the whole line" => "text ~ \"Botvinnik\"";
    "file" "the path or name of the file" => "file ~ wac";
    "marked" "marked in the editor" => "marked and not bm";
    "edited" "changed in the editor since the last save" => "edited";
    "side" "the side to move: w or b" => "side = w";
    "white" "White is to move" => "white and ce > 200";
    "black" "Black is to move" => "black and check";
    "castling" "any castling rights, or these: by side (KQkq) or rook file (HAha)" => "castling has KQ";
    "ep" "the en-passant square: a square, `-` or `legal`" => "ep = legal";
    "legal" "the position is legal" => "legal";
    "check" "the side to move is in check" => "check and not mate";
    "mate" "checkmate on the board" => "mate";
    "mate in N" "forced mate in N moves, N up to 3" => "mate in 2";
    "stalemate" "the side to move is stalemated" => "stalemate";
    "kept" "left unchanged by fmt and saves, because it is ambiguous" => "kept";
    "canonical" "the record is in canonical form" => "not canonical";
    "material" "pawn 100, knight and bishop 300, rook 500, queen 900" => "material(w) - material(b) >= 300";
    "count" "number of these pieces, or of an opcode's operands" => "count(bm) > 1";
    "pieces" "number of pieces, in all or of a side" => "pieces <= 7";
    "moves" "number of legal moves" => "moves = 1";
    "length" "bytes of the line, or of an operation's text: length(id)" => "length > 255";
    "abs" "a number without its sign" => "abs(ce) > 300";
    "round" "the nearest whole number" => "round(ce / 100) = 3";
    "min" "the least of some numbers" => "min(ce, 300) > acd";
    "max" "the greatest of some numbers" => "max(acd, 10) > 12";
    "line" "line number, from 1" => "line <= 100";
    "operations" "number of operations" => "operations = 0";
    "passed" "passed pawns, in all or of a side" => "passed(own) > passed(other)";
    "isolated" "pawns with none of their side on the files beside them" => "isolated(w) = 0";
    "doubled" "pawns with one of their side behind them on the file" => "doubled(b) >= 2";
    "attacks" "attacks by a side or pieces on a square, a side or pieces" => "attacks(N, kq) >= 2";
    "at" "the piece on a square; `-` for none" => "at(e4) = Pp";
    "board" "a board pattern: `?` any square, `*` any squares" => "board ~ \"*/*/*/*/4P3/*/*/*K1\"";
    "phase" "opening, middlegame or endgame, by the remaining pieces" => "phase = endgame";
    "opening" "name by position; in `phase = opening`, 20 points or more (queen 4, rook 2, minor piece 1)" => "opening ~ sicilian";
    "opening.eco" "the ECO code of the opening, by position" => "opening.eco in (B20, B90)";
    "problem" "any error or warning, or this code or severity" => "problem(move-illegal)";
    "duplicate" "another record has the same position, id or text" => "duplicate(position)";
    "w" "White" => "";
    "b" "Black" => "";
    "own" "the side to move" => "material(own) > material(other)";
    "other" "the side not to move" => "";
    "middlegame" "9 to 19 points (queen 4, rook 2, minor piece 1)" => "";
    "endgame" "8 points or fewer (queen 4, rook 2, minor piece 1)" => "";
    "error" "problems that are errors" => "";
    "warning" "problems that are warnings" => "";
    "hint" "problems that are hints" => "";
    "position" "placement, side, castling rights, usable en-passant square" => "position in other.epd";
    "id" "the id" => "duplicate(id)";
    "record" "the whole record, as canonical text" => "duplicate(record)";
};

/// Returns the word of the query language nearest to a misspelling.
fn nearest_word(word: &str) -> Option<&'static str> {
    let words = WORDS.iter().map(|word| word.name);
    let words = words.filter(|other| other.len() > 2 && *other != word);
    spelling::nearest(word.as_bytes(), words, 1)
        .first()
        .copied()
}

fn find_word(name: &str) -> Option<&'static Word> {
    WORDS.iter().find(|word| word.name == name)
}

#[cfg(test)]
mod tests;
