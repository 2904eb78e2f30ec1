//! Diagrams as one self-contained HTML page, and for LaTeX with the packages chessboard, xskak and skak.

use crate::exchange::diagram::svg::{BOARD, Measures, Style, defs, diagram, escaped};
use crate::exchange::diagram::{BoardFrame, Drawing, Sense};
use std::fmt::Write as _;

const STYLE: &str = "\
:root { color-scheme: light; }
body { margin: 2rem; font-family: system-ui, sans-serif; background: #ffffff; color: #2b3138; }
main { display: flex; flex-wrap: wrap; gap: 2rem; }
figure { margin: 0; break-inside: avoid; }
figcaption { margin-top: .4rem; text-align: center; overflow-wrap: anywhere; }
figcaption small { display: block; color: #5a636e; }
figure svg { display: block; width: 100%; height: auto; }
";

/// Returns a page with all diagrams.
pub fn html(drawings: &[Drawing], style: Style, title: &str) -> String {
    let mut out = String::with_capacity(8000 + drawings.len() * 2500);
    html_head(style, title, &mut out);
    for drawing in drawings {
        html_figure(drawing, style, &mut out);
    }
    out.push_str(HTML_END);
    out
}

/// The end of a page, after the diagrams.
pub const HTML_END: &str = "</main>\n</body>\n</html>\n";

/// Appends the head of a page, before the diagrams.
pub fn html_head(style: Style, title: &str, out: &mut String) {
    let width = Measures::of(style.around, false).width;
    // In pixels, for a board of the size in the style.
    let wide = u64::from(width) * u64::from(style.size) / 800;
    // Writing to a string can't fail.
    let _ = writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}figure {{ width: min({wide}px, 100%); }}\n</style>\n</head>\n\
         <body>",
        escaped(title)
    );
    html_defs(style, out);
    out.push_str("<main>\n");
}

/// Appends the hidden definitions that the diagrams of a page share.
pub(crate) fn html_defs(style: Style, out: &mut String) {
    out.push_str(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" \
         style=\"position:absolute\" aria-hidden=\"true\">\n",
    );
    defs(style, out);
    out.push_str("</svg>\n");
}

pub(crate) fn html_board(drawing: &Drawing, style: Style, out: &mut String) {
    board(drawing, style, (BOARD, BOARD), out);
}

/// Appends the upper left part of a diagram, of this size in units, without its label.
fn board(drawing: &Drawing, style: Style, (width, height): (u32, u32), out: &mut String) {
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"{}\">",
        escaped(&drawing.fen)
    );
    let measures = Measures::of(style.around, false);
    diagram(drawing, style, measures, true, out);
    out.push_str("</svg>\n");
}

/// Appends a diagram with its caption.
pub fn html_figure(drawing: &Drawing, style: Style, out: &mut String) {
    let Measures { width, height, .. } = Measures::of(style.around, false);
    out.push_str("<figure>\n");
    board(drawing, style, (width, height), out);
    let _ = writeln!(
        out,
        "<figcaption>{}<small>{}</small></figcaption>\n</figure>",
        escaped(&drawing.label),
        drawing.to_move().unwrap_or_default()
    );
}

/// The LaTeX package that draws a diagram.
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

/// Appends a diagram as LaTeX commands, with its caption.
pub fn latex(drawing: &Drawing, package: Package, around: BoardFrame, out: &mut String) {
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
    let caption = drawing.caption(&escaped_latex(&drawing.label), ", ");
    if !caption.is_empty() {
        out.push_str(&format!("\\par {caption}\n"));
    }
}

fn options(drawing: &Drawing, around: BoardFrame) -> String {
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

/// Returns a LaTeX document with all diagrams, three in a row.
pub fn sheet(drawings: &[Drawing], package: Package, around: BoardFrame) -> String {
    let mut out = String::new();
    sheet_head(package, &mut out);
    for drawing in drawings {
        sheet_diagram(drawing, package, around, &mut out);
    }
    out + SHEET_END
}

/// The end of a LaTeX document, after the diagrams.
pub const SHEET_END: &str = "\\end{document}\n";

/// Appends the head of a LaTeX document, before the diagrams.
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

/// Appends a diagram of a LaTeX document, a third of a line wide.
pub fn sheet_diagram(drawing: &Drawing, package: Package, around: BoardFrame, out: &mut String) {
    out.push_str("\\begin{minipage}[t]{0.3\\linewidth}\\centering\n");
    latex(drawing, package, around, out);
    // Space below, which skak does not leave.
    out.push_str("\\par\\bigskip\n\\end{minipage}\\hfill\n");
}

/// Escapes text, so that nothing in it is a command.
fn escaped_latex(text: &str) -> String {
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
