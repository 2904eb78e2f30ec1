//! Commands that change each record by itself: `purge`, `set`, `rename`, `renumber`.

pub mod purge;
pub mod rename;
pub mod renumber;
pub mod set;
