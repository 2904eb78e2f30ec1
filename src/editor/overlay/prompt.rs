//! A line to type in at the bottom of the screen, and what a feature says of what is asked there.

use crate::editor::command::context::Context;
use crate::editor::jobs::{self, Slot};
use crate::editor::key::Key;
use crate::editor::model::Model;
use crate::editor::overlay::pager::PagerLine;
use crate::editor::overlay::{Closed, Layer, Meaning, Wanted, Wrong, grammar, top, top_mut};
use crate::editor::state::editing::Asking;
use crate::editor::widgets::line_editor::LineEditor;
use crate::editor::widgets::theme::Role;
use crate::suite::query::Completions;
use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::rc::Rc;

/// A line to type in.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// Shown before the text: `search`, `go to line or id`.
    pub label: Cow<'static, str>,
    pub input: LineEditor,
    /// The text that it opened with.
    first: Vec<u8>,
    /// The mistake in the typed text, or the number of matches.
    pub message: Option<String>,
    /// The reading of the text, where it has a grammar.
    pub asking: Asking,
    asks: Rc<dyn Asks>,
}

/// The handler of a prompt. With a memory its text has a grammar: what is wrong is shown at its place while it is
/// typed, and what can be typed next is offered.
pub trait Asks: fmt::Debug + Any {
    /// Returns the name under which texts are remembered, of texts with a grammar.
    fn memory(&self) -> Option<&'static str> {
        None
    }

    /// Reads the text, as its grammar says.
    ///
    /// # Errors
    /// The mistake, at its place in the text.
    fn read(&self, _model: &Model, _text: &str) -> Result<Meaning, Wrong> {
        Ok(Meaning::default())
    }

    /// Returns what can be typed at the cursor.
    fn completions(&self, _model: &Model, _text: &str, _cursor: usize) -> Completions {
        Completions::default()
    }

    /// Returns what to type, while nothing is.
    fn hint(&self, _model: &Model) -> String {
        String::new()
    }

    /// Returns what is said of the text above the line; nothing where there is no need.
    fn help(&self, _model: &Model, _text: &str) -> Option<String> {
        None
    }

    /// Returns true if the typed text is text of records, and not a name, a number or a query: then it is in the
    /// journal of unsaved changes, too.
    fn holds_text_of_records(&self) -> bool {
        false
    }

    /// A key is pressed, where a key is asked for and not a text; `false` where it does in the prompt what it
    /// does in all.
    fn hears(&self, _model: &mut Model, _key: Key) -> bool {
        false
    }

    /// Returns whether Down and Up mean something to it.
    fn steps(&self) -> bool {
        false
    }

    /// Goes so many rows down in what lies behind the prompt, or steps its number, which grows upwards.
    fn step(&self, _model: &mut Model, _by: isize) {}

    /// Returns the words beside the text while there is no message.
    fn note(&self, _model: &Model) -> Option<String> {
        None
    }

    /// Returns the hint for Enter.
    fn enter(&self) -> &'static str {
        "accept"
    }

    /// Returns the lines of its page of help, before the keys.
    fn explains(&self, model: &Model) -> Vec<PagerLine> {
        let hint = Some(self.hint(model)).filter(|hint| !hint.is_empty());
        hint.map(PagerLine::Text).into_iter().collect()
    }

    /// The text changed: looks up what it needs.
    fn typed(&self, _model: &mut Model, _text: &str) {}

    /// Enter: does what was asked for and closes the prompt, or says in it what is wrong.
    fn accept(&self, model: &mut Model, text: &str) {
        let text = text.trim();
        let meaning = self.read(model, text);
        grammar::accept(model, self.memory(), text, meaning)
    }

    /// The prompt was closed without an answer.
    fn closed(&self, _model: &mut Model, _how: Closed) {}
}

type Answered = dyn Fn(&mut Model, &str) -> Result<(), String>;

/// A text that only Enter reads: a name, a number, a few words.
pub(crate) struct Answer {
    enter: &'static str,
    numbers: Option<(RangeInclusive<u32>, u32)>,
    note: Option<String>,
    explains: String,
    answered: Box<Answered>,
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Answer({})", self.enter)
    }
}

impl Answer {
    /// `answered` does what was asked for once the prompt is closed, or says what is wrong with the text: then
    /// the prompt stays.
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

    /// A number of a range, which is called `what`; steps begin with `first`. `answered` gets no number of an empty
    /// text, and gives nothing where it needs one.
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
                (least, &u32::MAX) => format!("{what}, {least} or more"),
                (least, most) => format!("{what} from {least} to {most}"),
            })
        };
        Self {
            numbers: Some((range, first)),
            ..Self::new(enter, read)
        }
    }

    /// Returns the prompt with words beside the text.
    pub(crate) fn noting(self, note: impl Into<String>) -> Self {
        Self {
            note: Some(note.into()),
            ..self
        }
    }

    /// Returns the prompt with lines for its page of help.
    pub(crate) fn explaining(self, text: impl Into<String>) -> Self {
        Self {
            explains: text.into(),
            ..self
        }
    }
}

impl Asks for Answer {
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
            super::say(model, wrong);
        }
    }
}

impl Prompt {
    /// A prompt with a text in it.
    pub fn new(
        label: impl Into<Cow<'static, str>>,
        text: impl Into<Vec<u8>>,
        asks: impl Asks,
    ) -> Self {
        let first = text.into();
        Self {
            label: label.into(),
            input: LineEditor::new(first.clone()),
            first,
            message: None,
            asking: Asking::default(),
            asks: Rc::new(asks),
        }
    }

    /// Returns true if its text has a grammar.
    pub fn has_grammar(&self) -> bool {
        self.asks.memory().is_some()
    }

    /// Returns true if its handler is of this type.
    pub fn is<A: Asks>(&self) -> bool {
        self.asks_as::<A>().is_some()
    }

    /// Returns its handler, where that is of this type.
    pub(crate) fn asks_as<A: Asks>(&self) -> Option<&A> {
        let asks: &dyn Any = &*self.asks;
        asks.downcast_ref()
    }

    /// Returns true if something was typed that would be lost with it.
    pub(crate) fn is_typed_in(&self) -> bool {
        !self.input.text().is_empty() && self.input.text() != self.first
    }

    /// Returns the words beside the text while there is no message.
    pub fn note(&self, model: &Model) -> Option<String> {
        self.asks.note(model)
    }

    /// Returns the message about the typed text, and the role that it is drawn in.
    pub fn said(&self, model: &Model) -> Option<(String, Role)> {
        let grammar = self.has_grammar();
        let asking = &self.asking;
        match self.message.clone() {
            Some(message) if grammar && asking.unfinished => Some((message, Role::Secondary)),
            Some(message) if grammar && asking.error.is_none() => Some((message, Role::Accent)),
            Some(message) if grammar => Some((format!("✗ {message}"), Role::Error)),
            Some(message) => Some((message, Role::Warning)),
            None => self.note(model).map(|note| (note, Role::Secondary)),
        }
        .filter(|(text, _)| !text.is_empty())
    }

    /// Returns its handler, to be called with the model.
    pub fn asks(&self) -> Rc<dyn Asks> {
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
        // What a prompt is left for is not to change the place any more.
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

    fn wants(&self, _columns: u16) -> Wanted {
        Wanted::Line
    }

    fn input_mut(&mut self) -> Option<&mut LineEditor> {
        Some(&mut self.input)
    }
}

/// The text of the prompt on top changed.
pub(super) fn typed(model: &mut Model) {
    let Some(prompt) = top_mut::<Prompt>(model) else {
        return;
    };
    prompt.message = None;
    let (asks, text) = (prompt.asks(), prompt.input.lossy().into_owned());
    match asks.memory() {
        Some(_) => grammar::typed(model, &*asks, &text),
        None => asks.typed(model, &text),
    }
}

/// A key for the prompt on top, where that asks for a key; `false` where it does not.
pub(crate) fn hears(model: &mut Model, key: Key) -> bool {
    top::<Prompt>(model)
        .map(Prompt::asks)
        .is_some_and(|asks| asks.hears(model, key))
}

/// Enter in the prompt on top.
pub(super) fn choose(model: &mut Model) {
    let Some(prompt) = top::<Prompt>(model) else {
        return;
    };
    let (asks, text) = (prompt.asks(), prompt.input.lossy().into_owned());
    asks.accept(model, &text)
}

/// Goes so many rows down, in a way of the prompt on top; `false` where that has none.
pub(crate) fn step(model: &mut Model, by: isize) -> bool {
    let asks = top::<Prompt>(model).map(Prompt::asks);
    let steps = asks.filter(|asks| asks.steps());
    steps.is_some_and(|asks| {
        asks.step(model, by);
        true
    })
}
