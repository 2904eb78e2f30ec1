//! Several inputs of which a query asks what only all of them can tell: which records are the same.

use super::arrange::Whole;
use super::{Fault, Input, Outcome, Paths, Source, Status, Text};
use super::{each_input, said_of, say_why_none};
use crate::suite::Query;

/// Does `work` for each input in order, after all were looked through as one.
pub(super) fn each_of_all(
    paths: &Paths,
    query: &Query,
    mut work: impl FnMut(&Source<'_>, Text) -> Outcome,
) -> Outcome {
    let mut inputs: Vec<Input> = Vec::new();
    let mut worst = each_input(paths, |input| {
        let (_, text) = input.open(None)?;
        inputs.push(input.kept(text)?);
        Ok(Status::Clean)
    })?;
    let whole = Whole::of_all(paths, inputs.clone(), true)?;
    let facts = whole.facts(query)?;
    for (input, first) in inputs.iter().zip(whole.starts()) {
        let facts = facts.starting_at(first).of_file(&input.name);
        let source = input.source(Some(query), facts);
        let text = Text::of(input).map_err(Fault::from);
        let outcome = text.and_then(|text| work(&source, text));
        worst = worst.max(said_of(&input.name, outcome)?);
    }
    say_why_none(Some(query));
    Ok(worst)
}
