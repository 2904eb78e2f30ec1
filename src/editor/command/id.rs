//! The names of all commands.

/// Makes the enum of commands, with the stable name of each, both ways.
macro_rules! ids {
    ($($id:ident = $name:literal,)*) => {
        /// A command. The order is that of the help, the palette and the hints.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Id {
            $(#[doc = $name] $id,)*
        }

        impl Id {
            /// All, in their order.
            pub const ALL: &[Self] = &[$(Self::$id,)*];

            /// Stable, kebab-case: `next-record`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$id => $name,)*
                }
            }

            /// The command of a name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$id),)*
                    _ => None,
                }
            }
        }
    };
}

ids! {
    // The whole editor.
    NextPane = "next-pane",
    PreviousPane = "previous-pane",
    NextRecord = "next-record",
    PreviousRecord = "previous-record",
    Save = "save",
    SaveAs = "save-as",
    Reload = "reload",
    Quit = "quit",
    SaveAndQuit = "save-and-quit",
    QuitWithoutSaving = "quit-without-saving",
    Undo = "undo",
    Redo = "redo",
    Search = "search",
    NextMatch = "next-match",
    PreviousMatch = "previous-match",
    PromptDown = "prompt-down",
    PromptUp = "prompt-up",
    GoTo = "go-to",
    NextProblem = "next-problem",
    PreviousProblem = "previous-problem",
    FixAll = "fix-all",
    EditLine = "edit-line",
    Copy = "copy",
    CopyAgain = "copy-again",
    Export = "export",
    Paste = "paste",
    Palette = "palette",
    CommandLine = "command-line",
    Help = "help",
    Explain = "explain",
    Legend = "legend",
    SearchPage = "search-page",
    Welcome = "welcome",
    Close = "close",
    StopWork = "stop-work",
    CheckFile = "check-file",
    ReleaseMouse = "release-mouse",
    ToggleTheme = "toggle-theme",
    Settings = "settings",
    Set = "set",
    ChangeKey = "change-key",
    LargerPane = "larger-pane",
    SmallerPane = "smaller-pane",
    HidePane = "hide-pane",
    Panes = "panes",
    UsualPanes = "usual-panes",
    Suspend = "suspend",
    Analyse = "analyse",
    UseLine = "use-line",
    Engines = "engines",
    AddEngine = "add-engine",
    RemoveEngine = "remove-engine",
    AnalyseRecords = "analyse-records",
    AnalyseAll = "analyse-all",
    AnalyseMarked = "analyse-marked",
    AnalysisQueue = "analysis-queue",
    Proposals = "proposals",
    StopQueue = "stop-queue",
    ClearQueue = "clear-queue",
    QueueEarlier = "queue-earlier",
    QueueLater = "queue-later",
    QueueNext = "queue-next",
    RemoveFromQueue = "remove-from-queue",
    AcceptProposals = "accept-proposals",
    RestoreProposals = "restore-proposals",
    // Open files.
    OpenFile = "open-file",
    NewFile = "new-file",
    CompletePath = "complete-path",
    Folder = "folder",
    CloseFolder = "close-folder",
    OpenSuite = "open-suite",
    SortFolder = "sort-folder",
    ReverseFolder = "reverse-folder",
    SearchFolder = "search-folder",
    NextSuite = "next-suite",
    FilterFolder = "filter-folder",
    ReloadFolder = "reload-folder",
    OpenFiles = "open-files",
    NextFile = "next-file",
    PreviousFile = "previous-file",
    CloseFile = "close-file",
    UnpackAll = "unpack-all",
    RestoreCopy = "restore-copy",
    OpenCopy = "open-copy",
    RemoveCopy = "remove-copy",
    SaveAll = "save-all",
    CopyToFile = "copy-to-file",
    MoveToFile = "move-to-file",
    ReviewChanges = "review-changes",
    CompareFiles = "compare-files",
    CompareWithDisk = "compare-with-disk",
    MergeFromDisk = "merge-from-disk",
    GoToDifference = "go-to-difference",
    RevertDifference = "revert-difference",
    GoToOther = "go-to-other",
    ToggleIdentical = "toggle-identical",
    CloseDifferences = "close-differences",
    // Moving in lists.
    Down = "down",
    Up = "up",
    PageDown = "page-down",
    PageUp = "page-up",
    First = "first",
    Last = "last",
    Choose = "choose",
    // Records of the list.
    OpenRecord = "open-record",
    NewRecord = "new-record",
    DuplicateRecord = "duplicate-record",
    Reply = "reply",
    DeleteRecord = "delete-record",
    MoveRecordDown = "move-record-down",
    MoveRecordUp = "move-record-up",
    // What the list shows.
    Filter = "filter",
    FilterAgain = "filter-again",
    ShowAll = "show-all",
    Back = "back",
    Forward = "forward",
    CompleteWord = "complete-word",
    CompleteBack = "complete-back",
    OlderInput = "older-input",
    NewerInput = "newer-input",
    SearchRegex = "search-regex",
    // Marks.
    Mark = "mark",
    MarkDown = "mark-down",
    MarkUp = "mark-up",
    MarkRange = "mark-range",
    MarkToHere = "mark-to-here",
    Marks = "marks",
    MarkAll = "mark-all",
    MarkMatching = "mark-matching",
    MarkMatches = "mark-matches",
    InvertMarks = "invert-marks",
    ClearMarks = "clear-marks",
    NextMark = "next-mark",
    PreviousMark = "previous-mark",
    ShowOnlyMarks = "show-only-marks",
    // Changes of many records.
    BulkEdit = "bulk-edit",
    SetOperation = "set-operation",
    AppendOperands = "append-operands",
    OnlyMissing = "only-missing",
    RemoveOperations = "remove-operations",
    RenameOpcodes = "rename-opcodes",
    Renumber = "renumber",
    SortRecords = "sort-records",
    RemoveDuplicates = "remove-duplicates",
    FixRecords = "fix-records",
    MakeCanonical = "make-canonical",
    MirrorColours = "mirror-colours",
    MirrorFiles = "mirror-files",
    Shuffle = "shuffle",
    Sample = "sample",
    Gather = "gather",
    MergeFile = "merge-file",
    Split = "split",
    ApplyChange = "apply-change",
    CopyRecords = "copy-records",
    CutRecords = "cut-records",
    PasteRecords = "paste-records",
    // Columns, and pages about the whole file.
    Columns = "columns",
    FitColumns = "fit-columns",
    WideList = "wide-list",
    Boards = "boards",
    BoardLeft = "board-left",
    BoardRight = "board-right",
    LargerBoards = "larger-boards",
    SmallerBoards = "smaller-boards",
    ColumnsLeft = "columns-left",
    ColumnsRight = "columns-right",
    Sort = "sort",
    FileOrder = "file-order",
    SortFile = "sort-file",
    ProblemList = "problem-list",
    Duplicates = "duplicates",
    Statistics = "statistics",
    Game = "game",
    TestReport = "test-report",
    Values = "values",
    ValuesOf = "values-of",
    CountBy = "count-by",
    SearchValues = "search-values",
    SortValues = "sort-values",
    FilterByRow = "filter-by-row",
    ShowRow = "show-row",
    FixKind = "fix-kind",
    PageLeft = "page-left",
    PageRight = "page-right",
    ColumnUp = "column-up",
    ColumnDown = "column-down",
    WidenColumn = "widen-column",
    NarrowColumn = "narrow-column",
    ColumnWidth = "column-width",
    AddColumn = "add-column",
    ResetColumns = "reset-columns",
    ForgetFile = "forget-file",
    // Playing, which comes before the board, so that its hint stays where there is little room.
    Play = "play",
    StepThrough = "step-through",
    PlaySquare = "play-square",
    TypeMove = "type-move",
    TakeBack = "take-back",
    StepForward = "step-forward",
    RecordMoves = "record-moves",
    DiscardMoves = "discard-moves",
    StopPlaying = "stop-playing",
    // The board.
    Left = "left",
    Right = "right",
    CursorUp = "cursor-up",
    CursorDown = "cursor-down",
    RankStart = "rank-start",
    RankEnd = "rank-end",
    PickUp = "pick-up",
    PlaceWhitePawn = "place-white-pawn",
    PlaceWhiteKnight = "place-white-knight",
    PlaceWhiteBishop = "place-white-bishop",
    PlaceWhiteRook = "place-white-rook",
    PlaceWhiteQueen = "place-white-queen",
    PlaceWhiteKing = "place-white-king",
    PlaceBlackPawn = "place-black-pawn",
    PlaceBlackKnight = "place-black-knight",
    PlaceBlackBishop = "place-black-bishop",
    PlaceBlackRook = "place-black-rook",
    PlaceBlackQueen = "place-black-queen",
    PlaceBlackKing = "place-black-king",
    Skip = "skip",
    NextRank = "next-rank",
    RemovePiece = "remove-piece",
    RemovePreviousPiece = "remove-previous-piece",
    Side = "side",
    Castling = "castling",
    EnPassant = "en-passant",
    Flip = "flip",
    ClearBoard = "clear-board",
    StartingPosition = "starting-position",
    ChangeColour = "change-colour",
    RemoveImpossible = "remove-impossible",
    HalfMoveClock = "half-move-clock",
    MoveNumber = "move-number",
    TransformBoard = "transform-board",
    Mirror = "mirror",
    SwapColours = "swap-colours",
    Rotate = "rotate",
    ShiftLeft = "shift-left",
    ShiftRight = "shift-right",
    ShiftUp = "shift-up",
    ShiftDown = "shift-down",
    NumberedStart = "numbered-start",
    RandomStart = "random-start",
    ToggleChess960 = "toggle-chess960",
    DescribePosition = "describe-position",
    PieceStyle = "piece-style",
    BoardTheme = "board-theme",
    // Operations and problems.
    EditOperation = "edit-operation",
    AddOperation = "add-operation",
    RemoveOperation = "remove-operation",
    RenameOpcode = "rename-opcode",
    Fix = "fix",
    Fixes = "fixes",
    CutOperation = "cut-operation",
    CopyOperation = "copy-operation",
    CopyOperations = "copy-operations",
    PasteOperations = "paste-operations",
    RepeatOperation = "repeat-operation",
    Points = "points",
    SynchronisePoints = "synchronise-points",
    Perft = "perft",
    PerftDepth = "perft-depth",
    SortOperations = "sort-operations",
    TimeStamp = "time-stamp",
    // While a text of the record is typed.
    Accept = "accept",
    Cancel = "cancel",
    ChooseNext = "choose-next",
    ChoosePrevious = "choose-previous",
    ChoosePageDown = "choose-page-down",
    ChoosePageUp = "choose-page-up",
    ToggleMove = "toggle-move",
    Complete = "complete",
}

#[cfg(test)]
mod tests {
    use super::Id;

    #[test]
    fn a_name_is_the_variant_in_kebab_case_and_reads_back() {
        for id in Id::ALL {
            let mut kebab = String::new();
            for c in format!("{id:?}").chars() {
                if c.is_ascii_uppercase() && !kebab.is_empty() {
                    kebab.push('-');
                }
                kebab.push(c.to_ascii_lowercase());
            }
            assert_eq!(id.name(), kebab);
            assert_eq!(Id::from_name(id.name()), Some(*id));
        }
    }

    #[test]
    fn what_names_no_command_is_none() {
        assert_eq!(Id::from_name("no-such-command"), None);
        assert_eq!(Id::from_name(""), None);
    }
}
