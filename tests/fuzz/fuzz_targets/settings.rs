//! Any bytes are read as a settings file: mistakes are told at lines that are there, and what is read twice is
//! the same.
#![no_main]

use epdit::app::state::settings::Settings;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let lines = String::from_utf8_lossy(data).split('\n').count();
    let (mut once, mut again) = (Settings::default(), Settings::default());
    let mistakes = once.read(data);
    assert!(
        mistakes
            .iter()
            .all(|mistake| (1..=lines).contains(&mistake.line))
    );
    let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    let second: Vec<String> = again.read(data).iter().map(ToString::to_string).collect();
    assert_eq!(told, second);
});
