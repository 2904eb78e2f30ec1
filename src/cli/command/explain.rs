//! `epdit explain`: explains a code of `check` or an opcode.

use clap::Args;

use super::Run;
use super::check::{Problem, Style, write_human};
use crate::cli::flow::{Fault, Outcome, Status, with_output};
use crate::cli::output::Color;
use crate::editor::widgets::words::wrapped;
use crate::epd::opcode;
use crate::epd::spelling;
use crate::epd::{CanonicalOptions, Code, Dialect};
use crate::exchange::page::{Part, explained};

/// The number of columns of a readable text.
const WIDTH: usize = 80;

/// Explain a problem code or an opcode
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit explain                 list all codes and opcodes
  epdit explain move-illegal    meaning, example and fix of a code
  epdit explain bm              meaning and operands of an opcode")]
pub(crate) struct ExplainArgs {
    /// A problem code such as `move-illegal` or an opcode such as `bm`; default: list all
    #[arg(value_name = "CODE|OPCODE")]
    name: Option<String>,
}

impl Run for ExplainArgs {
    fn run(&self, color: Color) -> Outcome {
        let style = Style::new(color.on_stdout());
        let text = match self.name.as_deref() {
            None => all(&style),
            Some(name) => of(name, &style)
                .or_else(|| of_other_case(name, &style))
                .ok_or_else(|| Fault::usage(&unknown(name)))?,
        };
        with_output(None, |out| {
            out.text(&text)?;
            Ok(Status::Clean)
        })
    }
}

/// Explains a code or an opcode; a code with its example.
fn of(name: &str, style: &Style) -> Option<String> {
    let page = explained(name)?;
    let bold = style.bold();
    let title = page.title.strip_prefix(name).unwrap_or_default();
    let mut text = format!("{bold}{name}{bold:#}{title}\n");
    for part in &page.parts {
        match part {
            Part::Sentence(words) => {
                text += &format!("\n{}\n", wrapped(words, WIDTH, 0).join("\n"));
            }
            Part::Table(table) if !table.rows.is_empty() => {
                text.push('\n');
                for row in &table.rows {
                    text += &format!("{}\n", row.cells.join(": "));
                }
            }
            _ => {}
        }
    }
    if let Some(code) = Code::from_name(name) {
        let severity = code.severity();
        let (level, name) = (style.severity(severity), severity.name());
        text = text.replacen(
            &format!("({name})"),
            &format!("({level}{name}{level:#})"),
            1,
        );
        add_example(code, style, &mut text);
    }
    Some(text)
}

/// Explains the one code or opcode of this name in another case: `BM` is `bm`.
fn of_other_case(name: &str, style: &Style) -> Option<String> {
    let codes = Code::all().iter().map(|code| code.name());
    let opcodes = opcode::all().iter().map(|info| info.name);
    let well_known = opcode::all_well_known().map(|(name, _)| name);
    let mut all = codes.chain(opcodes).chain(well_known);
    of(all.find(|known| known.eq_ignore_ascii_case(name))?, style)
}

fn all(style: &Style) -> String {
    let bold = style.bold();
    let mut text = format!("{bold}Problem codes{bold:#}\n");
    let names = Code::all().iter().map(|code| code.name());
    let wide = names.map(str::len).max().unwrap_or_default();
    for code in Code::all() {
        let level = style.severity(code.severity());
        let (name, title, severity) = (code.name(), code.title(), code.severity().name());
        text += &format!("  {name:<wide$}  {level}{severity:<7}{level:#}  {title}\n");
    }
    let names = opcode::all().iter().map(|info| info.name);
    let wide = names.map(str::len).max().unwrap_or_default();
    let row = |(name, words): (&str, &str)| format!("  {name:<wide$}  {words}\n");
    let standard = opcode::all().iter().map(|info| (info.name, info.title));
    text += &format!("\n{bold}Opcodes{bold:#}\n");
    text.extend(standard.map(row));
    text += &format!("\n{bold}Opcodes outside the standard{bold:#}\n");
    text.extend(opcode::all_well_known().map(row));
    text
}

fn add_example(code: Code, style: &Style, text: &mut String) {
    let record = code.example();
    let name = match record.options().dialect {
        Dialect::Fen => "example.fen",
        _ => "example.epd",
    };
    let mut findings = record.diagnostics().iter();
    if let Some(finding) = findings.find(|finding| finding.code == code) {
        let mut shown = Vec::new();
        for problem in Problem::all_of(&record, vec![finding], name, 1) {
            write_human(&problem, style, &mut shown);
        }
        *text += &format!("\n{}\n", String::from_utf8_lossy(&shown).trim_end());
    }
    match record.canonical(&CanonicalOptions::default()) {
        Some(canonical) if canonical != record.line() => {
            *text += &format!(
                "\nSaved as\n  {}\n",
                crate::editor::widgets::glyph::safe(&canonical)
            );
        }
        None => *text += "\nA save and `epdit fmt` leave this record unchanged.\n",
        _ => {}
    }
}

fn unknown(name: &str) -> String {
    let names = Code::all()
        .iter()
        .map(|code| code.name())
        .chain(opcode::all().iter().map(|info| info.name));
    let near = spelling::nearest(name.as_bytes(), names, spelling::slips(name.as_bytes()));
    let hint = near.first().map_or_else(
        || "`epdit explain` lists all".to_owned(),
        |nearest| format!("did you mean `{nearest}`? `epdit explain` lists all"),
    );
    format!("`{name}` is neither a problem code nor an opcode; {hint}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_gets_the_name_that_was_meant() {
        assert!(unknown("move-ilegal").contains("`move-illegal`"));
        assert!(unknown("drw_offr").contains("`draw_offer`"));
        for far in ["something else", "xyz", "q", "mve-ilegl"] {
            assert!(!unknown(far).contains("did you mean"), "{far}");
        }
    }
}
