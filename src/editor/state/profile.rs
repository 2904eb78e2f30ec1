//! What the records of a file are like, by some of them: what the list and the panes are made for, so
//! that they stay as they are while one goes from record to record.

use crate::editor::state::columns::page::{LONGEST, cell, least};
use crate::editor::state::columns::{Column, GUTTER, Want};
use crate::editor::state::document::Document;
use crate::editor::widgets::glyph::{self, Glyph, cells, glyphs};
use crate::editor::widgets::theme::Role;
use crate::epd::{LineKind, Record};
use crate::suite::field::Field;
use rustc_hash::FxHashMap;

/// Lines looked at.
const LINES: usize = 128;
/// A file of at most so many lines is looked at from end to end, a longer one at its head.
const WHOLE: usize = 50_000;
/// The share of the records that have room, in percent: rare long texts are cut.
const MOST: usize = 90;
/// Columns that a text of the list takes at most beside other panes, and where the list is alone.
const WIDEST: u16 = 40;
const WIDEST_ALONE: u16 = 120;
/// Columns of ids that stay whole before rare long moves do.
const SHORT: u16 = 8;
/// Columns of a column that is worth to be there.
const WORTH: u16 = 16;
/// Columns of a shortened id that are worth more than its head alone.
const LEAST: usize = 4;
/// The opcodes of [`Column::Best`].
const BEST: [&str; 3] = ["bm", "am", "dm"];

#[derive(Clone, Debug, Default)]
pub struct Profile {
    made: Option<Key>,
    /// Counts how often it was made: what was measured before is out of date.
    pub(crate) count: u64,
    /// The columns of the list, from left to right; none before it is made.
    pub columns: Vec<Column>,
    /// The widths that the columns want; they grow with the rows that are shown.
    pub wants: Vec<Want>,
    /// Columns of the screen that the list's pane wants, and that of the operations.
    pub list: u16,
    pub operations: u16,
    /// Columns that the list's pane wants for its longest texts.
    pub longest: u16,
    pub ids: Shared,
    /// The most problems that one of the records has.
    pub problems: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    columns: Vec<Column>,
    /// The column of the list's sort, where it has none of its own.
    sorted: Option<Column>,
    generation: u64,
    /// The columns of the list, where it is alone on the screen.
    alone: Option<u16>,
    loaded: bool,
    lines: usize,
}

impl Profile {
    /// Makes room for so many problems of a record that was edited. Returns whether there was less.
    pub(crate) fn make_room_for(&mut self, problems: usize) -> bool {
        let problems = cells(problems);
        let grows = problems > self.problems;
        self.problems = self.problems.max(problems);
        grows
    }
}

/// Brings the profile up to date: for other columns, and while a file grows. `alone` are the columns of the screen,
/// where the list has all of them. What the list is sorted by has a column beside the id, if none of its own.
pub(crate) fn refresh(document: &mut Document, alone: Option<u16>) {
    let columns = &document.columns;
    let lines = document.suite.line_count();
    let loaded = document.suite.loading().is_none();
    let view = document.sorted_view.as_ref();
    let sorted = view.map(|view| &view.by.field).filter(|field| {
        // A position is too long to stand beside others, and says little.
        **field != Field::Position && !columns.shown.iter().any(|column| column.is_of(field))
    });
    let key = Key {
        columns: columns.shown.clone(),
        sorted: sorted.map(Column::of),
        generation: columns.generation,
        alone,
        loaded,
        // Edits change nothing: what stands somewhere stays there.
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
    let (alone, sorted) = (key.alone, key.sorted.as_ref());
    let options = document.read_options();
    let text = |line| (line, document.suite.line(line).into_owned());
    let lines: Vec<(usize, Vec<u8>)> = sample(document).into_iter().map(text).collect();
    let records = lines.iter();
    let records = records.map(|(line, text)| (*line, Record::read(text, &options)));
    let is_record = |(_, record): &(usize, Record<'_>)| record.kind() == LineKind::Record;
    let records: Vec<(usize, Record<'_>)> = records.filter(is_record).collect();
    let mut columns = key.columns.clone();
    if let Some(sorted) = sorted {
        let id = columns.iter().position(|column| *column == Column::Id);
        let beside = id.map_or(columns.len(), |id| id + 1);
        columns.insert(beside, sorted.clone());
    }
    if alone.is_some() {
        let more = found(&records, &columns);
        columns.extend(more);
    }
    let widest = alone.map_or(WIDEST, |_| WIDEST_ALONE);
    let ids = Shared::of(records.iter().filter_map(|(_, record)| id(record)));
    let wants = columns.iter();
    let wants = wants.map(|column| wanted(document, column, &records, widest));
    let mut wants: Vec<Want> = wants.collect();
    if let Some(room) = alone {
        wants.truncate(fit(&wants, room));
        columns.truncate(wants.len());
    }
    // The sign of the line, a blank between columns, the map, and the border.
    let pane = |widths: &mut dyn Iterator<Item = u16>| {
        widths.fold(GUTTER + 3, |sum, width| sum.saturating_add(width + 1)) - 1
    };
    // The panes stay as they are while the list is sorted by something.
    let own = || {
        let all = columns.iter().zip(&wants);
        all.filter(|(column, _)| Some(*column) != sorted)
            .map(|(_, want)| *want)
    };
    let list = pane(&mut own().map(|want| want.usual));
    let longest = pane(&mut own().map(|want| want.width));
    let problems = records.iter().map(|(_, record)| record.diagnostics().len());
    for (column, want) in columns.iter().zip(&mut wants) {
        // What all ids begin with goes before moves are cut, but of ids that are short anyway.
        let is_long = *column == Column::Id && want.width > SHORT;
        if let Some(least) = ids.least().filter(|_| is_long) {
            let least = cells(least.max(LEAST));
            want.least = want.least.map(|most| most.min(least));
            want.usual = want.usual.min(least);
        }
    }
    Profile {
        made: Some(key),
        count: document.profile.count + 1,
        ids,
        operations: operations(&records),
        problems: cells(problems.max().unwrap_or(0)),
        columns,
        wants,
        list,
        longest,
    }
}

/// Counts the columns that have some room.
fn fit(wants: &[Want], room: u16) -> usize {
    let mut used = GUTTER + 3;
    let fits = |want: &&Want| {
        used = used.saturating_add(want.width.min(WORTH) + 1);
        used <= room
    };
    wants.iter().take_while(fits).count().max(1)
}

/// Returns the columns for what the records have beside what is shown: opcodes, the most frequent first.
fn found(records: &[(usize, Record<'_>)], shown: &[Column]) -> Vec<Column> {
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    for (_, record) in records {
        for operation in record.operations() {
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

fn wanted(
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
    let widths = records.iter().map(|(line, record)| {
        let cell = cell(document, column, record, *line);
        match cell.role {
            // A text that only stands for an id takes what is free.
            Role::Secondary => 0,
            _ => cells(glyph::width(cell.text.as_bytes())).min(widest),
        }
    });
    let widths: Vec<u16> = widths.collect();
    let longest = widths.iter().copied().max().unwrap_or(0);
    // Ids that are there are known: no room is kept for longer ones.
    let least = match column {
        Column::Id if longest > 0 => cells(glyph::width(column.heading().as_bytes())),
        _ => want.width,
    };
    want.width = least.max(longest);
    // What tells records apart is not cut for a few.
    want.usual = match column {
        Column::Id => want.width,
        _ => most(widths).max(least),
    };
    want
}

fn most(mut widths: Vec<u16>) -> u16 {
    widths.sort_unstable();
    let at = (widths.len() * MOST / 100).min(widths.len().saturating_sub(1));
    widths.get(at).copied().unwrap_or(0)
}

/// Returns the width that the operations' pane wants: opcodes, the operands of most records, and some words beside them.
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

fn id(record: &Record<'_>) -> Option<String> {
    let operation = record.operation("id")?;
    Some(record.operands_text(operation)).filter(|id| !id.is_empty())
}

/// The characters that the ids of a file have in common, at the beginning and at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shared {
    pub prefix: usize,
    pub suffix: usize,
    /// The characters they begin with.
    start: String,
    /// Columns of the longest.
    longest: usize,
    /// Some of the ids, in order: one is compared with those it stands between.
    some: Vec<String>,
}

impl Shared {
    /// Returns what some ids have in common; of one alone that is nothing.
    pub fn of(ids: impl IntoIterator<Item = String>) -> Self {
        let mut some: Vec<String> = ids.into_iter().collect();
        let first = some.first().map(|id| characters(id)).unwrap_or_default();
        let others = some.iter().map(|id| characters(id));
        let shared = others.filter(|id| *id != first).map(|id| {
            let prefix = alike(first.iter(), id.iter());
            let rest = first.len().min(id.len()) - prefix;
            (prefix, alike(first.iter().rev(), id.iter().rev()).min(rest))
        });
        let shared = shared.reduce(|all, one| (all.0.min(one.0), all.1.min(one.1)));
        let (prefix, suffix) = shared.unwrap_or_default();
        let start = first.get(..prefix).unwrap_or_default().concat();
        let widths = some.iter().map(|id| glyph::width(id.as_bytes()));
        let longest = widths.max().unwrap_or(0);
        some.sort_unstable();
        some.dedup();
        Self {
            prefix,
            suffix,
            start,
            longest,
            some,
        }
    }

    /// Counts the columns that tell all ids apart, where they begin with the same: the rest, and the sign before it.
    pub fn least(&self) -> Option<usize> {
        let is_plain = self.prefix > 0 && self.start.len() == self.prefix;
        is_plain.then(|| (self.longest + 1).saturating_sub(self.prefix))
    }

    /// Counts the characters that an id begins with as the one most like it does.
    fn common(&self, id: &str) -> usize {
        let at = self.some.partition_point(|other| other.as_str() < id);
        let before = at.checked_sub(1).and_then(|at| self.some.get(at));
        let mut after = self.some.iter().skip(at);
        let after = after.find(|other| other.as_str() != id);
        let id = characters(id);
        let same = |other: &String| alike(id.iter(), characters(other).iter());
        before.into_iter().chain(after).map(same).max().unwrap_or(0)
    }

    /// Counts the characters that all ids lose at their head in so many columns, so that their ends align; `None`
    /// where that is not enough for the longest.
    fn lost(&self, columns: usize) -> Option<usize> {
        let lost = (self.longest + 1).checked_sub(columns)?;
        let is_plain = self.start.len() == self.prefix;
        (self.longest > columns && lost <= self.prefix && is_plain).then_some(lost)
    }
}

/// Counts the characters that two ids have in common from there on.
fn alike<'c>(
    one: impl Iterator<Item = &'c String>,
    other: impl Iterator<Item = &'c String>,
) -> usize {
    one.zip(other).take_while(|(a, b)| a == b).count()
}

fn characters(id: &str) -> Vec<String> {
    let glyphs = glyphs(id.as_bytes());
    glyphs.map(|glyph| glyph.text.into_owned()).collect()
}

/// Returns an id in so many columns, with `…` for what is cut: what all share goes first, a number at the end stays.
pub fn shortened(id: &str, columns: usize, shared: &Shared) -> String {
    let lost = shared.lost(columns).filter(|_| columns >= LEAST);
    if let Some(lost) = lost.filter(|_| id.starts_with(&shared.start)) {
        let rest = id.get(lost..).unwrap_or_default();
        return format!("…{}", glyph::cut(rest, columns - 1));
    }
    if columns < LEAST || glyph::width(id.as_bytes()) <= columns {
        return glyph::cut(id, columns);
    }
    let all: Vec<Glyph<'_>> = glyphs(id.as_bytes()).collect();
    let room = columns - 1;
    let tail = all.len() - fitting(all.iter().rev(), room);
    let head = fitting(all.iter(), room);
    if tail <= shared.prefix {
        return format!("…{}", text(&all, tail, all.len()));
    }
    if shared.suffix > 0 && head + shared.suffix >= all.len() {
        return format!("{}…", text(&all, 0, head));
    }
    let is_digit = |glyph: &&Glyph<'_>| glyph.text.chars().all(|c| c.is_ascii_digit());
    let digits = all.iter().rev().take_while(is_digit).count();
    if digits == 0 {
        return from_difference(id, &all, columns, shared.common(id));
    }
    // The number with the sign before it, and as much of the head as that leaves, if that tells
    // something.
    let end = (digits + 1).min(all.len());
    let head = fitting(all.iter(), room.saturating_sub(end));
    match head > shared.prefix + 1 && end < room {
        true => format!(
            "{}…{}",
            text(&all, 0, head),
            text(&all, all.len() - end, all.len())
        ),
        false => format!("…{}", text(&all, tail, all.len())),
    }
}

/// Returns the head of an id where that tells it apart, else the word that differs: `common` characters stand before it
/// in another id too.
fn from_difference(id: &str, all: &[Glyph<'_>], columns: usize, common: usize) -> String {
    let is_word = |glyph: &Glyph<'_>| glyph.text.chars().all(char::is_alphanumeric);
    let before = all.get(..common).unwrap_or_default();
    let word = match all.get(common) {
        Some(glyph) if is_word(glyph) => before.iter().rev().take_while(|g| is_word(g)).count(),
        _ => 0,
    };
    // The sign before, the sign after, and the character that differs have room.
    let start = (common - word.min(common)).max((common + 3).saturating_sub(columns));
    if start == 0 || common >= all.len() || common < fitting(all.iter(), columns - 1) {
        return glyph::cut(id, columns);
    }
    let rest = glyph::cut(&text(all, start, all.len()), columns - 1);
    match rest.strip_suffix('…') {
        Some(rest) => format!(
            "…{}…",
            rest.trim_end_matches(|c: char| !c.is_alphanumeric())
        ),
        None => format!("…{rest}"),
    }
}

/// Counts the glyphs that fit into so many columns.
fn fitting<'g>(glyphs: impl Iterator<Item = &'g Glyph<'g>>, columns: usize) -> usize {
    let mut used = 0;
    let fits = |glyph: &&'g Glyph<'g>| {
        used += glyph.width;
        used <= columns
    };
    glyphs.take_while(fits).count()
}

fn text(all: &[Glyph<'_>], from: usize, to: usize) -> String {
    let glyphs = all.get(from..to).unwrap_or_default().iter();
    glyphs.map(|glyph| glyph.text.as_ref()).collect()
}

#[cfg(test)]
mod tests {
    use crate::editor::state::profile::*;
    use proptest::prelude::*;

    fn check(ids: &[&str], columns: usize, expected: &[&str]) {
        let shared = Shared::of(ids.iter().map(|id| (*id).to_owned()));
        let short: Vec<String> = ids
            .iter()
            .map(|id| shortened(id, columns, &shared))
            .collect();
        assert_eq!(short, expected);
    }

    #[test]
    fn what_all_ids_begin_with_goes_first() {
        let ids = ["arasan16.001", "arasan16.012", "arasan16.250"];
        check(&ids, 12, &ids);
        check(&ids, 8, &["…n16.001", "…n16.012", "…n16.250"]);
        check(&ids, 4, &["…001", "…012", "…250"]);
        // All lose the same, so that their ends stand below one another.
        check(&["suite.9", "suite.10"], 7, &["…ite.9", "…ite.10"]);
    }

    #[test]
    fn what_all_ids_end_with_goes_where_the_head_tells_them_apart() {
        let ids = ["17 best move", "18 best move"];
        check(&ids, 8, &["17 best…", "18 best…"]);
    }

    #[test]
    fn a_number_at_the_end_stays_with_the_head_that_tells_the_theme() {
        let ids = [
            "STS(v1.0) Undermine.001",
            "STS(v2.2) Open Files and Diagonals.012",
        ];
        check(&ids, 14, &["STS(v1.0)….001", "STS(v2.2)….012"]);
        check(&ids, 6, &["…e.001", "…s.012"]);
    }

    #[test]
    fn what_differs_is_shown_where_others_begin_the_same_and_the_end_is_no_number() {
        let ids = [
            "ERET 015 - Endspiel",
            "ERET 019 - Endspiel",
            "ERET 027 - Zugzwang",
            "https://example.org/#div=sf&game=71",
            "startpos",
        ];
        let check = |columns, expected: [&str; 3]| {
            let shared = Shared::of(ids.iter().map(|id| (*id).to_owned()));
            let short = ids.iter().take(3);
            let short: Vec<String> = short.map(|id| shortened(id, columns, &shared)).collect();
            assert_eq!(short, expected);
        };
        check(7, ["…015…", "…019…", "…027…"]);
        check(5, ["…015…", "…019…", "…027…"]);
        check(13, ["ERET 015 - E…", "ERET 019 - E…", "ERET 027 - Z…"]);
    }

    #[test]
    fn names_keep_their_heads() {
        let ids = [
            "Kasparov - Topalov, Wijk aan Zee",
            "Tal - Botvinnik, Moskva",
        ];
        check(&ids, 11, &["Kasparov -…", "Tal - Botv…"]);
        check(&["only one id.001"], 8, &["onl….001"]);
    }

    proptest! {
        #[test]
        fn a_shortened_id_fits_and_ids_of_one_series_stay_apart(
            prefix in "[a-zé中 .]{0,30}", columns in 5usize..20,
        ) {
            let ids: Vec<String> = (1..30).map(|n| format!("{prefix}{n:03}")).collect();
            let shared = Shared::of(ids.clone());
            let mut short: Vec<String> =
                ids.iter().map(|id| shortened(id, columns, &shared)).collect();
            prop_assert!(short.iter().all(|id| glyph::width(id.as_bytes()) <= columns));
            short.dedup();
            prop_assert_eq!(short.len(), ids.len());
        }
    }
}
