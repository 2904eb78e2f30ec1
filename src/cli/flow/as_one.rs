//! Several inputs of which a query asks what only all of them can tell: which records are the same.

use std::io::{self, Cursor, Read};
use std::sync::Arc;

use super::joined::Part;
use super::whole::read_as_one;
use super::{Input, Outcome, Paths, Source, Status, Text, each_input, said_of, say_why_none};
use crate::cli::progress::follow;
use crate::suite::{Job, Query};

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
    let mut inputs: Vec<(Input, Option<Arc<[u8]>>)> = Vec::new();
    let mut worst = each_input(paths, |input| {
        let (_, text) = input.open(None)?;
        let bytes = match input.file() {
            Some(_) => None,
            // A stream can't be read twice.
            None => {
                let mut bytes = Vec::new();
                text.into_read().read_to_end(&mut bytes)?;
                Some(bytes.into())
            }
        };
        inputs.push((input.clone(), bytes));
        Ok(Status::Clean)
    })?;
    let parts = inputs.iter().map(|(input, bytes)| Part {
        input: input.clone(),
        text: bytes.clone().map(|bytes| Box::new(Cursor::new(bytes)) as _),
    });
    let (suite, places) = read_as_one(paths, parts.collect())?;
    let facts = {
        let job = Job::new();
        let _following = follow(&job, "reading all files");
        query.facts(&suite.snapshot(), &job)
    };
    let facts = facts.map_err(io::Error::other)?;
    drop(suite);
    for ((input, bytes), first) in inputs.into_iter().zip(places.starts()) {
        let outcome = input
            .open_again(query, facts.starting_at(first), bytes)
            .and_then(|(source, text)| work(&source, text));
        worst = worst.max(said_of(&input.name, outcome)?);
    }
    say_why_none(Some(query));
    Ok(worst)
}
