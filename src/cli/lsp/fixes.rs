//! Problems in the protocol's form, with links to their explanations; and the edits that correct them: single fixes,
//! all safe fixes of a file, and its canonical form.

use crate::cli::lsp::Client;
use crate::cli::lsp::open_file::{OpenFile, text_length};
use crate::epd::counted::thousands_of;
use crate::epd::{CanonicalOptions, Code, Diagnostic, Record, Severity, Span, edit};
use crate::exchange::page::{explained, markdown};
use crate::suite::edit::{Edit, EditTarget};
use crate::terminal::remembered;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, CodeDescription, Diagnostic as Problem,
    DiagnosticRelatedInformation, DiagnosticSeverity, DocumentChangeOperation, DocumentChanges,
    Location, NumberOrString, OneOf, OptionalVersionedTextDocumentIdentifier, Position, Range,
    TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops;
use std::path::Path;

/// The links from the codes of problems to their explanations: lines of a page that is written at the start.
#[derive(Clone, Debug)]
pub(super) struct Links {
    page: String,
    /// The line of each code, from 1.
    lines: BTreeMap<Code, usize>,
}

impl Links {
    /// Writes the page; `None` if there is no place for it.
    pub(super) fn written() -> Option<Self> {
        let (mut text, mut lines) = (String::new(), BTreeMap::new());
        for &code in Code::all() {
            lines.insert(code, text.matches('\n').count() + 1);
            text += &markdown(&explained(code.name())?);
            let example = code.example();
            let line = String::from_utf8_lossy(example.line());
            let _ = write!(text, "\n```epd\n{}\n```\n\n", line.trim_end());
        }
        let page = uri_of(&remembered::page("problems.md", &text)?);
        Some(Self { page, lines })
    }

    fn link(&self, code: Code) -> Option<CodeDescription> {
        let link = format!("{}#L{}", self.page, self.lines.get(&code)?);
        let href = link.parse().ok()?;
        Some(CodeDescription { href })
    }
}

fn uri_of(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let mut uri = String::from(if path.starts_with('/') {
        "file://"
    } else {
        "file:///"
    });
    for &byte in path.as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' | b':' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

/// The number of problems published per file: clients become slow with more, and some show no more.
const MOST: usize = 1000;

/// Returns the problems of a file: all, or if there are too many, those near the last change and the worst.
pub(super) fn problems(file: &OpenFile, client: &Client) -> Vec<Problem> {
    if file.is_closed {
        return Vec::new();
    }
    if let Some(why) = file.foreign() {
        return vec![problem(
            Range::default(),
            Code::NotEpd,
            Severity::Error,
            why,
            client,
        )];
    }
    let repeated = file.repeated_ids();
    let first = |line: usize| repeated.get(line).copied().flatten();
    let counts = file.facts().iter().enumerate();
    let counts = counts.map(|(line, facts)| facts.count() + usize::from(first(line).is_some()));
    let counts: Vec<usize> = counts.collect();
    let all: usize = counts.iter().sum();
    let lines = counts.iter().enumerate();
    let lines = lines.filter(|(_, count)| **count > 0);
    let mut lines: Vec<(usize, usize)> = lines.map(|(line, count)| (line, *count)).collect();
    if all > MOST {
        lines.sort_by_cached_key(|(line, _)| {
            let own = file.facts().get(*line).and_then(|facts| facts.worst());
            let of_id = first(*line).map(|_| Code::DuplicateId.severity());
            (!file.near.contains(line), Reverse(own.max(of_id)))
        });
        let mut listed = 0;
        let is_room = lines.iter().take_while(|(_, count)| {
            listed += count;
            listed - count < MOST
        });
        lines.truncate(is_room.count());
        lines.sort_unstable();
    }
    let mut problems = Vec::new();
    for (number, _) in lines {
        let line = file.line(number);
        let record = file.read(&line);
        let of_id = first(number).and_then(|first| record.repeated_id(first));
        let found = record.diagnostics().iter().take(MOST).chain(&of_id);
        problems
            .extend(found.map(|found| protocol_diagnostic(file, number, &record, found, client)));
    }
    if problems.len() < all {
        let (shown, all) = (problems.len(), thousands_of(all, "problem", "problems"));
        let words = format!(
            "{shown} of {all} are shown: those near the last change and the worst ones; `epdit check --all` lists all"
        );
        problems.insert(
            0,
            Problem {
                source: Some("epdit".to_owned()),
                severity: Some(DiagnosticSeverity::INFORMATION),
                message: words,
                ..Problem::default()
            },
        );
    }
    problems
}

/// Converts a diagnostic to that of the protocol.
fn protocol_diagnostic(
    file: &OpenFile,
    number: usize,
    record: &Record<'_>,
    found: &Diagnostic,
    client: &Client,
) -> Problem {
    let range = |span: Span| file.range(number, record.line(), span);
    let message = record.message(found);
    let mut problem = problem(
        range(found.span),
        found.code,
        found.severity,
        message,
        client,
    );
    let related = record.related(found);
    if client.takes_related && !related.is_empty() {
        let related = related.into_iter();
        let related = related.map(|other| DiagnosticRelatedInformation {
            location: Location::new(file.uri.clone(), range(other.span)),
            message: other.label,
        });
        problem.related_information = Some(related.collect());
    }
    problem
}

fn problem(
    range: Range,
    code: Code,
    severity: Severity,
    message: String,
    client: &Client,
) -> Problem {
    Problem {
        range,
        severity: Some(match severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Hint => DiagnosticSeverity::HINT,
        }),
        code: Some(NumberOrString::String(code.name().to_owned())),
        code_description: client.links.as_ref().and_then(|links| links.link(code)),
        source: Some("epdit".to_owned()),
        message,
        ..Problem::default()
    }
}

const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.epdit");

/// Returns the kinds of actions offered.
pub(super) fn kinds() -> Vec<CodeActionKind> {
    vec![CodeActionKind::QUICKFIX, FIX_ALL]
}

/// The number of fixes offered for a selection.
const OFFERED: usize = 100;

/// Returns the fixes of the problems in a range, and one action with all safe fixes of the file.
pub(super) fn actions(
    file: &OpenFile,
    params: &CodeActionParams,
    client: &Client,
) -> Vec<CodeAction> {
    let is_requested = |kind: &CodeActionKind| {
        let is_of = |only: &CodeActionKind| {
            let behind = kind.as_str().strip_prefix(only.as_str());
            behind.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let only = params.context.only.as_ref();
        only.is_none_or(|only| only.iter().any(is_of))
    };
    let mut actions = Vec::new();
    if file.foreign().is_some() {
        return actions;
    }
    if is_requested(&CodeActionKind::QUICKFIX) {
        let (start, end) = (file.place(params.range.start), file.place(params.range.end));
        for number in start.0..=end.0 {
            let facts = file.facts().get(number);
            if facts.is_some_and(|facts| facts.count() > 0) && actions.len() < OFFERED {
                let touches = |span: Span| {
                    (number > start.0 || span.end >= start.1)
                        && (number < end.0 || span.start <= end.1)
                };
                add_fixes(file, number, touches, client, &mut actions);
            }
        }
    }
    // Clients request actions at each move of the cursor, so this edit is computed only for those that ask for
    // it by kind, or later.
    if is_requested(&FIX_ALL) && (client.resolves_edits || params.context.only.is_some()) {
        let action = CodeAction {
            title: "Apply all safe fixes in the file".to_owned(),
            kind: Some(FIX_ALL),
            data: Some(file.uri.as_str().into()),
            ..CodeAction::default()
        };
        actions.push(match client.resolves_edits {
            true => action,
            false => resolved(file, action, client),
        });
    }
    actions
}

/// Adds the fixes of a line's problems in spans for which `touches` is true.
fn add_fixes(
    file: &OpenFile,
    number: usize,
    touches: impl Fn(Span) -> bool,
    client: &Client,
    actions: &mut Vec<CodeAction>,
) {
    let line = file.line(number);
    let record = file.read(&line);
    let mut made: Vec<Vec<u8>> = Vec::new();
    for found in record
        .diagnostics()
        .iter()
        .filter(|found| touches(found.span))
    {
        for fix in record.fix_choices(found) {
            let new = fix.apply(&line);
            let edit = text_edit(file, number, &line, &new);
            let Some(edit) = edit.filter(|_| !made.contains(&new)) else {
                continue;
            };
            made.push(new);
            let mut title = record.fix_title(&fix);
            if !fix.safe {
                let _ = write!(title, " ({})", record.fix_kind(found, &fix));
            }
            actions.push(CodeAction {
                title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![protocol_diagnostic(
                    file, number, &record, found, client,
                )]),
                edit: Some(workspace_edit(file, vec![edit], client)),
                is_preferred: Some(fix.safe),
                ..CodeAction::default()
            });
            if actions.len() >= OFFERED {
                return;
            }
        }
    }
}

/// Returns the action with its edit: all safe fixes.
pub(super) fn resolved(file: &OpenFile, mut action: CodeAction, client: &Client) -> CodeAction {
    let edits = edits(file, 0..file.line_count(), |number| {
        edit::apply_safe_fixes(&file.line(number), file.suite().read_options())
    });
    action.edit = Some(workspace_edit(file, edits, client));
    action
}

/// Returns the edits that make lines canonical, as `epdit fmt` does: ambiguous records are left unchanged.
pub(super) fn formatted(file: &OpenFile, lines: ops::Range<usize>) -> Vec<TextEdit> {
    let canonical = Edit::Canonical(CanonicalOptions::default());
    edits(file, lines, |number| {
        let line = file.line(number);
        let target = EditTarget::of_line(file.suite().read_options(), &line, number, 0);
        let new = canonical.of(&target).ok().flatten();
        new.unwrap_or_else(|| line.to_vec())
    })
}

/// Returns the edits that replace lines by their `new` text.
fn edits(
    file: &OpenFile,
    lines: ops::Range<usize>,
    new: impl Fn(usize) -> Vec<u8> + Sync,
) -> Vec<TextEdit> {
    if file.foreign().is_some() {
        return Vec::new();
    }
    let edits = lines.into_par_iter();
    let edits =
        edits.filter_map(|number| text_edit(file, number, &file.line(number), &new(number)));
    edits.collect()
}

/// Returns the smallest edit that turns a line into a new one; `None` if nothing changes.
fn text_edit(file: &OpenFile, number: usize, old: &[u8], new: &[u8]) -> Option<TextEdit> {
    if old == new {
        return None;
    }
    // A line with only the end-of-file mark of old systems is removed, with its line end if a line follows.
    if new.is_empty() && number + 1 < file.line_count() {
        let number = u32::try_from(number).ok()?;
        let range = Range::new(Position::new(number, 0), Position::new(number + 1, 0));
        return Some(TextEdit::new(range, String::new()));
    }
    let old = old.get(..text_length(old)).unwrap_or(old);
    let new = new.get(..text_length(new)).unwrap_or(new);
    let (one, other) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    let same = |(a, b): &(char, char)| a == b;
    let length = |all: &mut dyn Iterator<Item = (char, char)>| {
        all.take_while(same)
            .map(|(a, _)| a.len_utf8())
            .sum::<usize>()
    };
    let behind = length(&mut one.chars().rev().zip(other.chars().rev()));
    let (rest, fresh) = (
        one.get(..one.len() - behind)?,
        other.get(..other.len() - behind)?,
    );
    let before = length(&mut rest.chars().zip(fresh.chars()));
    let range = file.range(number, old, Span::new(before, rest.len()));
    Some(TextEdit::new(range, fresh.get(before..)?.to_owned()))
}

/// Returns an edit of a file, with the version that it is for if the client supports that.
fn workspace_edit(file: &OpenFile, edits: Vec<TextEdit>, client: &Client) -> WorkspaceEdit {
    let uri: Uri = file.uri.clone();
    if !client.takes_versions {
        #[allow(clippy::mutable_key_type, reason = "the protocol's map")]
        let changes = [(uri, edits)].into();
        return WorkspaceEdit {
            changes: Some(changes),
            ..WorkspaceEdit::default()
        };
    }
    let edit = TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier {
            uri,
            version: Some(file.version),
        },
        edits: edits.into_iter().map(OneOf::Left).collect(),
    };
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Operations(vec![
            DocumentChangeOperation::Edit(edit),
        ])),
        ..WorkspaceEdit::default()
    }
}
