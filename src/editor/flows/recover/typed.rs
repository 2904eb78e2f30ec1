//! Text that is typed and not accepted yet: it is in the journal, too, and comes back where it was typed.

use crate::editor::doc::draft;
use crate::editor::effect::Effect;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Prompt};
use crate::editor::panes::line;
use crate::editor::state::copying::Copying;
use crate::editor::state::editing::Editing;
use crate::editor::state::view::Pane;
use crate::editor::widgets::line_editor::LineEditor;
use crate::suite::journal::Typed;

/// Returns the texts being typed now.
pub(super) fn now(model: &Model) -> Vec<Typed> {
    let mut all = Vec::new();
    let document = &model.document;
    if let Some(editing) = &document.view.editing
        && line::is_touched(document, editing)
    {
        let number = document.selected + 1;
        let (what, text) = match editing {
            Editing::Raw(text) => (format!("line {number}"), text.text().to_vec()),
            Editing::Operand(operand) => {
                let line = model.line();
                (
                    format!("{} of line {number}", operand.opcode),
                    draft::with_typed(model, crate::suite::text_of(&line), editing),
                )
            }
        };
        all.push(Typed {
            what,
            line: Some(document.selected),
            is_line: true,
            text,
        });
    }
    if let Some(prompt) = overlay::top::<Prompt>(model)
        && prompt.asks().holds_text_of_records()
        && !prompt.input.text().is_empty()
    {
        all.push(Typed {
            what: format!("`{}`", prompt.label),
            line: None,
            is_line: false,
            text: prompt.input.text().to_vec(),
        });
    }
    all
}

/// Puts what was typed back where it was: into the raw line, and what was asked for onto the clipboard.
pub(super) fn restore(model: &mut Model, all: &[Typed]) {
    for typed in all {
        match typed.line {
            Some(line) if typed.is_line && line < model.document.suite.line_count() => {
                model.reselect(line);
                let text = Editing::Raw(LineEditor::new(typed.text.clone()));
                model.document.view.type_in(Pane::Raw, text);
                model.done("recovered the text typed · {accept} accepts it");
            }
            _ => model.send(Effect::Copy(Copying::text(
                format!("the text typed into {}", typed.what),
                &String::from_utf8_lossy(&typed.text),
            ))),
        }
    }
}
