//! Records that are the same in some way, group by group, with what differs in them side by side.

use crate::app::effect::Effect;
use crate::app::features::report::compare::Compared;
use crate::app::features::report::{Aim, Kind, Report, Row, ask, open as show, top, top_mut};
use crate::app::glyph;
use crate::app::model::Model;
use crate::app::state::columns::known::Lines;
use crate::app::state::columns::page::label;
use crate::app::state::jobs::report::Answer;
use crate::app::state::jobs::report::Request;
use crate::epd::counted::thousands;
use crate::suite::{Duplicates, RevisionId, Sameness};

/// Groups listed, and records of a group.
const GROUPS: usize = 500;
const RECORDS: usize = 20;

/// In what way records are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Id,
    Position,
    Record,
    /// The same position with other best moves.
    Contradiction,
}

impl Way {
    /// All, in the order they are gone through.
    pub const ALL: [Self; 4] = [Self::Id, Self::Position, Self::Contradiction, Self::Record];

    /// As a row and as the page's title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Id => "the same id",
            Self::Position => "the same position",
            Self::Record => "the same record",
            Self::Contradiction => "contradictions",
        }
    }

    /// As the title of the page.
    const fn page_title(self) -> &'static str {
        match self {
            Self::Id => "Records with the same id",
            Self::Position => "Records with the same position",
            Self::Record => "Records that are the same",
            Self::Contradiction => "Contradictions",
        }
    }

    /// What that means.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Id => "records that can't be told apart by their id",
            Self::Position => "placement, side, rights and usable en-passant square",
            Self::Record => "everything, as canonical text",
            Self::Contradiction => "the same position with other best moves",
        }
    }

    /// The question whose answers they are.
    pub const fn question(self) -> Option<&'static str> {
        match self {
            Self::Id => Some("duplicate(id)"),
            Self::Position => Some("duplicate(position)"),
            Self::Record => Some("duplicate(record)"),
            Self::Contradiction => None,
        }
    }

    const fn request(self) -> Request {
        match self {
            Self::Id => Request::Same(Sameness::Id),
            Self::Position => Request::Same(Sameness::Position),
            Self::Record => Request::Same(Sameness::Record),
            Self::Contradiction => Request::Contradictions,
        }
    }
}

/// What the page keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct Same {
    pub way: Way,
    /// The revision whose lines are listed.
    at: RevisionId,
    /// The lines of each group listed.
    groups: Vec<Vec<usize>>,
    /// The group that is compared, and the line it is looked at from.
    compared: Option<(usize, usize)>,
}

/// Opens the page.
pub fn open(model: &mut Model, way: Way) -> Vec<Effect> {
    let same = Same {
        way,
        at: model.document.suite.revision(),
        groups: Vec::new(),
        compared: None,
    };
    let mut report = Report::new(Kind::Same(same), way.page_title());
    report.note = "looking".to_owned();
    let mut effects = show(model, report);
    effects.push(ask(model, way.request()));
    effects
}

/// Goes to the next way of being the same.
pub(super) fn beside(model: &mut Model, by: isize) -> Vec<Effect> {
    let Some(Kind::Same(same)) = top(model).map(|report| &report.kind) else {
        return Vec::new();
    };
    let at = Way::ALL
        .iter()
        .position(|way| *way == same.way)
        .unwrap_or(0);
    let next = (at + Way::ALL.len()).saturating_add_signed(by) % Way::ALL.len();
    match Way::ALL.get(next) {
        Some(way) => open(model, *way),
        None => Vec::new(),
    }
}

/// The groups are found.
pub(super) fn arrived(model: &mut Model, answer: Answer) {
    let Answer::Groups(found) = answer else {
        return;
    };
    let revision = model.document.suite.revision();
    let groups: Vec<Vec<usize>> = found
        .groups()
        .take(GROUPS)
        .map(|group| group.collect())
        .collect();
    let rows = rows(model, &groups);
    let Some(report) = top_mut(model) else { return };
    let Kind::Same(same) = &mut report.kind else {
        return;
    };
    let is_position = same.way == Way::Position;
    same.at = revision;
    same.groups = groups;
    report.note = note(&found);
    report.put(rows);
    if is_position {
        know_positions(model, &found);
    }
    refresh(model);
}

/// The column of duplicates and the map know of them from now on, until the file is changed.
pub(crate) fn know_positions(model: &mut Model, found: &Duplicates) {
    model.document.same_positions = Some(Lines {
        at: model.document.suite.revision(),
        lines: found.lines(),
    });
}

fn note(found: &Duplicates) -> String {
    let groups = found.group_count();
    let more = if groups > GROUPS {
        format!(", the first {GROUPS} here")
    } else {
        String::new()
    };
    format!(
        "{} records in {} groups{more}",
        thousands(found.record_count()),
        thousands(groups)
    )
}

fn rows(model: &Model, groups: &[Vec<usize>]) -> Vec<Row> {
    let options = model.document.read_options();
    let mut rows = Vec::new();
    for group in groups {
        let Some(first) = group.first() else { continue };
        let line = model.document.suite.line(*first);
        let heading = glyph::cut(&label(&line, &options), 40);
        rows.push(Row::heading(heading).counted(group.len()));
        for line in group.iter().take(RECORDS) {
            let bytes = model.document.suite.line(*line);
            let text = String::from_utf8_lossy(&bytes).trim().to_owned();
            rows.push(
                Row::item(
                    format!("line {}", thousands(line + 1)),
                    Aim::Line(*line, None),
                )
                .under()
                .detailed(glyph::cut(&text, 200)),
            );
        }
        if group.len() > RECORDS {
            let more = group.len() - RECORDS;
            rows.push(Row::heading(format!("… {more} more")).under());
        }
    }
    if rows.is_empty() {
        rows.push(Row::heading("no two records are"));
    }
    rows
}

/// Compares the group with the cursor. After an edit the list is of lines that may have moved: it
/// says so.
pub(crate) fn refresh(model: &mut Model) {
    let revision = model.document.suite.revision();
    let Some(report) = top(model) else { return };
    let Kind::Same(same) = &report.kind else {
        return;
    };
    let &Aim::Line(line, _) = report.aim() else {
        return;
    };
    let group = same.groups.iter().position(|group| group.contains(&line));
    let Some(at) = group.filter(|_| same.at == revision) else {
        return;
    };
    if same.compared == Some((at, line)) {
        return;
    }
    let lines = same.groups.get(at).cloned().unwrap_or_default();
    let compared = Compared::of(model, &lines, line);
    if let Some(report) = top_mut(model) {
        report.compared = Some(compared);
        if let Kind::Same(same) = &mut report.kind {
            same.compared = Some((at, line));
        }
    }
}
