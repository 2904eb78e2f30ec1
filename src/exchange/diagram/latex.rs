//! Diagrams for LaTeX, with the packages chessboard, xskak and skak.

use super::drawing::{Drawing, Sense};
use crate::exchange::diagram::Around;

/// The package that draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Package {
    /// `\chessboard`, with arrows.
    #[default]
    Chessboard,
    /// `\newchessgame` and `\chessboard`, with arrows: the game can continue from there.
    Xskak,
    /// `\fenboard` and `\showboard`, without arrows.
    Skak,
}

impl Package {
    const fn name(self) -> &'static str {
        match self {
            Self::Chessboard => "chessboard",
            Self::Xskak => "xskak",
            Self::Skak => "skak",
        }
    }
}

pub fn latex(drawing: &Drawing, package: Package, around: Around, out: &mut String) {
    let fen = &drawing.fen;
    out.push_str(&match package {
        Package::Skak => {
            let notation = if around.coordinates { "on" } else { "off" };
            let turned = if drawing.below.is_black() {
                "inverse"
            } else {
                ""
            };
            format!("\\notation{notation}\\fenboard{{{fen}}}\\show{turned}board")
        }
        Package::Xskak => {
            let options = options(drawing, around);
            format!("\\newchessgame[setfen={{{fen}}}]\\chessboard[{options}]")
        }
        Package::Chessboard => {
            let options = options(drawing, around);
            format!("\\chessboard[setfen={{{fen}}},{options}]")
        }
    });
    out.push('\n');
    let caption = drawing.caption(&escaped(&drawing.label), ", ");
    if !caption.is_empty() {
        out.push_str(&format!("\\par {caption}\n"));
    }
}

fn options(drawing: &Drawing, around: Around) -> String {
    let mut options = vec![
        format!("inverse={}", drawing.below.is_black()),
        // The mark is on the wrong side of a turned board; the caption names the side.
        "showmover=false".to_owned(),
        format!("label={}", around.coordinates),
        format!("border={}", around.border),
    ];
    for (sense, color) in [(Sense::Avoid, "red"), (Sense::Best, "green!50!black")] {
        let moves = drawing.arrows.iter().filter(|arrow| arrow.sense == sense);
        let moves: Vec<_> = moves
            .map(|arrow| format!("{}-{}", arrow.from, arrow.to))
            .collect();
        if !moves.is_empty() {
            let moves = moves.join(",");
            options.push(format!(
                "pgfstyle=straightmove,arrow=to,linewidth=0.1em,color={color},markmoves={{{moves}}}"
            ));
        }
    }
    options.join(",")
}

/// Returns a whole document, with all diagrams side by side.
pub fn sheet(drawings: &[Drawing], package: Package, around: Around) -> String {
    let mut out = String::new();
    sheet_head(package, &mut out);
    for drawing in drawings {
        sheet_diagram(drawing, package, around, &mut out);
    }
    out + SHEET_END
}

pub const SHEET_END: &str = "\\end{document}\n";

/// Appends the head of a document, before the diagrams.
pub fn sheet_head(package: Package, out: &mut String) {
    out.push_str(&format!(
        "\\documentclass[a4paper]{{article}}\n\\usepackage[T1]{{fontenc}}\n\\usepackage[margin=15mm]{{geometry}}\n\
         \\usepackage{{{}}}\n\\setlength{{\\parindent}}{{0pt}}\n\\begin{{document}}\n",
        package.name()
    ));
    if package == Package::Skak {
        out.push_str("\\smallboard\n");
    } else {
        out.push_str("\\setchessboard{smallboard}\n");
    }
}

pub fn sheet_diagram(drawing: &Drawing, package: Package, around: Around, out: &mut String) {
    out.push_str("\\begin{minipage}[t]{0.3\\linewidth}\\centering\n");
    latex(drawing, package, around, out);
    // Space below, which skak does not leave.
    out.push_str("\\par\\bigskip\n\\end{minipage}\\hfill\n");
}

/// Escapes text, so that nothing in it is a command.
fn escaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\\' => plain.push_str("\\textbackslash{}"),
            '~' => plain.push_str("\\textasciitilde{}"),
            '^' => plain.push_str("\\textasciicircum{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                plain.push('\\');
                plain.push(char);
            }
            // The picture of a control character, which most documents' fonts lack.
            '\u{2400}'..='\u{241F}' => {
                plain.push_str(&format!("<{:X}>", u32::from(char) - 0x2400));
            }
            '\u{2421}' => plain.push_str("<7F>"),
            _ => plain.push(char),
        }
    }
    plain
}
