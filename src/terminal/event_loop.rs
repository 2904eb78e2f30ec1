//! The event loop: what happens outside becomes messages of the editor, what it wants done
//! becomes work outside, and what it holds is drawn.

mod hearing;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, unbounded};

use super::Looks;
use super::background::{self, Answer, FAREWELL, PATIENCE};
use super::clipboard::osc52::{self, Through};
use super::effects::{Happening, Runner};
use super::session::Session;
use super::watch::Watch;
use super::{files, images, input, platform, themes, threads};
use crate::editor::draw;
use crate::editor::draw::board::{Graphics, Images};
use crate::editor::draw::theme::Theme;
use crate::editor::effect::Effect;
use crate::editor::features::remember;
use crate::editor::message::Msg;
use crate::editor::model::Model;
use crate::editor::overlay::preview;
use crate::editor::state::copying::{Content, Copying};
use crate::editor::state::settings::Background;
use crate::editor::update;
use crate::epd::counted::thousands_of;

/// How long messages are taken in before the next drawing, where they don't stop coming.
const BURST: Duration = Duration::from_millis(12);
/// How many messages are taken in before the next drawing.
const BURST_MESSAGES: usize = 1024;

/// How long a preview is on the screen before a key accepts it: longer than a key pressed twice.
const MOMENT: Duration = Duration::from_millis(300);

/// How the editor ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It was left.
    Quit,
    /// A signal of this number ended it; `kept` where the next start offers what was not saved.
    Signal { number: i32, kept: bool },
}

/// Runs the editor on the terminal until it is left.
///
/// # Errors
///
/// Where there is no terminal, or it went away.
pub fn run(model: &mut Model, looks: &Looks) -> io::Result<End> {
    threads::start_politely()?;
    let mut session = Session::take(!model.mouse_released)?;
    let (sender, happenings) = unbounded();
    hearing::signals(&sender)?;
    // Without colour nothing depends on the answer.
    let asks =
        looks.theme.has_colour() && background::can_be_asked(|name| std::env::var(name).ok());
    let asked = asks.then(Instant::now);
    if asks {
        session.write(background::QUESTION)?;
    }
    hearing::terminal(sender.clone(), Answer::new(asked))?;
    let watch = Watch::start({
        let sender = sender.clone();
        // The loop may have ended by itself just now.
        move |message| drop(sender.send(Happening::Message(message)))
    });
    let runner = Runner::new(sender);
    for document in model.documents() {
        runner.follow_loading(&document.suite);
    }
    let mut editor = Editor {
        model,
        session: &mut session,
        runner,
        watch,
        theme: looks.theme,
        graphics: looks.graphics,
        colourless: looks.colourless,
        ground: None,
        images: None,
        shown_since: None,
    };
    let (cols, rows) = editor.session.size()?;
    let whole = catch_unwind(AssertUnwindSafe(|| {
        // The first message also starts the first scan.
        let ended = editor.take(Msg::Resize { cols, rows });
        ended.and_then(|mut end| {
            if end.is_none() && editor.model.settings.theme.is_none() {
                end = editor.wait_for_ground(&happenings, asked.map(|asked| asked + PATIENCE))?;
            }
            while end.is_none() {
                editor.draw()?;
                editor.watch.follow(editor.model.documents());
                end = editor.take_all(&happenings)?;
            }
            if end == Some(End::Quit) {
                editor.wait_for_ground(&happenings, asked.map(|asked| asked + FAREWELL))?;
            }
            Ok(end.unwrap_or(End::Quit))
        })
    }));
    let ended = whole.unwrap_or_else(|panic| {
        keep_what_is_unsaved(&editor);
        resume_unwind(panic)
    });
    platform::leaving();
    let news = remember::leaving(editor.model);
    editor.runner.end_keeping(news);
    let was_left = matches!(ended, Ok(End::Quit));
    let all_kept = editor.runner.end_journals(!was_left);
    ended.map(|end| match end {
        End::Signal { number, .. } => End::Signal {
            number,
            kept: all_kept,
        },
        End::Quit => End::Quit,
    })
}

/// After a panic: the journals are written to the last edit, that of the message that panicked too.
fn keep_what_is_unsaved(editor: &Editor<'_>) {
    // Whatever state it is in, a second panic must not come in the way of the files told of before.
    for document in editor.model.documents() {
        let unsaved = catch_unwind(AssertUnwindSafe(|| {
            let journalled = !editor.model.read_only && !document.journal.is_off();
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
    theme: Theme,
    graphics: Option<Graphics>,
    /// Whether the person wants no colour.
    colourless: bool,
    /// The terminal's background, where it has said that.
    ground: Option<Background>,
    /// The pieces as images, for the size of the terminal's cells.
    images: Option<Images>,
    /// Since when the screen shows what is not known to be seen: a preview, or what a key has chosen.
    shown_since: Option<Instant>,
}

impl Editor<'_> {
    fn draw(&mut self) -> io::Result<()> {
        // What is drawn is as large as the screen is now: its message may still be on its way.
        let (cols, rows) = self.session.size()?;
        if (self.model.cols, self.model.rows) != (cols, rows) {
            self.take(Msg::Resize { cols, rows })?;
        }
        let (model, theme, images) = (&*self.model, &self.theme, self.images.as_ref());
        self.session.draw(
            |frame| draw::view_with(model, theme, images, frame),
            || images.map(Images::changes).unwrap_or_default(),
        )?;
        self.shown_since = match self.shown_since {
            _ if !preview::is_new(self.model) => None,
            None => Some(Instant::now()),
            since => since,
        };
        Ok(())
    }

    /// Takes in what happens until the terminal has said what its background is, or the time is over.
    fn wait_for_ground(
        &mut self,
        happenings: &Receiver<Happening>,
        until: Option<Instant>,
    ) -> io::Result<Option<End>> {
        while let (None, Some(until)) = (self.ground, until) {
            let Ok(happening) = happenings.recv_deadline(until) else {
                break;
            };
            if let Some(end) = self.answer(happening)? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Waits for something to happen, and takes in all that has happened by then, so that a burst
    /// costs one drawing.
    fn take_all(&mut self, happenings: &Receiver<Happening>) -> io::Result<Option<End>> {
        // The senders live as long as this loop: there is always one.
        let Ok(first) = happenings.recv() else {
            return Ok(Some(End::Quit));
        };
        let begun = Instant::now();
        let mut messages = Vec::new();
        let mut next = Some(first);
        while let Some(happening) = next {
            match happening {
                Happening::Message(message) => messages.push(message),
                other => {
                    if let Some(end) = self.take_messages(&mut messages)? {
                        return Ok(Some(end));
                    }
                    if let Some(end) = self.answer(other)? {
                        return Ok(Some(end));
                    }
                }
            }
            let more = messages.len() < BURST_MESSAGES && begun.elapsed() < BURST;
            next = if more {
                happenings.try_recv().ok()
            } else {
                None
            };
        }
        self.take_messages(&mut messages)
    }

    fn take_messages(&mut self, messages: &mut Vec<Msg>) -> io::Result<Option<End>> {
        input::coalesce(messages);
        for message in messages.drain(..) {
            if let Some(end) = self.take(message)? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Makes the images of the pieces for the size of the terminal's cells and the colours of now.
    fn make_images(&mut self) -> io::Result<Option<End>> {
        self.images = self
            .graphics
            .and_then(|graphics| images::images(graphics, &self.theme));
        let shows = self.images.is_some();
        if self.model.shows_images == shows {
            return Ok(None);
        }
        self.take(Msg::ShowsImages(shows))
    }

    /// Draws with something else from now on.
    fn look(&mut self, looks: &Looks) -> io::Result<Option<End>> {
        if let Some(images) = &self.images {
            self.session.write(&images.removed())?;
        }
        (self.theme, self.graphics) = (looks.theme, looks.graphics);
        self.images = self
            .graphics
            .and_then(|graphics| images::images(graphics, &self.theme));
        self.session.draw_anew()?;
        self.take(Msg::Looks {
            shows_images: self.images.is_some(),
            pieces: looks.pieces,
        })
    }

    /// Takes one message in, and starts what the editor then wants done.
    /// Hands a text to the terminal's clipboard. Whether it takes it can't be known.
    fn copy_by_terminal(&mut self, copying: Copying) -> Msg {
        let through = Through::of(|name| std::env::var(name).ok());
        let sequence = match &copying.content {
            Content::Text(text) => osc52::sequence(text, through),
            Content::Picture(_) => None,
        };
        let most = thousands_of(osc52::MOST, "byte", "bytes");
        let reason = match sequence.map(|sequence| self.session.write(&sequence)) {
            Some(Ok(())) => {
                let how = through.how();
                return Msg::Copied { copying, how };
            }
            Some(Err(error)) => error.to_string(),
            None => format!("too large for the terminal's clipboard, which takes {most}"),
        };
        Msg::CopyFailed { copying, reason }
    }

    fn take(&mut self, message: Msg) -> io::Result<Option<End>> {
        // A signal overtakes what was typed before it and not done yet.
        if let Some(number) = platform::ended() {
            return Ok(Some(End::Signal {
                number,
                kept: false,
            }));
        }
        if matches!(message, Msg::Resize { .. }) {
            // The screen is drawn anew, and its cells may have another size: so are the images.
            if let Some(end) = self.make_images()? {
                return Ok(Some(end));
            }
        }
        let mut effects = Vec::new();
        let is_input = matches!(message, Msg::Key(_) | Msg::Mouse(_));
        if is_input
            && self
                .shown_since
                .is_some_and(|since| since.elapsed() >= MOMENT)
        {
            self.shown_since = None;
            effects.extend(update(self.model, Msg::Seen));
        }
        effects.extend(update(self.model, message));
        for effect in effects {
            match self.runner.start(effect) {
                None => {}
                Some(Effect::Quit) => return Ok(Some(End::Quit)),
                Some(Effect::ReleaseMouse(release)) => self.session.take_mouse(!release)?,
                Some(Effect::SwitchGround) => {
                    self.theme = self.theme.on_other_ground();
                    if let Some(end) = self.make_images()? {
                        return Ok(Some(end));
                    }
                }
                Some(Effect::Look(mut settings)) => {
                    files::hold(settings.memory);
                    // A theme file may have changed since it was read.
                    let known = themes::all(self.model.settings_file.path.as_deref());
                    settings.know_themes(known.clone());
                    if let Some(end) = self.take(Msg::Themes(known))? {
                        return Ok(Some(end));
                    }
                    let looks = Looks::of(&settings, self.colourless, self.ground);
                    if let Some(end) = self.look(&looks)? {
                        return Ok(Some(end));
                    }
                }
                Some(Effect::Suspend) => {
                    if let Err(error) = platform::suspend_group() {
                        let reason = error.to_string();
                        if let Some(end) = self.take(Msg::NotSuspended { reason })? {
                            return Ok(Some(end));
                        }
                    }
                }
                // The runner keeps all others.
                Some(_) => {}
            }
        }
        Ok(None)
    }

    /// Does something with the terminal given back, and takes it again as it is then.
    fn outside(&mut self, outside: fn() -> io::Result<()>) -> io::Result<Option<End>> {
        self.session.outside(outside)?;
        let (cols, rows) = self.session.size()?;
        if let Some(end) = self.take(Msg::Resize { cols, rows })? {
            return Ok(Some(end));
        }
        self.take(Msg::Resumed)
    }

    /// Does what only the loop can do, with the terminal in hand.
    fn answer(&mut self, happening: Happening) -> io::Result<Option<End>> {
        match happening {
            Happening::Message(message) => self.take(message),
            Happening::CopyByTerminal(copying) => {
                let message = self.copy_by_terminal(copying);
                self.take(message)
            }
            Happening::Background(ground) => {
                self.ground = Some(ground);
                let looks = Looks::of(&self.model.settings, self.colourless, self.ground);
                if self.theme == looks.theme || self.model.settings.theme.is_some() {
                    return Ok(None);
                }
                self.look(&looks)
            }
            Happening::TerminalLost(error) => Err(error),
            Happening::End(signal) => Ok(Some(End::Signal {
                number: signal,
                kept: false,
            })),
            Happening::Suspend => self.outside(platform::stop),
            // After a stop of our own there is nothing left to do, and it does no harm.
            Happening::Continue => self.outside(|| Ok(())),
        }
    }
}
