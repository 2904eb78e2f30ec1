//! Looking for text: matches are counted in the whole file while one goes from one to the next.

pub mod commands;
pub(crate) mod found;

use crate::editor::command::{Context, Id};
use crate::editor::doc::navigate;
use crate::editor::jobs::Slot;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, Closed, PagerLine, Prompt};
use crate::editor::state::document::Document;
use crate::epd::counted::noun;
use crate::suite::{Case, Matches, Pattern};

/// The pattern of a text: an expression where those are wanted.
fn pattern(text: &str, expression: bool) -> Result<Option<Pattern>, String> {
    if !expression || text.is_empty() {
        return Ok(Pattern::literal(text, Case::Smart));
    }
    Pattern::expression(text, Case::Smart)
        .map(Some)
        .map_err(|error| error.message)
}

impl Document {
    /// Returns the number of lines with the text searched for, and the place of the selected one among them:
    /// `match 3 of 12 lines`; nothing where nothing is searched for.
    pub fn matches_in_words(&self) -> Option<String> {
        self.search.as_ref()?;
        let Some(Matches { lines, occurrences }) = self.found() else {
            let mut tasks = self.tasks.iter();
            let found = tasks.find(|task| task.slot == Slot::Matches)?.found;
            return (found > 0).then(|| format!("{found} lines …"));
        };
        let count = lines.len();
        let more = match *occurrences > count {
            true => format!(" · {occurrences} matches"),
            false => String::new(),
        };
        let noun = noun(count, "line", "lines");
        Some(if lines.contains(self.selected) {
            let nth = lines.rank(self.selected) + 1;
            format!("{nth} of {count} {noun}{more}")
        } else {
            format!("{count} {noun}{more}")
        })
    }
}

/// A text to search, and where the search began: it starts there, and Esc goes back there.
#[derive(Debug)]
struct Searched {
    line: usize,
    search: Option<Pattern>,
}

/// Asks for it.
pub fn open(model: &mut Model) {
    let label = label(model.searches_expressions);
    let searched = Searched {
        line: model.document.selected,
        search: model.document.search.clone(),
    };
    overlay::open(model, Prompt::new(label, "", searched))
}

/// Returns the line where the search began that is being typed.
pub(super) fn origin(model: &Model) -> Option<usize> {
    let searched: &Searched = overlay::top::<Prompt>(model)?.asks_as()?;
    Some(searched.line)
}

impl Asks for Searched {
    fn enter(&self) -> &'static str {
        "stay here"
    }

    fn note(&self, model: &Model) -> Option<String> {
        model.document.matches_in_words()
    }

    fn explains(&self, model: &Model) -> Vec<PagerLine> {
        let (next, regex) = (model.key(Id::NextMatch), model.key(Id::SearchRegex));
        let close = model.key_in(Id::Close, Context::Prompt);
        vec![PagerLine::Text(format!(
            "The list jumps to the first match as you type. Case matters only if you type a capital; {regex} toggles regular expressions. Afterwards {next} goes to the next match; {close} here returns to where the search began."
        ))]
    }

    /// Goes to the first match from where the search began.
    fn typed(&self, model: &mut Model, text: &str) {
        let pattern = pattern(text, model.searches_expressions);
        model.document.search = pattern.as_ref().ok().cloned().flatten();
        navigate::first_match(model, self.line);
        if let Err(reason) = pattern {
            overlay::say(model, reason);
        }
    }

    fn accept(&self, model: &mut Model, _text: &str) {
        let message = overlay::top::<Prompt>(model).and_then(|prompt| prompt.message.clone());
        model.overlays.pop();
        if let Some(message) = message {
            model.told(message);
        }
    }

    /// Left, it goes back to where it began.
    fn closed(&self, model: &mut Model, how: Closed) {
        if how == Closed::Left {
            model.document.search.clone_from(&self.search);
            model.select(self.line);
        }
    }
}

/// Returns why there is no search to switch.
pub(crate) fn not_open(model: &Model) -> Option<String> {
    let open = overlay::top::<Prompt>(model).is_some_and(Prompt::is::<Searched>);
    (!open).then(|| {
        format!(
            "only while typing a search · {} searches",
            model.key(Id::Search)
        )
    })
}

/// Expressions instead of texts, or the other way round.
pub(crate) fn switch_expression(model: &mut Model) {
    model.searches_expressions = !model.searches_expressions;
    let on = model.searches_expressions;
    if not_open(model).is_some() {
        return;
    }
    if let Some(prompt) = overlay::top_mut::<Prompt>(model) {
        prompt.label = label(on).into();
    }
    overlay::typed(model)
}

/// Returns the label of the prompt of a search.
const fn label(expression: bool) -> &'static str {
    if expression { "search regex" } else { "search" }
}

/// Returns why there is no match to go to.
pub(crate) fn nothing_searched(model: &Model) -> Option<String> {
    model
        .document
        .search
        .is_none()
        .then(|| format!("no search yet · {} searches", model.key(Id::Search)))
}
