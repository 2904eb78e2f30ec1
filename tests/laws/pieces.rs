//! Lines put together from pieces of every dialect.

/// What lines are put together from.
pub const PIECES: &[&str] = &[
    "4k3/8/8/8/8/8/8/4K2R",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "r3k2r/8/8/3pP3/8/8/8/R3K2R",
    "4k3/44/8/8/4P3/8/8/4K2R/",
    "k2r/8/8/8/8/8/8/K/",
    "8/8/8/8/8/8/8/8",
    "4k3/8/8/8/8/8/8/4K2R[Qp]",
    "w",
    "b",
    "W",
    "-",
    "K",
    "qkQK",
    "HAha",
    "KX",
    "e3",
    "e4",
    "d6",
    "c6",
    "e9",
    "0",
    "1",
    "12",
    "007",
    "0 1",
    "-,20,400",
    ";",
    ";",
    ";",
    "; ",
    " ",
    " ",
    "  ",
    "\t",
    "\"",
    "\"a b\"",
    "\"x;y\"",
    "\"Kd2\"",
    "\"125\"",
    "bm",
    "am",
    "pv",
    "sv",
    "pm",
    "sm",
    "id",
    "c0",
    "c3",
    "ce",
    "dm",
    "acn",
    "hmvc",
    "fmvn",
    "ts",
    "cc",
    "ptp",
    "tcri",
    "refcom",
    "refreq",
    "noop",
    "resign",
    "draw_offer",
    "draw_claim",
    "D1 20",
    "D2",
    ";D1 20",
    ";20;400",
    "PV:",
    "v=-3",
    "eval",
    "Foo",
    "x",
    "7up",
    "Kd2",
    "Ke2",
    "e1d2",
    "Rh8",
    "Rh8+",
    "Rh8#",
    "+",
    "#",
    "O-O",
    "0-0",
    "a8 = Q",
    "Nf3",
    "g1f3",
    "e4!",
    "{1}",
    "{",
    "}",
    "1.",
    "1.e4",
    "#5",
    "#-3",
    "+M3",
    "-M2",
    "+30",
    "-5",
    "99999999999999999999",
    "2024.01.31",
    "10:00:00",
    "000:01:02:03",
    "inform",
    "reply",
    "é",
    "\u{feff}",
    "\0",
    "\u{1a}",
    "\r",
    "\n",
    "\r\n",
    "\\",
    "=",
    ",",
    "!",
    "?",
    "'",
];

/// A file is split at its line feeds: a line has one at its end or none.
pub fn one_line(mut bytes: Vec<u8>) -> Vec<u8> {
    let ended = bytes.last() == Some(&b'\n');
    bytes.retain(|b| *b != b'\n');
    if ended {
        bytes.push(b'\n');
    }
    bytes
}

/// A line out of any bytes: each picks a piece, its highest bit a blank behind it. Fuzzers find
/// their way through dialects faster than letter by letter.
#[allow(dead_code, reason = "only the fuzz targets need it")]
pub fn line_of(choices: &[u8]) -> Vec<u8> {
    let mut out = String::from("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - ");
    for choice in choices {
        out.push_str(PIECES[usize::from(choice & 0x7F) % PIECES.len()]);
        if choice & 0x80 != 0 {
            out.push(' ');
        }
    }
    one_line(out.into_bytes())
}
