//! Kitty's protocol: an image of its own for each square, put over the cells and taken away again.
//! Placeholders in the text would be simpler, but older terminals with the protocol have none.

use std::fmt::Write as _;
use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rustc_hash::FxHashMap;
use shakmaty::Square;

use super::Tile;

/// The number of a1's image, away from those that other programs begin with.
const FIRST: u32 = 0x00E9_D100;
/// Bytes of base64 in one sequence.
const CHUNK: usize = 4096;

/// A tile, and the cell that it begins at.
pub(super) type Place = (Tile, u16, u16);

/// What is on the screen, and what shall be.
#[derive(Debug, Default)]
pub(super) struct Placements {
    pub(super) wanted: FxHashMap<Square, Place>,
    shown: FxHashMap<Square, Place>,
}

impl Placements {
    /// The sequences that make the screen what it shall be: only for squares that changed.
    /// `pixels` gives width, height and the pixels of a tile.
    pub(super) fn changes(
        &mut self,
        mut pixels: impl FnMut(&Tile) -> Option<(u32, u32, Vec<u8>)>,
    ) -> String {
        let mut out = String::new();
        for square in Square::ALL {
            let id = FIRST + u32::from(square);
            let (shown, wanted) = (self.shown.get(&square), self.wanted.get(&square));
            if shown == wanted {
                continue;
            }
            match wanted.cloned() {
                None => {
                    // Writing to a string can't fail.
                    let _ = write!(out, "\x1b_Ga=d,d=I,q=2,i={id}\x1b\\");
                    self.shown.remove(&square);
                }
                Some(place) => {
                    let (column, row) = (place.1, place.2);
                    if let Some((width, height, pixels)) = pixels(&place.0) {
                        let _ = write!(out, "\x1b[{};{}H", row + 1, column + 1);
                        send(&mut out, id, (width, height), &pixels);
                        self.shown.insert(square, place);
                    }
                }
            }
        }
        if out.is_empty() {
            return out;
        }
        // The cursor stays where a text is being typed.
        format!("\x1b7{out}\x1b8")
    }
}

/// Sends an image and shows it at the cursor, which stays.
fn send(out: &mut String, id: u32, (width, height): (u32, u32), pixels: &[u8]) {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    let written = packed.write_all(pixels).and_then(|()| packed.finish());
    let Ok(packed) = written else {
        return;
    };
    let text = STANDARD.encode(packed);
    let chunks: Vec<&[u8]> = text.as_bytes().chunks(CHUNK).collect();
    for (at, chunk) in chunks.iter().enumerate() {
        let more = u8::from(at + 1 < chunks.len());
        out.push_str("\x1b_G");
        if at == 0 {
            let _ = write!(out, "a=T,f=32,o=z,C=1,i={id},s={width},v={height},");
        }
        let _ = write!(out, "q=2,m={more};");
        out.push_str(&String::from_utf8_lossy(chunk));
        out.push_str("\x1b\\");
    }
}
