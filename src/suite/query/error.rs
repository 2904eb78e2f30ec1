//! Errors of queries, with their place.

use crate::epd::Span;

/// The error of a query: its place, and the tokens valid there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct QueryError {
    /// The bytes at fault; empty where something is missing.
    pub span: Span,
    /// The message, with the expected tokens.
    pub message: String,
    /// The tokens valid at that place.
    pub expected: Vec<String>,
}

impl QueryError {
    /// Returns the query with a mark below the place, for display.
    pub fn marked(&self, text: &str) -> String {
        let before = text.get(..self.span.start).unwrap_or(text);
        let wrong = text.get(self.span.range()).unwrap_or_default();
        let columns = |text: &str| text.chars().count();
        format!(
            "{text}\n{}{} {}",
            " ".repeat(columns(before)),
            "^".repeat(columns(wrong).max(1)),
            self.message
        )
    }
}
