//! The code that the targets share: a line and the kind of its file from the fuzzer's bytes, and laws
//! checked on it.

#[path = "../../library/laws/law.rs"]
#[allow(dead_code, reason = "each target holds some of the laws")]
pub mod law;
#[path = "../../library/laws/pieces.rs"]
#[allow(dead_code, reason = "some are chosen by the property tests only")]
mod pieces;

use epdit::epd::{Dialect, ReadOptions};
use law::Verdict;

/// Checks the laws. The first byte chooses the kind of file, and whether the other bytes are a line or
/// choose pieces.
pub fn hold(data: &[u8], laws: &[fn(&[u8], &ReadOptions) -> Verdict]) {
    let Some((choice, rest)) = data.split_first() else {
        return;
    };
    let dialect = if choice & 1 == 0 {
        Dialect::Epd
    } else {
        Dialect::Fen
    };
    let options = ReadOptions::of(dialect);
    let line = if choice & 2 == 0 {
        pieces::one_line(rest.to_vec())
    } else {
        pieces::line_of(rest)
    };
    for law in laws {
        if let Err(broken) = law(&line, &options) {
            panic!("{broken}\nline: {:?}", String::from_utf8_lossy(&line));
        }
    }
}
