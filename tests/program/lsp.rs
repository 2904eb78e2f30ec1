//! `epdit lsp`, as editors use it: with a client in this file, which also sends invalid messages, and with
//! Neovim.

use super::skipped::skipped;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// A time limit that no answer exceeds, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
const URI: &str = "file:///suites/a.epd";

struct Client {
    server: Child,
    input: Option<ChildStdin>,
    output: Receiver<Value>,
    asked: i64,
    /// Notifications that arrived before an answer.
    notes: Vec<Value>,
    _home: tempfile::TempDir,
}

impl Client {
    /// Starts the server without initializing it.
    fn silent() -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let mut server = Command::new(env!("CARGO_BIN_EXE_epdit"))
            .args(["lsp", "--stdio"])
            .env("XDG_STATE_HOME", home.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut output = BufReader::new(server.stdout.take().expect("a pipe"));
        let (sender, receiver) = channel();
        thread::spawn(move || {
            while let Some(message) = next(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Self {
            input: server.stdin.take(),
            server,
            output: receiver,
            asked: 0,
            notes: Vec::new(),
            _home: home,
        }
    }

    fn with(capabilities: Value) -> Self {
        let mut client = Self::silent();
        client.ask("initialize", json!({ "capabilities": capabilities }));
        client.tell("initialized", json!({}));
        client
    }

    /// Starts the server with a file open; returns the client and the problems.
    fn of(text: &str) -> (Self, Vec<Value>) {
        let mut client = Self::with(json!({}));
        let problems = client.open(URI, text);
        (client, problems)
    }

    fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("not closed");
        input.write_all(bytes).expect("the server reads");
        input.flush().expect("the server reads");
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn next(&mut self) -> Value {
        self.output.recv_timeout(PATIENCE).expect("a message")
    }

    fn answer(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.next();
            if message["id"] == id {
                return message;
            }
            self.notes.push(message);
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.answer(method, params);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].take()
    }

    fn note(&mut self, method: &str) -> Value {
        loop {
            let mut note = match self.notes.is_empty() {
                true => self.next(),
                false => self.notes.remove(0),
            };
            if note["method"] == method {
                return note["params"].take();
            }
        }
    }

    /// Returns the next problems published for the file.
    fn problems(&mut self) -> Vec<Value> {
        let note = self.note("textDocument/publishDiagnostics");
        note["diagnostics"].as_array().expect("a list").clone()
    }

    fn open(&mut self, uri: &str, text: &str) -> Vec<Value> {
        let document = json!({ "uri": uri, "languageId": "epd", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.problems()
    }

    /// Replaces a range of one line by text.
    fn change(&mut self, line: u32, from: u32, to: u32, text: &str) {
        let change = json!({ "range": range(line, from, to), "text": text });
        let document = json!({ "uri": URI, "version": 2 });
        let params = json!({ "textDocument": document, "contentChanges": [change] });
        self.tell("textDocument/didChange", params);
    }

    fn at(&mut self, method: &str, line: u32, column: u32) -> Value {
        let position = json!({ "line": line, "character": column });
        self.ask(
            method,
            json!({ "textDocument": { "uri": URI }, "position": position }),
        )
    }

    fn labels(&mut self, line: u32, column: u32) -> Vec<String> {
        let items = self.at("textDocument/completion", line, column);
        let items = items.as_array().expect("a list").iter();
        items.map(|item| text_of(&item["label"])).collect()
    }

    fn format(&mut self) -> Vec<Value> {
        let params = json!({
            "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true },
        });
        let edits = self.ask("textDocument/formatting", params);
        edits.as_array().expect("a list").clone()
    }

    fn actions(&mut self, line: u32, column: u32, only: Value) -> Vec<Value> {
        let params = json!({
            "textDocument": { "uri": URI }, "range": range(line, column, column),
            "context": { "diagnostics": [], "only": only },
        });
        let actions = self.ask("textDocument/codeAction", params);
        actions.as_array().expect("a list").clone()
    }

    /// Shuts the server down; returns the exit status.
    fn end(mut self) -> Option<i32> {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.server.wait().expect("it ends").code()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn next(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        output.read_line(&mut line).ok().filter(|read| *read > 0)?;
        match line.trim().strip_prefix("Content-Length: ") {
            Some(number) => length = number.parse().expect("a number"),
            None if line.trim().is_empty() => break,
            None => {}
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

fn range(line: u32, from: u32, to: u32) -> Value {
    let at = |character: u32| json!({ "line": line, "character": character });
    json!({ "start": at(from), "end": at(to) })
}

fn text_of(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
}

/// Returns the code, line and columns of each problem.
fn places(problems: &[Value]) -> Vec<(String, u64, u64, u64)> {
    let number = |value: &Value| value.as_u64().expect("a number");
    let place = |problem: &Value| {
        let (start, end) = (&problem["range"]["start"], &problem["range"]["end"]);
        let columns = (number(&start["character"]), number(&end["character"]));
        let code = text_of(&problem["code"]);
        (code, number(&start["line"]), columns.0, columns.1)
    };
    problems.iter().map(place).collect()
}

fn codes(problems: &[Value]) -> Vec<String> {
    let all = problems.iter();
    all.map(|problem| text_of(&problem["code"])).collect()
}

/// Returns the byte offset of a position whose column counts UTF-16 units.
fn byte(text: &str, position: &Value) -> usize {
    let number = |name: &str| position[name].as_u64().expect("a number") as usize;
    let lines = text.split_inclusive('\n');
    let start: usize = lines.take(number("line")).map(str::len).sum();
    let mut units = 0;
    for (at, character) in text[start..].char_indices() {
        if units >= number("character") {
            return start + at;
        }
        units += character.len_utf16();
    }
    text.len()
}

/// Applies edits as a client does: from the last to the first, so that none moves another.
fn edited(text: &str, edits: &[Value]) -> String {
    let mut edits: Vec<_> = edits.iter().collect();
    edits.sort_by_key(|edit| byte(text, &edit["range"]["start"]));
    let mut text = text.to_owned();
    for edit in edits.into_iter().rev() {
        let range = &edit["range"];
        let span = byte(&text, &range["start"])..byte(&text, &range["end"]);
        text.replace_range(span, edit["newText"].as_str().expect("text"));
    }
    text
}

fn epdit(folder: &Path, arguments: &[&str]) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("it runs");
    String::from_utf8(run.stdout).expect("text")
}

const LOOSE: &str = "7k/5K2/8/8/8/8/8/R7 w - - bm a1h1; id loose\n";
const MIXED: &str = "\
# A suite
7k/5K2/8/8/8/8/8/R7 w - - bm a1h1; id loose
7k/5K2/8/8/8/8/8/R7 w - - bm Kd1; id \"wrong\";\r
7k/5K2/8/8/8/8/8/R7 w - - bm Rh1; id \"é ♞ 𝄞\"; c0 bare

7k/5K2/8/8/8/8/8/R7 w - -  id \"loose\"; bm Rh1#;
nothing at all
7k/5K2/8/8/8/8/8/R7 w - - acd 1;acs 2; id \"last\"";

#[test]
fn the_problems_of_a_file_are_those_of_check() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.epd"), MIXED).expect("a file");
    let checked = epdit(folder.path(), &["check", "--format", "json", "a.epd"]);
    let mut expected: Vec<(String, u64)> = checked
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .map(|found: Value| {
            (
                text_of(&found["code"]),
                found["line"].as_u64().expect("a line"),
            )
        })
        .collect();
    expected.sort();
    let (client, problems) = Client::of(MIXED);
    let places = places(&problems).into_iter();
    let mut found: Vec<_> = places.map(|(code, line, ..)| (code, line + 1)).collect();
    found.sort();
    assert!(found.len() > 8, "{found:?}");
    assert_eq!(found, expected);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn problems_follow_each_key_with_columns_in_utf_16() {
    let text = "7k/5K2/8/8/8/8/8/R7 w - - id \"𝄞\"; bm Rh1#;\n";
    let (mut client, problems) = Client::of(text);
    assert_eq!(codes(&problems), ["non-ascii", "unsorted-operations"]);
    // `#` is deleted; the move is behind a character of two UTF-16 units.
    client.change(0, 41, 42, "");
    let problems = client.problems();
    let place = ("move-spelling".to_owned(), 0, 38, 41);
    assert!(places(&problems).contains(&place), "{problems:?}");
    client.change(0, 40, 41, "9");
    let problems = client.problems();
    assert!(
        codes(&problems).contains(&"move-unreadable".to_owned()),
        "{problems:?}"
    );
    client.change(0, 38, 41, "Rh1#");
    assert_eq!(
        codes(&client.problems()),
        ["non-ascii", "unsorted-operations"]
    );
    // A closed file has no problems.
    client.tell(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": URI } }),
    );
    assert!(client.problems().is_empty());
}

#[test]
fn columns_count_bytes_where_the_client_offers_that() {
    let mut client = Client::silent();
    let encodings = json!({ "general": { "positionEncodings": ["utf-8", "utf-16"] } });
    let answer = client.ask("initialize", json!({ "capabilities": encodings }));
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-8");
    let text = "7k/5K2/8/8/8/8/8/R7 w - - id \"𝄞\"; bm Rh1;\n";
    let problems = client.open(URI, text);
    let place = ("move-spelling".to_owned(), 0, 40, 43);
    assert!(places(&problems).contains(&place), "{problems:?}");
}

#[test]
fn a_code_links_to_the_line_of_a_page_that_explains_it() {
    let can =
        json!({ "textDocument": { "publishDiagnostics": { "codeDescriptionSupport": true } } });
    let mut client = Client::with(can);
    let problems = client.open(URI, LOOSE);
    let problem = problems.iter().find(|it| it["code"] == "unquoted-string");
    let link = text_of(&problem.expect("a problem")["codeDescription"]["href"]);
    let (page, line) = link.split_once("#L").expect("a line");
    let page = fs::read_to_string(page.strip_prefix("file://").expect("a file")).expect("a page");
    let line = page
        .lines()
        .nth(line.parse::<usize>().expect("a number") - 1);
    assert!(
        line.is_some_and(|line| line.starts_with("# unquoted-string: ")),
        "{line:?}"
    );
}

#[test]
fn formatting_is_that_of_fmt_and_leaves_what_is_ambiguous() {
    let folder = tempfile::tempdir().expect("a folder");
    for text in [
        MIXED,
        LOOSE,
        LOOSE.trim_end(),
        "",
        "\n",
        "\u{1a}\n",
        "\u{1a}\n# x\n",
        "# x",
    ] {
        fs::write(folder.path().join("a.epd"), text).expect("a file");
        let (mut client, _) = Client::of(text);
        let formatted = edited(text, &client.format());
        let expected = epdit(folder.path(), &["fmt", "a.epd"]);
        // The last line of a client's document has no line end.
        assert_eq!(formatted.trim_end(), expected.trim_end(), "{text:?}");
    }
    let (mut client, _) = Client::of(MIXED);
    let params = json!({
        "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true },
        "range": { "start": { "line": 1, "character": 0 }, "end": { "line": 2, "character": 0 } },
    });
    let edits = client.ask("textDocument/rangeFormatting", params);
    let edits = edits.as_array().expect("a list");
    assert_eq!(edits.len(), 1, "only the line that was selected");
    assert!(edited(MIXED, edits).contains("bm Rh1#; id \"loose\";\n7k"));
}

#[test]
fn each_problem_has_its_fixes_and_all_safe_ones_are_one_action() {
    let (mut client, _) = Client::of(MIXED);
    let fixes = client.actions(1, 31, json!(["quickfix"]));
    let titles: Vec<String> = fixes.iter().map(|fix| text_of(&fix["title"])).collect();
    assert_eq!(titles, ["write `Rh1#` for `a1h1`"]);
    assert_eq!(fixes[0]["isPreferred"], true);
    assert_eq!(
        codes(fixes[0]["diagnostics"].as_array().expect("a list")),
        ["move-not-san"]
    );
    let edits = fixes[0]["edit"]["changes"][URI].as_array().expect("edits");
    assert!(edited(MIXED, edits).contains("bm Rh1#; id loose\n"));
    // A fix that may change the meaning says so, and there are several to choose from.
    let fixes = client.actions(2, 31, json!(["quickfix"]));
    assert!(fixes.len() > 1, "{fixes:?}");
    assert_eq!(fixes[0]["isPreferred"], false);
    assert!(text_of(&fixes[0]["title"]).ends_with(')'), "{fixes:?}");
    // All safe fixes at once, as `check --fix` applies them.
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.epd"), MIXED).expect("a file");
    epdit(folder.path(), &["check", "--fix", "a.epd"]);
    let expected = fs::read_to_string(folder.path().join("a.epd")).expect("the file");
    // Only on request, since this action reads the whole file.
    let kinds = |actions: Vec<Value>| {
        actions
            .iter()
            .map(|action| text_of(&action["kind"]))
            .collect::<Vec<_>>()
    };
    assert_eq!(kinds(client.actions(1, 31, Value::Null)), ["quickfix"]);
    let all = client.actions(0, 0, json!(["source.fixAll"]));
    let edits = all[0]["edit"]["changes"][URI].as_array().expect("edits");
    assert_eq!(edited(MIXED, edits).trim_end(), expected.trim_end());
}

#[test]
fn an_action_names_the_document_version_and_may_be_resolved_later() {
    let can = json!({
        "workspace": { "workspaceEdit": { "documentChanges": true } },
        "textDocument": { "codeAction": { "resolveSupport": { "properties": ["edit"] } } },
    });
    let mut client = Client::with(can);
    client.open(URI, LOOSE);
    let all = client.actions(0, 0, json!(["source"]));
    assert!(all[0]["edit"].is_null());
    let offered = client.actions(0, 0, Value::Null);
    assert_eq!(offered.last(), all.first());
    let action = client.ask("codeAction/resolve", all[0].clone());
    let change = &action["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({ "uri": URI, "version": 1 }));
    let edits = change["edits"].as_array().expect("edits");
    assert_eq!(
        edited(LOOSE, edits),
        "7k/5K2/8/8/8/8/8/R7 w - - bm Rh1#; id \"loose\";\n"
    );
}

#[test]
fn opcodes_and_legal_moves_are_completed() {
    let fields = "7k/5K2/8/8/8/8/8/R7 w - -";
    let text = format!("{fields} bm Kf6 R; p\n{fields} \n{fields} pv Rh1 \n{fields} pv Ra8+ \n# x");
    let (mut client, _) = Client::of(&text);
    let moves = client.labels(0, 34);
    assert_eq!(moves[..2], ["Ra8+", "Rh1#"], "checks and mates come first");
    assert!(moves.contains(&"Ke8".to_owned()));
    assert!(!moves.contains(&"Kf6".to_owned()), "named already");
    let opcodes = client.labels(0, 37);
    assert!(opcodes.contains(&"pv".to_owned()) && !opcodes.contains(&"bm".to_owned()));
    assert_eq!(
        client.labels(1, 26)[..2],
        ["pv", "bm"],
        "the opcodes of most records come first"
    );
    assert_eq!(client.labels(2, 33), [""; 0], "the game is over");
    assert_eq!(client.labels(3, 34), ["Kh7"], "the only reply");
    for (line, column) in [(0, 4), (4, 3), (9, 9)] {
        assert_eq!(client.labels(line, column), [""; 0]);
    }
    let items = client.at("textDocument/completion", 0, 34);
    assert_eq!(items[1]["textEdit"]["newText"], "Rh1#");
    assert_eq!(items[1]["textEdit"]["range"], range(0, 33, 34));
    assert_eq!(items[1]["detail"], "a1h1");
}

#[test]
fn a_string_is_completed_with_its_quotes_where_the_cursor_can_be_put_inside() {
    let text = "7k/5K2/8/8/8/8/8/R7 w - - i";
    let item = json!({ "completionItem": { "snippetSupport": true } });
    for (can, new) in [
        (
            json!({ "textDocument": { "completion": item } }),
            "id \"$1\";$0",
        ),
        (json!({}), "id "),
    ] {
        let mut client = Client::with(can);
        client.open(URI, text);
        let items = client.at("textDocument/completion", 0, 27);
        let items = items.as_array().expect("a list");
        let id = items.iter().find(|item| item["label"] == "id").expect("id");
        assert_eq!(id["textEdit"]["newText"], new);
    }
}

#[test]
fn hover_shows_the_meaning_of_the_opcode_and_the_board() {
    let (mut client, _) = Client::of("7k/5K2/8/8/8/8/8/R7 w - - dm 1; pv Ra8+ Kh7;\n# x\n");
    let mut hover =
        |column| text_of(&client.at("textDocument/hover", 0, column)["contents"]["value"]);
    let operation = hover(26);
    assert!(operation.starts_with("dm: direct mate"), "{operation}");
    assert!(operation.contains("Example: dm 4;"), "{operation}");
    assert!(
        operation.contains("8  . . . . . . . k\n7  . . . . . K . .\n"),
        "{operation}"
    );
    assert!(operation.ends_with("White to move\n"), "{operation}");
    assert!(
        hover(3).starts_with("8  "),
        "the fields have the board alone"
    );
    let later = hover(41);
    assert!(
        later.contains("8  R . . . . . . .\n7  . . . . . K . k\n"),
        "{later}"
    );
    assert!(later.ends_with("after Kh7\nWhite to move\n"), "{later}");
    assert!(client.at("textDocument/hover", 1, 1).is_null());
}

#[test]
fn records_are_listed_by_their_ids() {
    let (mut client, _) = Client::of(MIXED);
    let symbols = client.ask(
        "textDocument/documentSymbol",
        json!({ "textDocument": { "uri": URI } }),
    );
    let symbols = symbols.as_array().expect("a list");
    let names: Vec<String> = symbols.iter().map(|it| text_of(&it["name"])).collect();
    assert_eq!(
        names,
        ["loose", "wrong", "é ♞ 𝄞", "loose", "line 7", "last"]
    );
    assert_eq!(symbols[2]["location"]["range"]["start"]["line"], 3);
}

#[test]
fn many_problems_are_limited_to_the_worst_and_nearest_and_the_others_are_counted() {
    let hints = "7k/5K2/8/8/8/8/8/R7 w - - bm a1h1;\n".repeat(3000);
    let wrong = "7k/5K2/8/8/8/8/8/R7 w - - bm Kd1;\n";
    let (mut client, problems) = Client::of(&format!("{hints}{wrong}"));
    let said = text_of(&problems[0]["message"]);
    assert!(
        said.starts_with("1000 of 3,001 problems are shown"),
        "{said}"
    );
    assert_eq!(problems.len(), 1001);
    assert_eq!(problems[1000]["code"], "move-illegal");
    client.change(2500, 29, 33, "Rh1");
    let problems = client.problems();
    let line = |problem: &Value| problem["range"]["start"]["line"].as_u64();
    let changed = problems.iter().find(|problem| line(problem) == Some(2500));
    assert_eq!(changed.expect("a problem")["code"], "move-spelling");
}

#[test]
fn a_file_that_is_not_epd_has_one_problem_and_is_not_changed() {
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n";
    let (mut client, problems) = Client::of(pointer);
    assert_eq!(codes(&problems), ["not-epd"]);
    assert!(text_of(&problems[0]["message"]).contains("git-lfs"));
    assert!(client.format().is_empty());
    assert!(client.actions(0, 0, Value::Null).is_empty());
}

#[test]
fn bytes_that_the_client_could_not_decode_are_reported() {
    let (mut client, _) = Client::of("7k/5K2/8/8/8/8/8/R7 w - - id \"caf\u{fffd}\";\n");
    let said = client.note("window/showMessage");
    let words = "a.epd: saving would lose bytes that are shown as";
    assert!(text_of(&said["message"]).starts_with(words), "{said}");
    // A byte that is not UTF-8 is replaced; everything else is read.
    let mut client = Client::with(json!({}));
    let document = json!({ "uri": URI, "languageId": "epd", "version": 1, "text": LOOSE });
    let open = json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } });
    let body = open.to_string().replace("loose", "l_ose").into_bytes();
    let body: Vec<u8> = body
        .iter()
        .map(|byte| if *byte == b'_' { 0xF6 } else { *byte })
        .collect();
    client.raw(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
    client.raw(&body);
    assert!(codes(&client.problems()).contains(&"move-not-san".to_owned()));
}

#[test]
fn invalid_requests_get_a_protocol_error_and_the_server_continues() {
    let mut client = Client::silent();
    let early = client.answer("textDocument/hover", json!({}));
    assert_eq!(early["error"]["code"], -32002, "{early}");
    let wrong = client.answer("initialize", json!(7));
    assert_eq!(wrong["error"]["code"], -32602, "{wrong}");
    client.ask("initialize", json!({ "capabilities": {} }));
    for (frame, code, id) in [
        ("hello\r\n\r\n", -32600, Value::Null),
        ("Content-Length: x\r\n\r\n", -32600, Value::Null),
        ("Content-Length: 5\r\n\r\n{\"a\":", -32700, Value::Null),
        ("Content-Length: 2\r\n\r\n[]", -32600, Value::Null),
        ("Content-Length: 4\r\n\r\nnull", -32600, Value::Null),
        ("Content-Length: 8\r\n\r\n{\"id\":9}", -32600, json!(9)),
        (
            "\r\ncontent-length: 27\r\nX: y\r\n\r\n{\"id\":1.5,\"method\":\"hover\"}",
            -32600,
            json!(1.5),
        ),
    ] {
        client.raw(frame.as_bytes());
        let answer = client.next();
        assert_eq!(answer["error"]["code"], code, "{frame}: {answer}");
        assert_eq!(answer["id"], id, "{frame}: {answer}");
    }
    // The body behind it is not read as part of the next message.
    let long = "x".repeat(4096 - "Content-Le".len());
    for body in ["{\"id\":1}", "{\n}", "", &long] {
        client.raw(format!("Content-Length: 1x\r\n\r\n{body}").as_bytes());
        assert_eq!(client.next()["error"]["code"], -32600, "{body}");
        let answer = client.answer("no/such", Value::Null);
        assert_eq!(answer["error"]["code"], -32601, "{body}: {answer}");
    }
    let deep = "[".repeat(100_000);
    client.raw(format!("Content-Length: {}\r\n\r\n{deep}", deep.len()).as_bytes());
    assert_eq!(client.next()["error"]["code"], -32700);
    let place = json!({ "line": 0, "character": 0 });
    for (method, params, code) in [
        ("textDocument/foldingRange", json!({}), -32601),
        ("no/such", Value::Null, -32601),
        ("initialize", json!({}), -32600),
        ("textDocument/hover", json!({ "position": place }), -32602),
        (
            "textDocument/hover",
            json!({ "textDocument": { "uri": URI }, "position": place }),
            -32602,
        ),
        (
            "textDocument/hover",
            json!({ "textDocument": { "uri": URI }, "position": { "line": -1, "character": 0 } }),
            -32602,
        ),
    ] {
        let answer = client.answer(method, params);
        assert_eq!(answer["error"]["code"], code, "{method}: {answer}");
    }
    // A notification has no answer: an error in one is logged.
    client.change(0, 0, 0, "x");
    let said = client.note("window/logMessage");
    assert!(text_of(&said["message"]).contains("is not open"), "{said}");
    client.tell("textDocument/didOpen", json!({ "textDocument": 7 }));
    client.note("window/logMessage");
    client.open(URI, LOOSE);
    client.change(0, 5, 2, "x");
    let said = client.note("window/logMessage");
    assert!(
        text_of(&said["message"]).contains("ends before it begins"),
        "{said}"
    );
    // Positions beyond the text mean its end.
    let far = json!({ "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 });
    let range = json!({ "start": far, "end": far });
    let change = json!({ "range": range, "text": "\nx" });
    let document = json!({ "uri": URI, "version": 3 });
    client.tell(
        "textDocument/didChange",
        json!({ "textDocument": document, "contentChanges": [change] }),
    );
    let problems = client.problems();
    assert!(
        places(&problems).iter().any(|(_, line, ..)| *line == 2),
        "{problems:?}"
    );
    // The server ignores a cancelled request, and an answer to none of its requests.
    client.tell("$/cancelRequest", json!({ "id": 1 }));
    client.send(&json!({ "id": 1, "result": null }));
    client.ask("shutdown", Value::Null);
    let late = client.answer("textDocument/hover", json!({}));
    assert_eq!(late["error"]["code"], -32600, "{late}");
    client.tell("exit", Value::Null);
    assert_eq!(client.server.wait().expect("it ends").code(), Some(0));
}

#[test]
fn the_server_ends_when_the_client_disappears() {
    let (mut client, _) = Client::of(LOOSE);
    client.input = None;
    assert_eq!(client.server.wait().expect("it ends").code(), Some(1));
}

/// A Lua script: waits for the problems of the buffer, then sends every request, fixes, formats and saves.
const IN_NEOVIM: &str = r#"
local function say(...) io.stdout:write(table.concat({...}, ' ') .. '\n') end
local function problems()
  local codes = {}
  for _, found in ipairs(vim.diagnostic.get(0)) do table.insert(codes, found.code .. '@' .. found.lnum .. ':' .. found.col) end
  table.sort(codes)
  return table.concat(codes, ' ')
end
local function ask(method, more)
  local params = vim.tbl_extend('force', vim.lsp.util.make_position_params(0, 'utf-16'), more or {})
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 60000) or {}) do
    if answer.result then return answer.result end
  end
end
local function wait(what) if not vim.wait(60000, what, 50) then say('too late'); vim.cmd('cquit') end end
wait(function() return problems() ~= '' end)
say('problems', problems())
vim.api.nvim_win_set_cursor(0, { 1, 29 })
say('hover', vim.split(ask('textDocument/hover').contents.value, '\n')[1])
local first = ask('textDocument/completion')[1]
say('completion', first.label)
local here = vim.lsp.util.make_given_range_params({ 1, 29 }, { 1, 29 }, 0, 'utf-16').range
local fix = ask('textDocument/codeAction', { range = here, context = { diagnostics = {}, only = { 'quickfix' } } })[1]
say('fix', fix.title)
local before = problems()
vim.lsp.util.apply_workspace_edit(fix.edit, 'utf-16')
wait(function() return problems() ~= before end)
say('problems', problems())
vim.api.nvim_buf_set_text(0, 1, 0, 1, 0, { '# ' })
vim.api.nvim_buf_set_lines(0, 2, 2, false, { '# 𝄞', '' })
vim.api.nvim_buf_set_text(0, 1, 0, 1, 2, { '' })
say('symbols', #ask('textDocument/documentSymbol'))
vim.lsp.util.apply_text_edits(ask('textDocument/formatting', { options = { tabSize = 4, insertSpaces = true } }), 0, 'utf-16')
vim.cmd('silent write')
vim.cmd('qall!')
"#;

#[test]
fn neovim_shows_problems_applies_a_fix_and_formats_by_the_lines_of_the_manual() {
    let there = Command::new("nvim").arg("--version").output();
    if !there.is_ok_and(|output| output.status.success()) {
        skipped("there is no nvim here");
        return;
    }
    let manual = include_str!("../../docs/editors.md");
    let (_, lines) = manual.split_once("```lua\n").expect("lines for Neovim");
    let (lines, _) = lines.split_once("```").expect("the end of the lines");
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("a file");
    };
    file("init.lua", lines);
    file("test.lua", IN_NEOVIM);
    let text =
        "7k/5K2/8/8/8/8/8/R7 w - - bm a1h1; id loose\n7k/5K2/8/8/8/8/8/R7 w - - id \"é\"; bm Kd1\n";
    file("a.epd", text);
    let programs = Path::new(env!("CARGO_BIN_EXE_epdit")).parent();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = programs
        .map(Path::to_owned)
        .into_iter()
        .chain(std::env::split_paths(&path));
    let run = Command::new("nvim")
        .args([
            "--headless",
            "-n",
            "-u",
            "init.lua",
            "a.epd",
            "-S",
            "test.lua",
        ])
        .current_dir(folder.path())
        .env("PATH", std::env::join_paths(path).expect("a path"))
        .env("HOME", folder.path())
        .env("XDG_STATE_HOME", folder.path().join("state"))
        .env("XDG_CACHE_HOME", folder.path().join("cache"))
        .stdin(Stdio::null())
        .output()
        .expect("nvim runs");
    let said = String::from_utf8_lossy(&run.stdout);
    let errors = String::from_utf8_lossy(&run.stderr);
    assert_eq!(
        said.trim(),
        "problems missing-last-semicolon@0:43 missing-last-semicolon@1:41 move-illegal@1:38 move-not-san@0:29 \
         non-ascii@1:30 unquoted-string@0:38 unsorted-operations@1:35\n\
         hover **bm: best moves**\n\
         completion Ra8+\n\
         fix write `Rh1#` for `a1h1`\n\
         problems missing-last-semicolon@0:43 missing-last-semicolon@1:41 move-illegal@1:38 non-ascii@1:30 \
         unquoted-string@0:38 unsorted-operations@1:35\n\
         symbols 2",
        "{errors}"
    );
    let written = fs::read_to_string(folder.path().join("a.epd")).expect("the file");
    file("b.epd", &format!("{text}# 𝄞\n\n"));
    assert_eq!(written, epdit(folder.path(), &["fmt", "b.epd"]));
}

/// Returns the line (0-based) and the code of each problem, in order; the note that some are hidden has no
/// code.
fn lines_and_codes(problems: &[Value]) -> Vec<(u64, String)> {
    let found = problems.iter().filter_map(|problem| {
        let line = problem["range"]["start"]["line"].as_u64()?;
        Some((line, problem["code"].as_str()?.to_owned()))
    });
    let mut found: Vec<_> = found.collect();
    found.sort();
    found
}

#[test]
fn editing_a_short_first_line_that_ends_in_nul_keeps_the_file_epd() {
    let record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"A\";\0\n";
    let (mut client, before) = Client::of(&format!("old\0\n{}", record.repeat(20)));
    assert!(!before.is_empty());
    client.change(0, 0, 0, "x");
    assert_eq!(client.problems().len(), before.len());
    client.change(0, 0, 1, "");
    assert_eq!(
        lines_and_codes(&client.problems()),
        lines_and_codes(&before)
    );
}

#[test]
fn real_files_have_the_problems_of_check_before_and_after_an_edit_that_is_undone() {
    let Some(folder) = std::env::var_os("EPDIT_CORPUS") else {
        return skipped("EPDIT_CORPUS names no folder of real files");
    };
    let mut client = Client::with(json!({}));
    let (mut whole, mut cut) = (0, 0);
    for entry in walkdir::WalkDir::new(Path::new(&folder).join("suites")) {
        let path = entry.expect("an entry").into_path();
        let is_suite = path.extension().is_some_and(|end| end == "epd");
        // The protocol carries UTF-8 only.
        let Some(text) = fs::read_to_string(&path).ok().filter(|_| is_suite) else {
            continue;
        };
        let checked = epdit(
            Path::new(&folder),
            &["check", "--format", "json", path.to_str().expect("UTF-8")],
        );
        let problems = checked
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"));
        let mut expected: Vec<(u64, String)> = (problems)
            .map(|found: Value| {
                let line = found["line"].as_u64().expect("a number");
                (line - 1, found["code"].as_str().expect("a code").to_owned())
            })
            // Only `check` follows the course of a game.
            .filter(|(_, code)| {
                !["game-break", "clock-runs-back", "wrong-reply"].contains(&&code[..])
            })
            .collect();
        expected.sort();
        let name = path.display();
        let found = lines_and_codes(&client.open(URI, &text));
        client.change(0, 0, 0, "x");
        client.problems();
        client.change(0, 0, 1, "");
        let again = lines_and_codes(&client.problems());
        // Of very many problems only some are shown, first those near the edited line.
        if expected.len() > 1000 {
            let is_known = |one: &(u64, String)| expected.binary_search(one).is_ok();
            assert!(found.len() >= 1000 && again.len() >= 1000, "{name}");
            assert!(found.iter().chain(&again).all(is_known), "{name}");
            cut += 1;
        } else {
            assert_eq!(found, expected, "{name}");
            assert_eq!(again, expected, "{name}");
            whole += 1;
        }
        client.tell(
            "textDocument/didClose",
            json!({ "textDocument": { "uri": URI } }),
        );
        assert!(client.problems().is_empty());
    }
    assert!(whole > 20 && cut > 0, "{whole} {cut}");
}

#[test]
fn the_extension_for_vs_code_starts_the_server_and_colours_what_a_record_has() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode");
    let read = |name: &str| {
        let text = fs::read_to_string(folder.join(name)).expect("a file of the extension");
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    let package = read("package.json");
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    let main = fs::read_to_string(folder.join(package["main"].as_str().expect("a file")));
    assert!(main.expect("its code").contains("args: ['lsp']"));
    let contributes = &package["contributes"];
    read(
        contributes["languages"][0]["configuration"]
            .as_str()
            .expect("a file"),
    );
    let grammar = read(contributes["grammars"][0]["path"].as_str().expect("a file"));
    assert_eq!(
        grammar["scopeName"],
        contributes["grammars"][0]["scopeName"]
    );
    let fields = grammar["patterns"][1]["match"]
        .as_str()
        .expect("the fields");
    // The crate regex has no look-ahead; everything before it means the same in both dialects.
    let fields = fields.split("(?=").next().expect("before");
    let fields = regex::Regex::new(fields).expect("an expression");
    let line = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 12";
    let found = fields.captures(line).expect("the fields of a record");
    let parts: Vec<&str> = found
        .iter()
        .skip(1)
        .flatten()
        .map(|it| it.as_str())
        .collect();
    assert_eq!(parts, line.split(' ').collect::<Vec<_>>());
}
