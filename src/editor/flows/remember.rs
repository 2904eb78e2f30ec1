//! The remembered state of files: restored when one is opened, and stored when it changes. Pipes and the built-in
//! suite have none.

use crate::editor::doc::query;
use crate::editor::effect::Effect;
use crate::editor::model::Model;
use crate::editor::state::columns::{Columns, NARROWEST, WIDEST_SET};
use crate::editor::state::document::Document;
use crate::editor::state::remembered::{FileMemory, News};
use crate::editor::state::{DeferredWork, Recall};
use crate::editor::widgets::glyph;

/// Runs after every message: restores the state of a file newly shown, and stores changes.
pub(crate) fn settle(model: &mut Model) {
    if !model.settings.remember {
        return;
    }
    let memory = model.document.recall.memory.take();
    let query = memory.and_then(|memory| recall(model, memory));
    // Reports the line actually reached: the file may have fewer lines than before.
    let back = go_when_read(model).map(|line| format!("back at line {}", line + 1));
    let message: Vec<String> = back.into_iter().chain(query).collect();
    if !message.is_empty() && model.status.is_none() {
        model.done(message.join(" · "));
    }
    let news = changed(model);
    model.out.extend(news.map(Effect::Keep));
}

/// Restores the remembered state of a file, and returns a message about its last query.
fn recall(model: &mut Model, memory: FileMemory) -> Option<String> {
    let document = &mut model.document;
    document.policy = document.policy.or(memory.policy);
    if let Some(query) = &memory.query {
        model.prompt_history.remember(query::MEMORY, query);
    }
    if let Some(columns) = &memory.columns {
        document.columns.set(Columns::of(columns.clone()));
    }
    for (column, width) in &memory.widths {
        let width = (*width).clamp(NARROWEST, WIDEST_SET);
        document.columns.set_width(column, width);
    }
    document.recall.query.clone_from(&memory.query);
    document.recall.waits = DeferredWork {
        line: memory.line.map(|line| (line, document.selected)),
        sort: memory.sort.clone(),
        change: None,
    };
    let message = memory.query.as_ref().map(|query| {
        let query = glyph::cut(&glyph::safe(query.as_bytes()), 30);
        format!("last query: {query}")
    });
    document.recall.kept = memory;
    message
}

/// Goes to the remembered line once it is read, unless the cursor has moved. Returns the line if it changed.
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

/// Returns the path of a file and its state to remember; `None` if it has no path, or if it was never shown,
/// so that its earlier memory stays valid.
fn memory(model: &Model, document: &Document) -> Option<(String, FileMemory)> {
    if document.recall.memory.is_some() {
        return None;
    }
    let waits = &document.recall.waits;
    let columns = &document.columns;
    let is_own = columns.shown != model.settings.columns;
    let sorted = || Some(document.sorted_view.as_ref()?.by.clone());
    let memory = FileMemory {
        sort: waits.sort.clone().or_else(sorted),
        columns: is_own.then(|| columns.shown.clone()),
        widths: columns.widths.clone(),
        line: Some(waits.line.map_or(document.selected, |(line, _)| line)),
        policy: document.policy,
        query: document.recall.query.clone(),
    };
    let path = document.suite.path()?.to_str()?.to_owned();
    Some((path, memory))
}

/// Returns the state of the shown file if it has changed. A new line alone does not count: it is stored on closing.
fn changed(model: &mut Model) -> Option<News> {
    let (path, memory) = memory(model, &model.document)?;
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

pub(crate) fn closing(model: &mut Model) {
    if let Some((path, memory)) = memory(model, &model.document).filter(|_| model.settings.remember)
    {
        model.send(Effect::Keep(News::File { path, memory }));
    }
}

/// Returns the states of all open files to store at the end of the editor, that of the shown file last.
pub fn leaving(model: &Model) -> Vec<News> {
    if !model.settings.remember {
        return Vec::new();
    }
    let shown = model.document.id;
    let others = model.documents().filter(|document| document.id != shown);
    let all = others.chain([&model.document]);
    let all = all.filter_map(|document| memory(model, document));
    all.map(|(path, memory)| News::File { path, memory })
        .collect()
}

/// Forgets the choices for this file: columns, sort, query, and the save policy.
pub(crate) fn forget(model: &mut Model) {
    model.document.recall = Recall {
        kept: std::mem::take(&mut model.document.recall.kept),
        ..Recall::default()
    };
    model.document.policy = model.settings.save;
    let usual = Columns::of(model.settings.columns.clone());
    model.document.columns.set(usual);
    model.done("forgot the columns, sort, query and save answer of this file");
}
