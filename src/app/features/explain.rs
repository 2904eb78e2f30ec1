//! What a word means: an opcode, a problem, a command. The words are those of `epdit explain`.

pub mod commands;

use crate::app::command::Commands;
use crate::app::effect::Effect;
use crate::app::features::query;
use crate::app::glyph;
use crate::app::model::Model;
use crate::app::overlay::{self, Does, Grammar, Pager, PagerLine, Wrong};
use crate::app::state::view::Pane;
use crate::epd::opcode::{self, Edition};
use crate::epd::{Code, OpcodeInfo, Span, spelling};
use crate::suite::query::Completions;

/// Explains a word; without one, what the cursor is on, else asks.
pub(crate) fn open(model: &mut Model, word: Option<String>) -> Vec<Effect> {
    let Some(word) = word.or_else(|| under_cursor(model)) else {
        return query::open(model, "explain", "", Words);
    };
    match page(&model.commands, &word) {
        Some(lines) => overlay::open(model, Pager::new(word, lines)),
        None => {
            model.refused(unknown(&model.commands, &word));
            Vec::new()
        }
    }
}

/// The operation or problem with the cursor, where one of these panes has the keys.
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

/// What a word means, as a page.
fn page(commands: &Commands, word: &str) -> Option<Vec<PagerLine>> {
    if let Some(code) = Code::from_name(word) {
        return Some(of_code(code));
    }
    if let Some(info) = opcode::find(word.as_bytes()) {
        return Some(of_opcode(info));
    }
    if let Some(known) = opcode::of_use(word.as_bytes()) {
        return Some(vec![
            PagerLine::Heading(format!("{word}: {}", known.title)),
            PagerLine::Text(
                "An opcode outside the standard, known from many files; any operands are allowed."
                    .into(),
            ),
            PagerLine::Text(String::new()),
            key("takes", known.takes.to_owned()),
            key("example", known.example.to_owned()),
        ]);
    }
    let command = commands.named(word)?;
    let mut lines = vec![
        PagerLine::Heading(command.title.into()),
        PagerLine::Text(commands.help(command.id)),
        PagerLine::Text(String::new()),
        PagerLine::Key {
            keys: "typed".into(),
            text: format!(":{}", command.usage()),
        },
    ];
    let keys = commands.keymap.all_keys(command.id);
    let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
    for (what, words) in [
        ("short", command.aliases.join("  ")),
        ("keys", keys.join("  ")),
    ] {
        if !words.is_empty() {
            lines.push(PagerLine::Key {
                keys: what.into(),
                text: words,
            });
        }
    }
    Some(lines)
}

fn of_code(code: Code) -> Vec<PagerLine> {
    let record = code.example();
    let mut lines = vec![
        PagerLine::Heading(format!(
            "{}: {} ({})",
            code.name(),
            code.title(),
            code.severity().name()
        )),
        PagerLine::Text(code.about().into()),
        PagerLine::Text(String::new()),
        PagerLine::Heading("Example".into()),
        PagerLine::Text(glyph::safe(record.line())),
    ];
    let found = record.diagnostics().iter();
    for found in found.filter(|found| found.code == code).take(1) {
        lines.push(PagerLine::Text(String::new()));
        lines.push(PagerLine::Text(glyph::safe(
            record.message(found).as_bytes(),
        )));
    }
    lines
}

fn key(keys: &str, text: String) -> PagerLine {
    PagerLine::Key {
        keys: keys.to_owned(),
        text,
    }
}

fn of_opcode(info: &OpcodeInfo) -> Vec<PagerLine> {
    let edition = match info.edition {
        Edition::Of1994 => "1994",
        Edition::Of1995 => "1995",
    };
    vec![
        PagerLine::Heading(format!("{}: {}", info.name, info.title)),
        PagerLine::Text(info.about.into()),
        PagerLine::Text(String::new()),
        key("takes", info.shape.takes()),
        key("since", format!("the {edition} standard")),
        key("example", info.example.to_owned()),
    ]
}

/// All words that can be explained, with what they are.
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

impl Grammar for Words {
    fn memory(&self) -> &'static str {
        "explain"
    }

    fn enter(&self) -> &'static str {
        "explain"
    }

    fn hint(&self, _model: &Model) -> String {
        "an opcode, a problem or a command; example: `hmvc`".to_owned()
    }

    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions {
        let typed = text.get(..cursor).unwrap_or(text);
        let start = typed.len() - typed.trim_start().len();
        let word = typed.get(start..).unwrap_or_default();
        let fits = words(&model.commands)
            .filter(|(name, _)| name.starts_with(word) && *name != word)
            .map(|(name, about)| (name.to_owned(), about.to_owned()));
        Completions {
            span: Span::new(start, typed.len()),
            choices: fits.collect(),
        }
    }

    fn read(&self, model: &mut Model, text: &str) -> Result<(Option<String>, Vec<Effect>), Wrong> {
        let word = text.trim();
        let known = words(&model.commands).find(|(name, _)| *name == word);
        match known {
            Some((_, about)) => Ok((Some(about.to_owned()), Vec::new())),
            None => self.accepted(model, word).map(|_| (None, Vec::new())),
        }
    }

    fn accepted(&self, model: &Model, text: &str) -> Result<Option<Does>, Wrong> {
        if text.is_empty() {
            return Ok(None);
        }
        let word = text.to_owned();
        if page(&model.commands, &word).is_none() {
            return Err(Wrong {
                span: Span::new(0, word.len()),
                message: unknown(&model.commands, &word),
            });
        }
        Ok(Some(Does::new(move |model| {
            open(model, Some(word.clone()))
        })))
    }
}
