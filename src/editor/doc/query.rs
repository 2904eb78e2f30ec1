//! Prompts for a query, with the help page of the query language, and for a text to search. The matches of
//! the text are counted in the whole file while the cursor goes from one to the next.

use crate::editor::command::{Context, Id};
use crate::editor::doc::navigate;
use crate::editor::jobs::{self, JobContext, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Closed, Meaning, PagerLine, Prompt, PromptHandler, Wrong};
use crate::editor::state::Search;
use crate::editor::state::columns::Column;
use crate::editor::state::document::Document;
use crate::epd::counted::{noun, thousands, thousands_of};
use crate::epd::{Span, opcode};
use crate::suite::query::{Completions, FORMS, WORDS, complete};
use crate::suite::{Case, LineSet, Matches, Pattern, Query, query_lines, search_all};
use rustc_hash::FxHashSet;

/// The name under which queries are remembered.
pub(crate) const MEMORY: &str = "query";

const EXAMPLE: &str = "a query, such as `ce > 200 and not id`";

/// A prompt for a query, which counts the matching records while it is typed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueryPurpose {
    /// The effect of Enter on an empty text, if any.
    pub(crate) without: fn(&Model) -> Option<&'static str>,
    pub(crate) enter: &'static str,
    /// The action of Enter with the query, or without one.
    pub(crate) then: fn(&mut Model, Option<Query>),
}

impl PromptHandler for QueryPurpose {
    fn memory(&self) -> Option<&'static str> {
        Some(MEMORY)
    }

    fn enter(&self) -> &'static str {
        self.enter
    }

    fn hint(&self, model: &Model) -> String {
        let without = (self.without)(model);
        without.map_or(EXAMPLE.to_owned(), |does| format!("empty: {does}"))
    }

    fn expects(&self, model: &Model) -> Option<String> {
        let is_needed = (self.without)(model).is_none();
        is_needed.then(|| format!("expected {EXAMPLE}"))
    }

    fn explains(&self, _model: &Model) -> Vec<PagerLine> {
        language_page()
    }

    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions {
        match text.is_empty() {
            true => beginnings(model),
            false => complete(text, cursor),
        }
    }

    fn read(&self, _model: &Model, text: &str) -> Result<Meaning, Wrong> {
        let query = (!text.is_empty()).then(|| Query::parse(text)).transpose();
        let query = query.map_err(|error| Wrong::new(error.span, error.message))?;
        let warnings = query.as_ref().map(Query::warnings).unwrap_or_default();
        let message = (!warnings.is_empty()).then(|| warnings.join(" · "));
        let then = self.then;
        let does = move |model: &mut Model| then(model, query.clone());
        Ok(Meaning::of(does).saying(message))
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

/// The maximum numbers of recent queries, opcodes of the file and examples offered for an empty text.
const RECENT: usize = 3;
const OPCODES: usize = 5;
const OFFERED_EXAMPLES: usize = 4;

/// Returns the completions of an empty text: recent queries, opcodes of the file, and examples.
fn beginnings(model: &Model) -> Completions {
    let mut choices: Vec<(String, String)> = Vec::new();
    let recent = model
        .prompt_history
        .of(MEMORY)
        .into_iter()
        .rev()
        .take(RECENT);
    choices.extend(recent.map(|text| (text.to_owned(), "recent".to_owned())));
    let opcodes = model.document.scan.opcodes().into_iter().take(OPCODES);
    choices.extend(opcodes.map(|(name, records)| {
        let about = Column::opcode(name).about();
        let records = thousands_of(records, "record", "records");
        (name.to_owned(), format!("{about} · {records}"))
    }));
    let skipped = EXAMPLES.len().saturating_sub(OFFERED_EXAMPLES);
    let examples = EXAMPLES.iter().skip(skipped);
    choices.extend(examples.map(|(text, about)| ((*text).to_owned(), format!("example: {about}"))));
    let mut seen = FxHashSet::default();
    choices.retain(|(text, _)| seen.insert(text.clone()));
    Completions {
        span: Span::new(0, 0),
        choices,
    }
}

/// Returns the task that finds the records matching a query, in the current file with its marks.
pub(crate) fn lines(
    model: &Model,
    query: Query,
) -> impl Fn(&JobContext) -> Result<LineSet, String> + Send + Sync + use<> {
    let document = &model.document;
    let snapshot = document.suite.snapshot();
    let query = query.in_editor(&path_of(model), document.marked());
    move |hand| {
        query.load()?;
        query_lines(&snapshot, &query, &hand.job, &hand.found).map_err(in_words)
    }
}

/// Returns the path of the file, or its name if it has no path.
pub(crate) fn path_of(model: &Model) -> String {
    let suite = &model.document.suite;
    let path = suite.path().map(|path| path.display().to_string());
    path.unwrap_or_else(|| suite.name().to_owned())
}

/// Shows the number of matching records in the prompt: those found so far or, with the query, all.
fn counted(model: &mut Model, found: usize, query: Option<&Query>) {
    let more = if query.is_some() { "" } else { " …" };
    let mut message = vec![match found {
        0 if query.is_some() => "no record matches".to_owned(),
        1 => format!("1 record{more}"),
        n => format!("{} records{more}", thousands(n)),
    }];
    if let Some(query) = query {
        message.extend(query.warnings());
        message.extend(query.hidden_opcodes());
        if found == 0 {
            message.extend(query.missing_opcodes());
        }
    }
    // Also below a page of help.
    if let Some(prompt) = overlay::last_prompt_mut(model) {
        prompt.message = Some(message.join(" · "));
    }
}

pub const EXAMPLES: [(&str, &str); 10] = [
    ("bm", "records that have a best move"),
    ("not id", "records without an id"),
    (
        "side = w and ce > 200",
        "White to move and more than two pawns ahead",
    ),
    ("bm captures", "the best move captures"),
    ("bm has Nf3", "Nf3 is one of the best moves"),
    ("id ~ \"WAC\"", "the id contains WAC"),
    ("count(Q) > 0", "White has a queen"),
    ("at(e4) = P", "a white pawn stands on e4"),
    (
        "duplicate(position)",
        "another record has the same position",
    ),
    ("problem(error) or not legal", "the record has a problem"),
];

pub(crate) fn language_page() -> Vec<PagerLine> {
    let heading = |text: &str| PagerLine::Heading(text.to_owned());
    let blank = || PagerLine::Text(String::new());
    let key = |keys: &str, text: &str| PagerLine::key(keys, text);
    let mut lines = vec![heading("The query language")];
    lines.push(PagerLine::Text(
        "A query is true or false for each record. Comparisons with a missing value are false."
            .into(),
    ));
    lines.push(blank());
    lines.push(heading("Ten examples"));
    for (query, about) in EXAMPLES {
        lines.push(PagerLine::Example {
            text: query.to_owned(),
            about: about.to_owned(),
        });
    }
    lines.push(blank());
    lines.push(heading("Conditions"));
    lines.extend(FORMS.iter().map(|form| key(form.name, form.about)));
    lines.push(key(
        "and  or  not",
        "conditions combined; `and` binds tighter than `or`",
    ));
    lines.push(blank());
    lines.push(heading("Fields and words"));
    for word in WORDS {
        lines.push(key(word.name, word.about));
    }
    lines.push(blank());
    lines.push(heading("Any opcode is a field"));
    let standard = opcode::all().iter().map(|info| (info.name, info.title));
    for (name, title) in standard.chain(opcode::all_well_known()) {
        lines.push(key(name, title));
    }
    lines.push(blank());
    lines
}

/// Parses a search text, as a regular expression if `expression`.
fn pattern(text: &str, expression: bool) -> Result<Option<Pattern>, String> {
    if !expression || text.is_empty() {
        return Ok(Pattern::literal(text, Case::Smart));
    }
    let expression = Pattern::expression(text, Case::Smart).map(Some);
    expression.map_err(|error| error.message)
}

impl Document {
    /// Returns the number of matching lines, and the number of the selected one among them: `3 of 12 lines`.
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

/// The prompt of a search, with the line where it began and the previous search, to which Esc returns.
#[derive(Debug)]
struct IncrementalSearch {
    line: usize,
    search: Option<Search>,
}

pub fn open_search(model: &mut Model) {
    let label = label(model.searches_expressions);
    let typed = IncrementalSearch {
        line: model.document.selected,
        search: model.document.search.clone(),
    };
    overlay::open(model, Prompt::new(label, "", typed))
}

pub(super) fn search_origin(model: &Model) -> Option<usize> {
    let typed: &IncrementalSearch = overlay::top::<Prompt>(model)?.asks_as()?;
    Some(typed.line)
}

impl PromptHandler for IncrementalSearch {
    fn enter(&self) -> &'static str {
        "stay here"
    }

    fn note(&self, model: &Model) -> Option<String> {
        model.document.matches_in_words()
    }

    fn expects(&self, _model: &Model) -> Option<String> {
        Some("expected a text to search for".to_owned())
    }

    fn explains(&self, model: &Model) -> Vec<PagerLine> {
        let (next, regex) = (model.key(Id::NextMatch), model.key(Id::SearchRegex));
        let close = model.key_in(Id::Close, Context::Prompt);
        vec![
            PagerLine::Text("The list jumps to the first match as you type.".to_owned()),
            PagerLine::Text(format!(
                "Case matters only if you type a capital; {regex} toggles regular expressions."
            )),
            PagerLine::Text(format!(
                "{next} goes to the next match; {close} here returns to where the search began."
            )),
        ]
    }

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

pub(crate) fn no_search_open(model: &Model) -> Option<String> {
    let is_open = overlay::top::<Prompt>(model).is_some_and(Prompt::is::<IncrementalSearch>);
    model.when(!is_open, "only while typing a search · {search} searches")
}

pub(crate) fn switch_expression(model: &mut Model) {
    model.searches_expressions = !model.searches_expressions;
    let on = model.searches_expressions;
    if no_search_open(model).is_some() {
        return;
    }
    if let Some(prompt) = overlay::top_mut::<Prompt>(model) {
        prompt.label = label(on).into();
    }
    overlay::typed(model)
}

const fn label(expression: bool) -> &'static str {
    if expression { "search regex" } else { "search" }
}

pub(crate) fn nothing_searched(model: &Model) -> Option<String> {
    let is_none = model.document.search.is_none();
    model.when(is_none, "no search yet · {search} searches")
}

/// Runs after every message: finds all matches on a thread if the text or the file has changed.
pub(crate) fn settle_search(model: &mut Model) {
    let document = &mut model.document;
    let at = document.suite.revision();
    let Some(search) = &mut document.search else {
        jobs::stop(model, Slot::Matches);
        return;
    };
    // A file that is still being read would be searched again and again.
    if search.at == Some(at) || document.suite.loading().is_some() {
        return;
    }
    (search.at, search.found) = (Some(at), None);
    let pattern = search.pattern.clone();
    let find = Work::new(Slot::Matches, find_text(model, pattern));
    find.start(model, |model, found| {
        if let Some(search) = &mut model.document.search {
            search.found = Some(found);
        }
    });
}

pub(super) fn find_text(
    model: &Model,
    pattern: Pattern,
) -> impl Fn(&JobContext) -> Result<Matches, String> + Send + Sync + use<> {
    let snapshot = model.document.suite.snapshot();
    move |hand| search_all(&snapshot, &pattern, &hand.job, &hand.found).map_err(in_words)
}
