//! Signals as values: the editor ends in good order when it is told to, and steps aside when it
//! is suspended.

use std::io;
use std::thread;

use rustix::process;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;

/// A signal that the editor answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// End: `SIGTERM`, `SIGHUP`, or a `SIGINT` sent from outside (the key Ctrl-C is a key).
    End(i32),
    /// Step aside: `SIGTSTP`.
    Suspend,
}

/// Hands on signals from now on, from a thread of their own. A second signal to end gives the
/// terminal back and ends the process at once: then the first one got stuck.
///
/// # Errors
///
/// Where the system gives no handler or no thread.
pub fn watch(mut tell: impl FnMut(Signal) + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM, SIGTSTP])?;
    thread::Builder::new()
        .name("signals".into())
        .spawn(move || {
            let mut ending = false;
            for signal in &mut signals {
                if signal == SIGTSTP {
                    tell(Signal::Suspend);
                    continue;
                }
                if ending {
                    super::terminal::give_back();
                    signal_hook::low_level::exit(128 + signal);
                }
                ending = true;
                tell(Signal::End(signal));
            }
        })?;
    Ok(())
}

/// Stops this process until it is continued. To be called with the terminal given back.
///
/// # Errors
///
/// Where the process can't be stopped.
pub fn stop() -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(SIGTSTP)
}

/// Suspends all of the process group, as Ctrl-Z does where the terminal reads it: a `cargo run`
/// around the editor must stop, too, or the shell would wait for it. We are told like the others,
/// by [`watch`].
///
/// # Errors
///
/// Where there is no shell that could continue us: the process leads its session.
pub fn suspend_group() -> io::Result<()> {
    if process::getsid(None)? == process::getpid() {
        return Err(io::Error::other("there is no shell to go back to"));
    }
    Ok(process::kill_current_process_group(process::Signal::TSTP)?)
}
