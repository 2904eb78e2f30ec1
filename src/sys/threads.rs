//! Threads that work on whole files: they step aside for the one that takes keys and draws.

/// How far they step aside, in the system's steps of niceness: they have what nobody else wants.
#[cfg(target_os = "linux")]
const ASIDE: i32 = 10;

/// Makes the threads for work on all cores. To be called once, before any such work; later calls
/// change nothing.
pub fn start() {
    // An error says that they are there already: they work as well, only less politely.
    let _ = rayon::ThreadPoolBuilder::new()
        .thread_name(|nth| format!("worker {nth}"))
        .start_handler(|_| step_aside())
        .build_global();
}

/// Lets other threads come before the one at hand. Only Linux has a priority for each thread;
/// elsewhere this does nothing.
pub(super) fn step_aside() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        // Without the right to, the work goes on as it is; so it does where it is aside already.
        let _ = getpriority_process(None).and_then(|now| setpriority_process(None, now.max(ASIDE)));
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    #[test]
    fn a_thread_steps_aside_alone() {
        let mine = || rustix::process::getpriority_process(None).expect("the system tells");
        let before = mine();
        let theirs = std::thread::spawn(move || {
            step_aside();
            mine()
        });
        assert_eq!(theirs.join().expect("the thread ends"), ASIDE.max(before));
        assert_eq!(mine(), before);
    }
}
