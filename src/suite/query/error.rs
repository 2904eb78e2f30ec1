//! What is wrong with a query, and where.

use crate::epd::Span;

/// Why a text is no query: the place, and what could stand there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct QueryError {
    /// The bytes of the query that are wrong; empty where something is missing.
    pub span: Span,
    /// In words, with what was expected.
    pub message: String,
    /// What could stand there.
    pub expected: Vec<String>,
}

impl QueryError {
    /// The query with a mark below the place, for a person.
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
