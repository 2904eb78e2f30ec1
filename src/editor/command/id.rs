//! The names of all commands, under the headings of the help.

use crate::editor::widgets::words::kebab;
use std::sync::LazyLock;

/// A heading of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Move,
    Search,
    Edit,
    Mark,
    View,
    File,
}

impl Group {
    /// All headings, in the order of the help.
    pub const ALL: [Self; 6] = [
        Self::Move,
        Self::Search,
        Self::Edit,
        Self::Mark,
        Self::View,
        Self::File,
    ];
}

macro_rules! ids {
    ($($group:ident: $($id:ident)*;)*) => {
        /// A command. The order is that of the help, the palette and the hints.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Id { $($(#[doc = stringify!($id)] $id,)*)* }

        impl Id {
            pub const ALL: &[Self] = &[$($(Self::$id,)*)*];

            /// Returns the heading of the help that lists it.
            pub const fn group(self) -> Group {
                match self { $($(Self::$id)|* => Group::$group,)* }
            }
        }
    };
}

static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let names = Id::ALL.iter().map(|id| kebab(&format!("{id:?}")));
    names.collect()
});

impl Id {
    /// Returns the name, which is stable: `next-record`.
    pub fn name(self) -> &'static str {
        NAMES.get(self as usize).map_or("", String::as_str)
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|id| id.name() == name)
    }
}

ids! {
    // The whole editor.
    Move: NextPane PreviousPane NextRecord PreviousRecord;
    File: Save SaveAs Reload Quit SaveAndQuit QuitWithoutSaving;
    Edit: Undo Redo;
    Search: Search NextMatch PreviousMatch PromptDown PromptUp;
    Move: GoTo NextProblem PreviousProblem;
    Edit: FixAll EditLine Copy CopyAgain Export Paste;
    View: Palette CommandLine Help Explain Legend SearchPage Welcome Close StopWork CheckFile ReleaseMouse
        ToggleTheme Settings NextSetting Set ChangeKey LargerPane SmallerPane HidePane Panes UsualPanes;
    File: Suspend;
    View: Analyse UseLine Engines AddEngine RemoveEngine;
    Edit: AnalyseRecords AnalyseAll TestRecords;
    View: AnalysisQueue Proposals;
    Edit: StopQueue ClearQueue QueueEarlier QueueLater QueueNext RemoveFromQueue AcceptProposals RestoreProposals;
    // Open files.
    File: OpenFile Import NewFile CompletePath Folder CloseFolder OpenSuite;
    View: SortFolder ReverseFolder;
    Search: SearchFolder NextSuite FilterFolder;
    File: ReloadFolder OpenFiles NextFile PreviousFile CloseFile UnpackAll RestoreCopy OpenCopy RemoveCopy SaveAll
        CopyToFile MoveToFile ReviewChanges CompareFiles CompareWithDisk MergeFromDisk;
    Move: GoToDifference;
    Edit: RevertDifference;
    Move: GoToOther;
    View: ToggleIdentical CompareBy CloseDifferences;
    // Moving in lists.
    Move: Down Up PageDown PageUp First Last Choose;
    // Records of the list.
    Move: OpenRecord;
    Edit: NewRecord DuplicateRecord Reply DeleteRecord MoveRecordDown MoveRecordUp;
    // The rows of the list.
    Search: Filter FilterAgain ShowAll;
    Move: Back Forward;
    Edit: CompleteWord CompleteBack OlderInput NewerInput;
    Search: SearchRegex;
    // Marks.
    Mark: Mark MarkDown MarkUp MarkRange MarkToHere Marks MarkAll MarkMatching MarkMatches InvertMarks ClearMarks
        NextMark PreviousMark ShowOnlyMarks;
    // Changes of many records.
    Edit: BulkEdit SetOperation RemoveOperations RenameOpcodes Renumber SortRecords RemoveDuplicates
        RemoveDuplicatesBy FixRecords MakeCanonical MirrorColours MirrorFiles Shuffle Sample Gather;
    File: MergeFile Split;
    Edit: ApplyChange CopyRecords CutRecords PasteRecords;
    // Columns, and pages about the whole file.
    View: Columns FitColumns WideList Boards;
    Move: BoardLeft BoardRight;
    View: LargerBoards SmallerBoards ColumnsLeft ColumnsRight Sort FileOrder;
    Edit: SortFile;
    View: ProblemList Duplicates Statistics Game TestReport Values ValuesOf CountBy;
    Search: SearchValues;
    View: SortValues;
    Search: FilterByRow;
    Move: ShowRow;
    Edit: FixKind DeleteDuplicate KeepDuplicate MergeDuplicates;
    Mark: MarkDuplicate;
    Move: PageLeft PageRight;
    View: ColumnUp ColumnDown WidenColumn NarrowColumn ColumnWidth AddColumn ResetColumns ForgetFile;
    // Playing, which comes before the board, so that its hint stays where there is little room.
    Edit: Play;
    Move: StepThrough;
    Edit: PlaySquare TypeMove TakeBack;
    Move: StepForward;
    Edit: RecordMoves DiscardMoves SetUp;
    // The board.
    Move: Left Right CursorUp CursorDown RankStart RankEnd;
    Edit: PickUp PlaceWhitePawn PlaceWhiteKnight PlaceWhiteBishop PlaceWhiteRook PlaceWhiteQueen PlaceWhiteKing
        PlaceBlackPawn PlaceBlackKnight PlaceBlackBishop PlaceBlackRook PlaceBlackQueen PlaceBlackKing;
    Move: Skip NextRank;
    Edit: RemovePiece RemovePreviousPiece Side Castling EnPassant;
    View: Flip;
    Edit: ClearBoard StartingPosition ChangeColour RemoveImpossible HalfMoveClock MoveNumber TransformBoard Mirror
        SwapColours Rotate ShiftLeft ShiftRight ShiftUp ShiftDown NumberedStart RandomStart ToggleChess960;
    View: DescribePosition PieceStyle BoardTheme;
    // Operations and problems.
    Edit: EditOperation AddOperation RemoveOperation RenameOpcode Fix Fixes CutOperation CopyOperation CopyOperations
        PasteOperations RepeatOperation Points SynchronisePoints Perft PerftDepth SortOperations TimeStamp;
    // While a text of the record is being edited.
    Edit: Accept Cancel ChooseNext ChoosePrevious ChoosePageDown ChoosePageUp ToggleMove Complete;
}
