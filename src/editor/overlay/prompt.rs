//! Prompts: one-line inputs at the bottom of the screen, each with its handler. A text with a grammar shows errors
//! in place, completes words, and recalls earlier input with the arrows.

use crate::editor::command::Context;
use crate::editor::jobs::{self, Slot};
use crate::editor::key::Key;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Action, Closed, Layer, PagerLine, SizeHint, top, top_mut};
use crate::editor::state::editing::PromptState;
use crate::editor::widgets::line_editor::LineEditor;
use crate::editor::widgets::theme::Role;
use crate::epd::Span;
use crate::suite::query::Completions;
use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::rc::Rc;

#[derive(Clone, Debug)]
pub struct Prompt {
    pub label: Cow<'static, str>,
    pub input: LineEditor,
    first: Vec<u8>,
    /// The error in the typed text, or a note such as the number of matches.
    pub message: Option<String>,
    pub asking: PromptState,
    asks: Rc<dyn PromptHandler>,
}

/// The handler of a prompt. With a memory, its text has a grammar: errors are shown in place and words are completed.
pub trait PromptHandler: fmt::Debug + Any {
    /// Returns the name under which inputs are remembered; `None` for texts without a grammar.
    fn memory(&self) -> Option<&'static str> {
        None
    }

    /// Parses the text by its grammar.
    ///
    /// # Errors
    /// The error, with its span in the text.
    fn read(&self, _model: &Model, _text: &str) -> Result<Meaning, Wrong> {
        Ok(Meaning::default())
    }

    fn completions(&self, _model: &Model, _text: &str, _cursor: usize) -> Completions {
        Completions::default()
    }

    /// Returns the hint for an empty text.
    fn hint(&self, _model: &Model) -> String {
        String::new()
    }

    /// Returns the error for Enter without a text; `None` if that is allowed.
    fn expects(&self, model: &Model) -> Option<String> {
        self.memory()
            .map(|_| format!("expected {}", self.hint(model)))
    }

    /// Returns the note above the line, if any.
    fn help(&self, _model: &Model, _text: &str) -> Option<String> {
        None
    }

    /// Returns true if the text is part of records, not a name or a query: the journal of unsaved changes includes
    /// it.
    fn holds_text_of_records(&self) -> bool {
        false
    }

    /// Handles a key in a prompt that reads a key rather than text. Returns false to handle it as in other prompts.
    fn hears(&self, _model: &mut Model, _key: Key) -> bool {
        false
    }

    /// Returns whether the prompt handles Down and Up.
    fn steps(&self) -> bool {
        false
    }

    /// Goes `by` rows down in the list behind the prompt, or lowers its number by as much.
    fn step(&self, _model: &mut Model, _by: isize) {}

    fn note(&self, _model: &Model) -> Option<String> {
        None
    }

    /// Returns the hint for Enter.
    fn enter(&self) -> &'static str {
        "accept"
    }

    /// Returns the lines of the help page that precede the keys.
    fn explains(&self, model: &Model) -> Vec<PagerLine> {
        let hint = Some(self.hint(model)).filter(|hint| !hint.is_empty());
        hint.map(PagerLine::Text).into_iter().collect()
    }

    /// Reacts to a changed text, such as by a lookup.
    fn typed(&self, _model: &mut Model, _text: &str) {}

    /// Handles Enter: performs the action and closes the prompt, or shows the error in it.
    fn accept(&self, model: &mut Model, text: &str) {
        let text = text.trim();
        let does = self.read(model, text).and_then(|meaning| {
            let wrong = |missing| Wrong::new(Span::new(0, text.len()), missing);
            meaning
                .missing
                .map_or(Ok(meaning.does), |missing| Err(wrong(missing)))
        });
        match does {
            Ok(None) => {}
            Ok(Some(does)) => {
                model.overlays.pop();
                model
                    .prompt_history
                    .remember(self.memory().unwrap_or_default(), text);
                jobs::stop(model, Slot::Count);
                does.run(model);
            }
            Err(wrong) => {
                if let Some(prompt) = top_mut::<Prompt>(model) {
                    (prompt.asking.error, prompt.asking.unfinished) = (Some(wrong.span), false);
                    prompt.message = Some(wrong.message);
                }
            }
        }
    }

    /// Reacts to a prompt closed without an answer.
    fn closed(&self, _model: &mut Model, _how: Closed) {}
}

#[derive(Clone, Debug, Default)]
pub struct Meaning {
    pub said: Option<String>,
    /// The action of Enter once the prompt is closed; without one the prompt stays open.
    pub does: Option<Action>,
    /// The error for a missing part, shown once Enter is pressed.
    pub missing: Option<String>,
}

impl Meaning {
    pub(crate) fn of(does: impl Fn(&mut Model) + 'static) -> Self {
        Self {
            does: Some(Action::new(does)),
            ..Self::default()
        }
    }

    #[must_use]
    pub(crate) fn saying(self, said: Option<String>) -> Self {
        Self { said, ..self }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    pub span: Span,
    pub message: String,
}

impl Wrong {
    /// Returns an error at a span of the text, which is empty if something is missing.
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
        }
    }
}

type PromptAnswer = dyn Fn(&mut Model, &str) -> Result<(), String>;

/// A prompt for a text without a grammar, read on Enter: a name, a number, a few words.
pub(crate) struct Answer {
    enter: &'static str,
    numbers: Option<(RangeInclusive<u32>, u32)>,
    note: Option<String>,
    explains: String,
    answered: Box<PromptAnswer>,
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Answer({})", self.enter)
    }
}

impl Answer {
    /// Returns a prompt that calls `answered` with the text; an error keeps the prompt open.
    pub(crate) fn new(
        enter: &'static str,
        answered: impl Fn(&mut Model, &str) -> Result<(), String> + 'static,
    ) -> Self {
        Self {
            enter,
            numbers: None,
            note: None,
            explains: String::new(),
            answered: Box::new(answered),
        }
    }

    /// Returns a prompt for a number of a range, called `what`; stepping begins with `first`. `answered` gets `None`
    /// for an empty text.
    pub(crate) fn number(
        enter: &'static str,
        what: &'static str,
        range: RangeInclusive<u32>,
        first: u32,
        answered: impl Fn(&mut Model, Option<u32>) -> Option<()> + 'static,
    ) -> Self {
        let all = range.clone();
        let read = move |model: &mut Model, text: &str| {
            let text = text.trim();
            let number = text.parse().ok().filter(|number| all.contains(number));
            let fits = number.is_some() || text.is_empty();
            let done = fits.then(|| answered(model, number)).flatten();
            done.ok_or_else(|| match (all.start(), all.end()) {
                (least, &u32::MAX) => format!("expected {what}, {least} or more"),
                (least, most) => format!("expected {what} from {least} to {most}"),
            })
        };
        Self {
            numbers: Some((range, first)),
            ..Self::new(enter, read)
        }
    }

    pub(crate) fn noting(self, note: impl Into<String>) -> Self {
        let note = Some(note.into());
        Self { note, ..self }
    }

    pub(crate) fn explaining(self, text: impl Into<String>) -> Self {
        let explains = text.into();
        Self { explains, ..self }
    }
}

impl PromptHandler for Answer {
    fn steps(&self) -> bool {
        self.numbers.is_some()
    }

    fn step(&self, model: &mut Model, by: isize) {
        let (Some((range, first)), Some(prompt)) = (&self.numbers, top_mut::<Prompt>(model)) else {
            return;
        };
        let by = i32::try_from(by.saturating_neg()).unwrap_or(0);
        let now: Option<u32> = prompt.input.lossy().trim().parse().ok();
        let next = now.map_or(*first, |number| number.saturating_add_signed(by));
        let next = next.clamp(*range.start(), *range.end());
        prompt.input.set_text(next.to_string());
        prompt.message = None;
    }

    fn note(&self, _model: &Model) -> Option<String> {
        self.note.clone()
    }

    fn enter(&self) -> &'static str {
        self.enter
    }

    fn hint(&self, _model: &Model) -> String {
        self.explains.clone()
    }

    fn accept(&self, model: &mut Model, text: &str) {
        let prompt = model.overlays.pop();
        if let Err(wrong) = (self.answered)(model, text) {
            model.overlays.extend(prompt);
            overlay::say(model, wrong);
        }
    }
}

impl Prompt {
    pub fn new(
        label: impl Into<Cow<'static, str>>,
        text: impl Into<Vec<u8>>,
        asks: impl PromptHandler,
    ) -> Self {
        let first = text.into();
        Self {
            label: label.into(),
            input: LineEditor::new(first.clone()).selected(),
            first,
            message: None,
            asking: PromptState::default(),
            asks: Rc::new(asks),
        }
    }

    pub fn has_grammar(&self) -> bool {
        self.asks.memory().is_some()
    }

    pub fn is<A: PromptHandler>(&self) -> bool {
        self.asks_as::<A>().is_some()
    }

    pub(crate) fn asks_as<A: PromptHandler>(&self) -> Option<&A> {
        let asks: &dyn Any = &*self.asks;
        asks.downcast_ref()
    }

    /// Returns true if closing the prompt would lose typed text.
    pub(crate) fn is_typed_in(&self) -> bool {
        !self.input.text().is_empty() && self.input.text() != self.first
    }

    pub fn note(&self, model: &Model) -> Option<String> {
        self.asks.note(model)
    }

    /// Returns the message about the typed text, and the role that it is drawn in.
    pub fn said(&self, model: &Model) -> Option<(String, Role)> {
        let said = match self.message.clone() {
            Some(message) if !self.has_grammar() => (message, Role::Warning),
            Some(message) if self.asking.unfinished => (message, Role::Secondary),
            Some(message) if self.asking.error.is_none() => (message, Role::Accent),
            Some(message) => (format!("✗ {message}"), Role::Error),
            None => (self.note(model)?, Role::Secondary),
        };
        Some(said).filter(|(text, _)| !text.is_empty())
    }

    pub fn asks(&self) -> Rc<dyn PromptHandler> {
        Rc::clone(&self.asks)
    }
}

impl Layer for Prompt {
    fn enter(&self) -> &'static str {
        self.asks.enter()
    }

    fn choose(&self) -> fn(&mut Model) {
        choose
    }

    fn typed(&self) -> fn(&mut Model) {
        typed
    }

    fn closed(&self, model: &mut Model, how: Closed) {
        self.asks.closed(model, how);
        jobs::stop(model, Slot::Count);
        // A search must not move the cursor after its prompt was left.
        if how == Closed::Left {
            jobs::stop(model, Slot::Find);
        }
    }

    fn context(&self) -> Context {
        match self.has_grammar() {
            true => Context::Question,
            false => Context::Prompt,
        }
    }

    fn wants(&self, _columns: u16) -> SizeHint {
        SizeHint::Line
    }

    fn input_mut(&mut self) -> Option<&mut LineEditor> {
        Some(&mut self.input)
    }
}

fn typed(model: &mut Model) {
    let Some(prompt) = top_mut::<Prompt>(model) else {
        return;
    };
    prompt.message = None;
    let (asks, text) = (prompt.asks(), prompt.input.lossy().into_owned());
    match asks.memory() {
        Some(_) => typed_in_grammar(model, &*asks, &text),
        None => asks.typed(model, &text),
    }
}

/// Passes a key to the top prompt. Returns false if it reads text rather than a key.
pub(crate) fn hears(model: &mut Model, key: Key) -> bool {
    let asks = top::<Prompt>(model).map(Prompt::asks);
    asks.is_some_and(|asks| asks.hears(model, key))
}

pub(super) fn choose(model: &mut Model) {
    let Some(prompt) = top::<Prompt>(model) else {
        return;
    };
    let (asks, text) = (prompt.asks(), prompt.input.lossy().into_owned());
    let expected = asks.expects(model).filter(|_| text.trim().is_empty());
    match (expected, top_mut::<Prompt>(model)) {
        (Some(expected), Some(prompt)) => {
            (prompt.asking.error, prompt.asking.unfinished) = (Some(Span::at(0)), false);
            prompt.message = Some(expected);
        }
        _ => asks.accept(model, &text),
    }
}

/// Passes Down and Up, as a number of rows, to the prompt on top. Returns false if it does not handle them.
pub(crate) fn step(model: &mut Model, by: isize) -> bool {
    let asks = top::<Prompt>(model).map(Prompt::asks);
    let steps = asks.filter(|asks| asks.steps());
    steps.is_some_and(|asks| {
        asks.step(model, by);
        true
    })
}

/// Reads a changed text of a grammar, and updates its completions.
fn typed_in_grammar(model: &mut Model, asks: &dyn PromptHandler, text: &str) {
    let cursor = top::<Prompt>(model).map_or(text.len(), |prompt| prompt.input.cursor());
    let Completions { span, choices } = asks.completions(model, text, cursor);
    if let Some(prompt) = top_mut::<Prompt>(model) {
        let before = std::mem::take(&mut prompt.asking);
        prompt.asking = PromptState {
            choices,
            word: span,
            back: before.back.filter(|_| before.draft != text),
            draft: before.draft,
            ..PromptState::default()
        };
    }
    read(model, asks, text)
}

fn read(model: &mut Model, asks: &dyn PromptHandler, text: &str) {
    jobs::stop(model, Slot::Count);
    let help = asks.help(model, text);
    let is_empty = text.trim().is_empty();
    let meaning = match is_empty {
        true => Ok(Meaning::default().saying(Some(asks.hint(model)))),
        false => asks.read(model, text),
    };
    let Some(prompt) = top_mut::<Prompt>(model) else {
        return;
    };
    let asking = &mut prompt.asking;
    asking.help = help;
    (asking.error, asking.unfinished) = (None, is_empty);
    match meaning {
        Ok(meaning) => prompt.message = meaning.said,
        Err(Wrong { span, message }) => {
            let end = text.trim_end().len();
            let is_open = !asking.choices.is_empty() && span.end >= end;
            asking.unfinished = span.start >= end || is_open;
            asking.error = Some(span);
            // For an unfinished word, the completions say more than the error.
            let is_half = is_open && !span.is_empty();
            prompt.message = (!is_half).then_some(message);
        }
    }
    if !is_empty {
        asks.typed(model, text);
    }
}

/// Replaces the word at the cursor by the first completion, then the next; with `by` -1, by the last, then backward.
pub(crate) fn take_choice(model: &mut Model, by: isize) {
    let Some(prompt) = top_mut::<Prompt>(model) else {
        return;
    };
    let (asks, asking) = (prompt.asks(), &mut prompt.asking);
    let count = asking.choices.len();
    let at = match asking.cursor {
        _ if count == 0 => return,
        None if by > 0 => 0,
        None => count - 1,
        Some(at) => (at + count).saturating_add_signed(by) % count,
    };
    let Some((choice, _)) = asking.choices.get(at) else {
        return;
    };
    let (word, mut text) = (asking.word, prompt.input.lossy().into_owned());
    let end = word.start + choice.len();
    if text.get(word.range()).is_some() {
        text.replace_range(word.range(), choice);
    }
    (asking.word, asking.cursor) = (Span::new(word.start, end), Some(at));
    prompt.input.set_text(text.clone());
    prompt.input.set_cursor(end);
    // After the only completion, the next ones are offered at once.
    match count == 1 && !asks.completions(model, &text, end).choices.is_empty() {
        true => typed_in_grammar(model, &*asks, &text),
        false => read(model, &*asks, &text),
    }
}

/// Updates the completions when more are known than at the last change of the text.
pub(crate) fn offer_again(model: &mut Model) {
    let Some(prompt) = top::<Prompt>(model) else {
        return;
    };
    let (text, cursor) = (prompt.input.lossy(), prompt.input.cursor());
    let found = prompt.asks().completions(model, &text, cursor);
    if let Some(prompt) = top_mut::<Prompt>(model)
        // Completions being stepped through stay as they are.
        && prompt.asking.cursor.is_none()
    {
        (prompt.asking.choices, prompt.asking.word) = (found.choices, found.span);
    }
}

pub(crate) fn nothing_to_complete(model: &Model) -> Option<String> {
    let offers = top::<Prompt>(model).is_some_and(|prompt| !prompt.asking.choices.is_empty());
    model.when(!offers, "nothing to complete here")
}

/// Recalls the previous input (`by` 1), or the next one (-1).
pub(crate) fn remembered(model: &mut Model, by: isize) {
    let Some(prompt) = top::<Prompt>(model) else {
        return;
    };
    let Some(memory) = prompt.asks().memory() else {
        return;
    };
    let (typed, mut draft) = (prompt.input.lossy(), prompt.asking.draft.clone());
    let known = model.prompt_history.of(memory);
    let back = match (prompt.asking.back, by > 0) {
        (None, true) => {
            draft = typed.into_owned();
            // The last input is skipped if it is the current text.
            Some(usize::from(known.last() == Some(&draft.as_str())))
        }
        (Some(at), true) => Some(at + 1),
        (None, false) => return,
        (Some(at), false) => at.checked_sub(1),
    };
    let text = match back {
        Some(back) => known.iter().rev().nth(back).map(|text| (*text).to_owned()),
        None => Some(std::mem::take(&mut draft)),
    };
    let Some(text) = text else {
        return overlay::say(model, "no earlier input".to_owned());
    };
    overlay::type_over(model, text);
    if let Some(prompt) = top_mut::<Prompt>(model) {
        (prompt.asking.back, prompt.asking.draft) = (back, draft);
    }
}
