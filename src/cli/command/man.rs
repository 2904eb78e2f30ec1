//! `epdit man`: the manual page, with all commands in it.

use std::io;

use clap::Args;
use clap_mangen::Man;

use super::Run;
use crate::cli::flow::{Outcome, Status, with_output};
use crate::cli::output::Color;

/// Print the manual page
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epdit man | man -l -                           read it
  epdit man > ~/.local/share/man/man1/epdit.1    install it")]
pub(crate) struct ManArgs {}

impl Run for ManArgs {
    fn run(&self, _: Color) -> Outcome {
        let page = page()?;
        with_output(None, |out| {
            out.lines(&page)?;
            Ok(Status::Clean)
        })
    }
}

/// Returns the page in the format of `man`.
fn page() -> io::Result<Vec<u8>> {
    let mut cli = crate::cli::definition();
    // Building tells every command its global options and its full name.
    cli.build();
    let mut page = Vec::new();
    let main = Man::new(cli.clone());
    main.render_title(&mut page)?;
    main.render_name_section(&mut page)?;
    page.extend(synopsis(&cli).into_bytes());
    main.render_description_section(&mut page)?;
    main.render_options_section(&mut page)?;
    for command in cli
        .get_subcommands()
        .filter(|command| command.get_name() != "help")
    {
        let name = command.get_name().to_uppercase();
        page.extend(format!(".SH \"EPDIT {name}\"\n").into_bytes());
        let man = Man::new(command.clone());
        let mut part = Vec::new();
        part.extend(synopsis(command).into_bytes());
        man.render_description_section(&mut part)?;
        man.render_options_section(&mut part)?;
        man.render_extra_section(&mut part)?;
        page.extend(below(&part));
    }
    main.render_extra_section(&mut page)?;
    main.render_version_section(&mut page)?;
    Ok(page)
}

/// Returns the synopsis of a command as its help has it: the generated section lacks the values of options.
fn synopsis(command: &clap::Command) -> String {
    let usage = command.clone().render_usage().to_string();
    let mut section = ".SH SYNOPSIS\n".to_owned();
    for (at, line) in usage.lines().enumerate() {
        let line = line.trim_start_matches("Usage:").trim();
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        let between = if at > 0 { ".br\n" } else { "" };
        section += &format!("{between}{line}\n");
    }
    section
}

/// Returns the sections of a part as subsections, without those of the whole page.
fn below(part: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(part);
    let mut below = String::new();
    for line in text.lines() {
        match line.strip_prefix(".SH ") {
            Some(title) => below += &format!(".SS {title}\n"),
            None => below += &format!("{line}\n"),
        }
    }
    below.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_is_called_as_its_help_says() {
        let page = String::from_utf8(page().expect("a page")).expect("text");
        for usage in [
            ".SH SYNOPSIS\nepdit [OPTIONS] [PATH[:LINE]]...\n.br\nepdit <COMMAND>\n",
            ".SS SYNOPSIS\nepdit dedupe [OPTIONS] <PATH>...\n",
        ] {
            assert!(page.contains(usage), "{usage}");
        }
        assert!(
            !page.contains("[\\fB\\-\\-by\\fR]"),
            "an option without its value"
        );
    }
}
