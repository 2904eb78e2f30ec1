//! The two pipes of an engine. Reads have a deadline, and input that the engine doesn't read never blocks the
//! program.

#[cfg(any(test, not(unix)))]
mod threads;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(in crate::engine) use threads::Pipes;
#[cfg(unix)]
pub(in crate::engine) use unix::Pipes;

/// The limit for bytes that an engine has not read yet; more are lost.
const UNREAD: usize = 64 << 10;

/// The result of reading from a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) enum PipeRead {
    Bytes(usize),
    /// No bytes arrived in time.
    Nothing,
    /// The pipe has ended.
    End,
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    const LONG: Duration = Duration::from_secs(60);

    fn shell(script: &str) -> Child {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        piped.spawn().expect("a shell")
    }

    /// Defines a test that runs with both kinds of pipes.
    macro_rules! of_both {
        ($name:ident, $script:expr, |$pipes:ident| $body:block) => {
            #[test]
            fn $name() {
                let mut child = shell($script);
                let (to, from) = (child.stdin.take(), child.stdout.take());
                let made = unix::Pipes::new(to.expect("a pipe"), from.expect("a pipe"));
                let mut $pipes = made.expect("pipes");
                $body
                let _ = child.kill().and_then(|()| child.wait());
                let mut child = shell($script);
                let (to, from) = (child.stdin.take(), child.stdout.take());
                let made = threads::Pipes::new(to.expect("a pipe"), from.expect("a pipe"));
                let mut $pipes = made.expect("pipes");
                $body
                let _ = child.kill().and_then(|()| child.wait());
            }
        };
    }

    of_both!(lines_are_answered_and_the_end_is_reported, "cat", |pipes| {
        let mut buffer = [0; 64];
        assert_eq!(pipes.read(&mut buffer, Duration::ZERO), PipeRead::Nothing);
        pipes.say("isready\n");
        assert_eq!(pipes.read(&mut buffer, LONG), PipeRead::Bytes(8));
        assert_eq!(&buffer[..8], b"isready\n");
        let begun = Instant::now();
        let short = Duration::from_millis(30);
        assert_eq!(pipes.read(&mut buffer, short), PipeRead::Nothing);
        assert!(begun.elapsed() >= short);
        pipes.close();
        assert_eq!(pipes.read(&mut buffer, LONG), PipeRead::End);
        assert_eq!(pipes.read(&mut buffer, LONG), PipeRead::End);
    });

    of_both!(
        an_engine_that_reads_nothing_does_not_block,
        "exec sleep 60",
        |pipes| {
            let begun = Instant::now();
            let line = format!("{}\n", "x".repeat(1 << 10));
            for _ in 0..1000 {
                pipes.say(&line);
            }
            assert!(begun.elapsed() < LONG / 2);
            let mut buffer = [0; 64];
            let short = Duration::from_millis(30);
            assert_eq!(pipes.read(&mut buffer, short), PipeRead::Nothing);
        }
    );

    of_both!(
        text_without_room_is_sent_later,
        "sleep 0.2; head -c 81920 | wc -c",
        |pipes| {
            let line = format!("{}\n", "x".repeat((40 << 10) - 1));
            pipes.say(&line);
            pipes.say(&line);
            let mut buffer = [0; 64];
            // The thread that reads also sends the text for which the pipe had no room.
            let PipeRead::Bytes(count) = pipes.read(&mut buffer, LONG) else {
                panic!("nothing was counted");
            };
            let said = String::from_utf8_lossy(&buffer[..count]).trim().to_owned();
            assert_eq!(said, "81920");
        }
    );
}
