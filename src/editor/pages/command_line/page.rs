//! The help of the command line: how it is used, the short names, and every command.

use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::overlay::PagerLine;

/// The examples of the empty command line.
const EXAMPLES: [(&str, &str); 10] = [
    ("w", "save; with a path, save under that name"),
    ("wq", "save and quit; q! quits without saving"),
    (
        "e suite.epd:120",
        "open a file at a line; new opens an empty one",
    ),
    ("120", "go to line 120; also 50% or $ (the end)"),
    ("query bm ~ /^Q/", "show only the matching records"),
    (
        "set-operation acd 20",
        "a bulk edit, previewed before it is applied",
    ),
    (
        "rename c9 c0",
        "of the marked records, else of those shown, else of all",
    ),
    ("renumber WAC.{n:03}", "new ids, one after the other"),
    ("set theme=light", "change a setting"),
    ("explain hmvc", "explain an opcode, a problem or a command"),
];

/// The lines of the page.
pub(super) fn lines(model: &Model) -> Vec<PagerLine> {
    let (complete, back) = (model.key(Id::CompleteWord), model.key(Id::OlderInput));
    let mut lines = vec![
        PagerLine::Heading("The command line".into()),
        PagerLine::Text(format!(
            "The name of a command, then its arguments. {complete} completes names, opcodes, paths and words; {back} recalls earlier input."
        )),
        PagerLine::Text(String::new()),
        PagerLine::Heading("Examples".into()),
    ];
    lines.extend(EXAMPLES.map(|(text, about)| PagerLine::Example {
        text: text.to_owned(),
        about: about.to_owned(),
    }));
    lines.push(PagerLine::Text(String::new()));
    lines.push(PagerLine::Heading("All commands".into()));
    let commands = model.commands.all();
    for command in commands.filter(|command| command.is_of_panes()) {
        let mut text = command.usage();
        if !command.aliases.is_empty() {
            text.push_str(&format!("   {}", command.aliases.join(" ")));
        }
        lines.push(PagerLine::Example {
            text,
            about: model.commands.help(command.id),
        });
    }
    lines.push(PagerLine::Text(String::new()));
    lines
}
