//! Records built from fields and operations that another program gave: refused where the line would not
//! say what was given.

#[cfg(test)]
mod tests;

use crate::epd::opcode::is_opcode;
use crate::epd::{LineKind, ReadOptions, Record};

/// Why no record can be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A field that every record has.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// A field that would be read as something else.
    #[error("expected one word as `{0}`, found `{1}`")]
    Field(&'static str, String),
    /// What is no opcode.
    #[error("expected an opcode, found `{0}`")]
    Opcode(String),
    /// An operand that would be read as something else.
    #[error("`{0}` can't be an operand of {1}")]
    Operand(String, String),
}

/// A line that grows.
#[derive(Debug, Default)]
pub(super) struct Builder {
    line: Vec<u8>,
    /// The opcodes, and how many operands each has.
    operations: Vec<(String, usize)>,
}

impl Builder {
    /// Adds one of the four fields.
    pub(super) fn field(
        &mut self,
        name: &'static str,
        text: Option<&[u8]>,
    ) -> Result<(), BuildError> {
        let text = text.ok_or(BuildError::Missing(name))?;
        let is_word = |byte: &u8| byte.is_ascii_graphic() && *byte != b';';
        if text.is_empty() || !text.iter().all(is_word) {
            return Err(BuildError::Field(name, lossy(text)));
        }
        if !self.line.is_empty() {
            self.line.push(b' ');
        }
        self.line.extend_from_slice(text);
        Ok(())
    }

    /// Begins an operation.
    pub(super) fn opcode(&mut self, name: &[u8]) -> Result<(), BuildError> {
        if !is_opcode(name) {
            return Err(BuildError::Opcode(lossy(name)));
        }
        self.line.push(b' ');
        self.line.extend_from_slice(name);
        self.operations.push((lossy(name), 0));
        Ok(())
    }

    /// Adds an operand to the operation.
    pub(super) fn operand(&mut self, text: &[u8], quoted: bool) -> Result<(), BuildError> {
        let fits = match quoted {
            true => !text.iter().any(|byte| matches!(byte, b'"' | b'\n' | b'\r')),
            false => {
                let is_word =
                    |byte: &u8| !matches!(byte, b'"' | b';' | b' ' | b'\t' | b'\n' | b'\r');
                !text.is_empty() && text.iter().all(is_word)
            }
        };
        let Some((opcode, count)) = self.operations.last_mut().filter(|_| fits) else {
            let opcode = self.operations.last().map(|(name, _)| name.clone());
            return Err(BuildError::Operand(lossy(text), opcode.unwrap_or_default()));
        };
        let _ = opcode;
        *count += 1;
        self.line.push(b' ');
        if quoted {
            self.line.push(b'"');
        }
        self.line.extend_from_slice(text);
        if quoted {
            self.line.push(b'"');
        }
        Ok(())
    }

    /// Ends the operation.
    pub(super) fn close(&mut self) {
        self.line.push(b';');
    }

    /// The line, with its line feed.
    pub(super) fn finish(mut self) -> Result<Vec<u8>, BuildError> {
        let record = Record::read(&self.line, &ReadOptions::default());
        let read = record.operations().iter();
        let read: Vec<_> = read
            .map(|operation| {
                let name = operation.opcode.of(record.line());
                (lossy(name), record.operands_of(operation).len())
            })
            .collect();
        if record.kind() != LineKind::Record || read != self.operations {
            let line = lossy(&self.line);
            return Err(BuildError::Operand(line, "a record".to_owned()));
        }
        self.line.push(b'\n');
        Ok(self.line)
    }
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}
