//! Commands of the board.

use crate::app::command::{Command, Context::*, Id, Kind, Parameter};
use crate::app::features::board::{
    self, castling, chess960, clocks, facts, impossible_rights, pieces, whole,
};
use crate::app::features::differences::no_file;
use crate::app::features::rules;
use shakmaty::{Color, Role};

/// A row that puts a piece on the square of the cursor.
macro_rules! place {
    ($id:ident, $title:literal, $key:literal, $color:ident, $role:ident) => {
        Command::new(
            Id::$id,
            $title,
            "Puts the piece on the cursor's square and goes to the next one, as in a FEN.",
            &[(Board, $key)],
            |model, _| board::place(model, Role::$role.of(Color::$color)),
        )
        .changes()
        .disabled(board::no_board)
    };
}

pub(crate) const COMMANDS: &[Command] = &[
    Command::new(
        Id::Left,
        "Cursor left",
        "One square to the left.",
        &[(Board, "Left"), (Play, "Left")],
        |model, _| board::step(model, -1, 0),
    ),
    Command::new(
        Id::Right,
        "Cursor right",
        "One square to the right.",
        &[(Board, "Right"), (Play, "Right")],
        |model, _| board::step(model, 1, 0),
    ),
    Command::new(
        Id::CursorUp,
        "Cursor up",
        "One square up.",
        &[(Board, "Up"), (Play, "Up")],
        |model, _| board::step(model, 0, 1),
    ),
    Command::new(
        Id::CursorDown,
        "Cursor down",
        "One square down.",
        &[(Board, "Down"), (Play, "Down")],
        |model, _| board::step(model, 0, -1),
    ),
    Command::new(
        Id::RowStart,
        "Cursor to the row's start",
        "The leftmost square of the row.",
        &[(Board, "Home"), (Play, "Home")],
        |model, _| board::step(model, -7, 0),
    ),
    Command::new(
        Id::RowEnd,
        "Cursor to the row's end",
        "The rightmost square of the row.",
        &[(Board, "End"), (Play, "End")],
        |model, _| board::step(model, 7, 0),
    ),
    Command::new(
        Id::PickUp,
        "Pick up or drop a piece",
        "Takes the piece under the cursor; the second time, puts it where the cursor is.",
        &[(Board, "Space"), (Board, "Enter")],
        |model, _| board::pick_up_or_drop(model),
    )
    .hint("pick up")
    .changes()
    .disabled(board::no_board),
    place!(PlaceWhitePawn, "Place a white pawn", "P", White, Pawn)
        .hint("place")
        .hint_keys("PNBRQK pnbrqk"),
    place!(
        PlaceWhiteKnight,
        "Place a white knight",
        "N",
        White,
        Knight
    ),
    place!(
        PlaceWhiteBishop,
        "Place a white bishop",
        "B",
        White,
        Bishop
    ),
    place!(PlaceWhiteRook, "Place a white rook", "R", White, Rook),
    place!(
        PlaceWhiteQueen,
        "Place a white queen",
        "Q",
        White,
        Queen
    ),
    place!(PlaceWhiteKing, "Place a white king", "K", White, King),
    place!(PlaceBlackPawn, "Place a black pawn", "p", Black, Pawn),
    place!(
        PlaceBlackKnight,
        "Place a black knight",
        "n",
        Black,
        Knight
    ),
    place!(
        PlaceBlackBishop,
        "Place a black bishop",
        "b",
        Black,
        Bishop
    ),
    place!(PlaceBlackRook, "Place a black rook", "r", Black, Rook),
    place!(
        PlaceBlackQueen,
        "Place a black queen",
        "q",
        Black,
        Queen
    ),
    place!(PlaceBlackKing, "Place a black king", "k", Black, King),
    Command::new(
        Id::Skip,
        "Skip squares",
        "Goes on by as many squares as the digit says, into the next rank where this one ends.",
        &[
            (Board, "1"),
            (Board, "2"),
            (Board, "3"),
            (Board, "4"),
            (Board, "5"),
            (Board, "6"),
            (Board, "7"),
            (Board, "8"),
        ],
        board::skip,
    )
    .takes(&[Parameter::new("squares", Kind::Number(1, 8))]),
    Command::new(
        Id::NextRank,
        "Next rank",
        "Goes to the a-file of the rank below, as in a FEN; a rank that is full needs none.",
        &[(Board, "/")],
        |model, _| board::next_rank(model),
    ),
    Command::new(
        Id::Erase,
        "Erase a piece",
        "Empties the cursor's square.",
        &[(Board, "."), (Board, "Delete")],
        |model, _| board::erase(model),
    )
    .hint("erase")
    .changes()
    .disabled(board::no_board),
    Command::new(
        Id::EraseBack,
        "Erase the piece before",
        "Goes back one square and empties it: takes a letter just typed back.",
        &[(Board, "Backspace")],
        |model, _| board::erase_back(model),
    )
    .changes()
    .disabled(board::no_board),
    Command::new(
        Id::Side,
        "Change the side to move",
        "White to move becomes Black to move, and back.",
        &[(Board, "t")],
        |model, _| board::change_side(model),
    )
    .hint("side")
    .changes()
    .disabled(board::no_board),
    Command::new(
        Id::Castling,
        "Castling rights …",
        "Switches the rights on and off that the board allows.",
        &[(Board, "c")],
        |model, call| match call.text(0) {
            Some(rights) => castling::named(model, &rights),
            None => board::open_castling(model),
        },
    )
    .takes(&[Parameter::new("set of rights", Kind::Text)])
    .hint("castling")
    .changes()
    .disabled(board::no_board),
    Command::new(
        Id::EnPassant,
        "En-passant square …",
        "Chooses among the squares that a pawn can just have passed over.",
        &[(Board, "e")],
        |model, _| board::open_en_passant(model),
    )
    .asks(&[Parameter::new("square", Kind::Text)])
    .hint("en passant")
    .changes()
    .disabled(board::no_en_passant),
    Command::new(
        Id::Flip,
        "Flip the board",
        "Shows the board from the other side; the position stays.",
        &[(Board, "f"), (Play, "F")],
        |model, _| board::flip(model),
    )
    .hint("flip"),
    Command::new(
        Id::EmptyBoard,
        "Empty the board",
        "Takes all pieces off and goes to a8, to type a position as in a FEN.",
        &[(Board, "x")],
        |model, _| board::empty(model),
    )
    .changes()
    .disabled(board::no_record),
    Command::new(
        Id::StartingPosition,
        "Set up the starting position",
        "Puts all pieces on their squares, with all castling rights and White to move.",
        &[(Board, "s")],
        |model, _| board::start_position(model),
    )
    .changes()
    .disabled(board::no_record),
    Command::new(
        Id::SwapColour,
        "Swap a piece's colour",
        "White becomes black and black white, for the piece under the cursor.",
        &[(Board, "o")],
        |model, _| board::swap_colour(model),
    )
    .hint("other colour")
    .changes()
    .disabled(board::no_board),
    Command::new(
        Id::RemoveImpossible,
        "Remove impossible rights",
        "Takes castling rights without king or rook out, and an en-passant square that no pawn passed.",
        &[(Board, "C")],
        |model, _| impossible_rights::remove(model),
    )
    .hint("remove impossible rights")
    .changes()
    .disabled(impossible_rights::none),
    Command::new(
        Id::HalfMoveClock,
        "Half-move clock …",
        "Asks for the half-moves since the last capture or pawn move (hmvc).",
        &[(Board, "h")],
        |model, _| clocks::ask(model, clocks::Clock::HalfMoves),
    )
    .asks(&[Parameter::new("half-moves", Kind::Number(0, u32::MAX))])
    .changes()
    .disabled(clocks::none),
    Command::new(
        Id::MoveNumber,
        "Move number …",
        "Asks for the number of the move (fmvn).",
        &[(Board, "H")],
        |model, _| clocks::ask(model, clocks::Clock::MoveNumber),
    )
    .asks(&[Parameter::new("number", Kind::Number(1, u32::MAX))])
    .changes()
    .disabled(clocks::none),
    Command::new(
        Id::WholeBoard,
        "Whole board …",
        "Mirrors, turns or shifts all pieces, or sets up a starting position.",
        &[(Board, "w")],
        |model, _| whole::open(model),
    )
    .hint("whole board")
    .disabled(board::no_record),
    Command::new(
        Id::Mirror,
        "Mirror left and right",
        "The a-file and the h-file change places; moves go with the pieces.",
        &[],
        |model, _| whole::mirror(model),
    )
    .changes()
    .disabled(board::no_board),
    Command::new(
        Id::SwapColours,
        "Swap the colours and turn the board",
        "White becomes Black, ranks and the side to move change places: the same position for the other side.",
        &[],
        |model, _| whole::swap_colours(model),
    )
    .changes()
    .disabled(board::no_board),
    Command::new(
        Id::Rotate,
        "Turn the board by half",
        "a1 becomes h8; colours and the side to move stay.",
        &[],
        |model, _| whole::rotate(model),
    )
    .changes()
    .disabled(board::no_board),
    Command::new(
        Id::ShiftLeft,
        "Shift all pieces left",
        "One file to the left; refused where a piece would leave the board.",
        &[(Board, "Shift-Left")],
        |model, _| whole::shift(model, -1, 0),
    )
    .changes()
    .disabled(board::no_board),
    Command::new(
        Id::ShiftRight,
        "Shift all pieces right",
        "One file to the right; refused where a piece would leave the board.",
        &[(Board, "Shift-Right")],
        |model, _| whole::shift(model, 1, 0),
    )
    .changes()
    .disabled(board::no_board),
    Command::new(
        Id::ShiftUp,
        "Shift all pieces up",
        "One rank up; refused where a piece would leave the board.",
        &[(Board, "Shift-Up")],
        |model, _| whole::shift(model, 0, 1),
    )
    .changes()
    .disabled(board::no_board),
    Command::new(
        Id::ShiftDown,
        "Shift all pieces down",
        "One rank down; refused where a piece would leave the board.",
        &[(Board, "Shift-Down")],
        |model, _| whole::shift(model, 0, -1),
    )
    .changes()
    .disabled(board::no_board),
    Command::new(
        Id::NumberedStart,
        "Chess960 starting position …",
        "Asks for a number from 0 to 959 and sets that position up.",
        &[(Board, "9")],
        |model, _| chess960::ask(model),
    )
    .asks(&[Parameter::new("number", Kind::Number(0, 959))])
    .changes()
    .disabled(board::no_record),
    Command::new(
        Id::ChanceStart,
        "Chess960 starting position by chance",
        "Sets one of the 960 positions up and says its number.",
        &[(Board, "0")],
        |model, _| chess960::random(model),
    )
    .changes()
    .disabled(board::no_record),
    Command::new(
        Id::CastlingRules,
        "Toggle Chess960 rules",
        "Read `KQkq` in this file with king and rooks on any file, or by classical rules again.",
        &[],
        |model, _| rules::toggle(model),
    )
    .words("settings")
    .disabled(no_file),
    Command::new(
        Id::Position,
        "The position in words …",
        "Pieces, material, check and mate, every legal move, or why chess does not allow it.",
        &[(Board, "i"), (Play, "i")],
        |model, _| facts::open(model),
    )
    .words("explain why legal facts")
    .disabled(facts::none),
    Command::new(
        Id::Pieces,
        "Look of the pieces …",
        "Block art, chess figures or letters.",
        &[],
        |model, _| pieces::open(model),
    )
    .words("theme settings style")
    .asks(&[Parameter::new("style", Kind::Choice(&["images", "sextants", "quadrants", "figures", "letters"]))]),
];
