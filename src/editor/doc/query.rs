//! Prompts whose text has a grammar: questions about records, and what a change of many records needs
//! to know. What is wrong is shown at its place while it is typed, what can be typed next is offered,
//! answers are counted, and what was asked before comes back with the arrows.

pub mod commands;
pub mod page;

use crate::editor::jobs::{self, Hand, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, Closed, Does, Grammar, PagerLine, Prompt, Wrong};
use crate::editor::state::asking::Asking;
use crate::epd::Span;
use crate::epd::counted::thousands;
use crate::suite::query::{Completions, complete};
use crate::suite::{LineSet, Query, query_lines};
use std::borrow::Cow;

/// Under which name queries are remembered.
pub(crate) const MEMORY: &str = "query";

/// A prompt whose text has a grammar.
#[derive(Debug)]
struct Question<G>(G);

impl<G: Grammar + 'static> Asks for Question<G> {
    fn grammar(&self) -> Option<&dyn Grammar> {
        Some(&self.0)
    }

    fn typed(&self, model: &mut Model, text: &str) {
        typed(model, &self.0, text)
    }

    /// What is wrong keeps the prompt open.
    fn accept(&self, model: &mut Model, text: &str) {
        let text = text.trim();
        match self.0.accepted(model, text) {
            Ok(Some(does)) => {
                model.overlays.pop();
                model.asked.remember(self.0.memory(), text);
                stop(model);
                does.run(model);
            }
            Ok(None) => {}
            Err(wrong) => {
                model.asking.error = Some(wrong.span);
                model.asking.unfinished = false;
                overlay::say(model, wrong.message);
            }
        }
    }

    fn closed(&self, model: &mut Model, how: Closed) {
        stop(model);
        self.0.closed(model, how);
    }
}

/// What an empty question about records says.
pub(crate) const EXAMPLE: &str = "example: `ce > 200 and not id`";

/// A question about records, whose answers are counted while it is typed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About {
    /// What to type, while nothing is.
    pub(crate) hint: fn(&Model) -> &'static str,
    /// What Enter does, as a hint says it.
    pub(crate) enter: &'static str,
    /// What is done with it, or without any.
    pub(crate) then: fn(&mut Model, Option<Query>, &str),
}

impl About {
    fn parse(text: &str) -> Result<Query, Wrong> {
        Query::parse(text).map_err(|error| Wrong {
            span: error.span,
            message: error.message,
        })
    }
}

impl Grammar for About {
    fn memory(&self) -> &'static str {
        MEMORY
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

    fn read(&self, model: &mut Model, text: &str) -> Result<Option<String>, Wrong> {
        let query = Self::parse(text)?.watched();
        let warnings = query.warnings();
        model.asking.query = Some(query.clone());
        let count = Work::new(Slot::Count, lines(model, query)).telling(|hand| {
            let put = |model: &mut Model, found| counted(model, found, false);
            Some(jobs::lines_found(hand, put))
        });
        count.start(model, |model, lines| counted(model, lines.len(), true));
        Ok((!warnings.is_empty()).then(|| warnings.join(" · ")))
    }

    fn accepted(&self, _model: &Model, text: &str) -> Result<Option<Does>, Wrong> {
        let query = match text {
            "" => None,
            text => Some(Self::parse(text)?),
        };
        let (then, text) = (self.then, text.to_owned());
        Ok(Some(Does::new(move |model| {
            then(model, query.clone(), &text)
        })))
    }

    fn counts(&self) -> bool {
        true
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

/// Opens a prompt whose text has a grammar.
pub(crate) fn open(
    model: &mut Model,
    label: impl Into<Cow<'static, str>>,
    text: &str,
    grammar: impl Grammar + 'static,
) {
    model.asking = Asking::default();
    overlay::open(model, Prompt::new(label, text, Question(grammar)));
    overlay::typed(model)
}

/// What reads the text of a prompt, where it is such a grammar.
pub(crate) fn grammar_of<G: Grammar + 'static>(prompt: &Prompt) -> Option<&G> {
    let Question(grammar) = prompt.asks_as()?;
    Some(grammar)
}

/// The text changed: reads it, offers what can come next, and counts answers.
fn typed(model: &mut Model, grammar: &dyn Grammar, text: &str) {
    let cursor = overlay::top::<Prompt>(model).map_or(text.len(), |prompt| prompt.input.cursor());
    let completions = grammar.completions(model, text, cursor);
    let help = grammar.help(model, text);
    let back = model.asking.back.filter(|_| model.asking.draft != text);
    model.asking = Asking {
        help,
        choices: completions.choices,
        word: completions.span,
        back,
        query: None,
        draft: std::mem::take(&mut model.asking.draft),
        ..Asking::default()
    };
    read(model, grammar, text)
}

/// Reads the text: says what is wrong, or counts.
fn read(model: &mut Model, grammar: &dyn Grammar, text: &str) {
    jobs::stop(model, Slot::Count);
    model.asking.error = None;
    model.asking.unfinished = false;
    if text.trim().is_empty() {
        let hint = grammar.hint(model);
        overlay::say(model, hint);
        model.asking.unfinished = true;
        return;
    }
    match grammar.read(model, text) {
        Ok(said) => overlay::say(model, said),
        Err(Wrong { span, message }) => {
            let end = text.trim_end().len();
            let is_open = !model.asking.choices.is_empty() && span.end >= end;
            model.asking.unfinished = span.start >= end || is_open;
            model.asking.error = Some(span);
            // Of a word that is not typed to its end what is offered says more.
            let is_half = is_open && !span.is_empty();
            overlay::say(model, (!is_half).then_some(message));
        }
    }
}

/// Takes a choice in the place of the word at the cursor: the first, then the next each time.
pub(crate) fn take_choice(model: &mut Model, by: isize) {
    let count = model.asking.choices.len();
    let at = match model.asking.cursor {
        _ if count == 0 => return,
        None if by > 0 => 0,
        None => count - 1,
        Some(at) => (at + count).saturating_add_signed(by) % count,
    };
    let Some((choice, _)) = model.asking.choices.get(at).cloned() else {
        return;
    };
    let word = model.asking.word;
    let Some(prompt) = overlay::top_mut::<Prompt>(model) else {
        return;
    };
    let asks = prompt.asks();
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
    match asks.grammar() {
        // There is nothing to go through: what can come behind it is offered at once.
        Some(grammar)
            if count == 1 && !grammar.completions(model, &new, end).choices.is_empty() =>
        {
            typed(model, grammar, &new)
        }
        Some(grammar) => {
            model.asking.help = grammar.help(model, &new);
            read(model, grammar, &new)
        }
        None => {}
    }
}

/// More can be typed than was known when the text changed.
pub(crate) fn offer_again(model: &mut Model) {
    let Some(prompt) = overlay::top::<Prompt>(model) else {
        return;
    };
    let (text, cursor) = (prompt.input.lossy().into_owned(), prompt.input.cursor());
    let Some(completions) = prompt
        .grammar()
        .map(|grammar| grammar.completions(model, &text, cursor))
    else {
        return;
    };
    // What is being gone through stays as it is.
    if model.asking.cursor.is_none() {
        model.asking.choices = completions.choices;
        model.asking.word = completions.span;
    }
}

/// Why there is nothing to complete.
pub(crate) fn nothing_to_complete(model: &Model) -> Option<String> {
    model
        .asking
        .choices
        .is_empty()
        .then(|| "nothing to complete here".into())
}

/// Goes back to what was asked before (`by` 1), or forward again (-1).
pub fn remembered(model: &mut Model, by: isize) {
    let Some(asks) = overlay::top::<Prompt>(model).map(Prompt::asks) else {
        return;
    };
    let Some(memory) = asks.grammar().map(Grammar::memory) else {
        return;
    };
    let known: Vec<String> = model
        .asked
        .of(memory)
        .into_iter()
        .rev()
        .map(str::to_owned)
        .collect();
    let typed_text = match overlay::top::<Prompt>(model) {
        Some(prompt) => prompt.input.lossy().into_owned(),
        None => return,
    };
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
                return overlay::type_over(model, draft);
            }
            return;
        }
        (Some(at), false) => at - 1,
    };
    let Some(text) = known.get(back) else {
        overlay::say(model, "no earlier input".to_owned());
        return;
    };
    let draft = std::mem::take(&mut model.asking.draft);
    overlay::type_over(model, text.clone());
    model.asking.back = Some(back);
    model.asking.draft = draft;
}

/// So many records are answers of what is typed.
fn counted(model: &mut Model, found: usize, over: bool) {
    let query = model.asking.query.clone().filter(|_| over);
    let mut warnings = query.as_ref().map(Query::warnings).unwrap_or_default();
    warnings.extend(query.iter().flat_map(Query::hidden_opcodes));
    let why = query.filter(|_| found == 0);
    let why = why.map(|query| query.missing_opcodes()).unwrap_or_default();
    // Also below a page of help.
    let Some(prompt) = overlay::last_prompt_mut(model) else {
        return;
    };
    if !prompt.grammar().is_some_and(Grammar::counts) {
        return;
    }
    let more = if over { "" } else { " …" };
    let mut said = vec![match found {
        0 if over => "no record matches".to_owned(),
        1 => format!("1 record{more}"),
        n => format!("{} records{more}", thousands(n)),
    }];
    said.extend(warnings.into_iter().chain(why));
    prompt.message = Some(said.join(" · "));
}

/// Nothing is asked, and nothing counted, any more.
fn stop(model: &mut Model) {
    model.asking = Asking::default();
    jobs::stop(model, Slot::Count);
}
