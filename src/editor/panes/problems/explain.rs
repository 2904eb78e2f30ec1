//! What a word means: an opcode, a problem, a command. The words are those of `epdit explain`.

use crate::editor::command::Commands;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, Meaning, Pager, PagerLine, Wrong};
use crate::editor::state::view::Pane;
use crate::editor::widgets::glyph;
use crate::epd::{Code, Span, opcode, spelling};
use crate::exchange::page::{Page, Part, explained};
use crate::suite::query::Completions;

/// Explains a word; without one, what the cursor is on, else asks.
pub(crate) fn open(model: &mut Model, word: Option<String>) {
    let Some(word) = word.or_else(|| under_cursor(model)) else {
        return overlay::ask(model, "explain", "", Words);
    };
    match page(&model.commands, &word) {
        Some(lines) => overlay::open(model, Pager::new(word, lines)),
        None => model.refused(unknown(&model.commands, &word)),
    }
}

/// Returns the operation or problem with the cursor, where one of these panes has the keys.
fn under_cursor(model: &Model) -> Option<String> {
    let (view, record) = (&model.document.view, model.record());
    match view.focus {
        Pane::Operations => {
            let operation = record.operations().get(view.operations.cursor)?;
            Some(record.opcode(operation).into_owned())
        }
        Pane::Problems => {
            let found = record.diagnostics().get(view.problems.cursor)?;
            Some(found.code.name().to_owned())
        }
        Pane::Records | Pane::Board | Pane::Raw => None,
    }
}

/// Returns what a word means, as a page.
fn page(commands: &Commands, word: &str) -> Option<Vec<PagerLine>> {
    if let Some(page) = explained(word) {
        return Some(lines_of(&page, Code::from_name(word)));
    }
    let command = commands.named(word)?;
    let keys = commands.keymap.all_keys(command.id);
    let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
    let mut lines = vec![
        PagerLine::Heading(command.title.into()),
        PagerLine::Text(commands.help(command.id)),
        PagerLine::Text(String::new()),
    ];
    let ways = [
        ("typed", format!(":{}", command.usage())),
        ("short", command.aliases.join("  ")),
        ("keys", keys.join("  ")),
    ];
    let ways = ways.into_iter().filter(|(_, text)| !text.is_empty());
    lines.extend(ways.map(|(way, text)| PagerLine::key(way, text)));
    Some(lines)
}

/// Returns the lines of what a code or an opcode means; of a code with its example.
fn lines_of(page: &Page, code: Option<Code>) -> Vec<PagerLine> {
    let mut lines = vec![PagerLine::Heading(page.title.clone())];
    for part in &page.parts {
        match part {
            Part::Sentence(words) => {
                lines.extend([words.clone(), String::new()].map(PagerLine::Text));
            }
            Part::Table(table) => lines.extend(table.rows.iter().map(|row| {
                let cell = |at: usize| row.cells.get(at).cloned().unwrap_or_default();
                PagerLine::key(cell(0), cell(1))
            })),
            _ => {}
        }
    }
    if let Some(code) = code {
        let record = code.example();
        lines.push(PagerLine::Heading("Example".into()));
        lines.push(PagerLine::Text(glyph::safe(record.line())));
        let mut found = record.diagnostics().iter();
        if let Some(found) = found.find(|found| found.code == code) {
            let message = glyph::safe(record.message(found).as_bytes());
            lines.extend([String::new(), message].map(PagerLine::Text));
        }
    }
    lines
}

/// Returns all words that can be explained, with what they are.
fn words(commands: &Commands) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let opcodes = opcode::all().iter().map(|info| (info.name, info.title));
    let codes = Code::all().iter().map(|code| (code.name(), code.title()));
    let commands = commands.all().filter(|command| command.is_of_panes());
    opcodes
        .chain(opcode::all_well_known())
        .chain(codes)
        .chain(commands.map(|command| (command.id.name(), command.title)))
}

fn unknown(commands: &Commands, word: &str) -> String {
    let names = words(commands).map(|(name, _)| name);
    let near = spelling::nearest(word.as_bytes(), names, spelling::slips(word.as_bytes()));
    let near = near
        .first()
        .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    let word = glyph::safe(word.as_bytes());
    format!("expected an opcode, a problem or a command, found `{word}`{near}")
}

/// A word to be explained.
#[derive(Debug)]
pub(crate) struct Words;

impl Asks for Words {
    fn memory(&self) -> Option<&'static str> {
        Some("explain")
    }

    fn enter(&self) -> &'static str {
        "explain"
    }

    fn hint(&self, _model: &Model) -> String {
        "an opcode, a problem or a command; example: `hmvc`".to_owned()
    }

    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions {
        let typed = text.get(..cursor).unwrap_or(text);
        let words = words(&model.commands);
        let words = words.map(|(name, about)| (name.to_owned(), about.to_owned()));
        Completions::of_word(typed.len(), typed.trim_start(), words)
    }

    fn read(&self, model: &Model, text: &str) -> Result<Meaning, Wrong> {
        let word = text.trim().to_owned();
        if word.is_empty() {
            return Ok(Meaning::default());
        }
        if page(&model.commands, &word).is_none() {
            return Err(Wrong {
                span: Span::new(0, word.len()),
                message: unknown(&model.commands, &word),
            });
        }
        let known = words(&model.commands).find(|(name, _)| *name == word);
        let said = known.map(|(_, about)| about.to_owned());
        Ok(Meaning::of(move |model| open(model, Some(word.clone()))).saying(said))
    }
}
