//! Records that are the same in some way, group by group, with what differs in them side by side.

use crate::app::effect::Effect;
use crate::app::features::report::{ask, compare, going_to, open as show, stop};
use crate::app::glyph;
use crate::app::model::Model;
use crate::app::overlay::Does;
use crate::app::overlay::report::{Report, Reports, Row};
use crate::app::state::columns::known::Lines;
use crate::app::state::columns::page::label;
use crate::app::state::jobs::report::{Answer, Request};
use crate::epd::counted::{noun, thousands};
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
            Self::Id => "same id",
            Self::Position => "same position",
            Self::Record => "same record",
            Self::Contradiction => "contradictions",
        }
    }

    /// As the title of the page.
    const fn page_title(self) -> &'static str {
        match self {
            Self::Id => "Records with the same id",
            Self::Position => "Records with the same position",
            Self::Record => "Identical records",
            Self::Contradiction => "Contradictions",
        }
    }

    /// What that means.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Id => "records that share an id",
            Self::Position => {
                "same placement, side to move, castling rights and usable en-passant square"
            }
            Self::Record => "same canonical text",
            Self::Contradiction => "same position with different best moves",
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

    /// The row that opens its page.
    pub(super) fn row(self) -> Row {
        let row = Row::item(self.title())
            .detailed(self.about())
            .doing(move |model| open(model, self));
        match self.question() {
            Some(query) => row.asking(query),
            None => row,
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
#[derive(Debug)]
pub(crate) struct Same {
    way: Way,
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
    let mut report = Report::new(same, way.page_title()).noted("looking");
    report.compares = true;
    let mut effects = show(model, report);
    effects.push(ask(model, way.request()));
    effects
}

impl Reports for Same {
    /// The groups are found.
    fn arrived(&mut self, report: &mut Report, model: &mut Model, answer: Answer) {
        let Answer::Groups(found) = answer else {
            return;
        };
        self.at = model.document.suite.revision();
        self.groups = found
            .groups()
            .take(GROUPS)
            .map(|group| group.collect())
            .collect();
        report.note = note(&found);
        report.put(rows(model, &self.groups));
        if self.way == Way::Position {
            know_positions(model, &found);
        }
    }

    /// Compares the group with the cursor. After an edit the list is of lines that may have moved.
    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let Some(line) = report.row().and_then(|row| row.line) else {
            return;
        };
        let group = self.groups.iter().position(|group| group.contains(&line));
        let is_current = self.at == model.document.suite.revision();
        let Some(at) = group.filter(|_| is_current) else {
            return;
        };
        if self.compared != Some((at, line))
            && let Some(lines) = self.groups.get(at)
        {
            report.compared = Some(compare::side_by_side(model, lines, line));
            self.compared = Some((at, line));
        }
    }

    /// The next way of being the same.
    fn beside(&self, _model: &Model, by: isize) -> Option<Does> {
        let at = Way::ALL.iter().position(|way| *way == self.way)?;
        let next = (at + Way::ALL.len()).saturating_add_signed(by) % Way::ALL.len();
        let way = *Way::ALL.get(next)?;
        Some(Does::new(move |model| open(model, way)))
    }

    fn query(&self) -> Option<String> {
        self.way.question().map(str::to_owned)
    }

    fn closed(&self, model: &mut Model) -> Vec<Effect> {
        stop(model)
    }
}

/// The column of duplicates and the map know of them from now on, until the file is changed.
fn know_positions(model: &mut Model, found: &Duplicates) {
    model.document.same_positions = Some(Lines {
        at: model.document.suite.revision(),
        lines: found.lines(),
    });
}

fn note(found: &Duplicates) -> String {
    let groups = found.group_count();
    let more = if groups > GROUPS {
        format!(", showing the first {GROUPS}")
    } else {
        String::new()
    };
    format!(
        "{} records in {} {}{more}",
        thousands(found.record_count()),
        thousands(groups),
        noun(groups, "group", "groups")
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
            let row = Row::item(format!("line {}", thousands(line + 1)));
            rows.push(
                going_to(row, *line)
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
        rows.push(Row::heading("none found"));
    }
    rows
}
