//! `epdit reply`: makes the next records of games played by exchanging records.

use std::path::PathBuf;

use clap::Args;

use super::{Run, help};
use crate::cli::befell::Befell;
use crate::cli::flow::{Outcome, Records, Status, each_file, with_output};
use crate::cli::output::Color;
use crate::epd::Record;
use crate::exchange::reply::{NoReply, reply};

const EXAMPLES: &str = "\
Examples:
  epdit reply received.epd > next.epd          add a move and send it back
  epdit reply --where 'line = 12' game.epd     to the record in line 12 only

A reply is the position after the supplied move (sm), with its clocks, with the
time used (cc) and the game selector (tcgs), and with the receiver (tcri) and
the sender (tcsi) exchanged; it has no move yet. `refcom respond` is answered
with `refreq reply`.";

/// Make the replies to records of games
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "a record has no reply"))]
pub(crate) struct ReplyArgs {
    #[command(flatten)]
    records: Records,
    /// Write to this file, replacing it, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Run for ReplyArgs {
    fn run(&self, _: Color) -> Outcome {
        let Records { paths, chosen } = &self.records;
        let mut without = Befell::new();
        let status = with_output(self.output.as_deref(), |out| {
            each_file(paths, chosen.as_ref(), |source, text| {
                text.records(
                    source,
                    // The text of replies, and the lines of records without one, with the reasons.
                    || (Vec::new(), Vec::new()),
                    |(text, none): &mut (Vec<u8>, Vec<(u64, NoReply)>), number, line| match reply(
                        &Record::read(line, source.options()),
                    ) {
                        Ok(new) => {
                            text.extend_from_slice(&new);
                            text.push(b'\n');
                        }
                        Err(why) => none.push((number, why)),
                    },
                    |(text, none)| {
                        for (number, why) in none {
                            without.add(why.to_string(), &source.input.name, number);
                        }
                        out.lines(&text)
                    },
                )?;
                Ok(Status::Clean)
            })
        })?;
        Ok(status.max(without.say(|why| format!("without a reply: {why}"))))
    }
}
