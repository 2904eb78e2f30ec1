//! The event loop: outside events become messages to the editor, its effects become work outside, and the
//! model is drawn.

use std::convert::Infallible;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, unbounded};

use super::Looks;
use super::background::{self, Answer, FAREWELL, PATIENCE};
use super::effects::{Happening, Runner};
use super::session::Session;
use super::watch::Watch;
use super::{clipboard, config, files, input, looks, platform, threads};
use crate::editor::draw;
use crate::editor::effect::Effect;
use crate::editor::flows::bulk::preview;
use crate::editor::flows::{copy, remember};
use crate::editor::message::Msg;
use crate::editor::model::Model;
use crate::editor::settings;
use crate::editor::state::copying::{Content, Copying};
use crate::editor::state::document::JournalSearch;
use crate::editor::state::settings::Background;
use crate::editor::update;
use crate::editor::widgets::board::Images;
use crate::epd::counted::thousands_of;

/// The time for which messages are handled before the next drawing, if they don't stop coming.
const BURST: Duration = Duration::from_millis(12);
/// The number of messages handled before the next drawing.
const BURST_MESSAGES: usize = 1024;

/// The way in which the editor ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Quit,
    /// A signal of this number ended it; `kept` if the next start offers the unsaved edits.
    Signal {
        number: i32,
        kept: bool,
    },
}

#[derive(Debug)]
enum Stop {
    Quit,
    Signal(i32),
    /// The terminal is gone.
    Lost(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Lost(error)
    }
}

/// Runs the editor on the terminal until it ends.
///
/// # Errors
///
/// There is no terminal, or it is gone.
pub fn run(model: &mut Model, looks: &Looks) -> io::Result<End> {
    threads::start(true)?;
    let mut session = Session::take(!model.mouse_released)?;
    let (sender, happenings) = unbounded();
    platform::watch({
        let sender = sender.clone();
        // The loop may have just ended.
        move |happening| drop(sender.send(happening))
    })?;
    // Without colour nothing depends on the reply.
    let asks =
        looks.theme.has_colour() && background::can_be_asked(|name| std::env::var(name).ok());
    let asked = asks.then(Instant::now);
    if asks {
        session.write(background::QUESTION)?;
    }
    input::listen(sender.clone(), Answer::new(asked))?;
    let watch = Watch::start({
        let sender = sender.clone();
        move |message| drop(sender.send(Happening::Message(message)))
    });
    let runner = Runner::new(sender);
    let mut editor = Editor {
        model,
        session: &mut session,
        runner,
        watch,
        looks: *looks,
        ground: None,
        images: None,
    };
    let ended = catch_unwind(AssertUnwindSafe(|| editor.run(&happenings, asked)));
    let stop = ended.unwrap_or_else(|panic| {
        keep_what_is_unsaved(&editor);
        resume_unwind(panic)
    });
    platform::leaving();
    let news = remember::leaving(editor.model);
    editor.runner.end_keeping(news);
    let kept = editor.runner.end_journals(!matches!(stop, Stop::Quit));
    match stop {
        Stop::Quit => Ok(End::Quit),
        Stop::Signal(number) => Ok(End::Signal { number, kept }),
        Stop::Lost(error) => Err(error),
    }
}

/// Writes the journals after a panic, up to the last edit.
fn keep_what_is_unsaved(editor: &Editor<'_>) {
    // The model may be inconsistent after a panic: a second panic must not prevent the journals of other files.
    for document in editor.model.documents() {
        let unsaved = catch_unwind(AssertUnwindSafe(|| {
            let journalled =
                !editor.model.read_only && document.journal.search != JournalSearch::Off;
            journalled
                .then(|| document.suite.unsaved(Vec::new()))
                .flatten()
        }));
        if let Ok(Some(unsaved)) = unsaved {
            editor.runner.keep_unsaved(document.id, unsaved);
        }
    }
    editor.runner.end_journals(true);
}

struct Editor<'a> {
    model: &'a mut Model,
    session: &'a mut Session,
    runner: Runner,
    watch: Watch,
    looks: Looks,
    ground: Option<Background>,
    /// The pieces as images, for the size of the terminal's cells.
    images: Option<Images>,
}

impl Editor<'_> {
    /// Draws and handles events, until there is a reason to end.
    fn run(&mut self, happenings: &Receiver<Happening>, asked: Option<Instant>) -> Stop {
        let Err(mut stop) = self.go_on(happenings, asked.map(|asked| asked + PATIENCE));
        if matches!(stop, Stop::Quit)
            && let Err(other) =
                self.wait_for_ground(happenings, asked.map(|asked| asked + FAREWELL))
        {
            stop = other;
        }
        stop
    }

    fn go_on(
        &mut self,
        happenings: &Receiver<Happening>,
        until: Option<Instant>,
    ) -> Result<Infallible, Stop> {
        let (cols, rows) = self.session.size()?;
        // The first message also starts the first scan.
        self.take(Msg::Resize { cols, rows })?;
        if self.model.settings.theme.ground.is_none() {
            self.wait_for_ground(happenings, until)?;
        }
        loop {
            self.draw()?;
            // A key that already waits was pressed before the user could see this.
            if preview::is_new(self.model) && happenings.is_empty() {
                self.take(Msg::Seen)?;
            }
            self.watch.follow(self.model.documents());
            self.take_all(happenings)?;
        }
    }

    fn draw(&mut self) -> Result<(), Stop> {
        // The frame has the present size of the screen, whose message may not have arrived yet.
        let (cols, rows) = self.session.size()?;
        if (self.model.cols, self.model.rows) != (cols, rows) {
            self.take(Msg::Resize { cols, rows })?;
        }
        let (model, theme, images) = (&*self.model, &self.looks.theme, self.images.as_ref());
        self.session.draw(
            |frame| draw::view(model, theme, images, frame),
            || images.map(Images::changes).unwrap_or_default(),
        )?;
        Ok(())
    }

    /// Handles events until the terminal has reported its background, or the time is over.
    fn wait_for_ground(
        &mut self,
        happenings: &Receiver<Happening>,
        until: Option<Instant>,
    ) -> Result<(), Stop> {
        while let (None, Some(until)) = (self.ground, until)
            && let Ok(happening) = happenings.recv_deadline(until)
        {
            self.answer(happening)?;
        }
        Ok(())
    }

    /// Waits for an event, and handles all those that have arrived by then, so that a burst costs one drawing.
    fn take_all(&mut self, happenings: &Receiver<Happening>) -> Result<(), Stop> {
        // The senders live as long as this loop: there is always one.
        let mut next = Some(happenings.recv().map_err(|_| Stop::Quit)?);
        let begun = Instant::now();
        let mut messages = Vec::new();
        while let Some(happening) = next {
            match happening {
                Happening::Message(message) => messages.push(message),
                other => {
                    self.take_messages(&mut messages)?;
                    self.answer(other)?;
                }
            }
            let more = messages.len() < BURST_MESSAGES && begun.elapsed() < BURST;
            next = more.then(|| happenings.try_recv().ok()).flatten();
        }
        self.take_messages(&mut messages)
    }

    fn take_messages(&mut self, messages: &mut Vec<Msg>) -> Result<(), Stop> {
        input::coalesce(messages);
        messages
            .drain(..)
            .try_for_each(|message| self.take(message))
    }

    /// Makes the images of the pieces for the present size of the terminal's cells and the present colours.
    fn make_images(&mut self) -> Result<(), Stop> {
        self.images = self.looks.images();
        let (shows_images, pieces) = (self.images.is_some(), self.looks.pieces);
        let cell = looks::cell();
        self.take(Msg::told(move |model| {
            settings::drawn_with(model, shows_images, pieces, cell);
        }))
    }

    /// Returns the looks for the settings and the terminal's background.
    fn looks_now(&self) -> Looks {
        Looks::of(&self.model.settings, self.looks.colourless, self.ground)
    }

    /// Changes the means of drawing.
    fn look(&mut self, looks: Looks) -> Result<(), Stop> {
        if let Some(images) = &self.images {
            self.session.write(&images.changes())?;
        }
        self.looks = looks;
        self.session.draw_anew()?;
        self.make_images()
    }

    /// Sends a text to the terminal's clipboard; whether the terminal accepts it is unknown.
    fn copy_by_terminal(&mut self, copying: Copying) -> Msg {
        let how = clipboard::terminal_way(|name| std::env::var(name).ok());
        let sequence = match &copying.content {
            Content::Text(text) => clipboard::terminal_sequence(text, how),
            Content::Picture(_) => None,
        };
        let most = thousands_of(clipboard::TERMINAL_TAKES, "byte", "bytes");
        let how = match sequence.map(|sequence| self.session.write(&sequence)) {
            Some(Ok(())) => Ok(how),
            Some(Err(error)) => Err(error.to_string()),
            None => Err(format!(
                "too large for the terminal's clipboard, which takes {most}"
            )),
        };
        Msg::told(move |model| copy::copied(model, copying, how))
    }

    /// Handles one message, and starts the effects that follow.
    fn take(&mut self, message: Msg) -> Result<(), Stop> {
        // A signal overtakes keys that were typed before it but not handled yet.
        if let Some(signal) = platform::ended() {
            return Err(Stop::Signal(signal));
        }
        if matches!(message, Msg::Resize { .. }) {
            // The screen is redrawn, and its cells may have another size: so may the images.
            self.make_images()?;
        }
        for effect in update(self.model, message) {
            if let Some(effect) = self.runner.start(effect) {
                self.start(effect)?;
            }
        }
        Ok(())
    }

    /// Starts an effect that needs the loop or the terminal.
    fn start(&mut self, effect: Effect) -> Result<(), Stop> {
        match effect {
            Effect::Quit => Err(Stop::Quit),
            Effect::ReleaseMouse(release) => Ok(self.session.take_mouse(!release)?),
            Effect::SwitchGround => {
                let other = match self.looks.theme.background {
                    Background::Dark => "light",
                    Background::Light => "dark",
                };
                self.take(Msg::told(move |model| {
                    settings::choose(model, "theme", other)
                }))
            }
            Effect::Look => {
                files::hold(self.model.settings.memory);
                // A theme file may have changed since it was read.
                let known = config::themes(self.model.settings_file.path.as_deref());
                self.take(Msg::told(move |model| settings::found_themes(model, known)))?;
                self.look(self.looks_now())
            }
            Effect::Suspend => match platform::suspend_group() {
                Ok(()) => Ok(()),
                Err(error) => self.take(Msg::told(move |model| {
                    model.refused(format!("can't suspend: {error}"));
                })),
            },
            // The runner handles all others.
            _ => Ok(()),
        }
    }

    /// Runs `outside` with the terminal restored, and takes the terminal again with its new size.
    fn outside(&mut self, outside: fn() -> io::Result<()>) -> Result<(), Stop> {
        self.session.outside(outside)?;
        let (cols, rows) = self.session.size()?;
        self.take(Msg::Resize { cols, rows })
    }

    fn answer(&mut self, happening: Happening) -> Result<(), Stop> {
        match happening {
            Happening::Message(message) => self.take(message),
            Happening::CopyByTerminal(copying) => {
                let message = self.copy_by_terminal(copying);
                self.take(message)
            }
            Happening::Background(ground) => {
                self.ground = Some(ground);
                let looks = self.looks_now();
                match self.looks.theme == looks.theme || self.model.settings.theme.ground.is_some()
                {
                    true => Ok(()),
                    false => self.look(looks),
                }
            }
            Happening::TerminalLost(error) => Err(Stop::Lost(error)),
            Happening::End => self.take(Msg::Tick),
            Happening::Suspend => self.outside(platform::stop),
            // After our own suspension there is nothing left to do, but it does no harm.
            Happening::Continue => self.outside(|| Ok(())),
        }
    }
}
