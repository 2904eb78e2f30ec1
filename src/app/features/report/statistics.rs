//! What is in the whole file, as bars; choosing one narrows the list to it.

use crate::app::effect::Effect;
use crate::app::features::report::values::percent;
use crate::app::features::report::{ask, narrowing, of_what, open as show, stop};
use crate::app::glyph;
use crate::app::model::Model;
use crate::app::overlay::report::{Report, Reports, Row};
use crate::app::state::jobs::report::{Answer, Request};
use crate::epd::counted::{thousands, thousands_of};
use crate::suite::Statistics;
use crate::suite::field::Field;
use crate::suite::query::Phase;
use crate::suite::statistics::LENGTH_STEP;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Rows of a part at most.
const LISTED: usize = 40;

/// The page: it keeps nothing.
#[derive(Debug)]
struct Counted;

/// Opens the page.
pub fn open(model: &mut Model) -> Vec<Effect> {
    let name = glyph::safe(model.document.suite.name().as_bytes());
    let title = format!("Statistics of {name}{}", of_what(model));
    let mut effects = show(model, Report::new(Counted, title).noted("counting"));
    effects.push(ask(model, Request::Statistics));
    effects
}

impl Reports for Counted {
    fn arrived(&mut self, report: &mut Report, _model: &mut Model, answer: Answer) {
        let Answer::Statistics(found) = answer else {
            return;
        };
        report.note = format!(
            "{} · {} with a legal position · {} · {}",
            thousands_of(found.records, "record", "records"),
            thousands(found.legal),
            thousands_of(found.comments, "comment", "comments"),
            thousands_of(found.blank, "blank line", "blank lines"),
        );
        report.put(rows(&found));
    }

    fn is_of_the_filter(&self) -> bool {
        true
    }

    fn closed(&self, model: &mut Model) -> Vec<Effect> {
        stop(model)
    }
}

fn rows(found: &Statistics) -> Vec<Row> {
    let mut rows = Vec::new();
    let records = found.records;
    let mut part = |heading: &str, all: Vec<(String, usize, String, Option<String>)>| {
        if all.is_empty() {
            return;
        }
        rows.push(Row::heading(heading));
        let most = all.iter().map(|(_, count, ..)| *count).max().unwrap_or(0);
        let more = all.len().saturating_sub(LISTED);
        for (label, count, about, question) in all.into_iter().take(LISTED) {
            let share = percent(count, records);
            let detail = if about.is_empty() {
                share
            } else {
                format!("{share}  {about}")
            };
            let row = Row::item(label).barred(count, most).detailed(detail);
            rows.push(match question {
                Some(question) => narrowing(row.asking(question)),
                None => row.disabled("this can't be filtered"),
            });
        }
        if more > 0 {
            rows.push(Row::heading(format!("… {more} more")));
        }
    };
    let sides = ["White", "Black"]
        .into_iter()
        .zip(["w", "b"])
        .zip(found.sides);
    part(
        "Side to move",
        sides
            .map(|((name, side), count)| {
                let question = Field::Side.query(side.as_bytes()).ok();
                (name.to_owned(), count, String::new(), question)
            })
            .collect(),
    );
    part(
        "Operations",
        by_count(&found.opcodes)
            .map(|(name, count)| {
                let field = Field::Operation(name.clone());
                // Whether there is one: the opposite of the question for none.
                let without = field.query(b"").ok();
                let question =
                    without.and_then(|text| text.strip_prefix("not ").map(str::to_owned));
                let about = crate::epd::opcode::find(name.as_bytes()).map_or("", |info| info.title);
                (
                    glyph::safe(name.as_bytes()),
                    count,
                    about.to_owned(),
                    question,
                )
            })
            .collect(),
    );
    part(
        "Problems",
        by_count(&found.problems)
            .map(|(code, count)| {
                let name = code.name();
                let question = format!("problem({name})");
                (
                    name.to_owned(),
                    count,
                    code.title().to_owned(),
                    Some(question),
                )
            })
            .collect(),
    );
    part(
        "Phase",
        Phase::ALL
            .into_iter()
            .zip(found.phases)
            .map(|(phase, count)| {
                let question = format!("phase = {}", phase.name());
                (
                    phase.name().to_owned(),
                    count,
                    String::new(),
                    Some(question),
                )
            })
            .collect(),
    );
    part(
        "Pieces on the board",
        found
            .pieces
            .iter()
            .map(|(pieces, count)| {
                let question = format!("pieces = {pieces}");
                (pieces.to_string(), *count, String::new(), Some(question))
            })
            .collect(),
    );
    part(
        "Material, few pieces",
        by_count(&found.material)
            .map(|(material, count)| {
                let question = Field::Material.query(material.as_bytes()).ok();
                (material.clone(), count, String::new(), question)
            })
            .collect(),
    );
    part(
        "Bytes of a record",
        found
            .lengths
            .iter()
            .map(|(step, count)| {
                let (from, to) = (step * LENGTH_STEP, (step + 1) * LENGTH_STEP);
                let question = format!("length >= {from} and length < {to}");
                (
                    format!("{from} to {}", to - 1),
                    *count,
                    String::new(),
                    Some(question),
                )
            })
            .collect(),
    );
    rows
}

fn by_count<K: Clone>(counts: &BTreeMap<K, usize>) -> impl Iterator<Item = (&K, usize)> {
    let mut all: Vec<(&K, usize)> = counts.iter().map(|(key, count)| (key, *count)).collect();
    all.sort_by_key(|(_, count)| Reverse(*count));
    all.into_iter()
}
