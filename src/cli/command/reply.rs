//! `epdit reply`: the next records of games that are played by records.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Outcome, Records, Status, each_file, with_output};
use crate::cli::output::{Color, say};
use crate::epd::Record;
use crate::epd::counted::{noun, thousands};
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

/// What became of a piece of a file.
#[derive(Default)]
struct Written {
    text: Vec<u8>,
    /// Lines of records without a reply, and why.
    without: Vec<(u64, NoReply)>,
}

impl Run for ReplyArgs {
    fn run(&self, _: Color) -> Outcome {
        let Records { paths, chosen } = &self.records;
        // By the reason: how many, and where the first stands.
        let mut without: BTreeMap<String, (usize, String)> = BTreeMap::new();
        let status = with_output(self.output.as_deref(), |out| {
            each_file(paths, chosen.as_ref(), |source, text| {
                text.records(
                    source,
                    Written::default,
                    |written, number, line| match reply(&Record::read(line, source.options())) {
                        Ok(new) => {
                            written.text.extend_from_slice(&new);
                            written.text.push(b'\n');
                        }
                        Err(why) => written.without.push((number, why)),
                    },
                    |written| {
                        for (number, why) in &written.without {
                            let place = || format!("{}:{number}", source.input.name);
                            without
                                .entry(why.to_string())
                                .or_insert_with(|| (0, place()))
                                .0 += 1;
                        }
                        out.lines(&written.text)
                    },
                )?;
                Ok(Status::Clean)
            })
        })?;
        for (why, (count, first)) in &without {
            let records = noun(*count, "record", "records");
            let count = thousands(*count);
            say(&format!(
                "{count} {records} without a reply: {why} (first: {first})"
            ));
        }
        Ok(match without.is_empty() {
            true => status,
            false => status.max(Status::Findings),
        })
    }
}
