//! Looking for text: matches are counted in the whole file while one goes from one to the next.

pub mod commands;

use crate::editor::command::{Context, Id};
use crate::editor::doc::navigate;
use crate::editor::jobs::{self, Hand, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, Closed, PagerLine, Prompt};
use crate::editor::state::Search;
use crate::editor::state::document::Document;
use crate::epd::counted::noun;
use crate::suite::{Case, Matches, Pattern, search_all};

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
        let search = self.search.as_ref()?;
        let found = search.found_in(self.suite.revision());
        let Some(Matches { lines, occurrences }) = found else {
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
        let nth = match lines.contains(self.selected) {
            true => format!("{} of ", lines.rank(self.selected) + 1),
            false => String::new(),
        };
        Some(format!("{nth}{count} {noun}{more}"))
    }
}

/// A text to search, and where the search began: it starts there, and Esc goes back there.
#[derive(Debug)]
struct Typed {
    line: usize,
    search: Option<Search>,
}

/// Asks for it.
pub fn open(model: &mut Model) {
    let label = label(model.searches_expressions);
    let typed = Typed {
        line: model.document.selected,
        search: model.document.search.clone(),
    };
    overlay::open(model, Prompt::new(label, "", typed))
}

/// Returns the line where the search began that is being typed.
pub(super) fn origin(model: &Model) -> Option<usize> {
    let typed: &Typed = overlay::top::<Prompt>(model)?.asks_as()?;
    Some(typed.line)
}

impl Asks for Typed {
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
        let found = pattern.as_ref().ok().cloned().flatten();
        model.document.search = found.map(Search::of);
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
            jobs::stop(model, Slot::Matches);
            let search = self.search.clone();
            model.document.search = search.map(|search| match search.found {
                Some(_) => search,
                None => Search::of(search.pattern),
            });
            model.select(self.line);
        }
    }
}

/// Returns why there is no search to switch.
pub(crate) fn not_open(model: &Model) -> Option<String> {
    let is_open = overlay::top::<Prompt>(model).is_some_and(Prompt::is::<Typed>);
    model.when(!is_open, "only while typing a search · {search} searches")
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
    let is_none = model.document.search.is_none();
    model.when(is_none, "no search yet · {search} searches")
}

/// Has the lines with the text searched for looked for, where the text or the file is another.
pub(crate) fn settle(model: &mut Model) {
    let document = &mut model.document;
    let at = document.suite.revision();
    let Some(search) = &mut document.search else {
        jobs::stop(model, Slot::Matches);
        return;
    };
    // While the file is read there is more to come: it would be looked through again and again.
    if search.at == Some(at) || document.suite.loading().is_some() {
        return;
    }
    (search.at, search.found) = (Some(at), None);
    let pattern = search.pattern.clone();
    let find = Work::new(Slot::Matches, find(model, pattern));
    find.start(model, |model, found| {
        if let Some(search) = &mut model.document.search {
            search.found = Some(found);
        }
    });
}

/// Looks for a text in the whole file as it is now, on another thread.
pub(super) fn find(
    model: &Model,
    pattern: Pattern,
) -> impl Fn(&Hand) -> Result<Matches, String> + Send + Sync + use<> {
    let snapshot = model.document.suite.snapshot();
    move |hand| search_all(&snapshot, &pattern, &hand.job, &hand.found).map_err(in_words)
}
