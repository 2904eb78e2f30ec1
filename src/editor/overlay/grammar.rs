//! Prompts whose text has a grammar: what is wrong is shown at its place while it is typed, what can be typed next
//! is offered, and what was typed before comes back with the arrows.

use crate::editor::jobs::{self, Slot};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, Does, Prompt, top, top_mut};
use crate::editor::state::editing::Asking;
use crate::epd::Span;
use crate::suite::query::Completions;

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

/// Does what a text means; a mistake keeps the prompt open.
pub(super) fn accept(
    model: &mut Model,
    memory: Option<&'static str>,
    text: &str,
    meaning: Result<Meaning, Wrong>,
) {
    let meaning = meaning.and_then(|meaning| match meaning.missing {
        Some(missing) => Err(Wrong::new(Span::new(0, text.len()), missing)),
        None => Ok(meaning.does),
    });
    match meaning {
        Ok(does) => {
            let Some(does) = does else { return };
            model.overlays.pop();
            model.asked.remember(memory.unwrap_or_default(), text);
            jobs::stop(model, Slot::Count);
            does.run(model);
        }
        Err(wrong) => {
            if let Some(prompt) = top_mut::<Prompt>(model) {
                prompt.asking.error = Some(wrong.span);
                prompt.asking.unfinished = false;
                prompt.message = Some(wrong.message);
            }
        }
    }
}

/// Reads a text that changed, and offers what can come next.
pub(super) fn typed(model: &mut Model, asks: &dyn Asks, text: &str) {
    let cursor = top::<Prompt>(model).map_or(text.len(), |prompt| prompt.input.cursor());
    let Completions { span, choices } = asks.completions(model, text, cursor);
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
    read(model, asks, text)
}

/// Reads the text: says what is wrong, or what it means.
fn read(model: &mut Model, asks: &dyn Asks, text: &str) {
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
            // Of a word that is not typed to its end what is offered says more.
            let is_half = is_open && !span.is_empty();
            prompt.message = (!is_half).then_some(message);
        }
    }
    if !is_empty {
        asks.typed(model, text);
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
    // There is nothing to go through: what can come behind it is offered at once.
    match count == 1 && !asks.completions(model, &text, end).choices.is_empty() {
        true => typed(model, &*asks, &text),
        false => read(model, &*asks, &text),
    }
}

/// Offers more, where more can be typed than was known when the text changed.
pub(crate) fn offer_again(model: &mut Model) {
    let Some(prompt) = top::<Prompt>(model) else {
        return;
    };
    let (text, cursor) = (prompt.input.lossy(), prompt.input.cursor());
    let found = prompt.asks().completions(model, &text, cursor);
    if let Some(prompt) = top_mut::<Prompt>(model)
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
    let Some(memory) = prompt.asks().memory() else {
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
