//! The game that the selected record is part of, record by record: moves, clocks, comments, what registers
//! are set to, and where a record is not the one that the move before leads to.

use crate::editor::model::Model;
use crate::editor::overlay::report::{About, Report, Reports, Row, Sign};
use crate::editor::overlay::report::{going_to, show};
use crate::editor::pages::report::ask;
use crate::editor::widgets::glyph;
use crate::epd::counted::thousands_of;
use crate::suite::edit::Chosen;
use crate::suite::game::{Game, Turn, time};
use crate::suite::{Job, Snapshot};

/// The page, and the line that it was opened on.
#[derive(Debug)]
struct OfGame {
    line: usize,
}

pub fn open(model: &mut Model) {
    let line = model.document.selected;
    show(model, Report::new(OfGame { line }, "Game").noted("looking"));
    let find = move |snapshot: &Snapshot, _: &Chosen, job: &Job| Game::around(snapshot, line, job);
    ask(model, find, arrived);
}

impl Reports for OfGame {}

fn arrived(page: &mut OfGame, report: &mut Report, _: &mut Model, found: Option<Game>) {
    let Some(game) = found else {
        report.note.clear();
        report.put(vec![
            Row::heading("no game here"),
            Row::item("no record beside this one leads to the next by its sm or sv")
                .disabled("no record to go to"),
        ]);
        return;
    };
    report.title = title(&game);
    report.note = note(&game);
    report.put(game.turns.iter().flat_map(rows).collect());
    let mut rows = report.rows.iter();
    let here = rows.position(|row| row.line == Some(page.line));
    report.cursor = here.unwrap_or(report.cursor);
}

/// Returns who played, and what came of it.
fn title(game: &Game) -> String {
    let tag = |name: &str| {
        let found = game.tags.iter().find(|(tag, _)| tag == name);
        found
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty())
    };
    let title = match (tag("White"), tag("Black")) {
        (None, None) => "Game".to_owned(),
        (white, black) => {
            let result = tag("Result").filter(|result| *result != "*");
            let result = result
                .map(|result| format!(" {result}"))
                .unwrap_or_default();
            format!(
                "{} – {}{result}",
                white.unwrap_or("?"),
                black.unwrap_or("?")
            )
        }
    };
    glyph::safe(title.as_bytes())
}

fn note(game: &Game) -> String {
    let flaws: usize = game.turns.iter().map(|turn| turn.flaws.len()).sum();
    let mut note = thousands_of(game.turns.len(), "record", "records");
    if flaws > 0 {
        note += &format!(" · {}", thousands_of(flaws, "problem", "problems"));
    }
    if game.turns.iter().any(|turn| turn.clocks.is_some()) {
        note += " · clocks: White, Black";
    }
    if game.is_cut {
        note += " · longer than shown";
    }
    note
}

/// Returns the row of a record, and below it what is wrong with it.
fn rows(turn: &Turn) -> Vec<Row> {
    let dots = if turn.is_white { "." } else { "..." };
    let played = turn.played.as_deref().unwrap_or("–");
    let row = Row::item(format!("{}{dots} {played}", turn.number)).detailed(detail(turn));
    let mut rows = vec![going_to(row, turn.line)];
    for flaw in &turn.flaws {
        let row = Row::item(glyph::safe(flaw.message.as_bytes()))
            .under()
            .signed(Sign::Severity(flaw.code.severity()))
            .about(About::Problem(flaw.code));
        rows.push(going_to(row, turn.line));
    }
    rows
}

/// Returns clocks, what is said beside the move, and what registers are set to.
fn detail(turn: &Turn) -> String {
    let mut parts = Vec::new();
    if let Some([white, black]) = turn.clocks {
        parts.push(format!("{} {}", time(white), time(black)));
    }
    parts.extend(turn.said.iter().cloned());
    let set = turn.set.iter();
    parts.extend(set.map(|(opcode, text)| match opcode.as_str() {
        "c0" => text.clone(),
        opcode => format!("{opcode} {text}"),
    }));
    glyph::safe(parts.join(" · ").as_bytes())
}
