//! Threads that work on whole files: they step aside for the one that takes keys and draws.

use super::platform::step_aside;
use crate::suite::scan::threads_begin_with;

/// Makes the threads for work on all cores. To be called once, before any such work; later calls
/// change nothing.
pub fn start() {
    threads_begin_with(step_aside);
    // An error says that they are there already: they work as well, only less politely.
    let _ = rayon::ThreadPoolBuilder::new()
        .thread_name(|nth| format!("worker {nth}"))
        .start_handler(|_| step_aside())
        .build_global();
}
