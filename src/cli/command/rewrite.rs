//! The commands that rewrite records one by one: `epdit set`, `purge` (the standard's "pfop"), `rename`, `renumber`,
//! `mirror`, `openings` and `fmt` (the standard's data normalization, "pfdn"); and `reply`, which makes the next records
//! of games played by exchanging them.

use crate::cli::command::{Run, help, opcode, whole_number};
use crate::cli::flow::{
    ChangeDestination, Changes, Fault, Outcome, Records, Status, change_each, change_each_to,
    each_file, with_output,
};
use crate::cli::output::{Color, IncidentCounts};
use crate::epd::opcode::{Shape, find};
use crate::epd::{CanonicalOptions, EnPassantPolicy, Record};
use crate::exchange::reply::{NoReply, reply};
use crate::suite::edit::{Edit, Existing, Filling, Mirror, TemplateError};
use crate::suite::is_there;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const SET_EXAMPLES: &str = "\
Examples:
  epdit set 'c0 \"to be checked\"' a.epd > b.epd     every record
  epdit set -i --where 'not acd' 'acd 20' a.epd    in place, where missing
  epdit set --only-missing 'id \"{file}.{n:03}\"' a.epd     values of the record
  epdit set 'c1 \"{ce/100} pawns\"' a.epd

In braces: an opcode, a calculation as in queries, OPCODE.prefix, side,
castling, ep, fen, placement, text (the whole line), problems, phase, opening
(its name), opening.eco, file (its name without ending), path, line, or n (the
number of the record: through all files, or in each one where file or path is
named, too). {n:03} has at least three digits, {line:04} four; {{ and }} are
braces.
Records without such a value, and ambiguous ones, are left unchanged and counted
on standard error.";

/// Set an operation in all records
#[derive(Args, Debug)]
#[command(after_help = help(SET_EXAMPLES, "records were left unchanged"))]
pub(crate) struct SetArgs {
    /// The opcode and its operands, in shell quotes: 'acd 20'
    #[arg(value_name = "OPERATION", value_parser = Filling::parse)]
    operation: Filling,
    #[command(flatten)]
    changes: Changes,
    /// Add the operands to those that are there; a best move that is there already is not added
    #[arg(long, conflicts_with = "only_missing")]
    append: bool,
    /// Only records that do not have the operation
    #[arg(long)]
    only_missing: bool,
}

impl Run for SetArgs {
    fn run(&self, color: Color) -> Outcome {
        self.is_quoted()?;
        let edit = Edit::Set(self.operation.clone(), self.existing()?);
        change_each(&self.changes, color, &edit)
    }
}

impl SetArgs {
    /// Refuses operands that the shell passed as paths: the operation would lack them.
    fn is_quoted(&self) -> Result<(), Fault> {
        let set = &self.operation.operation;
        let Some(first) = self.changes.records.paths.list.first() else {
            return Ok(());
        };
        let shape = find(set.opcode.as_bytes()).map(|info| info.shape);
        let takes_some = !matches!(shape, Some(Shape::Nothing));
        if !set.operands.is_empty() || !takes_some || first.as_os_str() == "-" || is_there(first) {
            return Ok(());
        }
        let (opcode, first) = (&set.opcode, first.display());
        Err(Fault::usage(&format!(
            "`{first}`: no such file or folder; if it is an operand, quote the operation: `epdit set '{opcode} {first}' ...`"
        )))
    }

    /// Returns the treatment of an existing operation; an error if the opcode does not allow it.
    fn existing(&self) -> Result<Existing, Fault> {
        let existing = match (self.append, self.only_missing) {
            (true, _) => Existing::Append,
            (_, true) => Existing::Keep,
            _ => Existing::Replace,
        };
        let set = &self.operation.operation;
        match existing.refusal(&set.opcode, &set.operands) {
            Some(reason) => Err(Fault::usage(&reason)),
            None => Ok(existing),
        }
    }
}

const PURGE_EXAMPLES: &str = "\
Examples:
  epdit purge acd,acs,pv old.epd > new.epd      remove three operations
  epdit purge -i --where 'dm' ce suites/        in place, only where there is dm

Ambiguous records are left unchanged and counted on standard error.";

/// Remove operations
#[derive(Args, Debug)]
#[command(after_help = help(PURGE_EXAMPLES, "records were left unchanged"))]
pub(crate) struct PurgeArgs {
    /// Opcodes of the operations to remove
    #[arg(value_name = "OPCODE,...", value_parser = opcodes)]
    opcodes: Opcodes,
    #[command(flatten)]
    changes: Changes,
}

/// One or more opcodes in one argument: a list of arguments would include the paths.
#[derive(Clone, Debug)]
struct Opcodes(Vec<String>);

fn opcodes(text: &str) -> Result<Opcodes, String> {
    // The shell has passed the opcodes after comma and blank as paths.
    if let Some(first) = text.strip_suffix(',') {
        return Err(format!(
            "expected an opcode behind the comma; quote a list with blanks: '{first}, acs'"
        ));
    }
    text.split(',')
        .map(|name| opcode(name.trim()))
        .collect::<Result<_, _>>()
        .map(Opcodes)
}

impl PurgeArgs {
    /// Refuses an opcode in place of a path, before any file is changed.
    fn has_commas(&self) -> Result<(), Fault> {
        let is_opcode = |path: &&PathBuf| {
            let name = path.as_os_str().as_encoded_bytes();
            crate::epd::opcode::find(name).is_some() && !is_there(path)
        };
        match self.changes.records.paths.list.iter().find(is_opcode) {
            None => Ok(()),
            Some(path) => {
                let (all, path) = (self.opcodes.0.join(","), path.display());
                Err(Fault::usage(&format!(
                    "`{path}`: no such file or folder; opcodes are listed with commas: `{all},{path}`"
                )))
            }
        }
    }
}

impl Run for PurgeArgs {
    fn run(&self, color: Color) -> Outcome {
        self.has_commas()?;
        change_each(&self.changes, color, &Edit::Remove(self.opcodes.0.clone()))
    }
}

const RENAME_EXAMPLES: &str = "\
Examples:
  epdit rename c9 Solver a.epd > b.epd      every record
  epdit rename -i eval ce suites/           in place

Ambiguous records are left unchanged and counted on standard error.";

/// Rename an opcode
#[derive(Args, Debug)]
#[command(after_help = help(RENAME_EXAMPLES, "records were left unchanged"))]
pub(crate) struct RenameArgs {
    /// The current opcode
    #[arg(value_name = "OLD", value_parser = opcode)]
    old: String,
    /// The new opcode
    #[arg(value_name = "NEW", value_parser = opcode)]
    new: String,
    #[command(flatten)]
    changes: Changes,
}

impl Run for RenameArgs {
    fn run(&self, color: Color) -> Outcome {
        if self.old == self.new {
            let name = &self.old;
            return Err(Fault::usage(&format!("`{name}` is already its name")));
        }
        let edit = Edit::Rename(self.old.clone(), self.new.clone());
        change_each(&self.changes, color, &edit)
    }
}

/// The text `{n}` for a help text. clap would replace a plain one by a line break; the escape sequence inside has
/// no effect on a terminal, and is not printed elsewhere.
macro_rules! number {
    () => {
        "{\u{1b}[mn}"
    };
}

const RENUMBER_EXAMPLES: &str = "\
Examples:
  epdit renumber 'WAC.{n:03}' a.epd > b.epd      WAC.001, WAC.002 …
  epdit renumber -i --start 301 'X {n:1}' a.epd  in place, from 301 on

Several paths are numbered as one, in place, too; for numbers that begin anew in
each file: epdit set 'id \"{file}.{n:03}\"'. Ambiguous records are left unchanged
and counted on standard error; their numbers are skipped.";

const TEMPLATE: &str = concat!(
    "The new id; ",
    number!(),
    " is the record's number (1, 2 … 10), {n:03} the same with three digits at least (001, 002 … 010)"
);

/// Renumber ids by a template
#[derive(Args, Debug)]
#[command(after_help = help(RENUMBER_EXAMPLES, "records were left unchanged"))]
pub(crate) struct RenumberArgs {
    #[arg(value_name = "TEMPLATE", value_parser = template, help = TEMPLATE)]
    template: String,
    #[command(flatten)]
    changes: Changes,
    /// Number of the first record
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole_number)]
    start: u64,
}

impl Run for RenumberArgs {
    fn run(&self, color: Color) -> Outcome {
        let ids = Filling::ids(&self.template, self.start);
        let ids = ids.map_err(|error| Fault::usage(&error.to_string()))?;
        change_each(&self.changes, color, &Edit::Renumber(ids))
    }
}

/// Parses a template, so that its errors are reported like those of any argument.
fn template(text: &str) -> Result<String, TemplateError> {
    Filling::ids(text, 1).map(|_| text.to_owned())
}

const MIRROR_EXAMPLES: &str = "\
Examples:
  epdit mirror a.epd > b.epd             White's pieces become Black's
  epdit mirror --files -i a.epd          a1 becomes h1; not with castling rights

The moves of operations are turned as well; comments are left unchanged. \
Records whose texts can't be turned with them are left unchanged and counted on standard error.";

/// Mirror positions and their moves
#[derive(Args, Debug)]
#[command(after_help = help(MIRROR_EXAMPLES, "records were left unchanged"))]
pub(crate) struct MirrorArgs {
    /// Exchange the colours: the ranks change places, the other side moves (the default)
    #[arg(long, visible_alias = "colors")]
    colours: bool,
    /// Exchange the files: a becomes h
    #[arg(long, conflicts_with = "colours")]
    files: bool,
    #[command(flatten)]
    changes: Changes,
}

impl Run for MirrorArgs {
    fn run(&self, color: Color) -> Outcome {
        let mirror = match self.files {
            true => Mirror::Sides,
            false => Mirror::Colours,
        };
        change_each(&self.changes, color, &Edit::Mirror(mirror))
    }
}

const OPENINGS_EXAMPLES: &str = "\
Examples:
  epdit openings a.epd > b.epd
  epdit openings -i --where 'fmvn <= 10' a.epd     in place
  epdit query 'eco ~ /^B9/' b.epd                  then by code

To name the positions of games by the last named position before them, use
`epdit import --openings`.";

/// Name openings: ECO code as eco, name as v0
///
/// A position is looked up by itself, whatever moves led to it. What a record has already is left.
#[derive(Args, Debug)]
#[command(after_help = help(OPENINGS_EXAMPLES, "records were left unchanged"))]
pub(crate) struct OpeningsArgs {
    #[command(flatten)]
    changes: Changes,
    /// Replace eco and v0 of records that have them
    #[arg(long)]
    replace: bool,
}

impl Run for OpeningsArgs {
    fn run(&self, color: Color) -> Outcome {
        let replace = self.replace;
        change_each(&self.changes, color, &Edit::Openings { replace })
    }
}

const FMT_EXAMPLES: &str = "\
Examples:
  epdit fmt old.epd > new.epd      canonical form to standard output
  epdit fmt -i suites/             every file below, in place
  epdit fmt --check suites/        names of the files that differ
  epdit fmt --diff old.epd         what would change
  epdit fmt --where 'not kept' -o new.epd old.epd";

const FINDINGS: &str =
    "records were left unchanged, or `--check` found a difference (neither with `--diff` alone)";

/// Rewrite records in canonical form
///
/// The canonical form is the standard's own form of a record. Ambiguous records, comments and blank
/// lines are left unchanged, except for a byte-order mark and NUL; a line that holds only Ctrl-Z is removed.
#[derive(Args, Debug)]
#[command(after_help = help(FMT_EXAMPLES, FINDINGS))]
pub(crate) struct FmtArgs {
    #[command(flatten)]
    changes: Changes,
    /// Change nothing; list the files that are not canonical
    #[arg(long, conflicts_with_all = ["in_place", "output", "dry_run"])]
    check: bool,
    /// Policy for possible en-passant squares
    #[arg(long, value_enum, default_value_t, value_name = "POLICY")]
    en_passant: EnPassant,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum EnPassant {
    /// Keep all
    #[default]
    Keep,
    /// Drop those that no legal capture can use
    Legal,
}

impl Run for FmtArgs {
    fn run(&self, color: Color) -> Outcome {
        let to = match self.changes.target.of(&self.changes.records.paths)? {
            ChangeDestination::Output(None) if self.check => {
                ChangeDestination::Nothing { in_place: false }
            }
            to => to,
        };
        let en_passant = match self.en_passant {
            EnPassant::Keep => EnPassantPolicy::Keep,
            EnPassant::Legal => EnPassantPolicy::Legal,
        };
        let edit = Edit::Canonical(CanonicalOptions { en_passant });
        change_each_to(&self.changes, to, color, &edit, |source, out| {
            if !self.check {
                return Ok(Status::Clean);
            }
            if !matches!(to, ChangeDestination::Diff { .. }) {
                out.lines(format!("{}\n", source.input.name).as_bytes())?;
            }
            Ok(Status::Findings)
        })
    }
}

const REPLY_EXAMPLES: &str = "\
Examples:
  epdit reply received.epd > next.epd          add a move and send it back
  epdit reply --where 'line = 12' game.epd     to the record in line 12 only

A reply is the position after the supplied move (sm), with its clocks, with the
time used (cc) and the game selector (tcgs), and with the receiver (tcri) and
the sender (tcsi) exchanged; it has no move yet. `refcom respond` is answered
with `refreq reply`.";

/// Make the replies to records of games
#[derive(Args, Debug)]
#[command(after_help = help(REPLY_EXAMPLES, "a record has no reply"))]
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
        let mut without = IncidentCounts::new();
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
