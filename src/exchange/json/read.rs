//! JSON as exported here, or made by another program: `text` or `bytes_hex` if present, else fields and operations.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::MEMBERS;
use crate::epd::opcode::is_opcode;
use crate::epd::{ReadOptions, Record};
use crate::exchange::FormatError;
use crate::exchange::built::Builder;

const HEX: FormatError = FormatError::Syntax("expected pairs of hexadecimal digits as `bytes_hex`");

/// The members of an object, with their values as written.
type Members<'a> = BTreeMap<String, &'a RawValue>;

/// Returns the record of an object, with a line feed.
///
/// `text` (or `bytes_hex`) is the original line; a field or operation that contradicts it is an error, since either
/// may be right. Without both, the line is built from the fields and operations.
///
/// # Errors
/// The object is invalid.
pub fn read(line: &[u8]) -> Result<Vec<u8>, FormatError> {
    let object: Members<'_> = serde_json::from_slice(line)?;
    let Some(mut line) = text_of(&object)? else {
        return build(&serde_json::from_slice(line)?);
    };
    let record = Record::read(&line, &ReadOptions::default());
    let mut written = Vec::new();
    for (key, write) in MEMBERS {
        let Some(given) = object.get(key) else {
            continue;
        };
        written.clear();
        write(&record, &mut written);
        // An unchanged value needs no comparison.
        if given.get().as_bytes() != written && !is_same(key, given.get().as_bytes(), &written)? {
            return Err(FormatError::Contradiction(format!("`text` and `{key}`")));
        }
    }
    line.push(b'\n');
    Ok(line)
}

/// Returns true if two values have the same meaning. By Chess960 rules castling letters mean other rooks, and then
/// `uci` differs.
fn is_same(key: &str, given: &[u8], written: &[u8]) -> Result<bool, FormatError> {
    let (given, written): (Value, Value) = (
        serde_json::from_slice(given)?,
        serde_json::from_slice(written)?,
    );
    let is_same = given == written;
    Ok(is_same || key == "operations" && without_uci(given) == without_uci(written))
}

/// Returns the operations without derived members, and without types that earlier exports name differently.
fn without_uci(mut operations: Value) -> Option<Value> {
    for operation in operations.as_array_mut()? {
        for operand in operation.get_mut("operands")?.as_array_mut()? {
            let operand = operand.as_object_mut()?;
            operand.remove("uci");
            operand.remove("repeated");
            let kind = operand.get("type").and_then(Value::as_str);
            if matches!(kind, Some("mate" | "text" | "integer")) {
                operand.remove("type");
            }
        }
    }
    Some(operations)
}

fn text_of(object: &Members<'_>) -> Result<Option<Vec<u8>>, FormatError> {
    let value = |key: &str| -> Result<Option<Value>, FormatError> {
        let value = object
            .get(key)
            .map(|value| serde_json::from_str(value.get()));
        Ok(value.transpose()?.filter(|value: &Value| !value.is_null()))
    };
    match value("text")? {
        Some(Value::String(text)) if text.contains(['\n', '\r']) => {
            return Err(FormatError::Syntax("expected one line as `text`"));
        }
        Some(Value::String(text)) => return Ok(Some(text.into_bytes())),
        Some(_) => return Err(FormatError::Syntax("expected a string as `text`")),
        None => {}
    }
    let Some(hex) = value("bytes_hex")? else {
        return Ok(None);
    };
    let hex = hex.as_str().ok_or(HEX)?.as_bytes();
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let bytes = hex.chunks(2).map(|pair| match pair {
        [high, low] => u8::try_from(digit(*high)? * 16 + digit(*low)?).ok(),
        _ => None,
    });
    let bytes: Option<Vec<u8>> = bytes.collect();
    let bytes = bytes.filter(|bytes| !bytes.contains(&b'\n') && !bytes.contains(&b'\r'));
    bytes.map(Some).ok_or(HEX)
}

/// The keys that are not opcodes.
const KEYS: &str = "path line placement side castling en_passant operations problems fen";

/// Builds the line from the fields, or from `fen`, the operations, and other keys that are opcodes, like the columns
/// of a table.
fn build(object: &Map<String, Value>) -> Result<Vec<u8>, FormatError> {
    let text = |key: &str| object.get(key).and_then(Value::as_str).map(str::as_bytes);
    let fen = object
        .iter()
        .find(|(key, fen)| key.eq_ignore_ascii_case("fen") && !fen.is_null())
        .map(|(_, fen)| {
            fen.as_str()
                .ok_or(FormatError::Syntax("expected a string as `fen`"))
        })
        .transpose()?;
    let names = ["placement", "side", "castling", "en_passant"];
    let mut builder = Builder::of(names, fen.map(str::as_bytes), text)?;
    for operation in list(
        object.get("operations"),
        "expected an array as `operations`",
    )? {
        let opcode = operation.get("opcode").and_then(Value::as_str);
        let opcode = opcode.ok_or(FormatError::Syntax(
            "expected an `opcode` in each operation",
        ))?;
        builder.opcode(opcode.as_bytes())?;
        for operand in list(operation.get("operands"), "expected an array as `operands`")? {
            let text = operand.get("text").and_then(Value::as_str);
            let text = text.ok_or(FormatError::Syntax("expected a `text` in each operand"))?;
            let kind = operand.get("type").and_then(Value::as_str);
            builder.operand(text.as_bytes(), kind == Some("string"))?;
        }
        builder.close();
    }
    for (key, value) in object {
        let is_ours = KEYS.split(' ').any(|ours| key.eq_ignore_ascii_case(ours));
        if is_ours || !is_opcode(key.as_bytes()) || value.is_null() {
            continue;
        }
        match value {
            Value::String(text) => builder.cell(key, text.as_bytes())?,
            Value::Number(number) => builder.cell(key, number.to_string().as_bytes())?,
            _ => {
                return Err(FormatError::Syntax(
                    "expected a string or number beside `fen`",
                ));
            }
        }
    }
    builder.finish()
}

/// Returns the elements of an array; none if it is missing.
fn list<'v>(value: Option<&'v Value>, expected: &'static str) -> Result<&'v [Value], FormatError> {
    match value {
        None | Some(Value::Null) => Ok(&[]),
        Some(Value::Array(elements)) => Ok(elements),
        Some(_) => Err(FormatError::Syntax(expected)),
    }
}
