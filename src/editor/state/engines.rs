//! What is known of engines that were asked who they are, and of those that are installed.

use crate::engine::{EngineCommand, Identity};
use std::path::PathBuf;

/// All that is known.
#[derive(Debug, Default)]
pub struct Engines {
    /// The engines asked who they are, by their commands; options make no difference.
    asked: Vec<(EngineCommand, Meeting)>,
    /// Engines that `PATH` leads to, by their names; `None` until they were looked for.
    pub in_path: Option<Vec<(String, PathBuf)>>,
}

/// The result of asking an engine who it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// No answer yet.
    Waiting,
    /// The answer.
    Known(Box<Known>),
    /// The reason why it can't be used.
    Failed(String),
}

/// An engine that answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The file that is run.
    pub file: Option<PathBuf>,
    pub identity: Identity,
}

/// Returns what an engine was asked for: the command, without options.
pub(crate) fn plain(command: &EngineCommand) -> EngineCommand {
    EngineCommand {
        options: Vec::new(),
        launcher: None,
        ..command.clone()
    }
}

impl Engines {
    /// Returns what is known of the engine of a command; `None` where it was not asked.
    pub fn of(&self, command: &EngineCommand) -> Option<&Meeting> {
        let command = plain(command);
        let known = self.asked.iter().find(|(asked, _)| *asked == command);
        known.map(|(_, meeting)| meeting)
    }

    /// Returns the engine of a command, where it answered.
    pub fn known(&self, command: &EngineCommand) -> Option<&Known> {
        match self.of(command) {
            Some(Meeting::Known(known)) => Some(known),
            _ => None,
        }
    }

    /// Keeps what is known of the engine of a command.
    pub(crate) fn keep(&mut self, command: &EngineCommand, meeting: Meeting) {
        let command = plain(command);
        self.asked.retain(|(asked, _)| *asked != command);
        self.asked.push((command, meeting));
    }
}
