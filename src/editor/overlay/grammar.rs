//! Prompts whose text has a grammar: what is wrong is shown at its place while it is typed, what can be typed next
//! is offered, and what was typed before comes back with the arrows.

use crate::editor::jobs::{self, Slot};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, Closed, Does, PagerLine, Prompt, top, top_mut};
use crate::editor::state::asking::Asking;
use crate::epd::Span;
use crate::suite::query::Completions;
use std::fmt;

/// A way to read the text of a prompt, where there is more to it than a name or a number.
pub trait Grammar: fmt::Debug {
    /// Returns the name under which texts are remembered.
    fn memory(&self) -> &'static str;

    /// Returns what Enter does, as a hint says it.
    fn enter(&self) -> &'static str;

    /// Returns whether the text becomes text of records.
    fn is_text_of_records(&self) -> bool {
        false
    }

    /// Returns what to type, while nothing is.
    fn hint(&self, model: &Model) -> String;

    /// Returns what is said of the text above the line; nothing where there is no need.
    fn help(&self, _model: &Model, _text: &str) -> Option<String> {
        None
    }

    /// Returns what its page of help says, before the keys.
    fn explains(&self, model: &Model) -> Vec<PagerLine> {
        vec![PagerLine::Text(self.hint(model))]
    }

    /// Returns what can be typed at the cursor.
    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions;

    /// Reads the text.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read(&self, model: &Model, text: &str) -> Result<Meaning, Wrong>;

    /// Looks up what another text needs.
    fn typed(&self, _model: &mut Model, _text: &str) {}

    /// Takes in that the prompt was closed without an answer.
    fn closed(&self, _model: &mut Model, _how: Closed) {}
}

/// The meaning of a text that was typed.
#[derive(Clone, Debug, Default)]
pub struct Meaning {
    /// The message about it.
    pub said: Option<String>,
    /// The action of Enter once the prompt is closed; without one the prompt stays open.
    pub does: Option<Does>,
    /// The words for what is missing, said once Enter is pressed.
    pub missing: Option<String>,
}

impl Meaning {
    /// Returns the meaning of a text with which Enter does something.
    pub(crate) fn of(does: impl Fn(&mut Model) + 'static) -> Self {
        Self {
            does: Some(Does::new(does)),
            ..Self::default()
        }
    }

    /// Returns this meaning, with what is said of the text.
    #[must_use]
    pub(crate) fn saying(self, said: Option<String>) -> Self {
        Self { said, ..self }
    }
}

/// A mistake in what was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    pub span: Span,
    pub message: String,
}

impl Wrong {
    /// Returns the mistake of some bytes of the text; of none where something is missing.
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
        }
    }
}

impl<G: Grammar + 'static> Asks for G {
    fn grammar(&self) -> Option<&dyn Grammar> {
        Some(self)
    }

    fn holds_text_of_records(&self) -> bool {
        self.is_text_of_records()
    }

    fn enter(&self) -> &'static str {
        Grammar::enter(self)
    }

    fn explains(&self, model: &Model) -> Vec<PagerLine> {
        Grammar::explains(self, model)
    }

    fn typed(&self, model: &mut Model, text: &str) {
        typed(model, self, text)
    }

    /// Does what the text means; a mistake keeps the prompt open.
    fn accept(&self, model: &mut Model, text: &str) {
        let text = text.trim();
        let meaning = self.read(model, text).and_then(|meaning| {
            let missing = meaning.missing.into_iter();
            let mut wrong = missing.map(|missing| Wrong::new(Span::new(0, text.len()), missing));
            wrong.next().map_or(Ok(meaning.does), Err)
        });
        match meaning {
            Ok(Some(does)) => {
                model.overlays.pop();
                model.asked.remember(self.memory(), text);
                jobs::stop(model, Slot::Count);
                does.run(model);
            }
            Ok(None) => {}
            Err(wrong) => {
                if let Some(prompt) = top_mut::<Prompt>(model) {
                    prompt.asking.error = Some(wrong.span);
                    prompt.asking.unfinished = false;
                    prompt.message = Some(wrong.message);
                }
            }
        }
    }

    fn closed(&self, model: &mut Model, how: Closed) {
        jobs::stop(model, Slot::Count);
        Grammar::closed(self, model, how);
    }
}

/// Reads a text that changed, and offers what can come next.
fn typed(model: &mut Model, grammar: &dyn Grammar, text: &str) {
    let cursor = top::<Prompt>(model).map_or(text.len(), |prompt| prompt.input.cursor());
    let Completions { span, choices } = grammar.completions(model, text, cursor);
    if let Some(prompt) = top_mut::<Prompt>(model) {
        let before = std::mem::take(&mut prompt.asking);
        prompt.asking = Asking {
            choices,
            word: span,
            back: before.back.filter(|_| before.draft != text),
            draft: before.draft,
            ..Asking::default()
        };
    }
    read(model, grammar, text)
}

/// Reads the text: says what is wrong, or what it means.
fn read(model: &mut Model, grammar: &dyn Grammar, text: &str) {
    jobs::stop(model, Slot::Count);
    let help = grammar.help(model, text);
    let is_empty = text.trim().is_empty();
    let meaning = match is_empty {
        true => Ok(Meaning::default().saying(Some(grammar.hint(model)))),
        false => grammar.read(model, text),
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
            // Of a word that is not typed to its end what is offered says more.
            let is_half = is_open && !span.is_empty();
            prompt.message = (!is_half).then_some(message);
        }
    }
    if !is_empty {
        grammar.typed(model, text);
    }
}

/// Takes a choice in the place of the word at the cursor: the first, then the next each time.
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
    let (Some((choice, _)), Some(grammar)) = (asking.choices.get(at), asks.grammar()) else {
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
    // There is nothing to go through: what can come behind it is offered at once.
    match count == 1 && !grammar.completions(model, &text, end).choices.is_empty() {
        true => typed(model, grammar, &text),
        false => read(model, grammar, &text),
    }
}

/// Offers more, where more can be typed than was known when the text changed.
pub(crate) fn offer_again(model: &mut Model) {
    let Some(prompt) = top::<Prompt>(model) else {
        return;
    };
    let (text, cursor) = (prompt.input.lossy(), prompt.input.cursor());
    let grammar = prompt.grammar();
    let found = grammar.map(|grammar| grammar.completions(model, &text, cursor));
    if let (Some(found), Some(prompt)) = (found, top_mut::<Prompt>(model))
        // What is being gone through stays as it is.
        && prompt.asking.cursor.is_none()
    {
        (prompt.asking.choices, prompt.asking.word) = (found.choices, found.span);
    }
}

/// Returns the reason why there is nothing to complete.
pub(crate) fn nothing_to_complete(model: &Model) -> Option<String> {
    let offers = top::<Prompt>(model).is_some_and(|prompt| !prompt.asking.choices.is_empty());
    (!offers).then(|| "nothing to complete here".into())
}

/// Goes back to what was asked before (`by` 1), or forward again (-1).
pub(crate) fn remembered(model: &mut Model, by: isize) {
    let Some(prompt) = top::<Prompt>(model) else {
        return;
    };
    let Some(memory) = prompt.grammar().map(Grammar::memory) else {
        return;
    };
    let (typed, mut draft) = (prompt.input.lossy(), prompt.asking.draft.clone());
    let known = model.asked.of(memory);
    let back = match (prompt.asking.back, by > 0) {
        (None, true) => {
            draft = typed.into_owned();
            // What stands there already is no step back.
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
