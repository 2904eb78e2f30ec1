//! `epdit explain`: what a code of `check` or an opcode means.

use clap::Args;

use super::Run;
use super::check::{Problem, Style, write_human};
use crate::app::words::wrapped;
use crate::cli::flow::{Fault, Outcome, Status, with_output};
use crate::cli::output::Color;
use crate::epd::opcode::{self, Edition};
use crate::epd::{CanonicalOptions, Code, Dialect, OpcodeInfo};
use crate::epd::{perft, spelling};

/// Columns of a text that a person reads easily.
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

fn of(name: &str, style: &Style) -> Option<String> {
    if let Some(code) = Code::from_name(name) {
        return Some(of_code(code, style));
    }
    match opcode::find(name.as_bytes()) {
        Some(info) => Some(of_opcode(info, style)),
        None => opcode::well_known(name.as_bytes()).map(|words| of_well_known(name, words, style)),
    }
}

/// The one code or opcode that has this name but for the case of its letters: `BM` is `bm`.
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
    let wide = Code::all()
        .iter()
        .map(|code| code.name().len())
        .max()
        .unwrap_or_default();
    for code in Code::all() {
        let level = style.severity(code.severity());
        let name = code.severity().name();
        text += &format!(
            "  {:<wide$}  {level}{name:<7}{level:#}  {}\n",
            code.name(),
            code.title()
        );
    }
    text += &format!("\n{bold}Opcodes{bold:#}\n");
    let wide = opcode::all()
        .iter()
        .map(|info| info.name.len())
        .max()
        .unwrap_or_default();
    for info in opcode::all() {
        text += &format!("  {:<wide$}  {}\n", info.name, info.title);
    }
    text += &format!("\n{bold}Opcodes outside the standard{bold:#}\n");
    for (name, words) in opcode::all_well_known() {
        text += &format!("  {name:<wide$}  {words}\n");
    }
    text
}

fn of_code(code: Code, style: &Style) -> String {
    let (bold, level) = (style.bold(), style.severity(code.severity()));
    let mut text = format!(
        "{bold}{}{bold:#}: {} ({level}{}{level:#})\n\n{}\n",
        code.name(),
        code.title(),
        code.severity().name(),
        wrapped(code.about(), WIDTH, 0).join("\n"),
    );
    let record = code.example();
    let name = match record.options().dialect {
        Dialect::Fen => "example.fen",
        _ => "example.epd",
    };
    if let Some(finding) = record
        .diagnostics()
        .iter()
        .find(|finding| finding.code == code)
    {
        let mut shown = Vec::new();
        write_human(&Problem::of(&record, finding, name, 1), style, &mut shown);
        text += &format!("\n{}", String::from_utf8_lossy(&shown).trim_end());
        text.push('\n');
    }
    match record.canonical(&CanonicalOptions::default()) {
        Some(canonical) if canonical != record.line() => {
            text += &format!("\nSaved as\n  {}\n", crate::app::glyph::safe(&canonical));
        }
        None => text += "\nA save and `epdit fmt` leave this record unchanged.\n",
        _ => {}
    }
    text
}

fn of_opcode(info: &OpcodeInfo, style: &Style) -> String {
    let bold = style.bold();
    let edition = match info.edition {
        Edition::Of1994 => "1994",
        Edition::Of1995 => "1995",
    };
    format!(
        "{bold}{}{bold:#}: {}\n\n{}\n\nOperands: {}\nSince: the {edition} standard\n\nExample:\n  {}\n",
        info.name,
        info.title,
        wrapped(info.about, WIDTH, 0).join("\n"),
        info.shape.takes(),
        info.example,
    )
}

/// An opcode that many files use, and no standard has.
fn of_well_known(name: &str, words: &str, style: &Style) -> String {
    let bold = style.bold();
    let (meaning, example) = match opcode::perft_depth(name.as_bytes()) {
        Some(depth) if depth > perft::DEEPEST => (
            format!("perft: number of leaf nodes at depth {depth}"),
            String::new(),
        ),
        Some(depth) => {
            let meaning = format!("perft: number of leaf nodes at depth {depth}");
            (
                meaning,
                format!("\nVerify it: epdit check --perft={depth} PATH\n"),
            )
        }
        None => (
            words.to_owned(),
            opcode::of_use(name.as_bytes()).map_or_else(String::new, |known| {
                format!("\nOperands: {}\nExample: {}\n", known.takes, known.example)
            }),
        ),
    };
    format!(
        "{bold}{name}{bold:#}: {meaning}\n\nNot in the standard, but common in files. \
         The operation is left unchanged and is not a problem.\n{example}"
    )
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
