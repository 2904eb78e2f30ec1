//! Commands of the pages about the whole file.

use super::{beside, narrow_here, problems, records_here, same, statistics, values};
use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::flows::bulk;
use crate::editor::model::Model;
use crate::editor::overlay;
use crate::editor::panes::operations::opcodes;
use crate::editor::state::columns::Column;

rows! {
    ProblemList, "Show all problems",
        "List problems by kind, to go to, filter or fix them.",
        [Records "p", Problems "p"], |model, _| problems::open(model),
        words("errors warnings diagnostics check"), hint("problems");
    Duplicates, "Show duplicates",
        "Compare records with the same id or position side by side.",
        [Records "="], |model, call| {
            same::open(model, call.choice(0))
        },
        words("same dedupe common contradictions"), takes(&[Parameter::new(
            "kind of duplicate",
            Kind::Choice(&["id", "position", "contradictions", "record"]),
        )]);
    Statistics, "Show statistics",
        "Count operations, problems, material, phases and sides.",
        [Records "S"], |model, _| statistics::open(model), words("stats");
    Game, "Show the game",
        "List the records before and after this one, by sm or sv.",
        [Records "L"], |model, _| statistics::open_game(model), words("moves follow continuity");
    TestReport, "Show the test report",
        "List what an engine solved and missed, and its effort.",
        [Records "O"], |model, _| statistics::open_run(model, None),
        words("solved missed outcome result engine");
    Values, "Count values",
        "Count each value of a column; {choose} filters by one.",
        [Records "%"], |model, call| match call.text(0) {
            Some(fields) => values::open_typed(model, &fields),
            None => values::open_last(model),
        },
        reads(&values::GroupingPrompt), words("frequency table group column field"),
        takes(&[Parameter::new("list of fields", Kind::Text)]);
    ValuesOf, "Count values of an opcode …", "Count how often each value of an opcode occurs.",
        [], |model, call| match call.text(0) {
            // The name may also be that of a column, such as `material` or `side`.
            Some(name) => {
                let column = Column::parse(&name);
                values::open(model, &column.unwrap_or_else(|_| Column::opcode(name)))
            }
            None => {
                opcodes::choose(model, "Count the values of an opcode", |model, name| {
                    values::open(model, &Column::opcode(name))
                })
            }
        },
        takes(&[Parameter::new("opcode", Kind::Opcode)]);
    CountBy, "Count by other fields …",
        "Count by fields, `side,id.prefix`, or by `count(bm)`.",
        [Values "b"], |model, call| match call.text(0) {
            Some(fields) => values::open_typed(model, &fields),
            None => values::ask_fields(model),
        },
        reads(&values::GroupingPrompt), words("group values frequency"),
        takes(&[Parameter::new("list of fields", Kind::Text)]), hint("count by"), keeps_overlay,
        disabled(|model| overlay::report::top(model).and_then(|_| values::not_open(model)));
    SortValues, "Sort values by count or value",
        "Sort the values by how often they occur, or by value.",
        [Values "v"], |model, _| values::sort(model),
        words("order frequency"), hint("sort"), keeps_overlay, disabled(values::not_open);
    SearchValues, "Search values …", "List only the values with a text, of all there are.",
        [Values "/"], |model, _| values::search(model),
        words("find"), hint("search"), keeps_overlay, disabled(values::not_open);
    FilterByRow, "Filter by this row", "Close the report and show only the records of this row.",
        [ProblemList "f", Duplicates "f", Statistics "f", Values "f"], |model, _| narrow_here(model),
        words("filter query"), hint("filter"), keeps_overlay,
        disabled(|model| model.when(records_here(model).is_none(), "this can't be filtered"));
    ShowRow, "Go to the record of this row",
        "Close the report and go to the record of this row.",
        [ProblemList "o", Duplicates "o", Statistics "o", Queue "o", Proposals "o"], |model, _| overlay::report::show_here(model),
        words("open record position board"), hint("go to record"), keeps_overlay,
        disabled(|model| {
            let is_alone = overlay::report::line_here(model).is_none();
            model.when(is_alone, "no record to go to")
        });
    FixKind, "Fix all of this kind",
        "Fix all of this kind in marked records, else those shown.",
        [ProblemList "x"], |model, _| problems::fix_all(model),
        words("fix repair correct"), hint("fix this kind"), changes, keeps_overlay,
        disabled(|model| problems::nothing_to_fix(model).or_else(|| bulk::nothing_here(model)));
    DeleteDuplicate, "Delete this record",
        "Delete this record; the page shows what is left.",
        [Duplicates "d" "Delete"], |model, _| same::delete(model),
        words("remove duplicate"), hint("delete"), changes_lines, keeps_overlay,
        disabled(same::no_record_here);
    KeepDuplicate, "Keep this record",
        "Keep this record and delete the others of its group.",
        [Duplicates "K"], |model, _| same::keep(model),
        words("remove other duplicates dedupe"), hint("keep this one"), changes_lines, keeps_overlay,
        disabled(same::no_record_here);
    MergeDuplicates, "Merge the records of the group",
        "Give the first record all operations; delete the others.",
        [Duplicates "m"], |model, _| same::merge(model),
        words("join duplicates dedupe"), hint("merge"), changes_lines, keeps_overlay,
        disabled(same::no_record_here);
    MarkDuplicate, "Mark this record",
        "Mark or unmark this record and go to the next.",
        [Duplicates "Space" "Insert"], |model, _| same::mark(model),
        words("select duplicate"), hint("mark"), keeps_overlay, disabled(same::no_record_here);
    PageLeft, "Go to the previous page",
        "Show the tab, column or value of a setting before.",
        [Duplicates "Left" "h", Statistics "Left" "h", Values "Left" "h", Queue "Left" "h",
         Proposals "Left" "h", Settings "Left" "h"], |model, _| open_beside(model, -1),
        hint("previous"), keeps_overlay, disabled(nothing_beside);
    PageRight, "Go to the next page",
        "Show the next tab, column or value of a setting.",
        [Duplicates "Right" "l" "Tab", Statistics "Right" "l" "Tab", Values "Right" "l" "Tab",
         Queue "Right" "l" "Tab", Proposals "Right" "l" "Tab", Settings "Right" "l"], |model, _| open_beside(model, 1),
        hint("next"), keeps_overlay, disabled(nothing_beside);
}

fn open_beside(model: &mut Model, by: isize) {
    if let Some(opens) = beside(model, by) {
        opens.run(model);
    }
}

fn nothing_beside(model: &Model) -> Option<String> {
    let is_alone = beside(model, 1).is_none();
    model.when(is_alone, "there is no other page")
}
