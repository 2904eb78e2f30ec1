//! Queries, asked for in a prompt and put to the file.

pub mod page;

use crate::editor::jobs::{self, Hand, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, Meaning, PagerLine, Wrong};
use crate::epd::counted::thousands;
use crate::suite::query::{Completions, complete};
use crate::suite::{LineSet, Query, query_lines};

/// The name under which queries are remembered.
pub(crate) const MEMORY: &str = "query";

/// The example shown in an empty query.
pub(crate) const EXAMPLE: &str = "example: `ce > 200 and not id`";

/// A question about records, whose answers are counted while it is typed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About {
    /// The words for an empty text.
    pub(crate) hint: fn(&Model) -> &'static str,
    /// The hint for Enter.
    pub(crate) enter: &'static str,
    /// The action of Enter with the query, or without one.
    pub(crate) then: fn(&mut Model, Option<Query>),
}

impl Asks for About {
    fn memory(&self) -> Option<&'static str> {
        Some(MEMORY)
    }

    fn enter(&self) -> &'static str {
        self.enter
    }

    fn hint(&self, model: &Model) -> String {
        (self.hint)(model).to_owned()
    }

    fn explains(&self, _model: &Model) -> Vec<PagerLine> {
        page::lines()
    }

    fn completions(&self, _model: &Model, text: &str, cursor: usize) -> Completions {
        complete(text, cursor)
    }

    fn read(&self, _model: &Model, text: &str) -> Result<Meaning, Wrong> {
        let query = (!text.is_empty()).then(|| Query::parse(text)).transpose();
        let query = query.map_err(|error| Wrong::new(error.span, error.message))?;
        let warnings = query.as_ref().map(Query::warnings).unwrap_or_default();
        let said = (!warnings.is_empty()).then(|| warnings.join(" · "));
        let then = self.then;
        let does = move |model: &mut Model| then(model, query.clone());
        Ok(Meaning::of(does).saying(said))
    }

    fn typed(&self, model: &mut Model, text: &str) {
        let Ok(query) = Query::parse(text).map(Query::watched) else {
            return;
        };
        let count = Work::new(Slot::Count, lines(model, query.clone())).telling(|hand| {
            let put = |model: &mut Model, found| counted(model, found, None);
            Some(jobs::lines_found(hand, put))
        });
        count.start(model, move |model, lines| {
            counted(model, lines.len(), Some(&query));
        });
    }
}

/// Asks a query of the file as it is now, with what is marked in it, on another thread: gives its answers.
pub(crate) fn lines(
    model: &Model,
    query: Query,
) -> impl Fn(&Hand) -> Result<LineSet, String> + Send + Sync + use<> {
    let document = &model.document;
    let snapshot = document.suite.snapshot();
    let query = query.in_editor(&path_of(model), document.marked());
    move |hand| {
        query.load()?;
        query_lines(&snapshot, &query, &hand.job, &hand.found).map_err(in_words)
    }
}

/// The path of the file, or the name of what has none.
pub(crate) fn path_of(model: &Model) -> String {
    let suite = &model.document.suite;
    let path = suite.path().map(|path| path.display().to_string());
    path.unwrap_or_else(|| suite.name().to_owned())
}

/// Says how many records match what is typed, by now or, with the query, in all.
fn counted(model: &mut Model, found: usize, query: Option<&Query>) {
    let more = if query.is_some() { "" } else { " …" };
    let mut said = vec![match found {
        0 if query.is_some() => "no record matches".to_owned(),
        1 => format!("1 record{more}"),
        n => format!("{} records{more}", thousands(n)),
    }];
    if let Some(query) = query {
        said.extend(query.warnings());
        said.extend(query.hidden_opcodes());
        if found == 0 {
            said.extend(query.missing_opcodes());
        }
    }
    // Also below a page of help.
    if let Some(prompt) = overlay::last_prompt_mut(model) {
        prompt.message = Some(said.join(" · "));
    }
}
