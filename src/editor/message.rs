//! Messages to the editor: keys, the mouse, and the results of effects.

use crate::editor::command::Call;
use crate::editor::jobs::{Delivery, JobContext, Task, TaskId};
use crate::editor::key::{Key, MouseEvent};
use crate::editor::model::Model;

/// Something that happened. Results of effects know by the `ticket` of their effect whether somebody still waits.
#[derive(Debug)]
pub enum Msg {
    Call(Call),
    Key(Key),
    Mouse(MouseEvent),
    /// Text pasted into the terminal (bracketed paste).
    Paste(String),
    /// The screen has this many columns and rows now.
    Resize {
        cols: u16,
        rows: u16,
    },
    /// Time passed, or more of a file was read: what is shown may be out of date.
    Tick,
    /// All there is was drawn, and no key waits: the next one is meant for what is on the screen.
    Seen,
    /// The result of a piece of work, or its progress.
    Worked {
        id: TaskId,
        delivery: Delivery,
    },
    /// Something seen or worked out outside, whichever file is shown.
    Told(Delivery),
}

impl Msg {
    pub fn told(take: impl FnOnce(&mut Model) + Send + 'static) -> Self {
        Self::Told(Delivery::new(take))
    }

    /// Returns the answer of a piece of work, done here and now.
    pub fn answer(task: &Task, hand: &JobContext) -> Self {
        Self::Worked {
            id: task.id,
            delivery: task.run(hand),
        }
    }

    pub fn so_far(task: &Task, hand: &JobContext) -> Option<Self> {
        let delivery = (task.so_far)(hand)?;
        Some(Self::Worked {
            id: task.id,
            delivery,
        })
    }
}
