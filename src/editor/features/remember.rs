//! What is remembered of a file is made so again when it is opened, and told to the store when it
//! changes. Nothing is remembered of what has no file: a pipe, the built-in suite.

pub mod commands;

use crate::editor::effect::Effect;
use crate::editor::features::query;
use crate::editor::glyph;
use crate::editor::model::Model;
use crate::editor::state::columns::{Column, Columns, NARROWEST, WIDEST_SET};
use crate::editor::state::document::Document;
use crate::editor::state::recall::{Recall, Waits};
use crate::editor::state::remembered::{FileMemory, News};

/// After every message: the file shown gets what is remembered of it, and the store what is new.
pub(crate) fn settle(model: &mut Model) {
    if !model.remembers {
        return;
    }
    let memory = model.document.recall.memory.take();
    let query = memory.and_then(|memory| recall(model, memory));
    // Only where one is now is said: the file may have fewer lines than it had.
    let back = go_when_read(model).map(|line| format!("back at line {}", line + 1));
    let said: Vec<String> = back.into_iter().chain(query).collect();
    if !said.is_empty() && model.status.is_none() {
        model.done(said.join(" · "));
    }
    let mut news = common(model);
    news.extend(changed(model));
    model.out.extend(news.into_iter().map(Effect::Keep));
}

/// Makes a file look as it did; gives what is to be said of its last query.
fn recall(model: &mut Model, memory: FileMemory) -> Option<String> {
    let document = &mut model.document;
    document.policy = document.policy.or(memory.policy);
    if let Some(query) = &memory.query {
        model.asked.remember(query::MEMORY, query);
    }
    if let Some(names) = &memory.columns {
        let names: Vec<String> = names.iter().map(Column::name).collect();
        if let Ok(columns) = Columns::named(names.iter().map(String::as_str)) {
            model.columns.set(columns);
        }
    }
    for (column, width) in &memory.widths {
        let width = (*width).clamp(NARROWEST, WIDEST_SET);
        model.columns.set_width(column, width);
    }
    document.recall.query.clone_from(&memory.query);
    document.recall.waits = Waits {
        line: memory.line.map(|line| (line, document.selected)),
        sort: memory.sort.clone(),
        change: None,
    };
    let said = memory.query.as_ref().map(|query| {
        let query = glyph::cut(&glyph::safe(query.as_bytes()), 30);
        format!("last query: {query}")
    });
    document.recall.kept = memory;
    said
}

/// Goes to the line where one was, as soon as it is read, unless one has gone elsewhere by then; gives
/// the line where that led to another than before.
fn go_when_read(model: &mut Model) -> Option<usize> {
    let document = &mut model.document;
    let (line, from) = document.recall.waits.line?;
    if document.selected != from {
        document.recall.waits.line = None;
        return None;
    }
    let is_read = document.suite.line_count() > line || document.suite.loading().is_none();
    if !is_read {
        return None;
    }
    document.recall.waits.line = None;
    model.select(line);
    Some(model.document.selected).filter(|now| *now != from)
}

/// What the file shown is to be remembered by; `None` where it has no file.
fn of_shown(model: &Model) -> Option<(String, FileMemory)> {
    let own = (model.columns.shown() != model.usual_columns.shown())
        .then(|| model.columns.shown().to_vec());
    let widths = model.columns.widths().to_vec();
    Some((path(&model.document)?, model.document.memory(own, widths)))
}

fn of_other(model: &Model, document: &Document) -> Option<(String, FileMemory)> {
    // A file that was never shown is remembered as it was.
    if document.recall.memory.is_some() {
        return None;
    }
    let widths = document.recall.columns.as_ref().map(Columns::widths);
    let widths = widths.unwrap_or_default().to_vec();
    let columns = document.recall.columns.as_ref().map(Columns::shown);
    let own = columns.filter(|own| *own != model.usual_columns.shown());
    Some((
        path(document)?,
        document.memory(own.map(<[_]>::to_vec), widths),
    ))
}

fn path(document: &Document) -> Option<String> {
    document.suite.path()?.to_str().map(str::to_owned)
}

/// News of the file shown. Its place in the file is told when it is closed.
fn changed(model: &mut Model) -> Option<News> {
    let (path, memory) = of_shown(model)?;
    let kept = &model.document.recall.kept;
    let same_place = FileMemory {
        line: kept.line,
        ..memory.clone()
    };
    if same_place == *kept {
        return None;
    }
    model.document.recall.kept = memory.clone();
    Some(News::File { path, memory })
}

/// News of what is the same for all files.
fn common(model: &mut Model) -> Vec<News> {
    if model.common == model.common_kept {
        return Vec::new();
    }
    let before = std::mem::replace(&mut model.common_kept, model.common.clone());
    let gone = before.keys().filter(|key| !model.common.contains_key(*key));
    let gone = gone.map(|key| (key.clone(), None));
    let new = model
        .common
        .iter()
        .filter(|(key, value)| before.get(*key) != Some(value))
        .map(|(key, value)| (key.clone(), Some(value.clone())));
    gone.chain(new)
        .map(|(key, value)| News::Common { key, value })
        .collect()
}

/// The file shown is closed: where one was in it is remembered.
pub(crate) fn closing(model: &mut Model) {
    if let Some((path, memory)) = of_shown(model).filter(|_| model.remembers) {
        model.send(Effect::Keep(News::File { path, memory }));
    }
}

/// The editor ends, one way or the other: what is to be remembered of the files open, the one shown
/// last.
pub fn leaving(model: &Model) -> Vec<News> {
    if !model.remembers {
        return Vec::new();
    }
    let shown = model.document.id;
    let others = model.documents().filter(|document| document.id != shown);
    others
        .filter_map(|document| of_other(model, document))
        .chain(of_shown(model))
        .map(|(path, memory)| News::File { path, memory })
        .collect()
}

/// Forgets what was chosen for this file: columns, sort, query, and what a save makes canonical.
pub(crate) fn forget(model: &mut Model) {
    model.document.recall = Recall {
        kept: std::mem::take(&mut model.document.recall.kept),
        ..Recall::default()
    };
    model.document.policy = model.policy;
    let usual = model.usual_columns.clone();
    model.columns.set(usual);
    model.done("forgot the columns, sort, query and save answer of this file");
}
