//! What all prompts have in common.

pub mod commands;
