//! Copies and exports of the selected record or the marked ones: a menu of forms, each with a letter and a sample.

use crate::editor::command::{Context, Id};
use crate::editor::effect::Effect;
use crate::editor::jobs::{JobContext, Slot, Work};
use crate::editor::model::Model;
use crate::editor::overlay::paths::{self, NewPath, why_left_out};
use crate::editor::overlay::{self, Menu, MenuItem, Sample};
use crate::editor::state::copying::{Content, CopyHow, Copying, Records, Source};
use crate::editor::widgets::glyph;
use crate::epd::Record;
use crate::epd::counted::thousands_of;
use crate::exchange::diagram::{Orientation, Style};
use crate::exchange::form::{Form, Look};
use crate::suite::LineSet;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

const fn letter(form: Form) -> char {
    match form {
        Form::Fen => 'f',
        Form::Epd => 'e',
        Form::Position => 'p',
        Form::Raw => 'r',
        Form::Uci => 'u',
        Form::BestMoves => 'b',
        Form::BestMovesUci => 'B',
        Form::Line => 'v',
        Form::LineUci => 'V',
        Form::LegalMoves => 'l',
        Form::Id => 'i',
        Form::Link => 'a',
        Form::Text => 't',
        Form::Unicode => 'n',
        Form::Markdown => 'd',
        Form::Latex => 'x',
        Form::Html => 'h',
        Form::Svg => 's',
        Form::Png => 'g',
    }
}

/// The records to copy, and their destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CopyScope {
    /// Whether the marked lines are copied, not the selected one.
    marked: bool,
    export: bool,
}

/// Opens the menu that copies the marked lines, else the selected one, or with `export` writes them to a file.
pub(crate) fn open(model: &mut Model, export: bool) {
    let marked = model.document.marked().is_some();
    show(model, CopyScope { marked, export })
}

pub(crate) fn nothing_here(model: &Model) -> Option<String> {
    let is_empty = model.document.suite.line_count() == 0;
    model.when(is_empty, "no record to copy")
}

pub(crate) fn again(model: &mut Model) {
    let (marked, export) = (model.document.marked().is_some(), false);
    match model.last_form {
        Some(form) => choose(model, form, CopyScope { marked, export }),
        None => open(model, export),
    }
}

/// Writes the marked lines, else the selected one, into a file: `svg boards.svg`.
pub(crate) fn export(model: &mut Model, text: &str) {
    let (name, path) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let Some(form) = Form::named(name) else {
        let names = Form::ALL.map(Form::name).join(", ");
        return model.refused(format!("expected one of {names}, found `{name}`"));
    };
    let marked = model.document.marked().is_some();
    let records = Source::Records(records(model, form, marked));
    match path.trim() {
        "" => ask_for_path(model, records),
        path => paths::answer(model, &file(records), path),
    }
}

/// Returns the name of the records, for titles and messages.
fn named(model: &Model, marked: bool) -> String {
    if marked {
        let count = model.document.marked_count();
        return thousands_of(count, "marked record", "marked records");
    }
    let record = model.record();
    let id = record.operation("id").map(|id| record.operands_text(id));
    match id.filter(|id| !id.is_empty()) {
        Some(id) => glyph::cut(&glyph::safe(id.as_bytes()), 40),
        None => format!("line {}", model.document.selected + 1),
    }
}

fn look(model: &Model) -> Look {
    Look {
        seen: match model.board.flipped {
            true => Orientation::Black,
            false => Orientation::White,
        },
        style: Style {
            theme: model.settings.board,
            ..Style::default()
        },
        link: model.settings.link.to_string(),
        ..Look::default()
    }
}

fn show(model: &mut Model, about: CopyScope) {
    let what = named(model, about.marked);
    let title = match about.export {
        true => format!("Export {what} as"),
        false => format!("Copy {what} as"),
    };
    let items = items(model, about);
    let form = model.last_form.unwrap_or(Form::Fen).name();
    let is_form = |item: &MenuItem| item.value == form;
    let at = items.iter().position(is_form);
    overlay::open(model, Menu::new(title, items).at(at.unwrap_or(0)))
}

fn items(model: &Model, about: CopyScope) -> Vec<MenuItem> {
    let lines = sampled(model, about.marked);
    let samples = Samples::of(model, &lines, about.marked);
    let forms = Form::ALL.into_iter();
    let forms = forms.map(|form| row(&samples, form, letter(form), about));
    let mut rows: Vec<MenuItem> = forms.collect();
    if let Some(last) = model.last_form.filter(|_| !about.export) {
        let mut again = row(&samples, last, 'y', about);
        again.label = format!("Again: {}", again.label);
        rows.insert(0, again.called("again"));
    }
    if let Some(count) = model.document.marked().map(LineSet::len) {
        rows.insert(0, marks(count, about));
    }
    if let Some(record) = samples.records.first()
        && !about.marked
        && !about.export
    {
        let operations = record.operations().iter().zip(1..);
        let values = operations.map(|(operation, nth)| {
            let opcode = String::from_utf8_lossy(operation.opcode.of(record.line()));
            let text = record.operands_text(operation);
            let shown = glyph::safe(opcode.as_bytes());
            let what = format!("the {shown} of {}", samples.name);
            let sample = Sample::of(&text, amount(&text));
            let does = move |model: &mut Model| {
                model.send(Effect::Copy(Copying::text(what.clone(), &text)));
            };
            let (key, label) = (char::from_digit(nth, 10), format!("Value of {shown}"));
            let value = MenuItem::new(key, label, "", does).called(opcode);
            value.sampled(sample)
        });
        rows.extend(values);
    }
    let other = CopyScope {
        export: !about.export,
        ..about
    };
    let (label, words) = match about.export {
        true => ("To the clipboard", "Copies to the clipboard instead."),
        false => ("To a file …", "Writes a file instead of copying."),
    };
    let switch = MenuItem::new(Some('w'), label, "", move |model| show(model, other));
    rows.push(switch.called("file").sampled(Sample::words(words)));
    rows
}

/// Returns the row that switches between the marked records and the selected one.
fn marks(count: usize, about: CopyScope) -> MenuItem {
    let other = CopyScope {
        marked: !about.marked,
        ..about
    };
    let records = thousands_of(count, "marked record", "marked records");
    let label = match count {
        1 => "The marked record".to_owned(),
        _ => format!("All {records}"),
    };
    let words = match about.marked {
        true => "Switch off to copy the selected record alone.",
        false => "Switch on to copy the marked records.",
    };
    MenuItem::new(Some('m'), label, "", move |model| show(model, other))
        .checked(about.marked)
        .called("marked")
        .sampled(Sample::words(words))
}

fn row(samples: &Samples<'_>, form: Form, key: char, about: CopyScope) -> MenuItem {
    let (sample, refusal) = samples.sample(form);
    let refusal = refusal.or_else(|| samples.why_no_text(form).filter(|_| !about.export));
    let does = move |model: &mut Model| choose(model, form, about);
    let row = MenuItem::new(Some(key), form.title(), "", does).called(form.name());
    row.sampled(sample).disabled(refusal)
}

fn choose(model: &mut Model, form: Form, about: CopyScope) {
    if about.export {
        let records = records(model, form, about.marked);
        return ask_for_path(model, Source::Records(records));
    }
    model.last_form = Some(form);
    if about.marked || form == Form::Png {
        return copy_records(model, records(model, form, about.marked));
    }
    // One record is copied at once, with the text being typed.
    let text = form.exact_text(&model.record(), &look(model));
    match text {
        Ok(text) => {
            let what = format!("the {} of {}", form.noun(), named(model, false));
            model.send(Effect::Copy(Copying {
                suffix: form.suffix(),
                ..Copying::text(what, &text)
            }));
        }
        Err(reason) => model.refused(format!("{}: {reason}", form.title())),
    }
}

fn records(model: &Model, form: Form, marked: bool) -> Records {
    let lines = match model.document.marked().filter(|_| marked) {
        Some(lines) => lines.clone(),
        None => std::iter::once(model.document.selected).collect(),
    };
    let name = named(model, marked);
    Records {
        form,
        look: Box::new(look(model)),
        snapshot: model.document.suite.snapshot(),
        lines,
        what: match marked {
            true => format!("{name} as {}", form.noun()),
            false => format!("the {} of {name}", form.noun()),
        },
    }
}

fn amount(text: &str) -> String {
    thousands_of(text.chars().count(), "character", "characters")
}

/// The maximum number of records in a sample.
const SAMPLED: usize = 12;

/// Returns the first few marked lines, or the selected one.
fn sampled(model: &Model, marked: bool) -> Vec<Cow<'_, [u8]>> {
    match model.document.marked().filter(|_| marked) {
        Some(lines) => {
            let some = lines.iter().take(SAMPLED);
            some.map(|line| model.document.suite.line(line)).collect()
        }
        None => vec![Cow::Borrowed(model.shown_line())],
    }
}

struct Samples<'m> {
    name: String,
    look: Look,
    records: Vec<Record<'m>>,
    count: usize,
}

impl<'m> Samples<'m> {
    fn of(model: &Model, lines: &'m [Cow<'m, [u8]>], marked: bool) -> Self {
        let all = model.document.marked().filter(|_| marked);
        let options = model.document.read_options();
        let records = lines.iter().map(|line| Record::read(line, &options));
        Self {
            name: named(model, marked),
            look: look(model),
            records: records.collect(),
            count: all.map_or(1, LineSet::len),
        }
    }

    fn why_no_text(&self, form: Form) -> Option<String> {
        match self.records.as_slice() {
            [record] if self.count == 1 && form != Form::Png => {
                let text = form.exact_text(record, &self.look);
                text.err().map(Cow::into_owned)
            }
            _ => None,
        }
    }

    /// Returns a sample of the text to be copied, and the reason if certainly no record can be.
    fn sample(&self, form: Form) -> (Sample, Option<String>) {
        let mut text = String::new();
        let mut refusal = None;
        let drawn = match form {
            Form::Png => Form::Unicode,
            form => form,
        };
        for record in &self.records {
            match drawn.text(record, &self.look) {
                Ok(one) => {
                    if !text.is_empty() {
                        text.push('\n');
                    }
                    text.push_str(&one);
                    // One board is enough for a sample.
                    if form.is_diagram() {
                        break;
                    }
                }
                Err(reason) => {
                    refusal.get_or_insert(reason.into_owned());
                }
            }
        }
        let is_all = self.count <= self.records.len();
        if text.is_empty() && is_all {
            let reason = refusal.unwrap_or_default();
            return (Sample::words(&reason), Some(reason));
        }
        let is_picture = form == Form::Png;
        let size = self.look.style.size;
        let about = match self.count {
            1 if is_picture => format!("picture, board {size} × {size} pixels"),
            1 => amount(&text),
            count => thousands_of(count, "record", "records"),
        };
        (Sample::of(&text, about), None)
    }
}

fn ask_for_path(model: &mut Model, source: Source) {
    let suite = &model.document.suite;
    let stem = Path::new(suite.name()).file_stem();
    let stem = stem.map_or("records".into(), |stem| stem.to_string_lossy());
    let stem = match stem.split('.').next() {
        Some(stem) if !stem.is_empty() => stem,
        _ => "records",
    };
    // In the folder of the suite, and never the suite itself.
    let name = PathBuf::from(format!("{stem}-export.{}", source.suffix()));
    let folder = suite.path().and_then(Path::parent);
    let path = folder.map_or(name.clone(), |folder| folder.join(name));
    let why = suite.path().and_then(why_left_out);
    let path = Some(path).filter(|_| why.is_none());
    paths::ask(model, "export to file", path.as_deref(), file(source));
    if why.is_some() {
        overlay::say(model, why);
    }
}

/// Returns the prompt for the path of an export, which must not be an open file.
fn file(source: Source) -> NewPath {
    let about = "A path, such as diagrams.html. The open file is not changed.";
    let file = NewPath::new("export", "diagrams.html", about, move |model, path| {
        write(model, source.clone(), path, false)
    });
    file.unless_open("is open here; choose another name")
}

/// Writes a file on a thread; asks before it replaces an existing one, unless `replaces` is set.
fn write(model: &mut Model, source: Source, path: PathBuf, replaces: bool) {
    let (from, to) = (source.clone(), path.clone());
    let write = move |hand: &JobContext| match to.exists() && !replaces {
        true => Ok(None),
        false => from.to_file(&to, &hand.job).map(Some),
    };
    Work::new(Slot::Copy, write).start_or_fail(model, move |model, written| match written {
        Ok(Some((what, bytes))) => {
            let (to, bytes) = (path.display(), thousands_of(bytes, "byte", "bytes"));
            model.done(format!("exported {what} to {to} ({bytes})"));
        }
        Ok(None) => ask_to_replace(model, source.clone(), path.clone()),
        Err(reason) => model.failed(reason),
    });
}

fn copy_records(model: &mut Model, records: Records) {
    let copy = Work::new(Slot::Copy, move |hand| records.for_clipboard(&hand.job));
    copy.start_or_fail(model, |model, ready| match ready {
        Ok(copying) => model.send(Effect::Copy(copying)),
        Err(reason) => model.failed(reason),
    });
}

fn ask_to_replace(model: &mut Model, source: Source, path: PathBuf) {
    let about = vec![format!("{} exists already.", glyph::file_name(&path))];
    let replace = MenuItem::new(Some('r'), "Replace it", "", move |model| {
        write(model, source.clone(), path.clone(), true)
    });
    let items = vec![replace, MenuItem::back(Some('c'), "Cancel", "")];
    overlay::open(model, Menu::question("Export", about, items).at(1))
}

pub fn copied(model: &mut Model, copying: Copying, how: Result<CopyHow, String>) {
    let what = &copying.what;
    let amount = match &copying.content {
        Content::Text(text) => amount(text),
        Content::Picture(png) => format!("PNG, {}", thousands_of(png.len(), "byte", "bytes")),
    };
    let (went, way) = match how {
        Ok(CopyHow::Clipboard) => ("copied", "to the clipboard"),
        Ok(CopyHow::Terminal) => ("sent", "to the terminal's clipboard"),
        Ok(CopyHow::Tmux) => ("sent", "through tmux to the terminal's clipboard"),
        Ok(CopyHow::Screen) => ("sent", "through screen to the terminal's clipboard"),
        Err(reason) => return not_copied(model, copying, &reason),
    };
    model.done(format!("{went} {what} {way} ({amount})"));
}

fn not_copied(model: &mut Model, copying: Copying, reason: &str) {
    let what = glyph::safe(copying.what.as_bytes());
    let message = format!("could not copy {what}: {reason}");
    if model.is_busy() {
        return model.failed(message);
    }
    let key = model.key_in(Id::Choose, Context::Prompt);
    ask_for_path(model, Source::Content(copying));
    let message = format!("{message} · {key} writes it to this file instead");
    overlay::say(model, message);
}
