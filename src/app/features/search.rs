//! Looking for text: matches are counted in the whole file while one goes from one to the next.

pub mod commands;

use crate::app::effect::Effect;
use crate::app::features::navigate;
use crate::app::model::Model;
use crate::app::overlay::{Overlay, PromptKind};
use crate::app::state::jobs::Slot;
use crate::epd::counted::noun;
use crate::suite::{Case, Pattern};

/// The pattern of a text: an expression where those are wanted.
pub(crate) fn pattern(text: &str, expression: bool) -> Result<Option<Pattern>, String> {
    if !expression || text.is_empty() {
        return Ok(Pattern::literal(text, Case::Smart));
    }
    Pattern::expression(text, Case::Smart)
        .map(Some)
        .map_err(|error| error.message)
}

/// So many lines were found by now.
pub(crate) fn counted(model: &mut Model, slot: Slot, found: usize) {
    if slot == Slot::Matches {
        model.document.found_so_far = found;
    }
}

impl crate::app::state::document::Document {
    /// How many lines hold the text searched for, and where among them the selected one stands:
    /// `match 3 of 12 lines`; nothing where nothing is searched for.
    pub fn matches_in_words(&self) -> Option<String> {
        self.search.as_ref()?;
        let Some(lines) = self.matches() else {
            let found = self.found_so_far;
            return (found > 0).then(|| format!("{found} lines …"));
        };
        let more = match (
            self.searched.as_ref().map_or(0, |found| found.occurrences),
            lines.len(),
        ) {
            (all, lines) if all > lines => format!(" · {all} matches"),
            _ => String::new(),
        };
        let count = lines.len();
        let noun = noun(count, "line", "lines");
        Some(if lines.contains(self.selected) {
            let nth = lines.rank(self.selected) + 1;
            format!("{nth} of {count} {noun}{more}")
        } else {
            format!("{count} {noun}{more}")
        })
    }
}

/// Expressions instead of texts, or the other way round.
pub fn switch_expression(model: &mut Model) -> Vec<Effect> {
    model.searches_expressions = !model.searches_expressions;
    let on = model.searches_expressions;
    let Some(Overlay::Prompt(prompt)) = model.overlays.last_mut() else {
        return Vec::new();
    };
    if prompt.kind != PromptKind::Search {
        return Vec::new();
    }
    prompt.label = label(on);
    prompt.message = None;
    let text = prompt.input.lossy().into_owned();
    navigate::search_typed(model, &text)
}

/// What the prompt of a search is called.
pub(crate) const fn label(expression: bool) -> &'static str {
    if expression { "search regex" } else { "search" }
}

/// Why there is no match to go to.
pub fn nothing_searched(model: &Model) -> Option<String> {
    model
        .document
        .search
        .is_none()
        .then(|| "nothing is searched for · ^F searches".into())
}
