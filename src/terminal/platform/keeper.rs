//! The terminal given back where the editor itself can't: killed by `SIGKILL`, by a fault of the processor,
//! or because the system has no memory left.
//!
//! A second process of the same program keeps one end of a pipe, and is told when the terminal is taken and
//! when it was given back. However the editor ends, its end of the pipe closes, before the shell hears of
//! the end; when the terminal was not given back by then, the keeper does it, and ends. It is a child and no
//! parent: exit status, signals and job control are the editor's own. It is in a session of its own, under a
//! name of its own: what is sent to the editor's job or name leaves it alone, and it may set a terminal that
//! is not its own.
//!
//! Where no such process can be started the editor goes on without one.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::termios::{
    ControlModes, InputModes, LocalModes, OptionalActions, OutputModes, SpecialCodeIndex, Termios,
    tcgetattr, tcsetattr,
};

/// The keeper's name, as the first of its arguments.
const NAME: &str = "terminal-keeper";
/// How long a terminal has to take what gives it back.
const PATIENCE: Duration = Duration::from_secs(1);
/// Bytes of a message: whether the terminal is taken, and its modes before that.
const MESSAGE: usize = 1 + 4 * 8 + 2;
type Message = [u8; MESSAGE];
const GIVEN: Message = [0; MESSAGE];

/// The end of the pipe that the keeper waits on.
static KEEPER: Mutex<Option<ChildStdin>> = Mutex::new(None);

/// Starts the keeper; to be called by a program whose `main` asks [`is_keeper`] first.
pub fn start() {
    let Ok(program) = std::env::current_exe() else {
        return;
    };
    let keeper = Command::new(program)
        .arg0(NAME)
        .stdin(Stdio::piped())
        .stdout(Stdio::inherit())
        .stderr(Stdio::null())
        .spawn();
    if let Ok(mut keeper) = keeper {
        *KEEPER.lock().unwrap_or_else(PoisonError::into_inner) = keeper.stdin.take();
    }
}

/// The terminal is about to be taken.
pub fn taken() {
    if let Ok(modes) = tcgetattr(io::stdout()) {
        tell(&taken_from(&modes));
    }
}

/// The terminal was given back.
pub fn given() {
    tell(&GIVEN);
}

fn tell(message: &Message) {
    let mut keeper = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pipe) = &mut *keeper
        && pipe.write_all(message).is_err()
    {
        // It is gone: nobody is told any more.
        *keeper = None;
    }
}

fn taken_from(modes: &Termios) -> Message {
    let mut bytes = vec![1];
    // Words of 32 bits or of 64, as the system has them.
    for word in [
        modes.input_modes.bits() as u64,
        modes.output_modes.bits() as u64,
        modes.control_modes.bits() as u64,
        modes.local_modes.bits() as u64,
    ] {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    bytes.push(modes.special_codes[SpecialCodeIndex::VMIN]);
    bytes.push(modes.special_codes[SpecialCodeIndex::VTIME]);
    bytes.try_into().unwrap_or(GIVEN)
}

/// The modes of now, with those that raw mode changes as the message tells; `None` where the terminal was
/// given back.
fn modes_of(message: &Message, now: &Termios) -> Option<Termios> {
    let (&taken, rest) = message.split_first()?;
    let (words, codes) = rest.split_at_checked(4 * 8)?;
    let (words, _) = words.as_chunks::<8>();
    let mut words = words.iter().map(|word| u64::from_le_bytes(*word));
    let mut modes = now.clone();
    modes.input_modes = InputModes::from_bits_retain(words.next()? as _);
    modes.output_modes = OutputModes::from_bits_retain(words.next()? as _);
    modes.control_modes = ControlModes::from_bits_retain(words.next()? as _);
    modes.local_modes = LocalModes::from_bits_retain(words.next()? as _);
    modes.special_codes[SpecialCodeIndex::VMIN] = *codes.first()?;
    modes.special_codes[SpecialCodeIndex::VTIME] = *codes.get(1)?;
    (taken == 1).then_some(modes)
}

/// Whether these are the arguments of a keeper and not a person's.
pub fn is_keeper(arguments: &[OsString]) -> bool {
    matches!(arguments, [name] if name == NAME)
}

/// What a keeper does: waits for the end of the editor, and gives the terminal back where nobody else has.
pub fn keep() {
    // Without the right to, it is a little less sheltered.
    let _ = rustix::process::setsid();
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::set_name(c"terminal-keeper");
    let mut last = GIVEN;
    let mut message = GIVEN;
    let mut pipe = io::stdin().lock();
    while pipe.read_exact(&mut message).is_ok() {
        last = message;
    }
    let out = io::stdout();
    let Ok(now) = tcgetattr(&out) else {
        return;
    };
    let Some(before) = modes_of(&last, &now) else {
        return;
    };
    if is_raw(&now, &before) {
        let _ = tcsetattr(&out, OptionalActions::Now, &before);
    }
    // A terminal that takes nothing keeps no process alive.
    let writes = thread::Builder::new().spawn(|| {
        let mut out = io::stdout();
        let _ = out
            .write_all(&crate::terminal::session::farewell())
            .and_then(|()| out.flush());
    });
    let Ok(writes) = writes else {
        return;
    };
    let step = PATIENCE / 200;
    for _ in 0..200 {
        if writes.is_finished() {
            return;
        }
        thread::sleep(step);
    }
}

/// Whether the modes are those of an editor that took the terminal from `before`: a shell that has set its
/// own by now knows better.
fn is_raw(now: &Termios, before: &Termios) -> bool {
    let mut raw = before.clone();
    raw.make_raw();
    (raw.input_modes, raw.output_modes, raw.local_modes)
        == (now.input_modes, now.output_modes, now.local_modes)
}
