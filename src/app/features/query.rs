//! Prompts whose text has a grammar: questions about records, and what a change of many records needs
//! to know. What is wrong is shown at its place while it is typed, what can be typed next is offered,
//! answers are counted, and what was asked before comes back with the arrows.

pub mod commands;

use crate::app::effect::Effect;
use crate::app::features::bulk;
use crate::app::features::filter;
use crate::app::features::jobs;
use crate::app::features::marks;
use crate::app::line_editor::LineEditor;
use crate::app::model::Model;
use crate::app::overlay::{Overlay, Prompt, PromptKind};
use crate::app::state::jobs::{Slot, Work};
use crate::epd::Span;
use crate::suite::Query;
use crate::suite::query::{Completions, complete};

/// Texts of a kind that are remembered.
const REMEMBERED: usize = 100;

/// What is known of the text in the open prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asking {
    /// The bytes that are wrong; empty where something is missing.
    pub error: Option<Span>,
    /// Whether what is wrong is only that there is more to come.
    pub unfinished: bool,
    /// What can be typed next, each with what it means.
    pub choices: Vec<(String, String)>,
    /// The choice that was taken last.
    pub cursor: Option<usize>,
    /// The bytes that a choice takes the place of.
    word: Span,
    /// The place among what was asked before, from the newest; `None` for what is being typed.
    back: Option<usize>,
    /// What was typed before going back.
    draft: String,
}

impl Asking {
    /// The byte at which the word begins that a choice takes the place of.
    pub fn word_start(&self) -> usize {
        self.word.start
    }

    /// The first choice on screen, with so many rows for them.
    pub fn first_shown(&self, rows: usize) -> usize {
        let cursor = self.cursor.unwrap_or(0);
        (cursor + 1)
            .saturating_sub(rows)
            .min(self.choices.len().saturating_sub(rows))
    }
}

/// What was asked before, by the kind of prompt, the newest last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked(Vec<(&'static str, String)>);

impl Asked {
    fn of(&self, kind: &'static str) -> Vec<&str> {
        let of_kind = self.0.iter().filter(|(of, _)| *of == kind);
        of_kind.map(|(_, text)| text.as_str()).collect()
    }

    /// Remembers a text.
    pub(crate) fn remember(&mut self, kind: &'static str, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        self.0.retain(|(of, known)| *of != kind || known != text);
        self.0.push((kind, text.to_owned()));
        if self.0.len() > REMEMBERED {
            self.0.remove(0);
        }
    }
}

/// Under which name texts of a prompt are remembered; `None` where none are.
pub(crate) fn memory_of(kind: PromptKind) -> Option<&'static str> {
    match kind {
        PromptKind::Filter | PromptKind::Mark => Some("question"),
        PromptKind::Search => Some("search"),
        PromptKind::GoTo => Some("go to"),
        PromptKind::Reshape(ask) => Some(ask.name()),
        _ => None,
    }
}

/// Whether a prompt's text has a grammar.
pub fn has_grammar(kind: PromptKind) -> bool {
    matches!(
        kind,
        PromptKind::Filter | PromptKind::Mark | PromptKind::Reshape(_)
    )
}

/// The kind of the open prompt.
fn open_kind(model: &Model) -> Option<PromptKind> {
    match model.overlays.last() {
        Some(Overlay::Prompt(prompt)) => Some(prompt.kind),
        _ => None,
    }
}

/// Opens a prompt whose text has a grammar.
pub(crate) fn open(
    model: &mut Model,
    kind: PromptKind,
    label: &'static str,
    text: &str,
) -> Vec<Effect> {
    model.overlays.push(Overlay::Prompt(Prompt {
        kind,
        label,
        input: LineEditor::new(text),
        message: None,
    }));
    model.asking = Asking::default();
    typed(model, text)
}

/// Opens the prompt for a question to narrow the list by.
pub fn open_filter(model: &mut Model) -> Vec<Effect> {
    let filter = model.document.filter.as_ref();
    let text = filter
        .filter(|filter| filter.is_question)
        .map_or(String::new(), |filter| filter.text.clone());
    open(model, PromptKind::Filter, "filter", &text)
}

/// The text changed: reads it, offers what can come next, and counts answers.
pub(crate) fn typed(model: &mut Model, text: &str) -> Vec<Effect> {
    let Some(kind) = open_kind(model) else {
        return Vec::new();
    };
    let cursor = match model.overlays.last() {
        Some(Overlay::Prompt(prompt)) => prompt.input.cursor(),
        _ => text.len(),
    };
    let completions = completions(model, kind, text, cursor);
    let back = model.asking.back.filter(|_| model.asking.draft != text);
    model.asking = Asking {
        choices: completions.choices,
        word: completions.span,
        back,
        draft: std::mem::take(&mut model.asking.draft),
        ..Asking::default()
    };
    read(model, kind, text)
}

fn completions(model: &Model, kind: PromptKind, text: &str, cursor: usize) -> Completions {
    match kind {
        PromptKind::Filter | PromptKind::Mark => complete(text, cursor),
        PromptKind::Reshape(ask) => ask.completions(model, text, cursor),
        _ => Completions::default(),
    }
}

/// Reads the text: says what is wrong, or counts.
fn read(model: &mut Model, kind: PromptKind, text: &str) -> Vec<Effect> {
    let mut effects: Vec<Effect> = jobs::stop(model, Slot::Count).into_iter().collect();
    model.asking.error = None;
    model.asking.unfinished = false;
    if text.trim().is_empty() {
        let hint = match kind {
            PromptKind::Filter if model.document.filter.is_some() => {
                "nothing: shows all lines".into()
            }
            PromptKind::Reshape(ask) => ask.hint(model),
            _ => "as `ce > 200 and not id`".into(),
        };
        say(model, hint);
        model.asking.unfinished = true;
        return effects;
    }
    let wrong = match kind {
        PromptKind::Reshape(ask) => match ask.plan(model, text) {
            Ok(plan) => {
                let title = plan.map_or(String::new(), |plan| plan.title());
                say(model, title);
                None
            }
            Err(error) => Some((error.span, error.message)),
        },
        _ => match Query::parse(text) {
            Ok(query) => {
                clear_message(model);
                let snapshot = model.document.suite.snapshot();
                let work = Work::Query { snapshot, query };
                effects.push(jobs::start(model, Slot::Count, work));
                None
            }
            Err(error) => Some((error.span, error.message)),
        },
    };
    if let Some((span, message)) = wrong {
        let end = text.trim_end().len();
        let is_open = !model.asking.choices.is_empty() && span.end >= end;
        model.asking.unfinished = span.start >= end || is_open;
        model.asking.error = Some(span);
        if is_open && !span.is_empty() {
            // A word that is not typed to its end: what is offered says more.
            clear_message(model);
        } else {
            say(model, message);
        }
    }
    effects
}

fn clear_message(model: &mut Model) {
    if let Some(Overlay::Prompt(prompt)) = model.overlays.last_mut() {
        prompt.message = None;
    }
}

fn say(model: &mut Model, text: String) {
    if let Some(Overlay::Prompt(prompt)) = model.overlays.last_mut() {
        prompt.message = Some(text);
    }
}

/// Takes a choice in the place of the word at the cursor: the first, then the next each time.
pub fn take_choice(model: &mut Model, by: isize) -> Vec<Effect> {
    let count = model.asking.choices.len();
    let at = match model.asking.cursor {
        _ if count == 0 => return Vec::new(),
        None if by > 0 => 0,
        None => count - 1,
        Some(at) => (at + count).saturating_add_signed(by) % count,
    };
    let Some((choice, _)) = model.asking.choices.get(at).cloned() else {
        return Vec::new();
    };
    let Some(Overlay::Prompt(prompt)) = model.overlays.last_mut() else {
        return Vec::new();
    };
    let kind = prompt.kind;
    let word = model.asking.word;
    let text = prompt.input.lossy().into_owned();
    let before = text.get(..word.start).unwrap_or_default();
    let after = text.get(word.end..).unwrap_or_default();
    let new = format!("{before}{choice}{after}");
    let end = word.start + choice.len();
    prompt.input.set_text(new.clone());
    prompt.input.set_cursor(end);
    let asking = &mut model.asking;
    asking.word = Span::new(word.start, end);
    asking.cursor = Some(at);
    read(model, kind, &new)
}

/// Why there is nothing to complete.
pub fn nothing_to_complete(model: &Model) -> Option<String> {
    model
        .asking
        .choices
        .is_empty()
        .then(|| "nothing to complete here".into())
}

/// Goes back to what was asked before (`by` 1), or forward again (-1).
pub fn remembered(model: &mut Model, by: isize) -> Vec<Effect> {
    let Some(kind) = open_kind(model) else {
        return Vec::new();
    };
    let Some(memory) = memory_of(kind) else {
        return Vec::new();
    };
    let known: Vec<String> = model
        .asked
        .of(memory)
        .into_iter()
        .rev()
        .map(str::to_owned)
        .collect();
    let Some(Overlay::Prompt(prompt)) = model.overlays.last_mut() else {
        return Vec::new();
    };
    let typed_text = prompt.input.lossy().into_owned();
    let back = match (model.asking.back, by > 0) {
        (None, true) => {
            model.asking.draft.clone_from(&typed_text);
            // What stands there already is no step back.
            usize::from(known.first() == Some(&typed_text))
        }
        (Some(at), true) => at + 1,
        (Some(0) | None, false) => {
            if model.asking.back.take().is_some() {
                let draft = std::mem::take(&mut model.asking.draft);
                prompt.input.set_text(draft.clone());
                return typed(model, &draft);
            }
            return Vec::new();
        }
        (Some(at), false) => at - 1,
    };
    let Some(text) = known.get(back) else {
        say(model, "nothing was asked before that".into());
        return Vec::new();
    };
    prompt.input.set_text(text.clone());
    let text = text.clone();
    let draft = std::mem::take(&mut model.asking.draft);
    let effects = typed(model, &text);
    model.asking.back = Some(back);
    model.asking.draft = draft;
    effects
}

/// So many records are answers of what is typed.
pub(crate) fn counted(model: &mut Model, slot: Slot, found: usize, over: bool) {
    let is_asking = matches!(
        open_kind(model),
        Some(PromptKind::Filter | PromptKind::Mark)
    );
    if slot != Slot::Count || !is_asking {
        return;
    }
    let more = if over { "" } else { " …" };
    say(
        model,
        match found {
            0 if over => "no record matches".to_owned(),
            1 => format!("1 record{more}"),
            n => format!("{n} records{more}"),
        },
    );
}

/// Enter: does what the prompt is for; what is wrong keeps it open.
pub(crate) fn chosen(model: &mut Model, kind: PromptKind, text: &str) -> Vec<Effect> {
    let text = text.trim();
    if let PromptKind::Reshape(ask) = kind {
        return bulk::ask::chosen(model, ask, text);
    }
    let query = match Query::parse(text) {
        Ok(query) => Some(query),
        Err(_) if text.is_empty() => None,
        Err(error) => {
            model.asking.error = Some(error.span);
            model.asking.unfinished = false;
            say(model, error.message);
            return Vec::new();
        }
    };
    model.overlays.pop();
    let mut effects = closed(model);
    model.asked.remember("question", text);
    effects.extend(match (kind, query) {
        (PromptKind::Mark, Some(query)) => marks::by_query(model, query),
        (_, Some(_)) => filter::by_query(model, text),
        (PromptKind::Filter, None) => filter::show_all(model),
        (_, None) => Vec::new(),
    });
    effects
}

/// The prompt was closed: nothing is counted any more.
pub(crate) fn closed(model: &mut Model) -> Vec<Effect> {
    model.asking = Asking::default();
    jobs::stop(model, Slot::Count).into_iter().collect()
}
