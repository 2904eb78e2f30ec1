//! Canonical text is a fixed point and means the same.
#![no_main]

mod given;

use given::{hold, law};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| hold(
    data,
    &[
        law::canonical_is_a_fixed_point,
        law::canonical_means_the_same,
    ]
));
