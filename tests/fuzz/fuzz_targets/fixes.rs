//! A safe fix mends its finding and brings no worse one; one pass leaves none.
#![no_main]

#[path = "../../library/laws/law.rs"]
#[allow(dead_code, reason = "each target holds some of the laws")]
mod law;
#[path = "../../library/laws/pieces.rs"]
mod pieces;

use epdit::epd::{Dialect, ReadOptions};
use libfuzzer_sys::fuzz_target;

// The first byte chooses the kind of file, and whether the rest is a line or choices of pieces.
fuzz_target!(|data: &[u8]| {
    let Some((choice, rest)) = data.split_first() else { return };
    let dialect = if choice & 1 == 0 { Dialect::Epd } else { Dialect::Fen };
    let options = ReadOptions::of(dialect);
    let line = if choice & 2 == 0 { pieces::one_line(rest.to_vec()) } else { pieces::line_of(rest) };
    let verdict = law::safe_fixes_fix_it(&line, &options)
        .and_then(|()| law::one_pass_fixes_all(&line, &options));
    if let Err(broken) = verdict {
        panic!("{broken}\nline: {:?}", String::from_utf8_lossy(&line));
    }
});
