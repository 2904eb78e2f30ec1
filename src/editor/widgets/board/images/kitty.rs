//! Kitty's protocol: each drawing is sent once and shown wherever it is wanted, over the cells, whole
//! or in part, and taken away again. Placeholders in the text would be simpler, but older terminals
//! with the protocol have none.

use super::{Part, Tile};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use resvg::tiny_skia::Pixmap;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

/// The number of the first image, away from those that other programs begin with.
const FIRST: u32 = 0x00E9_D100;
/// Bytes of base64 in one sequence.
const CHUNK: usize = 4096;
/// More images than a screen needs: then all are sent anew, so that the terminal forgets the others.
const MOST: usize = 512;

/// A part of a drawing, and where it is shown.
pub(super) type Place = (Tile, Part);

/// The images on the screen, and those that shall be.
#[derive(Debug, Default)]
pub(super) struct Placements {
    /// By a number that each cell of the screen has.
    wanted: BTreeMap<u32, Place>,
    shown: BTreeMap<u32, Place>,
    /// The drawings that the terminal has, by their numbers there.
    sent: FxHashMap<Tile, u32>,
}

impl Placements {
    /// The drawings have other colours now: all that is shown is to be sent again.
    pub(super) fn forget(&mut self) {
        (self.shown, self.sent) = Default::default();
    }

    pub(super) fn want(&mut self, place: Place) {
        let area = place.1.area;
        let number = (u32::from(area.y) << 16 | u32::from(area.x)).saturating_add(1);
        self.wanted.insert(number, place);
    }

    /// Returns the sequences that make the screen what was wanted since the last ones: only for what changed. `cell`
    /// is a cell's size in pixels; `pixels` paints a drawing.
    pub(super) fn changes(
        &mut self,
        cell: (u16, u16),
        mut pixels: impl FnMut(&Tile) -> Option<Pixmap>,
    ) -> String {
        if self.sent.len() > MOST {
            self.forget();
        }
        let mut out = String::new();
        let wanted = std::mem::take(&mut self.wanted);
        // What others sent before the first image is forgotten.
        if self.sent.is_empty() && !wanted.is_empty() {
            out.push_str("\x1b_Ga=d,d=A,q=2\x1b\\");
        }
        for (number, (tile, _)) in &self.shown {
            let wanted = wanted.get(number);
            let stays = wanted.is_some_and(|(wanted, _)| wanted == tile);
            if let Some(id) = self.sent.get(tile).filter(|_| !stays) {
                // Writing to a string can't fail.
                let _ = write!(out, "\x1b_Ga=d,d=i,q=2,i={id},p={number}\x1b\\");
            }
        }
        let shown = std::mem::take(&mut self.shown);
        for (number, place) in wanted {
            if shown.get(&number) != Some(&place) {
                let Some(id) = self.send(&mut out, &place.0, &mut pixels) else {
                    continue;
                };
                show(&mut out, (id, number), &place.1, cell);
            }
            self.shown.insert(number, place);
        }
        if out.is_empty() {
            return out;
        }
        // The cursor stays where a text is being typed.
        format!("\x1b7{out}\x1b8")
    }

    /// Returns the number of a drawing, which is sent where the terminal does not have it.
    fn send(
        &mut self,
        out: &mut String,
        tile: &Tile,
        pixels: &mut impl FnMut(&Tile) -> Option<Pixmap>,
    ) -> Option<u32> {
        if let Some(id) = self.sent.get(tile) {
            return Some(*id);
        }
        let id = FIRST + u32::try_from(self.sent.len()).ok()?;
        transmit(out, id, &pixels(tile)?)?;
        self.sent.insert(tile.clone(), id);
        Some(id)
    }
}

/// Shows a part of an image at its cell.
fn show(out: &mut String, (id, number): (u32, u32), part: &Part, (wide, high): (u16, u16)) {
    let pixels = |cells: u16, size: u16| u32::from(cells) * u32::from(size);
    let (area, (column, row)) = (part.area, part.from);
    let _ = write!(
        out,
        "\x1b[{};{}H\x1b_Ga=p,q=2,C=1,i={id},p={number},x={},y={},w={},h={}\x1b\\",
        area.y + 1,
        area.x + 1,
        pixels(column, wide),
        pixels(row, high),
        pixels(area.width, wide),
        pixels(area.height, high),
    );
}

/// Sends an image without showing it.
fn transmit(out: &mut String, id: u32, image: &Pixmap) -> Option<()> {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(image.data()).ok()?;
    let text = STANDARD.encode(packed.finish().ok()?);
    let (width, height) = (image.width(), image.height());
    let chunks: Vec<&[u8]> = text.as_bytes().chunks(CHUNK).collect();
    for (at, chunk) in chunks.iter().enumerate() {
        let more = u8::from(at + 1 < chunks.len());
        out.push_str("\x1b_G");
        if at == 0 {
            let _ = write!(out, "a=t,f=32,o=z,i={id},s={width},v={height},");
        }
        let _ = write!(out, "q=2,m={more};");
        out.push_str(&String::from_utf8_lossy(chunk));
        out.push_str("\x1b\\");
    }
    Some(())
}
