//! Files written in place, as streams: line after line through a function into a new file that
//! takes the old one's place, as safely as the editor saves.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::batch::{self, Flow};
use super::progress::counted;
use crate::suite::save::{FileState, replace_file};
use crate::suite::{kind, pack, unpack};

/// What became of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rewritten {
    /// Lines that changed; with none the file was not touched.
    pub changed: u64,
    /// Why it was left alone: it is another kind of file.
    pub foreign: Option<&'static str>,
}

/// Sends every line of a file with its number, from 1, through `change`, on all cores; `None` leaves a line as it is. What
/// `change` notes about the lines of a piece goes to `join`, in order. The file is replaced only
/// when some line changed, and only whole; a file that is no EPD is left alone.
///
/// # Errors
///
/// Those of reading and writing, and a file that another program changed meanwhile.
pub fn rewrite<T: Default + Send>(
    path: &Path,
    change: impl Fn(&mut T, u64, &[u8]) -> Option<Vec<u8>> + Sync,
    mut join: impl FnMut(T),
) -> io::Result<Rewritten> {
    let before = FileState::of(path)?;
    let (text, compression) = unpack(counted(File::open(path)?))?;
    let mut rewritten = Rewritten::default();
    let mut whole = false;
    let fill = |out: &mut dyn Write| {
        batch::each::<_, io::Error>(
            text,
            |start| {
                rewritten.foreign = kind::not_epd(start);
                Ok(if rewritten.foreign.is_some() {
                    Flow::Stop
                } else {
                    Flow::On
                })
            },
            |piece| {
                let (mut notes, mut text, mut changed) =
                    (T::default(), Vec::with_capacity(piece.bytes.len()), 0);
                for (number, line) in piece.lines() {
                    match change(&mut notes, number, line) {
                        Some(new) if new != line => {
                            text.extend_from_slice(&new);
                            changed += 1;
                        }
                        _ => text.extend_from_slice(line),
                    }
                }
                (notes, text, changed)
            },
            |_, (notes, text, changed)| {
                join(notes);
                rewritten.changed += changed;
                out.write_all(&text)?;
                Ok(Flow::On)
            },
        )?;
        whole = true;
        // Refusing to go on is how the old file stays untouched.
        if rewritten.changed == 0 {
            Err(io::Error::other("nothing to write"))
        } else {
            Ok(())
        }
    };
    let replaced = replace_file(path, Some(&before), |out| pack(out, compression, fill));
    match replaced {
        Err(_) if whole && rewritten.changed == 0 => Ok(rewritten),
        Err(error) => Err(io::Error::other(error)),
        Ok(_) => Ok(rewritten),
    }
}
