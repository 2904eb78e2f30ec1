//! What other threads work out: each kind with its run, in a file of its own. How a piece of work is
//! started and answered is [`crate::editor::jobs`]'.

pub mod bulk;
pub mod differ;
pub mod find;
pub mod scan;
pub mod sort;
pub mod write;
