//! The terminal: its modes for as long as the editor has it, and giving it back as it was, whatever happens.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::{cursor, event, execute, queue, terminal};
use ratatui::backend::Backend;
use ratatui::{Frame, Terminal};

use super::screen::Screen;

/// Set while the terminal has our modes: whoever gives it back first does so for all.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Columns of the terminal that standard output goes to; `None` where it is no terminal.
pub fn columns() -> Option<u16> {
    if !io::stdout().is_terminal() {
        return None;
    }
    terminal::size()
        .ok()
        .map(|(columns, _)| columns)
        .filter(|columns| *columns > 0)
}

/// The terminal in the editor's hands. Dropped, it is as it was before.
pub(super) struct Session {
    /// Never dropped: it would complain on standard error where the terminal is gone, and what it
    /// would do is done by [`give_back`].
    screen: ManuallyDrop<Terminal<Screen<BufWriter<Stdout>>>>,
    mouse: bool,
}

impl Session {
    /// Takes the terminal: raw mode, the alternate screen, bracketed paste, and the mouse where
    /// it is wanted. Nothing is asked of the terminal, so no answer can be taken for a key.
    ///
    /// # Errors
    ///
    /// Where standard output is no terminal, or it can't be set.
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

    /// Draws a frame and writes what `after` then gives (images over the cells), shown at once and not in parts where the terminal can do that.
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

    /// Columns and rows.
    pub(super) fn size(&self) -> io::Result<(u16, u16)> {
        let size = self.screen.backend().size()?;
        Ok((size.width, size.height))
    }

    /// Takes the mouse, or leaves it to the terminal's own selection.
    pub(super) fn take_mouse(&mut self, take: bool) -> io::Result<()> {
        self.mouse = take;
        match take {
            true => execute!(self.writer(), event::EnableMouseCapture),
            false => execute!(self.writer(), event::DisableMouseCapture),
        }
    }

    /// Gives the terminal back, runs `outside`, and takes it again, to be drawn anew.
    ///
    /// # Errors
    ///
    /// Those of `outside`, and where the terminal can't be set.
    pub(super) fn outside(&mut self, outside: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        give_back();
        let result = outside();
        self.enter()?;
        self.draw_anew()?;
        result
    }

    /// Redraws the next frame completely.
    pub(super) fn draw_anew(&mut self) -> io::Result<()> {
        // Not `clear`, which would ask the terminal where its cursor is.
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

/// Puts the terminal back as it was, once, however often it is called. Errors are of no use here:
/// a terminal that is gone needs nothing.
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

/// Installs a panic hook that restores the terminal before the message of a drawing thread; panics of workers are
/// shown in the editor.
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
