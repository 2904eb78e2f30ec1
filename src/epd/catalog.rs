//! The catalogue of diagnostics: one entry per code, with its name, message and explanation, its fix, the alternative
//! fixes, and related places in the line.
//!
//! An entry is in the file of its subject, with the functions that only it needs. A new code needs a name in [`Code`],
//! an entry, and a check in the reader that reports it. The table is made at compile time, which fails for a code
//! without an entry.

mod fields;
mod line;
mod moves;
mod operands;
mod operations;
#[cfg(test)]
mod tests;

use crate::epd::diagnostic::{
    Code, Detail, Diagnostic, Effect, Fix, RelatedPlace, Severity, quoted,
};
use crate::epd::record::{Dialect, LineKind, ReadOptions, Record};
use crate::epd::span::Span;

struct Entry {
    code: Code,
    name: &'static str,
    severity: Severity,
    effect: Effect,
    title: &'static str,
    about: &'static str,
    example: &'static str,
    /// The kind of file that the example comes from.
    example_dialect: Dialect,
    /// Whether words around the problem may belong to another operation: no fix of [`Proof::Operation`] is then safe.
    unsettles: bool,
    proof: Proof,
    message: fn(&Context<'_, '_>) -> String,
    fix: fn(&Context<'_, '_>) -> Option<Fix>,
    /// The unsafe fixes besides the first.
    choices: fn(&Context<'_, '_>) -> Vec<Fix>,
    /// The rank of a fix among all of a diagnostic: the least comes first.
    rank: fn(&Context<'_, '_>, &Fix) -> u8,
    related: fn(&Context<'_, '_>) -> Vec<RelatedPlace>,
}

/// The surroundings that must be sound in a blocked record for a fix to be safe.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proof {
    Nothing,
    /// The operation has no word that may belong elsewhere.
    Operation,
    /// No diagnostic blocks between the semicolons around it.
    Piece,
    /// The record has no word that may belong elsewhere.
    Record,
}

impl Entry {
    const NONE: Self = Self {
        code: Code::NotEpd,
        name: "",
        severity: Severity::Error,
        effect: Effect::None,
        title: "",
        about: "",
        example: "",
        example_dialect: Dialect::Epd,
        unsettles: false,
        proof: Proof::Nothing,
        message: |_| String::new(),
        fix: |_| None,
        choices: |_| Vec::new(),
        rank: |_, _| 0,
        related: |_| Vec::new(),
    };
}

/// Makes the entries of one file: code, name, usual severity, effect (if it has any), title, explanation, an example
/// line (for a code about two lines of a file, the later one), the message, and any deviation from [`Entry::NONE`].
macro_rules! entries {
    ($($code:ident $name:literal $severity:ident $($effect:ident)?
        $title:literal $about:literal $example:literal
        message: $message:expr $(, $key:ident: $value:expr)*;)*) => {
        pub(super) const ENTRIES: &[Entry] = &[$(Entry {
            code: crate::epd::diagnostic::Code::$code,
            name: $name,
            severity: crate::epd::diagnostic::Severity::$severity,
            $(effect: crate::epd::diagnostic::Effect::$effect,)?
            title: $title,
            about: $about,
            example: $example,
            message: $message,
            $($key: $value,)*
            ..Entry::NONE
        },)*];
    };
}
use entries;

const SUBJECTS: &[&[Entry]] = &[
    line::ENTRIES,
    fields::ENTRIES,
    operations::ENTRIES,
    operands::ENTRIES,
    moves::ENTRIES,
];

/// The entries in the order of their codes.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
static TABLE: [&Entry; Code::all().len()] = {
    let mut table = [&Entry::NONE; Code::all().len()];
    let (mut subject, mut filled) = (0, 0);
    while subject < SUBJECTS.len() {
        let entries = SUBJECTS[subject];
        let mut at = 0;
        while at < entries.len() {
            table[entries[at].code as usize] = &entries[at];
            at += 1;
            filled += 1;
        }
        subject += 1;
    }
    let mut at = 0;
    while at < table.len() {
        assert!(!table[at].name.is_empty(), "a code has no entry");
        at += 1;
    }
    assert!(filled == table.len(), "a code has two entries");
    table
};

impl Code {
    #[expect(clippy::indexing_slicing, reason = "each code has its entry")]
    fn entry(self) -> &'static Entry {
        TABLE[self as usize]
    }

    /// Returns the stable name: `move-illegal`.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Returns the usual severity. Two codes are warnings as a rule and errors in records that they block.
    pub fn severity(self) -> Severity {
        self.entry().severity
    }

    pub(super) fn effect(self) -> Effect {
        self.entry().effect
    }

    /// Returns the code with a [name](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = TABLE.iter();
        all.find(|entry| entry.name == name).map(|entry| entry.code)
    }

    /// Returns true if canonical writing corrects the problem unless it blocks, so that canonical text never has it.
    pub fn is_fixed_by_writing(self) -> bool {
        match self.effect() {
            Effect::None => false,
            Effect::Fixed => true,
            // A code that is usually a warning blocks only as an error.
            Effect::Blocks | Effect::Doubts => self.severity() != Severity::Error,
        }
    }

    /// Returns the short title.
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// Returns the explanation: the meaning and importance of the diagnostic, in plain sentences.
    pub fn about(self) -> &'static str {
        self.entry().about
    }

    /// Returns an example line with this diagnostic, read in the dialect of its file, with the counts of perft 1
    /// verified. For a code about two lines of a file it is the later one.
    pub fn example(self) -> Record<'static> {
        let entry = self.entry();
        let options = ReadOptions::of(entry.example_dialect);
        let mut record = Record::read(entry.example.as_bytes(), &options);
        record.verify_counts(1);
        record
    }
}

impl Record<'_> {
    /// Returns the message of a diagnostic: the value at fault and the expected one. Control characters and invalid
    /// bytes of the file are escaped, so the message is safe for a terminal.
    pub fn message(&self, diagnostic: &Diagnostic) -> String {
        (diagnostic.code.entry().message)(&Context::new(self, diagnostic))
    }

    /// Returns the other places that a diagnostic of this record concerns. They are computed on demand, since most
    /// diagnostics are only counted.
    pub fn related(&self, diagnostic: &Diagnostic) -> Vec<RelatedPlace> {
        let mut all = (diagnostic.code.entry().related)(&Context::new(self, diagnostic));
        all.retain(|other| other.span != diagnostic.span);
        all
    }

    /// Returns the first fix, not yet tried. If the bounds of fields and operations are uncertain, no fix is safe.
    pub(super) fn proposed_fix(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        let mut fix = (diagnostic.code.entry().fix)(&Context::new(self, diagnostic))?;
        fix.safe &= self.may_have_safe_fixes();
        fix.safe &= !self.is_kept() || !self.is_in_doubt_around(diagnostic);
        Some(fix)
    }

    pub(super) fn may_have_safe_fixes(&self) -> bool {
        self.kind != LineKind::Record || self.is_structure_sound()
    }

    pub(super) fn other_fixes(&self, diagnostic: &Diagnostic) -> Vec<Fix> {
        (diagnostic.code.entry().choices)(&Context::new(self, diagnostic))
    }

    pub(super) fn fix_rank(&self, diagnostic: &Diagnostic, fix: &Fix) -> u8 {
        (diagnostic.code.entry().rank)(&Context::new(self, diagnostic), fix)
    }

    /// Returns true if the words around a diagnostic may belong elsewhere: if there is a word that is not a move
    /// among moves, or anything blocking in a piece without its semicolon.
    fn is_in_doubt_around(&self, diagnostic: &Diagnostic) -> bool {
        /// The limit of diagnostics and words that are examined; beyond it nothing there is certain.
        const LOOKED_AT: usize = 1024;
        let unsettles = |found: &Diagnostic| found.blocks() && found.code.entry().unsettles;
        let (span, doubts): (_, &dyn Fn(&Diagnostic) -> bool) = match diagnostic.code.entry().proof
        {
            Proof::Nothing => return false,
            Proof::Operation => match self.operation_around(diagnostic.span) {
                Some(operation) => (operation.span, &unsettles),
                None => return false,
            },
            Proof::Piece => match self.piece_within(diagnostic.span, LOOKED_AT) {
                Some(piece) => (piece, &Diagnostic::blocks),
                None => return true,
            },
            Proof::Record => (self.parts.body, &unsettles),
        };
        let mut found = self.diagnostics_in(span);
        found.by_ref().take(LOOKED_AT).any(doubts) || found.next().is_some()
    }
}

struct Context<'r, 'l> {
    pub record: &'r Record<'l>,
    pub diagnostic: &'r Diagnostic,
}

impl<'r, 'l> Context<'r, 'l> {
    fn new(record: &'r Record<'l>, diagnostic: &'r Diagnostic) -> Self {
        Self { record, diagnostic }
    }

    fn span(&self) -> Span {
        self.diagnostic.span
    }

    fn text(&self) -> &'l [u8] {
        self.span().of(self.record.line)
    }

    /// Returns the bytes quoted for a message.
    fn value(&self) -> String {
        quoted(self.text())
    }

    /// Returns the opcode of the operation at fault, for the start of a sentence.
    fn opcode_name(&self) -> String {
        match self.record.operation_around(self.span()) {
            Some(operation) => quoted(self.record.opcode(operation).as_bytes()),
            None => self.value(),
        }
    }
}

impl<'r> Context<'r, '_> {
    fn words(&self) -> Option<&'r str> {
        match &self.diagnostic.detail {
            Detail::Words(words) => Some(words),
            _ => None,
        }
    }

    fn reason(&self) -> &'r str {
        self.words().unwrap_or_default()
    }

    fn number(&self) -> i64 {
        match self.diagnostic.detail {
            Detail::Number(number) => number,
            _ => 0,
        }
    }

    fn place(&self) -> Option<Span> {
        match self.diagnostic.detail {
            Detail::Place(place) => Some(place),
            _ => None,
        }
    }

    fn place_text(&self) -> String {
        let place = self.place();
        place.map_or_else(String::new, |place| quoted(place.of(self.record.line)))
    }
}

impl Context<'_, '_> {
    /// Returns a safe fix that replaces the bytes of the diagnostic.
    fn safe(&self, text: &[u8]) -> Option<Fix> {
        Fix::safe(self.span(), text)
    }

    /// Returns an unsafe fix that replaces the bytes of the diagnostic.
    fn not_safe(&self, text: &[u8]) -> Option<Fix> {
        Fix::not_safe(self.span(), text)
    }

    /// Returns an unsafe fix that replaces a wrong number by the right one.
    fn expected_number(&self) -> Option<Fix> {
        match self.diagnostic.detail {
            Detail::Number(number) => self.not_safe(number.to_string().as_bytes()),
            _ => None,
        }
    }

    fn remove(&self) -> Option<Fix> {
        Fix::safe(self.record.removal_span(self.span()), b"")
    }

    /// Returns an unsafe fix for each span that removes it.
    fn removals<const N: usize>(&self, spans: [Option<Span>; N]) -> Vec<Fix> {
        let spans = spans.into_iter().flatten();
        spans
            .filter_map(|span| Fix::not_safe(self.record.removal_span(span), b""))
            .collect()
    }

    /// Returns the text that a fix would write in place of the diagnostic's bytes, whether or not it is safe there.
    fn expected_text(&self) -> Option<Vec<u8>> {
        let fix = self.record.proposed_fix(self.diagnostic)?;
        (fix.span == self.span()).then_some(fix.replacement)
    }

    /// Returns [`Self::expected_text`] quoted for the end of a sentence; `unknown` if there is none.
    fn expected(&self, unknown: &str) -> String {
        match self.expected_text() {
            Some(text) => quoted(&text),
            None => unknown.to_owned(),
        }
    }
}

impl Context<'_, '_> {
    fn span_of(&self, opcode: &str) -> Option<Span> {
        Some(self.record.operation(opcode)?.span)
    }

    fn related(&self, span: Option<Span>, label: &str) -> Vec<RelatedPlace> {
        span.map(|span| RelatedPlace::new(span, label))
            .into_iter()
            .collect()
    }

    fn related_place(&self, label: &str) -> Vec<RelatedPlace> {
        self.related(self.place(), label)
    }
}
