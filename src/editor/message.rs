//! Messages to the editor: keys, the mouse, and the results of effects.

use crate::editor::command::Call;
use crate::editor::jobs::{Delivery, JobContext, Task, TaskId};
use crate::editor::key::{Key, MouseEvent};
use crate::editor::model::Model;

/// An event. The result of an effect is dropped if the `ticket` of the effect is no longer awaited.
#[derive(Debug)]
pub enum Msg {
    Call(Call),
    Key(Key),
    Mouse(MouseEvent),
    /// Text pasted into the terminal (bracketed paste).
    Paste(String),
    /// The new size of the screen.
    Resize {
        cols: u16,
        rows: u16,
    },
    /// Time passed, or more of a file was read: the screen may be out of date.
    Tick,
    /// The screen is drawn and no key waits: the user sees what the next key acts on.
    Seen,
    /// The result of a job, or its progress.
    Worked {
        id: TaskId,
        delivery: Delivery,
    },
    /// Something found or computed outside, independent of the file shown.
    Told(Delivery),
}

impl Msg {
    pub fn told(take: impl FnOnce(&mut Model) + Send + 'static) -> Self {
        Self::Told(Delivery::new(take))
    }

    /// Returns the result of a task, which is run here on this thread.
    pub fn answer(task: &Task, context: &JobContext) -> Self {
        Self::Worked {
            id: task.id,
            delivery: task.run(context),
        }
    }

    pub fn so_far(task: &Task, context: &JobContext) -> Option<Self> {
        let delivery = (task.report)(context)?;
        Some(Self::Worked {
            id: task.id,
            delivery,
        })
    }
}
