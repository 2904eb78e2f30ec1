//! A profile of the file's records, from a sample. It sizes the list and the panes, so that they don't move
//! while the cursor does.

use crate::editor::state::columns::page::{LONGEST, cell, least};
use crate::editor::state::columns::{Column, GUTTER, Want};
use crate::editor::state::document::Document;
use crate::editor::widgets::glyph::{self, cells};
use crate::editor::widgets::theme::Role;
use crate::epd::{LineKind, Record};
use crate::suite::field::Field;
use rustc_hash::FxHashMap;

const LINES: usize = 128;
/// A file of at most this many lines is sampled over its whole length, a longer one at its start.
const WHOLE: usize = 50_000;
/// The share of the records whose texts fit, in percent: rare long texts are cut.
const MOST: usize = 90;
/// Greatest width of a text of the list beside other panes, and in the wide list.
const WIDEST: u16 = 40;
const WIDEST_ALONE: u16 = 120;
/// The least width for which a column is worth showing.
const WORTH: u16 = 16;
const BEST: [&str; 3] = ["bm", "am", "dm"];

#[derive(Clone, Debug, Default)]
pub struct Profile {
    made: Option<Key>,
    /// The number of times it was made: earlier measurements are out of date.
    pub(crate) count: u64,
    /// The columns of the list, from left to right; empty before the profile is made.
    pub columns: Vec<Column>,
    /// The preferred widths of the columns; they grow with the rows that are shown.
    pub wants: Vec<Want>,
    /// Preferred screen columns of the list's pane, and of the operations pane.
    pub list: u16,
    pub operations: u16,
    /// The most problems of any one of the records.
    pub problems: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    columns: Vec<Column>,
    /// The sort key of the list, if it is not shown anyway.
    sorted: Option<Column>,
    generation: u64,
    /// The columns of the list, if it is the wide list.
    alone: Option<u16>,
    loaded: bool,
    lines: usize,
}

impl Profile {
    /// Returns the width of the list's pane for these column widths: the sign of the line, a blank between
    /// columns, the map, and the border. The sort column is not counted, so that the panes don't move while
    /// the list is sorted.
    fn pane(&self, width: impl Fn(&Want) -> u16) -> u16 {
        let sorted = self.made.as_ref().and_then(|made| made.sorted.as_ref());
        let all = self.columns.iter().zip(&self.wants);
        let own = all.filter(|(column, _)| Some(*column) != sorted);
        let widths = own.map(|(_, want)| width(want));
        widths.fold(GUTTER + 3, |sum, width| {
            sum.saturating_add(width).saturating_add(1)
        }) - 1
    }

    /// Returns the width of the list's pane for the longest ids and moves of the rows shown so far.
    pub(crate) fn longest(&self) -> u16 {
        self.pane(|want| want.width)
    }

    /// Returns the width that also has room for texts in place of ids, and words in place of signs.
    pub(crate) fn with_texts(&self) -> u16 {
        self.pane(|want| want.width + want.more)
    }

    /// Makes room for the `problems` of a record that was edited. Returns whether the room grew.
    pub(crate) fn make_room_for(&mut self, problems: usize) -> bool {
        let problems = cells(problems);
        let grows = problems > self.problems;
        self.problems = self.problems.max(problems);
        grows
    }
}

/// Updates the profile for other columns or a growing file. `alone` are the columns of a wide list. The sort
/// key gets a column next to the id unless it is shown anyway.
pub(crate) fn refresh(document: &mut Document, alone: Option<u16>) {
    let columns = &document.columns;
    let lines = document.suite.line_count();
    let loaded = document.suite.loading().is_none();
    let view = document.sorted_view.as_ref();
    let sorted = view.map(|view| &view.by.field).filter(|field| {
        // A position is too long for a column, and says little.
        **field != Field::Position && !columns.shown.iter().any(|column| column.is_of(field))
    });
    let key = Key {
        columns: columns.shown.clone(),
        sorted: sorted.map(Column::of),
        generation: columns.generation,
        alone,
        loaded,
        // Edits don't change the profile, so that nothing moves.
        lines: match loaded {
            true => usize::from(lines > 0),
            false => lines.checked_next_power_of_two().unwrap_or(lines),
        },
    };
    if document.profile.made.as_ref() != Some(&key) {
        document.profile = of(document, key);
    }
}

fn sample(document: &Document) -> Vec<usize> {
    let lines = document.suite.line_count();
    let step = match lines {
        LINES..=WHOLE => lines.div_ceil(LINES),
        _ => 1,
    };
    (0..lines).step_by(step).take(LINES).collect()
}

fn of(document: &Document, key: Key) -> Profile {
    let alone = key.alone;
    let options = document.read_options();
    let text = |line| (line, document.suite.line(line).into_owned());
    let lines: Vec<(usize, Vec<u8>)> = sample(document).into_iter().map(text).collect();
    let records = lines.iter();
    let records = records.map(|(line, text)| (*line, Record::read(text, &options)));
    let is_record = |(_, record): &(usize, Record<'_>)| record.kind() == LineKind::Record;
    let records: Vec<(usize, Record<'_>)> = records.filter(is_record).collect();
    let mut columns = key.columns.clone();
    if let Some(sorted) = &key.sorted {
        let id = columns.iter().position(|column| *column == Column::Id);
        let beside = id.map_or(columns.len(), |id| id + 1);
        columns.insert(beside, sorted.clone());
    }
    if alone.is_some() {
        let more = found(&records, &columns);
        columns.extend(more);
    }
    let widest = alone.map_or(WIDEST, |_| WIDEST_ALONE);
    let wants = columns.iter();
    let wants = wants.map(|column| preferred(document, column, &records, widest));
    let mut wants: Vec<Want> = wants.collect();
    if let Some(room) = alone {
        wants.truncate(fit(&wants, room));
        columns.truncate(wants.len());
    }
    let problems = records.iter().map(|(_, record)| record.diagnostics().len());
    let profile = Profile {
        count: document.profile.count + 1,
        operations: operations(&records),
        problems: cells(problems.max().unwrap_or(0)),
        columns,
        wants,
        list: 0,
        made: Some(key),
    };
    Profile {
        list: profile.pane(|want| want.usual),
        ..profile
    }
}

/// Counts the columns for which there is some room.
fn fit(wants: &[Want], room: u16) -> usize {
    let mut used = GUTTER + 3;
    let fits = |want: &&Want| {
        used = used.saturating_add(want.width.min(WORTH) + 1);
        used <= room
    };
    wants.iter().take_while(fits).count().max(1)
}

/// Returns columns for opcodes that are not shown yet, the most frequent first.
fn found(records: &[(usize, Record<'_>)], shown: &[Column]) -> Vec<Column> {
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    for (_, record) in records {
        // If the bounds of operations are in doubt, so are the opcodes.
        for operation in record
            .operations()
            .iter()
            .filter(|_| record.is_structure_sound())
        {
            let name = record.opcode(operation).into_owned();
            *counts.entry(name).or_default() += 1;
        }
    }
    let best = shown.contains(&Column::Best);
    let is_shown = |name: &String| match name.as_str() {
        "id" if shown.contains(&Column::Id) => true,
        name if best && BEST.contains(&name) => true,
        name => shown.contains(&Column::opcode(name)),
    };
    let names = counts.into_iter().filter(|(name, _)| !is_shown(name));
    let mut names: Vec<(String, usize)> = names.collect();
    names.sort_by(|(a, many), (b, more)| more.cmp(many).then_with(|| a.cmp(b)));
    let opcodes = names.into_iter().map(|(name, _)| Column::opcode(name));
    let material = Some(Column::MATERIAL).filter(|column| !shown.contains(column));
    opcodes.chain(material).collect()
}

fn preferred(
    document: &Document,
    column: &Column,
    records: &[(usize, Record<'_>)],
    widest: u16,
) -> Want {
    let mut want = least(column);
    if *column == Column::LINE {
        let digits = document.suite.line_count().to_string().len();
        want.width = want.width.max(cells(digits));
        want.usual = want.width;
        return want;
    }
    let mut stands_for_id = 0;
    let widths = records.iter().map(|(line, record)| {
        let cell = cell(document, column, record, *line);
        let width = cells(glyph::width(cell.text.as_bytes())).min(widest);
        match cell.role {
            // A text in place of an id uses only free room.
            Role::Secondary => {
                stands_for_id = width.max(stands_for_id);
                0
            }
            _ => width,
        }
    });
    let widths: Vec<u16> = widths.collect();
    let longest = widths.iter().copied().max().unwrap_or(0);
    // The ids are known: no room is reserved for longer ones.
    let least = match column {
        Column::Id if longest > 0 => cells(glyph::width(column.heading().as_bytes())),
        _ => want.width,
    };
    want.width = least.max(longest);
    // Ids are not cut because only a few are long.
    want.usual = match column {
        Column::Id => want.width,
        _ => most(widths).max(least),
    };
    if *column == Column::Id {
        want.more = stands_for_id.saturating_sub(want.width);
    }
    want
}

fn most(mut widths: Vec<u16>) -> u16 {
    widths.sort_unstable();
    let at = (widths.len() * MOST / 100).min(widths.len().saturating_sub(1));
    widths.get(at).copied().unwrap_or(0)
}

/// Returns the preferred width of the operations pane: opcodes, most records' operands, and some words.
fn operations(records: &[(usize, Record<'_>)]) -> u16 {
    const WORDS: u16 = 16;
    let opcode = records.iter().flat_map(|(_, record)| {
        let operations = record.operations().iter();
        operations.map(|operation| operation.opcode.len())
    });
    let opcode = cells(opcode.max().unwrap_or(4).clamp(4, 15));
    let widths = records.iter().map(|(_, record)| {
        let operations = record.operations().iter();
        let widths = operations.map(|operation| {
            let operands = record.operands_span(operation).of(record.line());
            glyph::width(operands.get(..LONGEST).unwrap_or(operands))
        });
        cells(widths.max().unwrap_or(0))
    });
    // Border, cursor, blanks, and the sign at the end.
    opcode + most(widths.collect()).min(WIDEST_ALONE) + WORDS + 7
}
