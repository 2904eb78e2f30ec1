//! Reading any bytes: no panic, tokens tile the line, spans lie inside it, edits are read back.
#![no_main]

mod given;

use given::{hold, law};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| hold(
    data,
    &[
        law::tokens_tile_the_line,
        law::spans_lie_inside_the_line,
        law::edits_are_read_back,
    ]
));
