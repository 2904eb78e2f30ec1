//! Diagnostics of the en-passant field, and of fields that can't be told apart.

use super::{Context, Entry, entries};
use crate::epd::diagnostic::{Code, Diagnostic, Fix};

entries! {
    MissingEnPassant "missing-en-passant" Warning Fixed
        "no en-passant field"
        "The fourth field is the square a pawn has just passed over, or `-`, which is written where the field is missing."
        "4k3/8/8/8/8/8/8/4K2R w K bm Kd2;"
        message: |_| "no en-passant field, expected `-` or a square such as `e3`".to_owned(),
        fix: missing;
    UnreadFields "unread-fields" Error Doubts
        "ambiguous fields"
        "The castling rights and the en-passant square follow the side to move. Here a field is missing or damaged, and what is there could mean several things, so nothing is guessed. The record is left unchanged: write both fields, `-` for none."
        "4k3/8/8/8/8/8/8/4K2R w 4 - bm Kd2;"
        message: |d| match d.place() {
            Some(_) => format!("{} may be a field that stands twice, or something else: expected an operation behind the fields", d.value()),
            None => format!("{} can be read in more than one way: {}", d.value(), d.reason()),
        },
        fix: |d| Fix::not_safe(d.record.taken_out(d.place()?), b"");
    BadEnPassant "bad-en-passant" Error Doubts
        "an unreadable en-passant field"
        "The en-passant field is `-` or a square such as `e3`."
        "4k3/8/8/8/8/8/8/4K2R w K e9 bm Kd2;"
        message: |d| format!("{} is not an en-passant field, expected `-` or a square such as `e3`", d.value());
    EnPassantCase "en-passant-case" Warning Fixed
        "the en-passant square in upper case"
        "Squares are a lower-case file and a rank: `e3`. It is written in lower case."
        "4k3/8/8/8/4P3/8/8/4K3 b - E3 bm Kd7;"
        message: |d| format!("en-passant square {}, expected {}", d.value(), d.expected("lower case")),
        fix: |d| d.safe(&d.text().to_ascii_lowercase());
    EpPawnSquare "ep-pawn-square" Warning Fixed
        "the pawn's own square in the en-passant field"
        "Crafty and HIARCS write the square of the pawn that can be captured; the standard has the square it passed over."
        "4k3/8/8/8/4P3/8/8/4K3 b - e4 bm Kd7;"
        message: |d| {
            let expected = d.expected("the square behind it");
            format!("{} is the square of the pawn, expected the one it passed over, {expected}", d.value())
        },
        fix: |d| d.safe(d.record.en_passant?.to_string().as_bytes());
    EpImpossible "ep-impossible" Error
        "an en-passant square no pawn has passed"
        "With White to move, the square is on the 6th rank, with a black pawn in front of it on the 5th and nothing on it or behind it (with Black to move, 3rd and 4th rank). The text is left unchanged; moves are checked without it."
        "4k3/8/8/8/8/8/8/4K3 w - e6 bm Kd2;"
        message: |d| format!("no pawn can just have passed over {}: {}", d.value(), d.reason()),
        fix: |d| d.not_safe(b"-");
}

fn missing(d: &Context<'_, '_>) -> Option<Fix> {
    // Without the side to move, a dash would be read as that field.
    d.record.fields.side?;
    if d.record.fields.castling.is_some() {
        return d.safe(b" -");
    }
    // Both fields are missing, and a single dash would be read as the castling field.
    let unknown = |d: &Diagnostic| d.code == Code::MissingCastling && d.blocks();
    if d.record.diagnostics.iter().any(unknown) {
        return None;
    }
    d.safe(b" - -")
}
