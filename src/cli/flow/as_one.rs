//! Several inputs of which a query asks what only all of them can tell: which records are the same.

use super::arrange::Whole;
use super::{Input, Outcome, Paths, Source, Status, Text, each_input, said_of, say_why_none};
use crate::suite::Query;
use crate::suite::external::Spooled;

/// Does `work` for each input in order, after all were looked through as one.
///
/// # Errors
///
/// Those of writing results, and what keeps all inputs from being read as one.
pub(super) fn each_of_all(
    paths: &Paths,
    query: &Query,
    mut work: impl FnMut(&Source<'_>, Text) -> Outcome,
) -> Outcome {
    let mut inputs: Vec<(Input, Option<Spooled>)> = Vec::new();
    let mut worst = each_input(paths, |input| {
        let (_, text) = input.open(None)?;
        let spooled = match input.file() {
            Some(_) => None,
            // A stream can't be read twice.
            None => Some(Spooled::of(&mut text.into_whole_read())?),
        };
        inputs.push((input.clone(), spooled));
        Ok(Status::Clean)
    })?;
    let whole = Whole::of_parts(paths, inputs.clone(), true)?;
    let facts = whole.facts(query)?;
    for ((input, spooled), first) in inputs.into_iter().zip(whole.starts()) {
        let outcome = input
            .open_again(query, facts.starting_at(first), spooled)
            .and_then(|(source, text)| work(&source, text));
        worst = worst.max(said_of(&input.name, outcome)?);
    }
    say_why_none(Some(query));
    Ok(worst)
}
