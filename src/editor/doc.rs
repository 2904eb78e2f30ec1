//! What is done to the file as a whole: changes, filter, marks, search, the places in it.

pub mod change;
pub(crate) mod draft;
pub mod files;
pub mod filter;
pub mod marks;
pub mod navigate;
pub mod query;
pub mod rules;
pub mod scan;
pub mod search;
