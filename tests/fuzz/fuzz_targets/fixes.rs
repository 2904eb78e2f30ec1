//! A safe fix removes its problem and brings no worse one; one pass leaves none.
#![no_main]

mod given;

use given::{hold, law};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| hold(data, &[law::safe_fixes_fix_it, law::one_pass_fixes_all]));
