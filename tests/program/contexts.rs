//! A snapshot of every field name in every place that accepts one, over odd records: a change of meaning
//! shows in the diff.

use crate::folder::Folder;

/// Records that differ in the value of each field, and some without a value.
const LINES: &[&str] = &[
    "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"a\"; ce 12; Own x;",
    "4k3/8/8/8/8/8/4P3/4K3 b - - bm Qd2; id \"a b\";",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4;",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - ",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "what is this",
    "7k/8/5K2/8/8/8/8/Q7 w - - bm #2;",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w HAha c6 id \"a.7\"; ce +12; Own \"7\";",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQ - id \"a 12\"; ce 1.50; Own 7.0;",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 id \"a.8\"; ce \"12\"; Own 7 8;",
    "4k3/8/8/8/8/8/8/4K2R w K - ce 1.5; Own 07; id \"17\";",
    "4k3/8/8/8/8/8/8/4K1RR w G - ce 99999999999999999999; Own seven;",
    "4k3/8/8/8/8/8/8/4K2R w K - ce good; Own;",
    "4k3/8/8/8/8/8/8/4K2R x K - ce +M4; Own \"0.5\";",
    "4k3/8/8/8/8/8/8/4K2R w K - c0 \"7\"; id \"7\"; dm 3; acd 10;",
    "4k3/8/8/8/8/8/8/4K2R w K - c0 \"07.0\"; id \"07\"; pv Rh8+ Kd7;",
    "4k3/8/8/8/8/8/8/4K2R w K - c0 7; id 07; acd 9;",
    "4k3/8/8/8/8/8/8/4K2R w K - c0 \"7 moves\"; id \"a.10\"; am O-O;",
    "4k3/8/8/8/8/8/8/4K2R w K - c0 7 8; hmvc 3; fmvn 9; id \"\";",
    "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+; c0; eco \"C50\"; id \";\";",
    "1r2k3/8/8/8/8/8/8/QQ2K3 w - - bm #-3; id \"café 2\";",
];

/// Names of fields, queries and sort keys, and opcodes of each kind.
const NAMES: &[&str] = &[
    "position",
    "placement",
    "fen",
    "board",
    "side",
    "castling",
    "ep",
    "pieces",
    "moves",
    "material",
    "material(w)",
    "phase",
    "opening",
    "opening.eco",
    "problems",
    "severity",
    "text",
    "line",
    "path",
    "file",
    "length",
    "operations",
    "id",
    "id.prefix",
    "op(id)",
    "bm",
    "am",
    "pv",
    "ce",
    "dm",
    "acd",
    "c0",
    "c0.prefix",
    "eco",
    "hmvc",
    "fmvn",
    "Own",
    "Own.prefix",
    "Nope",
    "nope",
    "count(bm)",
    "first(bm)",
    "piece(bm)",
    "first(pv)",
    "ce/100",
    "ce*0",
    "length(id)",
    "count(Q)",
    "passed(own)",
    "-ce",
    "op(line)",
    "3",
];

/// Returns the numbers of those lines of the suite that occur in a text.
fn numbers(text: &str) -> String {
    let at = |line: &str| LINES.iter().position(|known| *known == line);
    let all = text
        .lines()
        .filter_map(|line| Some((at(line)? + 1).to_string()));
    all.collect::<Vec<_>>().join(" ")
}

#[test]
fn each_field_name_works_in_every_place() {
    let suite: String = LINES.iter().map(|line| format!("{line}\n")).collect();
    let folder = Folder::new(&[("a.epd", &suite)]);
    let mut all = String::new();
    for name in NAMES {
        all += &format!("## {name}\n");
        let mut tell = |place: &str, arguments: &[&str], shown: &dyn Fn(&str) -> String| {
            let run = folder.run(arguments);
            let shown = shown(&run.out);
            // Other tests cover the long lists of expected names.
            let said = run.err.lines().find(|line| !line.starts_with("replacing"));
            let said: String = said.unwrap_or_default().chars().take(90).collect();
            all += &format!("{place}: {shown}");
            if run.status == 2 || shown.is_empty() {
                all += &format!("[{}] {said}", run.status);
            }
            all.push('\n');
        };
        let rows = |out: &str| out.lines().skip(1).collect::<Vec<_>>().join(" | ");
        let lines = |out: &str| out.lines().collect::<Vec<_>>().join(" | ");
        tell(
            "cell",
            &["query", "--fields", name, "--to", "csv", "a.epd"],
            &rows,
        );
        tell(
            "json",
            &["query", "--fields", name, "--to", "json", "a.epd"],
            &|out| {
                let value = |line: &str| line.split_once(':').map(|(_, value)| value.to_owned());
                let values: Vec<String> = out.lines().filter_map(value).collect();
                values.join(" ").replace('}', "")
            },
        );
        tell("count", &["query", "--count-by", name, "a.epd"], &rows);
        tell("stats", &["query", "--stats", name, "a.epd"], &rows);
        tell(
            "sort",
            &["sort", &format!("--by={name}"), "a.epd"],
            &numbers,
        );
        tell(
            "falls",
            &["sort", "--reverse", &format!("--by={name}"), "a.epd"],
            &numbers,
        );
        tell("query", &["query", name, "a.epd"], &numbers);
        let least = format!("{name} >= 2");
        tell("compared", &["query", &least, "a.epd"], &numbers);
        let template = format!("Told \"{{{name}}}\"");
        tell("template", &["set", &template, "a.epd"], &|out| {
            let value = |line: &str| {
                let (_, report) = line.split_once(" Told ")?;
                Some(report.split(';').next().unwrap_or_default().to_owned())
            };
            out.lines().filter_map(value).collect::<Vec<_>>().join(" ")
        });
        let split = [
            "split",
            "--dry-run",
            "--into",
            "parts",
            "--by",
            name,
            "a.epd",
        ];
        tell("split", &split, &|out| lines(&super::slashes(out)));
        all.push('\n');
    }
    insta::assert_snapshot!("contexts", all);
}
