//! The system support for engine processes, available in this form only on Unix: a process group of its own, so that
//! the program handles Ctrl-C and every process started by the engine ends with it; pipes read with a deadline; and,
//! where supported, a guarantee that the engine does not outlive the program.

mod pipes;
#[cfg(all(unix, feature = "cli"))]
mod watch;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus};

pub(super) use pipes::{Came, Pipes};
#[cfg(all(unix, feature = "cli"))]
pub(crate) use watch::watch;

/// The first argument by which the program watches over an engine's group: see [`watch`].
#[cfg(feature = "cli")]
pub(crate) const WATCH: &str = "--end-engine-with";

/// Fails, as there are no such groups here.
#[cfg(all(not(unix), feature = "cli"))]
pub(crate) fn watch(_: impl Iterator<Item = std::ffi::OsString>) -> ExitCode {
    ExitCode::from(2)
}

/// Detaches a command from the terminal's signals.
pub(super) fn apart(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// Kills a process that was started [`apart`], and all of its group.
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

/// Returns true if a process has ended. It is not yet waited for, so its number stays reserved.
pub(super) fn has_ended(child: &mut Child) -> bool {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // A process that can't be waited for does not exist.
        id.is_none_or(|id| !matches!(waitid(WaitId::Pid(id), look), Ok(None)))
    }
    #[cfg(not(unix))]
    !matches!(child.try_wait(), Ok(None))
}

/// Returns the end of a process in words.
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

/// The first argument by which the program runs an engine in its place: see [`run_in_place`].
pub(crate) const RUN_ENGINE: &str = "--run-engine-in-place";

/// The word after [`RUN_ENGINE`] by which the engine runs at the lowest priority.
pub(super) const ASIDE: &str = "aside";

/// The lowest priority. At a merely low one, a thread that wakes up waits for the end of the engine's time slice: 1
/// of 100 waits took 6 ms then, and 2 ms with this.
#[cfg_attr(not(feature = "cli"), allow(dead_code))]
#[cfg(unix)]
const LOWEST: i32 = 19;

#[cfg_attr(not(feature = "cli"), allow(dead_code))]
/// Replaces this process by the program and arguments after [`RUN_ENGINE`], which end with the process that started
/// it. Returns only on failure.
pub(crate) fn run_in_place(mut words: impl Iterator<Item = std::ffi::OsString>) -> ExitCode {
    let parent = words.next();
    let parent = parent.as_ref().and_then(|word| word.to_str());
    let is_aside = words.next().is_some_and(|word| word == ASIDE);
    let Some(program) = words.next() else {
        return ExitCode::from(2);
    };
    // Without the permission, the engine runs at normal priority.
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
        // The parent may have ended before the request.
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

/// Returns the program of this name in the folders of `path`, as the shell finds it; a name with a folder stands for
/// itself.
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
