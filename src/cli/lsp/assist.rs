//! Completion of opcodes and legal moves, the hover with the board, and the records of a file by their ids.

use crate::cli::lsp::Client;
use crate::cli::lsp::open_file::{OpenFile, text_length};
use crate::epd::opcode::{self, Shape, completed};
use crate::epd::record::TypedPart;
use crate::epd::visible::visible;
use crate::epd::{Operation, Record, Span, meaning};
use crate::exchange::diagram::{BoardFrame, Drawing, Orientation, letters};
use crate::exchange::page::{Part, explained};
use crate::suite::{opcodes_around, private_opcodes};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, Hover, HoverContents,
    InsertTextFormat, Location, MarkupContent, MarkupKind, Position, SymbolInformation, SymbolKind,
    TextEdit,
};

/// Returns the opcodes or the legal moves that may be typed at a position.
pub(super) fn completion(
    file: &OpenFile,
    position: Position,
    client: &Client,
) -> Vec<CompletionItem> {
    let (number, at) = file.place(position);
    let line = file.line(number);
    let text = line.get(..text_length(&line)).unwrap_or(&line);
    let record = file.read(text);
    let (word, items) = match record.typed_at(at.min(text.len())) {
        Some(TypedPart::Opcode(word)) => {
            let is_last = text.get(word.end..).unwrap_or_default();
            let is_last = is_last.trim_ascii().is_empty();
            (word, opcodes(file, number, &record, word, is_last, client))
        }
        Some(TypedPart::Operands(index, span)) => {
            let typed = span.of(text);
            let before = typed.iter().rposition(u8::is_ascii_whitespace);
            let word = Span::new(span.start + before.map_or(0, |at| at + 1), span.end);
            let operation = record.operations().get(index);
            let items = operation.map(|operation| operands(&record, operation, word));
            (word, items.unwrap_or_default())
        }
        None => return Vec::new(),
    };
    let range = file.range(number, text, word);
    let in_order = items.into_iter().enumerate();
    let in_order = in_order.map(|(nth, item)| CompletionItem {
        sort_text: Some(format!("{nth:04}")),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(
            range,
            item.insert_text.unwrap_or_else(|| item.label.clone()),
        ))),
        insert_text: None,
        ..item
    });
    in_order.collect()
}

/// Returns the opcodes that the record does not have, the best fitting first.
fn opcodes(
    file: &OpenFile,
    number: usize,
    record: &Record<'_>,
    word: Span,
    is_last: bool,
    client: &Client,
) -> Vec<CompletionItem> {
    let suite = file.suite();
    let around = opcodes_around(suite, number, suite.read_options());
    let private = private_opcodes(around.keys());
    let offered =
        opcode::offered(&private).filter(|(name, _)| !record.has_beside(name, word.start));
    let mut items: Vec<_> = offered
        .map(|(name, title)| {
            let count = around.get(name).copied().unwrap_or(0);
            let (fit, why) = record.fit(name, count);
            let (after, back) = if is_last {
                completed(name.as_bytes())
            } else {
                ("", 0)
            };
            let (inside, behind) = after
                .split_at_checked(after.len() - back)
                .unwrap_or_default();
            let text = match client.takes_snippets && back > 0 {
                true => format!("{name}{inside}$1{behind}$0"),
                false if back > 0 => format!("{name} "),
                false => format!("{name}{after}"),
            };
            let is_snippet = client.takes_snippets && back > 0;
            let item = CompletionItem {
                label: name.to_owned(),
                kind: Some(CompletionItemKind::KEYWORD),
                detail: Some(match why.as_str() {
                    "" => title.to_owned(),
                    why => format!("{title} ({why})"),
                }),
                documentation: opcode::find(name.as_bytes())
                    .map(|info| Documentation::String(info.about.to_owned())),
                insert_text: Some(text),
                insert_text_format: is_snippet.then_some(InsertTextFormat::SNIPPET),
                ..CompletionItem::default()
            };
            (fit, item)
        })
        .collect();
    items.sort_by_key(|(fit, _)| *fit);
    items.into_iter().map(|(_, item)| item).collect()
}

/// Returns the legal moves, or the words of a closed list, that can replace a word of an operation.
fn operands(record: &Record<'_>, operation: &Operation, word: Span) -> Vec<CompletionItem> {
    let item = |label: &str, detail: Option<String>| CompletionItem {
        label: label.to_owned(),
        kind: Some(CompletionItemKind::VALUE),
        detail,
        ..CompletionItem::default()
    };
    if let Some(Shape::OneOf(words)) = operation.shape() {
        return words.iter().map(|word| item(word, None)).collect();
    }
    let moves = record.moves_for(operation, word).into_iter();
    moves.map(|(san, uci)| item(&san, Some(uci))).collect()
}

/// Returns the meaning of the operation at a position, and the board; at a move, the board after it.
pub(super) fn hover(file: &OpenFile, position: Position, client: &Client) -> Option<Hover> {
    let (number, at) = file.place(position);
    let line = file.line(number);
    let record = file.read(&line);
    let holds = |span: Span| span.start <= at && at < span.end;
    let operation = record.operations().iter().find(|it| holds(it.span));
    let mut text = String::new();
    if let Some(operation) = operation {
        text += &meaning_of(&record, operation, client);
    }
    let played = operation.and_then(|operation| record.played_at(operation, at));
    let drawing = match &played {
        Some(played) => Drawing::after(&record, played),
        None => Drawing::of(&record, Orientation::White, false, "").map(|drawing| Drawing {
            label: String::new(),
            ..drawing
        }),
    };
    if let Some(drawing) = drawing {
        let around = BoardFrame {
            border: false,
            coordinates: true,
        };
        let mut board = String::new();
        letters(&drawing, around, &mut board);
        text += &match client.takes_markdown {
            true => format!("```text\n{board}```\n"),
            false => board,
        };
    }
    let span = match operation {
        Some(operation) => operation.span,
        None => record.body(),
    };
    (!text.is_empty()).then(|| Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: match client.takes_markdown {
                true => MarkupKind::Markdown,
                false => MarkupKind::PlainText,
            },
            value: text,
        }),
        range: Some(file.range(number, &line, span)),
    })
}

/// Returns the explanation of an opcode, and the meaning of this operation.
fn meaning_of(record: &Record<'_>, operation: &Operation, client: &Client) -> String {
    let Some(page) = explained(&record.opcode(operation)) else {
        return String::new();
    };
    let mut text = match client.takes_markdown {
        true => format!("**{}**\n\n", page.title),
        false => format!("{}\n\n", page.title),
    };
    for part in &page.parts {
        match part {
            Part::Sentence(words) => text += &format!("{words}\n\n"),
            Part::Table(table) => {
                for row in &table.rows {
                    text += &format!("{}\n\n", row.cells.join(": "));
                }
            }
            _ => {}
        }
    }
    if let Some(words) = meaning::of(record, operation) {
        text += &format!("Here: {words}\n\n");
    }
    text
}

/// Returns the records of a file by their ids.
pub(super) fn symbols(file: &OpenFile) -> Vec<SymbolInformation> {
    if file.foreign().is_some() {
        return Vec::new();
    }
    let records = file.facts().iter().enumerate();
    let records = records.filter(|(_, facts)| facts.is_record);
    let symbol = |(number, id): (usize, Option<Span>)| {
        let line = file.line(number);
        let id = id.map(|span| String::from_utf8_lossy(span.of(&line)).into_owned());
        let id = id.unwrap_or_default();
        let name = match id.trim_matches('"') {
            "" => format!("line {}", number + 1),
            id => visible(id).into_owned(),
        };
        let range = file.range(number, &line, Span::new(0, line.len()));
        #[allow(deprecated, reason = "the field that tags replace must be given")]
        SymbolInformation {
            name,
            kind: SymbolKind::KEY,
            tags: None,
            deprecated: None,
            location: Location::new(file.uri.clone(), range),
            container_name: None,
        }
    };
    records
        .map(|(number, facts)| symbol((number, facts.id.as_ref().map(|(_, span)| *span))))
        .collect()
}
