//! The prompt for a question about records: what is wrong is said while it is typed, and how many
//! records are answers is counted.

use super::effect::Effect;
use super::filter;
use super::line_editor::LineEditor;
use super::model::Model;
use super::overlay::{Overlay, Prompt, PromptKind};
use super::task::{self, Slot, Work};
use crate::suite::Query;

/// Opens the prompt for a question to narrow the list by.
pub fn open_filter(model: &mut Model) -> Vec<Effect> {
    let text = model
        .document
        .filter
        .as_ref()
        .map(|filter| filter.text.clone());
    model.overlays.push(Overlay::Prompt(Prompt {
        kind: PromptKind::Filter,
        label: "filter",
        input: LineEditor::new(text.unwrap_or_default()),
        message: None,
    }));
    Vec::new()
}

/// The question changed: reads it, and counts its answers.
pub(super) fn typed(model: &mut Model, text: &str) -> Vec<Effect> {
    let stopped: Vec<Effect> = task::stop(model, Slot::Count).into_iter().collect();
    if text.trim().is_empty() {
        return stopped;
    }
    match Query::parse(text) {
        Ok(query) => {
            let snapshot = model.document.suite.snapshot();
            let work = Work::Query { snapshot, query };
            vec![task::start(model, Slot::Count, work)]
        }
        Err(error) => {
            say(model, error.message);
            stopped
        }
    }
}

fn say(model: &mut Model, text: String) {
    if let Some(Overlay::Prompt(prompt)) = model.overlays.last_mut() {
        prompt.message = Some(text);
    }
}

/// So many records are answers of what is typed.
pub(super) fn counted(model: &mut Model, slot: Slot, found: usize, over: bool) {
    let is_asking = matches!(
        model.overlays.last(),
        Some(Overlay::Prompt(prompt)) if prompt.kind == PromptKind::Filter
    );
    if slot == Slot::Count && is_asking {
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
}

/// Enter: narrows the list, or shows all where nothing is typed.
pub(super) fn chosen(model: &mut Model, text: &str) -> Vec<Effect> {
    let text = text.trim();
    if !text.is_empty()
        && let Err(error) = Query::parse(text)
    {
        say(model, error.message);
        return Vec::new();
    }
    model.overlays.pop();
    let mut effects: Vec<Effect> = closed(model);
    effects.extend(if text.is_empty() {
        filter::show_all(model)
    } else {
        filter::by_query(model, text)
    });
    effects
}

/// The prompt was closed: nothing is counted any more.
pub(super) fn closed(model: &mut Model) -> Vec<Effect> {
    task::stop(model, Slot::Count).into_iter().collect()
}
