//! The commands that change records: each change is the one asked for and nothing else, or the record
//! is left unchanged, counted and said.

mod corpus;
mod process;
