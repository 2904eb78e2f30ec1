//! What the suite list shows: all lines, or those of a filter. Rows are counted in the list, lines in
//! the file; everything that moves in the list goes from the one to the other here.

use crate::app::effect::Effect;
use crate::app::features::filter;
use crate::app::features::marks;
use crate::app::features::navigate::jump_list;
use crate::app::model::Model;
use crate::app::state::document::Document;
use crate::suite::differing;

impl Document {
    /// Rows of the list.
    pub fn row_count(&self) -> usize {
        match &self.filter {
            None => self.suite.line_count(),
            Some(filter) => filter.shown.lines().len(),
        }
    }

    /// The line of a row; `None` where there is no such row.
    pub fn line_at(&self, row: usize) -> Option<usize> {
        match &self.filter {
            None => Some(row),
            Some(filter) => filter.shown.lines().nth(row),
        }
        .filter(|&line| line < self.suite.line_count())
    }

    /// The row of a line, or the row that it would have.
    pub fn row_of(&self, line: usize) -> usize {
        match &self.filter {
            None => line,
            Some(filter) => filter.shown.lines().rank(line),
        }
    }

    /// The question of the filter that is being run.
    pub fn asking_for(&self) -> Option<&str> {
        self.asked.as_ref().map(|asked| asked.text.as_str())
    }

    /// The row of the selected line.
    pub fn selected_row(&self) -> usize {
        self.row_of(self.selected)
    }

    /// Whether the list has a row for a line.
    pub fn shows(&self, line: usize) -> bool {
        match &self.filter {
            None => line < self.suite.line_count(),
            Some(filter) => filter.shown.lines().contains(line),
        }
    }

    /// The line shown that is nearest to a line, looking forward first; the line itself where nothing
    /// is shown.
    pub fn nearest(&self, line: usize) -> usize {
        match &self.filter {
            None => line.min(self.suite.line_count().saturating_sub(1)),
            Some(filter) => {
                let shown = filter.shown.lines();
                shown
                    .at_or_after(line)
                    .or_else(|| shown.before(line))
                    .unwrap_or(line)
            }
        }
    }
}

/// Brings what is kept by line numbers up to date with the file: to be called after every message.
pub(crate) fn settle(model: &mut Model) -> Vec<Effect> {
    let mut effects = filter::settle(model);
    let now = model.document.suite.snapshot();
    let selected = model.document.selected;
    let before = model.document.settled.replace((now.clone(), selected));
    let document = &model.document;
    if document.filter.is_some() && !document.shows(selected) && selected < now.line_count() {
        let changed = before
            .as_ref()
            .filter(|(before, _)| before.revision() != now.revision())
            .map(|(before, _)| differing(before, &now).1);
        match changed {
            // The line went; what took its place is not what was asked for.
            Some(lines) if !lines.contains(&selected) => {
                let nearest = document.nearest(selected);
                model.select(nearest);
            }
            // Nothing is shown, and nothing was gone to.
            None if before
                .as_ref()
                .is_some_and(|(_, before)| *before == selected) => {}
            _ => filter::reveal(model, selected),
        }
    }
    if let Some((before, line)) = &before {
        let changed = (before.revision() != now.revision()).then(|| differing(before, &now));
        jump_list::settle(model, *line, changed);
    }
    effects.extend(marks::settle(model));
    if let Some((_, selected)) = &mut model.document.settled {
        *selected = model.document.selected;
    }
    effects.extend(filter::run_again_when_read(model));
    effects
}
