//! The names of all commands.

use crate::editor::widgets::words::kebab;
use std::sync::LazyLock;

/// Makes the enum of commands.
macro_rules! ids {
    ($($id:ident)*) => {
        /// A command. The order is that of the help, the palette and the hints.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Id { $(#[doc = stringify!($id)] $id,)* }

        impl Id {
            /// All, in their order.
            pub const ALL: &[Self] = &[$(Self::$id,)*];
        }
    };
}

/// The names of all commands, in their order.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let names = Id::ALL.iter().map(|id| kebab(&format!("{id:?}")));
    names.collect()
});

impl Id {
    /// Returns its name, which is stable: `next-record`.
    pub fn name(self) -> &'static str {
        NAMES.get(self as usize).map_or("", String::as_str)
    }

    /// Returns the command of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|id| id.name() == name)
    }
}

ids! {
    // The whole editor.
    NextPane PreviousPane NextRecord PreviousRecord Save SaveAs Reload Quit SaveAndQuit QuitWithoutSaving Undo
    Redo Search NextMatch PreviousMatch PromptDown PromptUp GoTo NextProblem PreviousProblem FixAll EditLine
    Copy CopyAgain Export Paste Palette CommandLine Help Explain Legend SearchPage Welcome Close StopWork
    CheckFile ReleaseMouse ToggleTheme Settings Set ChangeKey LargerPane SmallerPane HidePane Panes UsualPanes
    Suspend Analyse UseLine Engines AddEngine RemoveEngine AnalyseRecords AnalyseAll
    AnalysisQueue Proposals StopQueue ClearQueue QueueEarlier QueueLater QueueNext RemoveFromQueue
    AcceptProposals RestoreProposals
    // Open files.
    OpenFile NewFile CompletePath Folder CloseFolder OpenSuite SortFolder ReverseFolder SearchFolder NextSuite
    FilterFolder ReloadFolder OpenFiles NextFile PreviousFile CloseFile UnpackAll RestoreCopy OpenCopy
    RemoveCopy SaveAll CopyToFile MoveToFile ReviewChanges CompareFiles CompareWithDisk MergeFromDisk
    GoToDifference RevertDifference GoToOther ToggleIdentical CloseDifferences
    // Moving in lists.
    Down Up PageDown PageUp First Last Choose
    // Records of the list.
    OpenRecord NewRecord DuplicateRecord Reply DeleteRecord MoveRecordDown MoveRecordUp
    // What the list shows.
    Filter FilterAgain ShowAll Back Forward CompleteWord CompleteBack OlderInput NewerInput SearchRegex
    // Marks.
    Mark MarkDown MarkUp MarkRange MarkToHere Marks MarkAll MarkMatching MarkMatches InvertMarks ClearMarks
    NextMark PreviousMark ShowOnlyMarks
    // Changes of many records.
    BulkEdit SetOperation RemoveOperations RenameOpcodes Renumber SortRecords
    RemoveDuplicates FixRecords MakeCanonical MirrorColours MirrorFiles Shuffle Sample Gather MergeFile Split
    ApplyChange CopyRecords CutRecords PasteRecords
    // Columns, and pages about the whole file.
    Columns FitColumns WideList Boards BoardLeft BoardRight LargerBoards SmallerBoards ColumnsLeft ColumnsRight
    Sort FileOrder SortFile ProblemList Duplicates Statistics Game TestReport Values ValuesOf CountBy
    SearchValues SortValues FilterByRow ShowRow FixKind PageLeft PageRight ColumnUp ColumnDown WidenColumn
    NarrowColumn ColumnWidth AddColumn ResetColumns ForgetFile
    // Playing, which comes before the board, so that its hint stays where there is little room.
    Play StepThrough PlaySquare TypeMove TakeBack StepForward RecordMoves DiscardMoves StopPlaying
    // The board.
    Left Right CursorUp CursorDown RankStart RankEnd PickUp PlaceWhitePawn PlaceWhiteKnight PlaceWhiteBishop
    PlaceWhiteRook PlaceWhiteQueen PlaceWhiteKing PlaceBlackPawn PlaceBlackKnight PlaceBlackBishop
    PlaceBlackRook PlaceBlackQueen PlaceBlackKing Skip NextRank RemovePiece RemovePreviousPiece Side Castling
    EnPassant Flip ClearBoard StartingPosition ChangeColour RemoveImpossible HalfMoveClock MoveNumber
    TransformBoard Mirror SwapColours Rotate ShiftLeft ShiftRight ShiftUp ShiftDown NumberedStart RandomStart
    ToggleChess960 DescribePosition PieceStyle BoardTheme
    // Operations and problems.
    EditOperation AddOperation RemoveOperation RenameOpcode Fix Fixes CutOperation CopyOperation CopyOperations
    PasteOperations RepeatOperation Points SynchronisePoints Perft PerftDepth SortOperations TimeStamp
    // While a text of the record is typed.
    Accept Cancel ChooseNext ChoosePrevious ChoosePageDown ChoosePageUp ToggleMove Complete
}

#[cfg(test)]
mod tests {
    use super::Id;

    #[test]
    fn a_name_is_the_variant_in_kebab_case_and_reads_back() {
        assert_eq!(Id::ToggleChess960.name(), "toggle-chess960");
        for id in Id::ALL {
            let name = id.name();
            assert!(
                name.bytes()
                    .all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-'))
            );
            assert_eq!(Id::from_name(name), Some(*id));
        }
    }

    #[test]
    fn what_names_no_command_is_none() {
        assert_eq!(Id::from_name("no-such-command"), None);
        assert_eq!(Id::from_name(""), None);
    }
}
