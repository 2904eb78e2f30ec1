//! Diagnostics of a line as a whole: text that is not EPD, marks of other systems, bytes that others may not read;
//! and of two lines of a file.

use super::{Context, Entry, Fix, entries};
use crate::epd::counted::thousands;
use crate::epd::span::Span;

entries! {
    NotEpd "not-epd" Error Doubts
        "not EPD"
        "The line is not EPD: UTF-16 text, a git-lfs pointer that stands for a file not fetched, binary data, or longer than 2 MiB. It is left unchanged. Convert the file to UTF-8 or fetch the real one."
        "version https://git-lfs.github.com/spec/v1"
        message: |d| format!("not EPD: {}", d.reason());
    ByteOrderMark "byte-order-mark" Warning Fixed
        "a byte-order mark at the start"
        "EPD is ASCII and needs no byte-order mark; many readers take it for a part of the placement. Saving removes it."
        "\u{feff}4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;"
        message: |_| "byte-order mark before the record, expected none".to_owned(),
        fix: |d| d.safe(b"");
    NulByte "nul-byte" Warning Fixed
        "NUL bytes at the end of the record"
        "Some writers close a record with a NUL byte. It means nothing and is removed."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;\0"
        message: |_| "NUL byte at the end of the record, expected none".to_owned(),
        fix: without_mark;
    CtrlZ "ctrl-z" Warning Fixed
        "Ctrl-Z, the end-of-file mark of CP/M and DOS"
        "The byte 0x1A at the end of old files means nothing today and is removed, and so is a line that holds nothing else."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;\u{1a}"
        message: |_| "Ctrl-Z at the end of the line, expected none".to_owned(),
        fix: without_mark;
    CrCrLf "cr-cr-lf" Warning Fixed
        "several carriage returns before the line feed"
        "A CRLF file was converted to CRLF once more. The line end becomes CRLF."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;\r\r\n"
        message: |d| {
            let found = d.span().len().saturating_sub(1);
            format!("expected one carriage return before the line feed, found {found}")
        },
        fix: |d| d.safe(b"\r\n");
    LineTooLong "line-too-long" Warning
        "a line longer than other readers must handle"
        "The 1995 standard asks software to handle 4096 bytes with the closing NUL (the 1994 one 1024); other readers may cut the line."
        "4k3/8/8/8/8/8/8/4K2R w K - c0 \"… 4,100 bytes …\";"
        message: line_too_long;
    NonAscii "non-ascii" Warning
        "characters outside ASCII"
        "EPD is ASCII; UTF-8 and Latin-1 are kept byte for byte, but other readers may show other characters."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"Zürich\";"
        message: |d| format!("{} is not ASCII", d.value());
    ControlCharacter "control-character" Warning
        "a control character inside a string"
        "Strings hold printing characters. The byte is left unchanged, and shown as a visible mark."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"a\tb\";"
        message: |d| format!("control character {} in a string", d.value());
    DuplicateId "duplicate-id" Warning
        "an id that an earlier record has"
        "The id names the record; reports and scripts can't tell the two apart."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"a\";"
        message: |d| format!("line {} already has the id {}", d.number(), d.value());
    DuplicatePosition "duplicate-position" Hint
        "a position that an earlier record has"
        "Placement, side to move, castling rights and effective en-passant square are those of an earlier record."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;"
        message: |d| format!("line {} already has this position", d.number());
    GameBreak "game-break" Warning
        "a record that the move before does not lead to"
        "In a file of games each record is the position after the supplied move (`sm`, else the first of `sv`) of the record before. Here a record is missing, or a move or the position is wrong. Context by `check`, in files in which most records with a supplied move lead to the next."
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - sm d5;"
        message: |d| format!("the move on line {} does not lead here", d.number());
    ClockRunsBack "clock-runs-back" Warning
        "time used or a move number that gets less"
        "`cc` has the time that White and Black have used; from one record of a game to the next it grows, and so does the move number. Context by `check` where the supplied move leads exactly to the next record."
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 cc 000:00:00:05 000:00:00:00;"
        message: |d| format!("less than on line {}", d.number());
    WrongReply "wrong-reply" Warning
        "a reply that a referee does not expect"
        "Only `refcom respond` is answered with `refreq reply`: from the position after its move, with `tcri` and `tcsi` exchanged."
        "4k3/8/8/8/8/8/4P3/4K3 w - - refreq reply; sm e4;"
        message: |d| format!("not a reply to line {}", d.number());
}

/// Returns the fix that removes a line that holds only Ctrl-Z, with its end.
fn without_mark(d: &Context<'_, '_>) -> Option<Fix> {
    match d.record.is_end_of_file() {
        true => Fix::safe(Span::new(0, d.record.line.len()), b""),
        false => d.safe(b""),
    }
}

fn line_too_long(d: &Context<'_, '_>) -> String {
    if d.record.is_beginning() {
        let length = thousands(d.span().len());
        return format!("the line has {length} bytes, too long to show its operations");
    }
    let (length, longest) = (d.number(), d.record.options.longest_line);
    let whose = match longest {
        4095 => " (the limit of the 1995 standard)",
        1023 => " (the limit of the 1994 standard)",
        _ => "",
    };
    format!("the line has {length} bytes, expected at most {longest}{whose}")
}
