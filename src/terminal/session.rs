//! The terminal: its modes while the editor uses it, and restoring it, whatever happens.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::{cursor, event, execute, queue, terminal};
use ratatui::backend::Backend;
use ratatui::{Frame, Terminal};

use super::screen::Screen;

/// Set while the terminal has the editor's modes: the first one to restore it does so for all.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Returns the columns of the terminal at standard output; `None` if that is not a terminal.
pub fn columns() -> Option<u16> {
    if !io::stdout().is_terminal() {
        return None;
    }
    terminal::size()
        .ok()
        .map(|(columns, _)| columns)
        .filter(|columns| *columns > 0)
}

/// The terminal in use by the editor; dropping it restores the terminal.
pub(super) struct Session {
    /// Never dropped: that would print to standard error if the terminal is gone; [`give_back`] does its work.
    screen: ManuallyDrop<Terminal<Screen<BufWriter<Stdout>>>>,
    mouse: bool,
}

impl Session {
    /// Sets up the terminal: raw mode, the alternate screen, bracketed paste, and the mouse if wanted. Nothing
    /// is requested from the terminal, so no reply can be mistaken for a key.
    ///
    /// # Errors
    ///
    /// Standard output is not a terminal, or it can't be set up.
    pub(super) fn take(mouse: bool) -> io::Result<Self> {
        if !io::stdout().is_terminal() {
            return Err(io::Error::other(
                "standard output is not a terminal · `epdit check` and `epdit fmt` work without one",
            ));
        }
        give_back_on_panic();
        let writer = BufWriter::with_capacity(1 << 16, io::stdout());
        let mut session = Self {
            screen: ManuallyDrop::new(Terminal::new(Screen { writer })?),
            mouse,
        };
        session.enter()?;
        Ok(session)
    }

    fn enter(&mut self) -> io::Result<()> {
        TAKEN.store(true, Ordering::SeqCst);
        terminal::enable_raw_mode()?;
        execute!(
            self.writer(),
            terminal::EnterAlternateScreen,
            event::EnableBracketedPaste,
            cursor::Hide
        )?;
        match self.mouse {
            true => execute!(self.writer(), event::EnableMouseCapture),
            false => Ok(()),
        }
    }

    /// Draws a frame, then writes the sequences of `after` (images), in one update if the terminal supports it.
    pub(super) fn draw(
        &mut self,
        view: impl FnOnce(&mut Frame<'_>),
        after: impl FnOnce() -> String,
    ) -> io::Result<()> {
        queue!(self.writer(), terminal::BeginSynchronizedUpdate)?;
        self.screen.draw(view)?;
        let writer = self.writer();
        writer.write_all(after().as_bytes())?;
        execute!(writer, terminal::EndSynchronizedUpdate)
    }

    pub(super) fn size(&self) -> io::Result<(u16, u16)> {
        let size = self.screen.backend().size()?;
        Ok((size.width, size.height))
    }

    /// Captures the mouse, or releases it for the terminal's own selection.
    pub(super) fn take_mouse(&mut self, take: bool) -> io::Result<()> {
        self.mouse = take;
        match take {
            true => execute!(self.writer(), event::EnableMouseCapture),
            false => execute!(self.writer(), event::DisableMouseCapture),
        }
    }

    /// Restores the terminal, runs `outside`, and sets the terminal up again, to be redrawn.
    ///
    /// # Errors
    ///
    /// Those of `outside`, or the terminal can't be set up.
    pub(super) fn outside(&mut self, outside: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        give_back();
        let result = outside();
        self.enter()?;
        self.draw_anew()?;
        result
    }

    pub(super) fn draw_anew(&mut self) -> io::Result<()> {
        // Not `clear`, which would request the cursor position from the terminal.
        let size = self.screen.size()?;
        self.screen.resize(size.into())
    }

    /// Writes sequences that draw nothing by themselves.
    pub(super) fn write(&mut self, text: &str) -> io::Result<()> {
        self.writer().write_all(text.as_bytes())?;
        self.writer().flush()
    }

    fn writer(&mut self) -> &mut BufWriter<Stdout> {
        &mut self.screen.backend_mut().writer
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        give_back();
    }
}

/// Restores the terminal once, however often it is called. Errors are ignored: the terminal may be gone.
pub fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = execute!(
        io::stdout(),
        terminal::EndSynchronizedUpdate,
        event::DisableMouseCapture,
        event::DisableBracketedPaste,
        terminal::LeaveAlternateScreen,
        cursor::Show
    );
    let _ = terminal::disable_raw_mode();
}

/// Installs a panic hook that restores the terminal if the drawing thread panics, and hides panics of workers,
/// which the editor reports.
fn give_back_on_panic() {
    let drawing = std::thread::current().id();
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().id() == drawing {
            give_back();
        } else if TAKEN.load(Ordering::SeqCst) {
            return;
        }
        before(panic);
    }));
}
