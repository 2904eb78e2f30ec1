//! What is wrong with a question, and where.

use crate::epd::Span;

/// Why a text is no question: the place, and what could stand there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct QueryError {
    /// The bytes of the question that are wrong; empty where something is missing.
    pub span: Span,
    /// In words, with what was expected.
    pub message: String,
    /// What could stand there.
    pub expected: Vec<String>,
}

impl QueryError {
    /// The question with a mark below the place, for a person.
    pub fn marked(&self, question: &str) -> String {
        let before = question.get(..self.span.start).unwrap_or(question);
        let wrong = question.get(self.span.range()).unwrap_or_default();
        let columns = |text: &str| text.chars().count();
        format!(
            "{question}\n{}{} {}",
            " ".repeat(columns(before)),
            "^".repeat(columns(wrong).max(1)),
            self.message
        )
    }
}
