//! Benchmarks of keys on records made to be slow, with drawing but without the terminal.
//!
//! Each record is in a file between two plain ones. The same keys are pressed on it and on a plain
//! one, in the same run, so that their ratio is valid on any machine. The goal is 50 ms for each
//! key on any record of up to 1 MB.

use std::time::{Duration, Instant};

use epdit::editor::key::Key;
use epdit::editor::message::Msg;
use epdit::editor::model::Model;
use epdit::editor::state::document::Document;
use epdit::editor::update;
use epdit::editor::widgets::theme::{Background, Depth, Theme};
use epdit::suite::Suite;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

const PLAIN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"plain\";\n";
const FIELDS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - ";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ";
/// The goal for the slowest key on a record of at most [`SHORT`].
const GOAL: Duration = Duration::from_millis(50);
/// Records above this length in bytes are measured, but have no goal.
const SHORT: usize = 1 << 20;
/// Rounds of each case: a key's time is the least of all.
const ROUNDS: usize = 3;
const COLS: u16 = 120;
const ROWS: u16 = 36;

/// The keys pressed with a record selected, by their action. They leave the record unchanged.
const KEYS: &[(&str, &str)] = &[
    ("selected", "Down Up Down Up"),
    (
        "typed in the line",
        "F2 End x ; \" space Backspace Backspace Backspace Home x \" Delete Enter Ctrl-Z",
    ),
    (
        "cursor in the line",
        "F2 End Left Ctrl-Left Ctrl-Left Home Right Ctrl-Right Ctrl-Right Up Down Shift-End Shift-Home Esc",
    ),
    (
        "undone",
        "F2 End x Enter Ctrl-Z Ctrl-Y Ctrl-Z Delete Ctrl-Z",
    ),
    ("board", "Tab P Right Left Ctrl-Z Shift-Tab"),
    (
        "operations",
        "Tab Tab Down Up Enter x y Left Home End Backspace Esc Esc Delete Ctrl-Z Shift-Tab Shift-Tab",
    ),
];

/// Measures all cases, or those with `only` in their name; returns true if all keys were within the goal.
pub fn measure(only: Option<&str>) -> bool {
    let mut slowest = Duration::ZERO;
    println!(
        "the slowest key of each kind, in ms, and how many times the same key on a plain record"
    );
    print!("{:26}{:>9}", "record", "bytes");
    for (what, _) in KEYS {
        print!("{what:>24}");
    }
    println!();
    for (name, record) in records() {
        if only.is_some_and(|only| !name.contains(only)) {
            continue;
        }
        print!("{name:26}{:>9}", record.len());
        for (_, keys) in KEYS {
            let (key, time, floor) = case(&record, keys);
            if record.len() <= SHORT {
                slowest = slowest.max(time);
            }
            let ratio = time.as_secs_f64() / floor.as_secs_f64().max(1e-6);
            let mark = if time > GOAL { "!" } else { "" };
            let cell = format!("{mark}{:.1} {ratio:.0}x {key}", time.as_secs_f64() * 1e3);
            print!("{cell:>24}");
        }
        println!();
    }
    println!(
        "slowest key on a record of up to 1 MB: {:.1} ms {}",
        slowest.as_secs_f64() * 1e3,
        if slowest > GOAL { "ABOVE 50 ms" } else { "" }
    );
    slowest <= GOAL
}

/// Returns the slowest key on the record, its time, and that of the same key on a plain record.
fn case(record: &[u8], keys: &str) -> (String, Duration, Duration) {
    let file = [PLAIN.as_bytes(), record, PLAIN.as_bytes()].concat();
    let keys: Vec<&str> = keys.split_whitespace().collect();
    let mut best = vec![Duration::MAX; keys.len()];
    let mut floor = best.clone();
    for _ in 0..ROUNDS {
        let mut screen = Screen::open(&file);
        // Whatever is computed once in a session is computed now.
        screen.press_all(&keys);
        for (best, time) in floor.iter_mut().zip(screen.press_all(&keys)) {
            *best = time.min(*best);
        }
        screen.press("Down");
        for (best, time) in best.iter_mut().zip(screen.press_all(&keys)) {
            *best = time.min(*best);
        }
    }
    let most = (0..keys.len()).max_by_key(|&nth| best[nth]).expect("keys");
    (keys[most].to_owned(), best[most], floor[most])
}

/// The editor and the buffer that it is drawn on.
struct Screen {
    model: Model,
    theme: Theme,
    terminal: Terminal<TestBackend>,
}

impl Screen {
    fn open(file: &[u8]) -> Self {
        let suite = Suite::from_bytes("bench.epd", file.to_vec());
        let mut model = epdit::editor::editor(Document::new(suite));
        update(
            &mut model,
            Msg::Resize {
                cols: COLS,
                rows: ROWS,
            },
        );
        Self {
            model,
            theme: Theme::new(Background::Dark, Depth::Full),
            terminal: Terminal::new(TestBackend::new(COLS, ROWS)).expect("a screen"),
        }
    }

    fn press_all(&mut self, keys: &[&str]) -> Vec<Duration> {
        keys.iter().map(|key| self.press(key)).collect()
    }

    fn press(&mut self, key: &str) -> Duration {
        let key: Key = match key {
            "space" => Key::char(' '),
            key => key.parse().unwrap_or_else(|error| panic!("{key}: {error}")),
        };
        let begun = Instant::now();
        update(&mut self.model, Msg::Key(key));
        let (model, theme) = (&self.model, &self.theme);
        self.terminal
            .draw(|frame| epdit::editor::draw::view(model, theme, None, frame))
            .expect("drawn");
        begun.elapsed()
    }
}

/// Returns slow records of each kind: at the length up to which a record is shown whole, and longer.
fn records() -> Vec<(String, Vec<u8>)> {
    let semicolons = format!("{FIELDS}{}", ";".repeat(5 << 10));
    let moves = format!("{START}pv {};", " Nf3 Nf6 Ng1 Ng8".repeat(5_000));
    let mut records = vec![
        ("5 KB of semicolons".to_owned(), semicolons),
        ("20,000 moves".to_owned(), moves),
        (
            "opcodes of 1 letter".to_owned(),
            format!("{FIELDS}{}", "a;".repeat(4070)),
        ),
    ];
    for (size, bytes) in [
        ("8 KB", (8 << 10) - 50),
        ("100 KB", 100 << 10),
        ("1 MB", (1 << 20) - 100),
    ] {
        let mut add = |kind: &str, head: &str, part: &str, tail: &str| {
            let text = part.repeat(bytes / part.len());
            records.push((format!("{size} {kind}"), format!("{head}{text}{tail}")));
        };
        add("of semicolons", FIELDS, ";", "");
        add("string", &format!("{FIELDS}c0 \""), "word ", "\";");
        add("number", &format!("{FIELDS}ce "), "7", ";");
        add("fraction", &format!("{FIELDS}acs 0."), "7", ";");
        add("name", &format!("{FIELDS}noop "), "x", ";");
        add(
            "legal moves",
            &format!("{START}pv"),
            " Nf3 Nf6 Ng1 Ng8",
            ";",
        );
        add(
            "long moves",
            &format!("{START}pv"),
            " g1f3 g8f6 f3g1 f6g8",
            ";",
        );
        add("set of moves", &format!("{START}bm"), " Nf3 e4 d4 a3", ";");
        add("illegal moves", &format!("{START}pv"), " Qh9", ";");
        add("operands", &format!("{FIELDS}noop"), " x", ";");
        add("operations", FIELDS, "bm e4; ", "");
        add("unknown operations", FIELDS, "zz 1; ", "");
        add("strings", FIELDS, "c1 \"a\"; ", "");
        add("nested quotes", &format!("{FIELDS}c0 "), "\"a\\\"b\" ", ";");
        add("quotes", &format!("{FIELDS}c0 "), "\"", ";");
        add("open quotes", FIELDS, "c0 \"a; ", "");
        add("wide characters", &format!("{FIELDS}c0 \""), "国", "\";");
        add(
            "combining marks",
            &format!("{FIELDS}c0 \"e"),
            "\u{301}",
            "\";",
        );
        add(
            "joined characters",
            &format!("{FIELDS}c0 \""),
            "👩\u{200d}",
            "\";",
        );
        add(
            "hidden characters",
            &format!("{FIELDS}c0 \""),
            "\u{202e}\u{200b}",
            "\";",
        );
        add("controls", &format!("{FIELDS}c0 \""), "\u{1b}[", "\";");
        add("NUL", "", "\0", "");
        add("one token", "", "x", "");
        add("placement", "", "p/", " w - -");
        add("digits", "", "8", " w - - bm e4;");
        add("blanks", FIELDS, " ", "bm e4;");
        add("commas", &format!("{FIELDS}bm "), "e4,", ";");
    }
    records.push((
        "10 MB string".into(),
        format!("{FIELDS}c0 \"{}\";", "word ".repeat(2 << 20)),
    ));
    records
        .into_iter()
        .map(|(name, record)| (name, format!("{record}\n").into_bytes()))
        .collect()
}
