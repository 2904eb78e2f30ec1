//! One JSON object per line; columns are bytes of the line, counted from 1.

use serde::Serialize;

use super::problem::Problem;
use crate::cli::json;
use crate::epd::Fix;

#[derive(Serialize)]
struct Object<'a> {
    path: &'a str,
    line: u64,
    column: usize,
    end_column: usize,
    severity: &'a str,
    code: &'a str,
    message: &'a str,
    fix: Option<FixObject<'a>>,
}

#[derive(Serialize)]
struct FixObject<'a> {
    safe: bool,
    replacement: &'a str,
    column: usize,
    end_column: usize,
}

impl<'a> FixObject<'a> {
    /// Returns the object of a fix; `None` if its text is not UTF-8, which JSON can't hold exactly.
    fn of(fix: &'a Fix) -> Option<Self> {
        Some(Self {
            safe: fix.safe,
            replacement: std::str::from_utf8(&fix.replacement).ok()?,
            column: fix.span.start + 1,
            end_column: fix.span.end + 1,
        })
    }
}

/// Appends the object of a problem.
pub(crate) fn write(problem: &Problem<'_>, out: &mut Vec<u8>) {
    let object = Object {
        path: problem.name,
        line: problem.number,
        column: problem.span.start + 1,
        end_column: problem.span.end + 1,
        severity: problem.severity.name(),
        code: problem.code.name(),
        message: &problem.message,
        fix: problem.fix.as_ref().and_then(FixObject::of),
    };
    // Writing such an object to memory can't fail: its keys are strings and its numbers finite.
    if json::write(&object, out) {
        out.push(b'\n');
    }
}
