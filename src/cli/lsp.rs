//! `epdit lsp`: a language server, with which other editors show and fix problems, and complete opcodes and moves.
//!
//! One thread reads messages, and another answers them in order. Problems are published once no further message
//! waits. A malformed message is answered with the protocol's error, and the next one is read; the reader of
//! `lsp-server` would end there, so only its message types are used.

mod assist;
mod fixes;
mod open_file;

use crate::cli::command::Run;
use crate::cli::flow::{Fault, Outcome, Status, with_output};
use crate::cli::output::{Color, Output, WriteResult};
use clap::Args;
use crossbeam_channel::bounded;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Exit,
    LogMessage, Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{
    CodeActionRequest, CodeActionResolveRequest, Completion, DocumentSymbolRequest, Formatting,
    HoverRequest, Initialize, RangeFormatting, Request as _, Shutdown,
};
use lsp_types::{
    CodeAction, CodeActionOptions, CodeActionParams, CompletionOptions, CompletionParams,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, DocumentFormattingParams, DocumentRangeFormattingParams,
    DocumentSymbolParams, HoverParams, HoverProviderCapability, InitializeResult, LogMessageParams,
    MessageType, OneOf, PositionEncodingKind, PublishDiagnosticsParams, SaveOptions,
    ServerCapabilities, ServerInfo, ShowMessageParams, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
};
use open_file::{Encoding, OpenFile};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_value, json, to_value};
use std::collections::BTreeMap;
use std::io::{self, BufRead, IsTerminal, Read};
use std::thread;

/// Serve other editors as a language server
///
/// An editor starts this command and talks to it on standard input and output. It checks files as they are typed, offers
/// fixes, formats, completes opcodes and legal moves, shows the board, and lists records by their ids.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit lsp    what an editor starts; the manual's page \"Other editors\" says how

Exit status:
  0  the editor shut it down
  1  the editor ended without shutting it down
  2  wrong usage")]
pub(crate) struct LspArgs {
    /// Use standard input and output, which is the only way; some editors add it
    #[arg(long, hide = true)]
    stdio: bool,
}

impl Run for LspArgs {
    fn run(&self, _: Color) -> Outcome {
        if io::stdin().is_terminal() {
            let words = "an editor starts `epdit lsp` and talks to it on standard input; see \"Other editors\" in the manual";
            return Err(Fault::usage(words));
        }
        with_output(None, |out| {
            let (sender, receiver) = bounded(64);
            let read = move || {
                let mut input = io::stdin().lock();
                while let Ok(Some(message)) = receive(&mut input) {
                    if sender.send(message).is_err() {
                        break;
                    }
                }
            };
            let reading = thread::Builder::new().name("reading".to_owned());
            reading.spawn(read).map_err(Fault::Input)?;
            let mut server = Server::new(out);
            for message in &receiver {
                if server.handle(message)? {
                    break;
                }
                if receiver.is_empty() {
                    server.publish()?;
                }
            }
            Ok(match server.stage {
                Stage::Over => Status::Clean,
                Stage::New | Stage::Ready(_) => Status::Findings,
            })
        })
    }
}

/// The largest message that is read, in bytes.
const LARGEST: u64 = 256 << 20;
/// The longest line of a message's head that is read at once, in bytes.
const LONGEST_HEAD: u64 = 4096;
/// The beginning of the head line with the length of a message, in lower case.
const HEAD: &str = "content-length:";
/// The largest number of characters after [`HEAD`].
const LENGTH_DIGITS: usize = 24;

/// Reads the body of a message, or returns the error in its frame; `None` at the end of the input.
fn receive(input: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, String>>> {
    let (mut line, mut length, mut is_begun) = (Vec::new(), None, false);
    loop {
        // The last bytes of a longer line are searched again, together with its next part.
        let read = match line.ends_with(b"\n") {
            true => line.len(),
            false => line.len().saturating_sub(HEAD.len() + LENGTH_DIGITS),
        };
        line.drain(..read);
        if input.take(LONGEST_HEAD).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        match line.trim_ascii() {
            b"" if is_begun => break,
            b"" => continue,
            _ => is_begun = true,
        }
        // A body without a length has no end, so the next head may follow on the last line of the body.
        let line = String::from_utf8_lossy(&line).to_ascii_lowercase();
        if let Some((_, value)) = line.rsplit_once(HEAD) {
            length = value.trim().parse::<u64>().ok();
        }
    }
    let Some(length) = length else {
        let words = "expected `Content-Length: N` before a message";
        return Ok(Some(Err(words.to_owned())));
    };
    let mut body = Vec::new();
    let read = match length > LARGEST {
        true => io::copy(&mut input.take(length), &mut io::sink())?,
        false => input.take(length).read_to_end(&mut body)? as u64,
    };
    Ok(match (read == length, length > LARGEST) {
        (false, _) => None,
        (true, true) => Some(Err(format!("the message is longer than {LARGEST} bytes"))),
        (true, false) => Some(Ok(body)),
    })
}

/// The capabilities of a client.
#[derive(Clone, Debug, Default)]
struct Client {
    encoding: Encoding,
    /// Whether an insertion may place the cursor.
    takes_snippets: bool,
    /// Whether an edit may name the version of the file that it is for.
    takes_versions: bool,
    /// Whether the edit of an action may be sent only when it is chosen.
    resolves_edits: bool,
    /// Whether a problem may name other places.
    takes_related: bool,
    takes_markdown: bool,
    /// The explanations that the codes of problems link to, if the client shows links.
    links: Option<fixes::Links>,
}

impl Client {
    fn of(params: &Value) -> Self {
        let capability = |path: &str| params.pointer(&format!("/capabilities/{path}"));
        let has = |path: &str| capability(path).and_then(Value::as_bool) == Some(true);
        let lists = |path: &str, word: &str| {
            let list = capability(path).and_then(Value::as_array);
            list.is_some_and(|list| list.iter().any(|value| value == word))
        };
        let links = has("textDocument/publishDiagnostics/codeDescriptionSupport");
        Self {
            encoding: match lists("general/positionEncodings", "utf-8") {
                true => Encoding::Utf8,
                false => Encoding::Utf16,
            },
            takes_snippets: has("textDocument/completion/completionItem/snippetSupport"),
            takes_versions: has("workspace/workspaceEdit/documentChanges"),
            resolves_edits: lists("textDocument/codeAction/resolveSupport/properties", "edit"),
            takes_related: has("textDocument/publishDiagnostics/relatedInformation"),
            takes_markdown: lists("textDocument/hover/contentFormat", "markdown"),
            links: links.then(fixes::Links::written).flatten(),
        }
    }
}

/// The stage of the session with a client.
enum Stage {
    /// Before `initialize`.
    New,
    Ready(Box<Client>),
    /// After `shutdown`.
    Over,
}

struct Server<'a, 'o> {
    out: &'a mut Output<'o>,
    stage: Stage,
    /// The open files by URI.
    files: BTreeMap<String, OpenFile>,
}

/// The answer to a request, or the protocol's error.
type Answer = Result<Value, ResponseError>;

fn error(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError {
        code: code as i32,
        message: message.into(),
        data: None,
    }
}

fn read<P: DeserializeOwned>(params: Value) -> Result<P, ResponseError> {
    from_value(params).map_err(|why| error(ErrorCode::InvalidParams, why.to_string()))
}

fn written(value: impl Serialize) -> Answer {
    to_value(value).map_err(|why| error(ErrorCode::InternalError, why.to_string()))
}

impl<'a, 'o> Server<'a, 'o> {
    fn new(out: &'a mut Output<'o>) -> Self {
        Self {
            out,
            stage: Stage::New,
            files: BTreeMap::new(),
        }
    }

    /// Handles a message; returns true if it ends the server.
    fn handle(&mut self, body: Result<Vec<u8>, String>) -> Result<bool, Fault> {
        let body = match body {
            Ok(body) => body,
            Err(words) => {
                self.refuse(&Value::Null, ErrorCode::InvalidRequest, &words)?;
                return Ok(false);
            }
        };
        // A client may pass bytes of other encodings; the rest of the file must be readable.
        let mut message: Value = match serde_json::from_str(&String::from_utf8_lossy(&body)) {
            Ok(message) => message,
            Err(why) => {
                let words = format!("expected JSON: {why}");
                self.refuse(&Value::Null, ErrorCode::ParseError, &words)?;
                return Ok(false);
            }
        };
        drop(body);
        let mut part = |name: &str| message.get_mut(name).map(Value::take);
        let (id, method, params) = (part("id"), part("method"), part("params"));
        let params = params.unwrap_or_default();
        match (method, id) {
            (Some(Value::String(method)), None) => {
                self.handle_notification(Notification { method, params })
            }
            (Some(Value::String(method)), Some(id)) => {
                match from_value::<RequestId>(id.clone()) {
                    Ok(id) => self.answer(Request { id, method, params })?,
                    Err(_) => {
                        let words = "expected a whole number or a string as `id`";
                        self.refuse(&id, ErrorCode::InvalidRequest, words)?;
                    }
                }
                Ok(false)
            }
            // A response, though this server sends no requests.
            (None, Some(_)) if part("result").or(part("error")).is_some() => Ok(false),
            (_, id) => {
                let id = id.unwrap_or_default();
                let words = "expected an object with `method`";
                self.refuse(&id, ErrorCode::InvalidRequest, words)?;
                Ok(false)
            }
        }
    }

    /// Sends an error for a message that is not a request.
    fn refuse(&mut self, id: &Value, code: ErrorCode, message: &str) -> WriteResult {
        let error = error(code, message);
        let text = json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string();
        let head = format!("Content-Length: {}\r\n\r\n", text.len());
        self.out.text(&head)?;
        self.out.text(&text)?;
        self.out.flush()
    }

    fn send(&mut self, message: impl Into<Message>) -> WriteResult {
        let mut text = Vec::new();
        message.into().write(&mut text).map_err(Fault::Output)?;
        self.out.text_bytes(&text)?;
        self.out.flush()
    }

    fn notify<N: lsp_types::notification::Notification>(
        &mut self,
        params: N::Params,
    ) -> WriteResult {
        let params = to_value(params).unwrap_or_default();
        let method = N::METHOD.to_owned();
        self.send(Message::Notification(Notification { method, params }))
    }

    fn answer(&mut self, request: Request) -> WriteResult {
        let Request { id, method, params } = request;
        let answer = match (&self.stage, method.as_str()) {
            (Stage::New, Initialize::METHOD) => self.initialize(&params),
            (Stage::New, _) => {
                let words = "expected `initialize` first";
                Err(error(ErrorCode::ServerNotInitialized, words))
            }
            (Stage::Over, _) => Err(error(ErrorCode::InvalidRequest, "expected `exit` only")),
            (Stage::Ready(_), Shutdown::METHOD) => {
                self.stage = Stage::Over;
                Ok(Value::Null)
            }
            (Stage::Ready(_), Initialize::METHOD) => {
                let words = "`initialize` came before";
                Err(error(ErrorCode::InvalidRequest, words))
            }
            (Stage::Ready(client), method) => self.of_file(client, method, params),
        };
        let (result, error) = match answer {
            Ok(result) => (Some(result), None),
            Err(error) => (None, Some(error)),
        };
        self.send(Response { id, result, error })
    }

    fn initialize(&mut self, params: &Value) -> Answer {
        if !params.is_object() {
            let words = "expected the capabilities of the client";
            return Err(error(ErrorCode::InvalidParams, words));
        }
        let client = Client::of(params);
        let capabilities = ServerCapabilities {
            position_encoding: Some(match client.encoding {
                Encoding::Utf8 => PositionEncodingKind::UTF8,
                Encoding::Utf16 => PositionEncodingKind::UTF16,
            }),
            text_document_sync: Some(TextDocumentSyncCapability::Options(
                TextDocumentSyncOptions {
                    open_close: Some(true),
                    change: Some(TextDocumentSyncKind::INCREMENTAL),
                    save: Some(SaveOptions::default().into()),
                    ..TextDocumentSyncOptions::default()
                },
            )),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some(vec![" ".to_owned()]),
                ..CompletionOptions::default()
            }),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            document_symbol_provider: Some(OneOf::Left(true)),
            document_formatting_provider: Some(OneOf::Left(true)),
            document_range_formatting_provider: Some(OneOf::Left(true)),
            code_action_provider: Some(
                CodeActionOptions {
                    code_action_kinds: Some(fixes::kinds()),
                    resolve_provider: Some(client.resolves_edits),
                    ..CodeActionOptions::default()
                }
                .into(),
            ),
            ..ServerCapabilities::default()
        };
        self.stage = Stage::Ready(Box::new(client));
        written(InitializeResult {
            capabilities,
            server_info: Some(ServerInfo {
                name: "epdit".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        })
    }

    /// Answers a request that concerns an open file.
    fn of_file(&self, client: &Client, method: &str, params: Value) -> Answer {
        let file = |uri: &Uri| self.file(uri);
        match method {
            Completion::METHOD => {
                let params: CompletionParams = read(params)?;
                let place = params.text_document_position;
                let file = file(&place.text_document.uri)?;
                written(assist::completion(file, place.position, client))
            }
            HoverRequest::METHOD => {
                let params: HoverParams = read(params)?;
                let place = params.text_document_position_params;
                let file = file(&place.text_document.uri)?;
                written(assist::hover(file, place.position, client))
            }
            DocumentSymbolRequest::METHOD => {
                let params: DocumentSymbolParams = read(params)?;
                written(assist::symbols(file(&params.text_document.uri)?))
            }
            Formatting::METHOD => {
                let params: DocumentFormattingParams = read(params)?;
                let file = file(&params.text_document.uri)?;
                written(fixes::formatted(file, 0..file.line_count()))
            }
            RangeFormatting::METHOD => {
                let params: DocumentRangeFormattingParams = read(params)?;
                let file = file(&params.text_document.uri)?;
                written(fixes::formatted(file, file.lines_of(params.range)))
            }
            CodeActionRequest::METHOD => {
                let params: CodeActionParams = read(params)?;
                let file = file(&params.text_document.uri)?;
                written(fixes::actions(file, &params, client))
            }
            CodeActionResolveRequest::METHOD => {
                let action: CodeAction = read(params)?;
                let uri: Uri = read(action.data.clone().unwrap_or_default())?;
                written(fixes::resolved(file(&uri)?, action, client))
            }
            _ => {
                let words = format!("`{method}` is not supported");
                Err(error(ErrorCode::MethodNotFound, words))
            }
        }
    }

    fn file(&self, uri: &Uri) -> Result<&OpenFile, ResponseError> {
        let file = self.files.get(uri.as_str());
        file.ok_or_else(|| error(ErrorCode::InvalidParams, not_open(uri)))
    }

    /// Handles a notification; returns true if it ends the server.
    fn handle_notification(&mut self, notification: Notification) -> Result<bool, Fault> {
        let Notification { method, params } = notification;
        let outcome = match (&self.stage, method.as_str()) {
            (_, Exit::METHOD) => return Ok(true),
            (Stage::New | Stage::Over, _) => Ok(()),
            (Stage::Ready(client), method) => {
                let encoding = client.encoding;
                self.update_files(encoding, method, params)
            }
        };
        if let Err(why) = outcome {
            self.notify::<LogMessage>(LogMessageParams {
                typ: MessageType::ERROR,
                message: format!("epdit: `{method}`: {}", why.message),
            })?;
        }
        Ok(false)
    }

    /// Updates the open files by a notification; ignores one that concerns no file.
    fn update_files(
        &mut self,
        encoding: Encoding,
        method: &str,
        params: Value,
    ) -> Result<(), ResponseError> {
        match method {
            DidOpenTextDocument::METHOD => {
                let params: DidOpenTextDocumentParams = read(params)?;
                let uri = params.text_document.uri.as_str().to_owned();
                let file = OpenFile::new(params.text_document, encoding);
                self.files.insert(uri, file);
            }
            DidChangeTextDocument::METHOD => {
                let params: DidChangeTextDocumentParams = read(params)?;
                let uri = &params.text_document.uri;
                let file = self.files.get_mut(uri.as_str());
                let file = file.ok_or_else(|| error(ErrorCode::InvalidParams, not_open(uri)))?;
                for change in params.content_changes {
                    let changed = file.change(params.text_document.version, change);
                    changed.map_err(|words| error(ErrorCode::InvalidParams, words))?;
                }
            }
            DidSaveTextDocument::METHOD => {
                let params: DidSaveTextDocumentParams = read(params)?;
                let file = self.files.get_mut(params.text_document.uri.as_str());
                file.map(OpenFile::on_save);
            }
            DidCloseTextDocument::METHOD => {
                let params: DidCloseTextDocumentParams = read(params)?;
                let file = self.files.get_mut(params.text_document.uri.as_str());
                file.map(OpenFile::close);
            }
            _ => {}
        }
        Ok(())
    }

    /// Publishes the problems of changed files, and warns once of bytes that the client could not read.
    fn publish(&mut self) -> WriteResult {
        let Stage::Ready(client) = &self.stage else {
            return Ok(());
        };
        let mut messages = Vec::new();
        for file in self.files.values_mut().filter(|file| file.is_changed) {
            file.is_changed = false;
            messages.push((
                file.loss(),
                PublishDiagnosticsParams {
                    uri: file.uri.clone(),
                    diagnostics: fixes::problems(file, client),
                    version: Some(file.version).filter(|_| !file.is_closed),
                },
            ));
        }
        self.files.retain(|_, file| !file.is_closed);
        for (loss, problems) in messages {
            self.notify::<PublishDiagnostics>(problems)?;
            if let Some(message) = loss {
                let typ = MessageType::WARNING;
                self.notify::<ShowMessage>(ShowMessageParams { typ, message })?;
            }
        }
        Ok(())
    }
}

fn not_open(uri: &Uri) -> String {
    format!("`{}` is not open", uri.as_str())
}
