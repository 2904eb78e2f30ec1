//! Commands of the board and of play mode, and the menus of how boards look.

use crate::editor::command::{Kind, Parameter, rows};
use crate::editor::doc::{no_file, scan};
use crate::editor::key::KeyCode;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::panes::board::{self, fields, no_board, no_record, play, position};
use crate::editor::settings::choose;
use crate::editor::state::Pieces;
use crate::editor::state::settings::{BOARD, piece_styles};
use crate::epd::edit::Clock;
use shakmaty::{Board, Color, Square};

const PLACE: &str = "Place the piece on the cursor's square and go to the next one, as in a FEN.";

rows! {
    Left, "Move the cursor left", "Move the cursor one square to the left.",
        [Board "Left", Play "Left"], |model, _| board::step(model, -1, 0), of_board;
    Right, "Move the cursor right", "Move the cursor one square to the right.",
        [Board "Right", Play "Right"], |model, _| board::step(model, 1, 0), of_board;
    CursorUp, "Move the cursor up", "Move the cursor one square up.",
        [Board "Up", Play "Up"], |model, _| board::step(model, 0, 1), of_board;
    CursorDown, "Move the cursor down", "Move the cursor one square down.",
        [Board "Down", Play "Down"], |model, _| board::step(model, 0, -1), of_board;
    RankStart, "Go to the rank's start", "Move the cursor to the leftmost square of the rank.",
        [Board "Home", Play "Home"], |model, _| board::step(model, -7, 0), of_board;
    RankEnd, "Go to the rank's end", "Move the cursor to the rightmost square of the rank.",
        [Board "End", Play "End"], |model, _| board::step(model, 7, 0), of_board;
    PickUp, "Pick up or drop a piece",
        "Pick up the piece under the cursor; press again to drop it.",
        [Board "Space" "Enter"], |model, _| board::pick_up_or_drop(model),
        hint("pick up"), changes_board(no_board);
    PlaceWhitePawn, "Place a white pawn", PLACE, [Board "P"], board::place, changes_board(no_board),
        hint("place"), hint_keys("PNBRQK pnbrqk");
    PlaceWhiteKnight, "Place a white knight", PLACE, [Board "N"], board::place, changes_board(no_board);
    PlaceWhiteBishop, "Place a white bishop", PLACE, [Board "B"], board::place, changes_board(no_board);
    PlaceWhiteRook, "Place a white rook", PLACE, [Board "R"], board::place, changes_board(no_board);
    PlaceWhiteQueen, "Place a white queen", PLACE, [Board "Q"], board::place, changes_board(no_board);
    PlaceWhiteKing, "Place a white king", PLACE, [Board "K"], board::place, changes_board(no_board);
    PlaceBlackPawn, "Place a black pawn", PLACE, [Board "p"], board::place, changes_board(no_board);
    PlaceBlackKnight, "Place a black knight", PLACE, [Board "n"], board::place, changes_board(no_board);
    PlaceBlackBishop, "Place a black bishop", PLACE, [Board "b"], board::place, changes_board(no_board);
    PlaceBlackRook, "Place a black rook", PLACE, [Board "r"], board::place, changes_board(no_board);
    PlaceBlackQueen, "Place a black queen", PLACE, [Board "q"], board::place, changes_board(no_board);
    PlaceBlackKing, "Place a black king", PLACE, [Board "k"], board::place, changes_board(no_board);
    Skip, "Skip squares", "Skip that many squares, as in a FEN.",
        [Board "1" "2" "3" "4" "5" "6" "7" "8"], board::skip,
        hint("skip"), hint_keys("1-8"), of_board,
        takes(&[Parameter::new("squares", Kind::Number(1, 8))]);
    NextRank, "Go to the next rank", "Go to the a-file of the rank below, as in a FEN.",
        [Board "/"], |model, _| board::next_rank(model), hint("next rank"), of_board;
    RemovePiece, "Remove a piece", "Remove the piece under the cursor.",
        [Board "." "Delete"], |model, _| board::remove_from(model, model.document.view.cursor),
        hint("remove"), changes_board(no_board);
    RemovePreviousPiece, "Remove the previous piece",
        "Go back one square and remove its piece.",
        [Board "Backspace"], |model, _| board::erase_back(model), changes_board(no_board);
    Side, "Change the side to move", "Switch between White to move and Black to move.",
        [Board "t"], |model, _| board::change_side(model),
        hint("side"), changes, disabled(no_board);
    Castling, "Set castling rights …", "Toggle each castling right that king and rook allow.",
        [Board "c"], |model, call| match call.text(0) {
            Some(rights) => fields::read_castling(model, &rights),
            None => fields::open_castling(model),
        },
        takes(&[Parameter::new("castling rights", Kind::Text)]), hint("castling"), changes,
        disabled(no_board);
    EnPassant, "Set the en-passant square …",
        "Choose among the squares a pawn may just have passed.",
        [Board "e"], |model, _| fields::open_en_passant(model),
        asks(&[Parameter::new("square", Kind::Text)]), hint("en passant"), changes,
        disabled(fields::no_en_passant);
    Flip, "Flip the board", "View the board from the other side.",
        [Board "v", Play "v"], |model, _| model.board.flipped ^= true, hint("flip");
    ClearBoard, "Clear the board",
        "Remove all pieces and go to a8, to type a position.",
        [Board "x"], |model, _| board::empty(model),
        hint("clear"), changes, disabled(no_record);
    StartingPosition, "Set up the starting position",
        "Set up the initial position of a game.",
        [Board "s"], |model, _| {
            let message = "set up the starting position";
            board::set_up(model, message, Board::new(), "KQkq", Some(Color::White))
        },
        hint("starting position"), changes, disabled(no_record);
    ChangeColour, "Change a piece's colour",
        "Change the piece under the cursor to the other colour.",
        [Board "o"], |model, _| board::swap_colour(model),
        hint("change colour"), changes_board(no_board);
    RemoveImpossible, "Remove impossible rights",
        "Remove impossible castling rights and en-passant squares.",
        [Board "C"], |model, _| fields::remove_impossible(model),
        hint("remove impossible rights"), changes, disabled(fields::none_impossible);
    HalfMoveClock, "Set the half-move clock …",
        "Type the half-moves since a capture or pawn move (hmvc).",
        [Board "h"], |model, _| fields::ask_clock(model, Clock::HalfMoves),
        asks(&[Parameter::new("half-moves", Kind::Number(0, u32::MAX))]), changes,
        disabled(no_board);
    MoveNumber, "Set the move number …", "Type the number of the next move (fmvn).",
        [Board "H"], |model, _| fields::ask_clock(model, Clock::MoveNumber),
        asks(&[Parameter::new("number", Kind::Number(1, u32::MAX))]), changes,
        disabled(no_board);
    TransformBoard, "Transform the board …",
        "Mirror, rotate or shift all pieces, or set up a start.",
        [Board "w"], |model, _| position::open_transform(model), hint("transform"), disabled(no_record);
    Mirror, "Mirror the files", "Swap the a-file with the h-file and so on, in the moves too.",
        [], |model, _| position::turn(model, "mirrored the board", Square::flip_horizontal, false),
        changes, disabled(no_board);
    SwapColours, "Swap the colours",
        "Swap colours, ranks and side to move: the same position.",
        [], |model, _| position::turn(model, "swapped the colours", Square::flip_vertical, true),
        changes, disabled(no_board);
    Rotate, "Rotate the board by 180°",
        "Move a1 to h8 and so on; the colours stay.",
        [], |model, _| position::turn(model, "rotated the board by 180°", Square::rotate_180, false),
        changes, disabled(no_board);
    ShiftLeft, "Shift all pieces left",
        "Shift the position left, if no piece leaves the board.",
        [Board "Shift-Left"], |model, _| position::shift(model, "left", -1, 0),
        changes, disabled(no_board);
    ShiftRight, "Shift all pieces right",
        "Shift the position right, if no piece leaves the board.",
        [Board "Shift-Right"], |model, _| position::shift(model, "right", 1, 0),
        changes, disabled(no_board);
    ShiftUp, "Shift all pieces up", "Shift the position up, if no piece leaves the board.",
        [Board "Shift-Up"], |model, _| position::shift(model, "up", 0, 1),
        changes, disabled(no_board);
    ShiftDown, "Shift all pieces down",
        "Shift the position down, if no piece leaves the board.",
        [Board "Shift-Down"], |model, _| position::shift(model, "down", 0, -1),
        changes, disabled(no_board);
    NumberedStart, "Set up Chess960 position …",
        "Type a number from 0 to 959 to set up that start.",
        [Board "9"], |model, _| position::ask_start(model),
        asks(&[Parameter::new("number", Kind::Number(0, 959))]), changes,
        disabled(no_record);
    RandomStart, "Set up a random Chess960 position",
        "Set up a random one of the 960 starts and show its number.",
        [Board "0"], |model, _| position::random_start(model), changes, disabled(no_record);
    ToggleChess960, "Toggle Chess960 rules",
        "Switch between classical castling and that of Chess960.",
        [], |model, _| scan::toggle_rules(model), words("settings"), disabled(no_file);
    DescribePosition, "Describe the position …",
        "Show material, check and legal moves, or why it is illegal.",
        [Board "i", Play "i"], |model, _| position::describe(model),
        words("explain why legal facts"), disabled(no_board);
    PieceStyle, "Choose a piece style …",
        "Draw pieces as images, block art, chess figures or letters.",
        [], |model, _| open_styles(model),
        words("theme settings style"), asks(&[Parameter::new(
            "style",
            Kind::Choice(&["images", "sextants", "quadrants", "figures", "letters"]),
        )]);
    BoardTheme, "Choose a board theme …",
        "Slate, brown, green, blue, grey, or high contrast.",
        [], |model, _| open_themes(model),
        words("board colours settings style squares"), asks(&[Parameter::new(
            "theme",
            Kind::Choice(&["slate", "brown", "green", "blue", "grey", "contrast"]),
        )]);
    Play, "Play moves on the board",
        "Play legal moves; the record changes when you record them.",
        [Board "m"], |model, _| play::start(model), hint("play moves"),
        disabled(play::no_position);
    StepThrough, "Step through pv or sv", "Step through the moves of pv or sv on the board.",
        [Board "l", Play "l"], |model, call| match call.choice(0) {
            Some("sv") => play::step_through_line(model, "sv"),
            Some(_) => play::step_through_line(model, "pv"),
            None => play::step_through(model),
        },
        takes(&[Parameter::new("line", Kind::Choice(&["pv", "sv"]))]), hint("step through pv"),
        disabled(play::no_line);
    PlaySquare, "Pick up or play a piece",
        "Pick up this piece, then play it; {play-square 2} plays what is typed.",
        [Play "Space" "Enter"], |model, call| match call.key.map(|key| key.code) {
            Some(KeyCode::Enter) => play::enter(model),
            _ => play::pick_up_or_play(model),
        },
        hint("pick up"), disabled(play::not_playing);
    TypeMove, "Type a move",
        "Type a move, such as Nf3 or e7e8q; it is played once clear.",
        [Play "a" "b" "c" "d" "e" "f" "g" "h" "1" "2" "3" "4" "5" "6" "7" "8" "N" "B" "R" "Q" "K" "O" "0" "x" "=" "+" "#" "-" "n" "r" "q" "k" "p" "P"],
        |model, call| match call.text(0) {
            Some(text) => play::enter_move(model, text),
            None => play::character(model, call.key),
        },
        takes(&[Parameter::new("move", Kind::Text)]), hint("move"), hint_keys("Nf3"),
        disabled(play::not_playing);
    TakeBack, "Take back a move", "Delete a typed character, else take back one move.",
        [Play "Backspace" "<" "," "u" "Ctrl-Left"], |model, _| play::back(model),
        hint("take back"), hint_keys("<"), disabled(play::not_playing);
    StepForward, "Play the next move", "Play the next move of pv or sv, or one taken back.",
        [Play ">" "." "Ctrl-Right"], |model, _| play::go(model, 1),
        hint("next move"), disabled(play::no_next);
    RecordMoves, "Record the moves …",
        "Write the moves to bm, am, pv and so on, or as a new record.",
        [Play "w"], |model, _| play::open_record(model),
        asks(&[Parameter::new("place", Kind::Choice(&["bm", "bm+", "am", "am+", "pm", "sm", "pv", "sv", "new"]))]),
        words("bm am best move write played"), hint("record"), changes, disabled(play::nothing_played);
    DiscardMoves, "Discard the moves played",
        "Return to the record's position; redo plays them again.",
        [Play "Delete"], |model, _| play::discard(model), disabled(play::not_playing);
    SetUp, "Set up the position",
        "Place and move pieces freely; moves played are kept.",
        [Play "m"], |model, _| play::set_up(model), hint("set up"), disabled(play::not_playing);
}

fn open_styles(model: &mut Model) {
    let items = piece_styles()
        .map(|(name, pieces, help)| {
            let set = move |model: &mut Model| {
                model.pieces = pieces;
                model.done(format!("piece style: {name}"));
            };
            MenuItem::new(name.chars().next(), name, help, set)
            .checked(pieces == model.pieces)
            .disabled((pieces == Pieces::Images && !model.shows_images).then(|| {
                "this terminal may not show images · `images = \"kitty\"` in config.toml forces them"
                    .into()
            }))
        })
        .collect();
    let now = piece_styles().position(|(_, pieces, _)| pieces == model.pieces);
    overlay::open(model, Menu::new("Pieces", items).at(now.unwrap_or(0)))
}

fn open_themes(model: &mut Model) {
    let now = (BOARD.name)(&model.settings);
    let items = ('1'..).zip(BOARD.words).map(|(key, (word, help))| {
        let set = move |model: &mut Model| choose(model, "board", word);
        MenuItem::new(Some(key), *word, *help, set).checked(*word == now)
    });
    let at = BOARD.words.iter().position(|(word, _)| *word == now);
    let menu = Menu::new("Board theme", items.collect());
    overlay::open(model, menu.at(at.unwrap_or(0)))
}
