//! Parallel work on the games of a stream, with results in order and bounded memory: two batches at a time.

use std::io::{self, Read};
use std::sync::mpsc::sync_channel;

use rayon::prelude::*;

use super::split::{GameText, Games};

/// The number of games that one core takes at a time.
const SHARE: usize = 32;

/// Reads all games, runs `work` on some of them at a time on all cores, and calls `take` with the results in order.
///
/// # Errors
/// The source can't be read, or `take` fails.
pub fn in_order<R, T, E>(
    mut games: Games<R>,
    work: impl Fn(&[GameText<'_>]) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    R: Read + Send,
    T: Send,
    E: From<io::Error>,
{
    let (sender, batches) = sync_channel(1);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while let Some(batch) = games.next_batch().transpose() {
                let failed = batch.is_err();
                if sender.send(batch).is_err() || failed {
                    return;
                }
            }
        });
        // Moved in, so that an early return closes the channel and ends the reader.
        let batches = batches;
        for batch in &batches {
            let batch = batch?;
            let mut results: Vec<T> = Vec::new();
            let games: Vec<GameText<'_>> = batch.games().collect();
            let shares = games.par_chunks(SHARE).map(&work);
            shares.collect_into_vec(&mut results);
            results.into_iter().try_for_each(&mut take)?;
        }
        Ok(())
    })
}
