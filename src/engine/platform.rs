//! What an engine's process needs of the system, and only Unix has in this form: a process group of its
//! own, so that a Ctrl-C in the terminal is ours to answer and whoever the engine has started ends with it;
//! pipes that can be read with a deadline; and, where the system has it, the promise that the engine does not outlive us.

mod pipes;
#[cfg(all(unix, feature = "cli"))]
mod watch;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus};

pub(super) use pipes::{Came, Pipes};
#[cfg(all(unix, feature = "cli"))]
pub(crate) use watch::watch;

/// The first argument by which our own program watches over an engine's group: see [`watch`].
#[cfg(feature = "cli")]
pub(crate) const WATCH: &str = "--end-engine-with";

/// There are no such groups here.
#[cfg(all(not(unix), feature = "cli"))]
pub(crate) fn watch(_: impl Iterator<Item = std::ffi::OsString>) -> ExitCode {
    ExitCode::from(2)
}

/// Starts a command apart from the terminal's signals.
pub(super) fn apart(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// Ends a process that was started [`apart`], and all of its group, at once.
pub(super) fn end_group(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id())
        .ok()
        .and_then(rustix::process::Pid::from_raw)
    {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
}

/// Whether a process has ended. It is still to be waited for: until then its number is its own.
pub(super) fn has_ended(child: &mut Child) -> bool {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // One that can't be waited for is not there.
        id.is_none_or(|id| !matches!(waitid(WaitId::Pid(id), look), Ok(None)))
    }
    #[cfg(not(unix))]
    !matches!(child.try_wait(), Ok(None))
}

/// How a process ended, in words.
pub(super) fn how(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("signal {signal}");
    }
    match status.code() {
        Some(code) => format!("exit status {code}"),
        None => "ended".to_owned(),
    }
}

/// The first argument by which our own program runs an engine in its place: see [`run_in_place`].
pub(crate) const RUN_ENGINE: &str = "--run-engine-in-place";

/// The word behind it by which the engine steps aside for everybody else.
pub(super) const ASIDE: &str = "aside";

/// The lowest priority there is. With one that is only low, a thread that wakes up waits for the end of the
/// time slice that an engine has begun: of 100 waits one took 6 ms then, and 2 ms with this.
#[cfg_attr(not(feature = "cli"), allow(dead_code))]
#[cfg(unix)]
const LOWEST: i32 = 19;

#[cfg_attr(not(feature = "cli"), allow(dead_code))]
/// Takes the place of this process: the program and arguments behind [`RUN_ENGINE`] run in it, and end
/// when whoever started it does. Comes back only where that can't be.
pub(crate) fn run_in_place(mut words: impl Iterator<Item = std::ffi::OsString>) -> ExitCode {
    let parent = words.next();
    let parent = parent.as_ref().and_then(|word| word.to_str());
    let is_aside = words.next().is_some_and(|word| word == ASIDE);
    let Some(program) = words.next() else {
        return ExitCode::from(2);
    };
    // Without the right to, it runs as we do.
    #[cfg(unix)]
    if is_aside {
        let _ = rustix::process::setpriority_process(None, LOWEST);
    }
    #[cfg(not(unix))]
    let _: bool = is_aside;
    #[cfg(all(unix, feature = "cli"))]
    if let Some(parent) = parent {
        watch::begin(parent);
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, getppid, set_parent_process_death_signal};
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
        // It may have ended before that was said.
        let now = getppid().map(|now| now.as_raw_nonzero().get());
        let parent = parent.and_then(|word| word.parse().ok());
        if parent.is_some() && now != parent {
            return ExitCode::from(2);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _: Option<&str> = parent;
    let mut command = Command::new(&program);
    command.args(words);
    #[cfg(unix)]
    let error = std::os::unix::process::CommandExt::exec(&mut command);
    #[cfg(not(unix))]
    let error = match command.status() {
        Ok(status) => {
            return ExitCode::from(
                status
                    .code()
                    .and_then(|code| u8::try_from(code).ok())
                    .unwrap_or(2),
            );
        }
        Err(error) => error,
    };
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{error}");
    ExitCode::from(127)
}

pub(super) fn is_program(path: &Path) -> bool {
    let Ok(found) = path.metadata() else {
        return false;
    };
    #[cfg(unix)]
    let runs = std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let runs = true;
    found.is_file() && runs
}

/// The program of this name in the folders of `path`, as the shell finds it; a name with a folder in it
/// stands for itself.
pub(super) fn find(name: &OsStr, path: Option<&OsStr>) -> Option<PathBuf> {
    let named = Path::new(name);
    if named.components().count() > 1 {
        return is_program(named).then(|| named.to_path_buf());
    }
    let mut folders = std::env::split_paths(path?);
    folders.find_map(|folder| {
        let file = folder.join(named);
        is_program(&file).then_some(file)
    })
}
