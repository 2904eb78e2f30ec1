//! Laws of reading and writing, over positions of random games.

use super::super::*;
use proptest::prelude::*;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{Bitboard, Board, CastlingMode, Color, FromSetup, Position, Role, Setup, Square};

/// Returns a position after random plies of chess (`None`), or of Chess960 from a start position.
fn after(start: Option<u32>, choices: &[u16]) -> Chess {
    let mut position = match start {
        None => Chess::default(),
        Some(number) => {
            let mut setup = Setup::initial();
            setup.board = Board::chess960(number);
            setup.castling_rights = setup.board.rooks();
            Chess::from_setup(setup, CastlingMode::Chess960).expect("Chess960 starts are legal")
        }
    };
    for &choice in choices {
        let moves = position.legal_moves();
        let Some(at) = usize::from(choice).checked_rem(moves.len()) else {
            break;
        };
        // Captures are the rarer half of the choices, so that the board stays full for long.
        let quiet: Vec<Move> = moves.iter().copied().filter(|m| !m.is_capture()).collect();
        let played = match quiet.get(at % quiet.len().max(1)) {
            Some(&played) if !choice.is_multiple_of(4) => played,
            _ => moves[at],
        };
        position.play_unchecked(played);
    }
    position
}

/// Returns a position with few pieces on random squares, so that checks, pins and promotions are frequent.
fn sparse(pieces: &[(u8, u8)], white: bool) -> Option<Chess> {
    let mut setup = Setup::empty();
    setup.turn = if white { Color::White } else { Color::Black };
    for (at, &(square, kind)) in pieces.iter().enumerate() {
        let square = Square::new(u32::from(square) % 64);
        if setup.board.piece_at(square).is_some() {
            continue;
        }
        let piece = match at {
            0 => Role::King.of(Color::White),
            1 => Role::King.of(Color::Black),
            _ => {
                let role = [
                    Role::Pawn,
                    Role::Knight,
                    Role::Bishop,
                    Role::Rook,
                    Role::Queen,
                ];
                let role = role[usize::from(kind % 5)];
                role.of(if kind < 128 { setup.turn } else { !setup.turn })
            }
        };
        if piece.role == Role::Pawn && Bitboard::BACKRANKS.contains(square) {
            continue;
        }
        setup.board.set_piece_at(square, piece);
    }
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .ok()
}

fn any_position() -> impl Strategy<Value = Chess> {
    let choices = || prop::collection::vec(any::<u16>(), 0..160);
    prop_oneof![
        choices().prop_map(|choices| after(None, &choices)),
        (0u32..960, choices()).prop_map(|(start, choices)| after(Some(start), &choices)),
        (
            prop::collection::vec(any::<(u8, u8)>(), 2..16),
            any::<bool>()
        )
            .prop_filter_map("no legal position", |(pieces, white)| sparse(
                &pieces, white
            )),
    ]
}

fn san(position: &Chess, played: Move) -> String {
    let mut out = Vec::new();
    write_san(position, played, &mut out);
    String::from_utf8(out).expect("SAN is ASCII")
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn written_moves_match_those_of_shakmaty(position in any_position()) {
        for played in position.legal_moves() {
            let expected = SanPlus::from_move(position.clone(), played).to_string();
            prop_assert_eq!(san(&position, played), expected);
        }
    }

    #[test]
    fn written_moves_are_read_as_canonical(position in any_position()) {
        for played in position.legal_moves() {
            let text = san(&position, played);
            let expected = Reading { result: Ok(played), form: Form::default() };
            prop_assert_eq!(read(&position, text.as_bytes()), expected.clone());
            check_target(&position, played, text.as_bytes())?;
            prop_assert!(looks_like_move(text.as_bytes()));
            let slowly = body::read_dialect(&position, text.as_bytes());
            prop_assert_eq!(slowly, expected, "the longer way agrees");
        }
    }

    #[test]
    fn uci_is_read_and_is_not_san(position in any_position()) {
        let mode = position.castles().mode();
        for played in position.legal_moves() {
            for uci in [UciMove::from_move(played, mode), UciMove::from_chess960(played)] {
                let reading = read(&position, uci.to_string().as_bytes());
                prop_assert_eq!(&reading.result, &Ok(played), "{}", uci);
                prop_assert!(reading.form.not_san);
            }
        }
    }

    #[test]
    fn long_algebraic_is_read(position in any_position()) {
        for played in position.legal_moves() {
            let text = played.to_string();
            let reading = read(&position, text.as_bytes());
            prop_assert_eq!(&reading.result, &Ok(played), "{}", text);
            // The canonical SAN rarely needs all of that: `Qd8xd2` among four queens.
            prop_assert_eq!(reading.form.is_canonical(), text == san(&position, played));
        }
    }

    #[test]
    fn the_legal_origins_are_those_of_shakmaty(position in any_position()) {
        let legal = position.legal_moves();
        for role in Role::ALL {
            for to in Square::ALL {
                let expected: Bitboard = legal
                    .iter()
                    .filter(|m| m.role() == role && m.to() == to && !m.is_castle())
                    .filter_map(|m| m.from())
                    .collect();
                prop_assert_eq!(origins(&position, role, to), expected);
            }
        }
    }

    #[test]
    fn nothing_set_means_canonical_byte_for_byte(
        position in any_position(),
        text in "[NBRQKPabh]?[a-h]?[1-8]?[-x]?[a-h][1-8](=?[QRBNq])?[+#!,]?|[0Oo](-[0Oo]){1,2}[+#]?",
    ) {
        check_law(&position, text.as_bytes())?;
    }

    #[test]
    fn a_legal_move_with_one_wrong_byte_keeps_the_law(
        position in any_position(),
        which: usize,
        at: usize,
        byte in prop::sample::select(&b"NBRQKPnbrqkpabcdefgh12345678xX:=-+#!?,.0O/(){}$ "[..]),
        how in 0..3,
    ) {
        let moves = position.legal_moves();
        if let Some(which) = which.checked_rem(moves.len()) {
            let mut text = san(&position, moves[which]).into_bytes();
            let at = at % text.len();
            match how {
                0 => text[at] = byte,
                1 => text.insert(at, byte),
                _ => { text.remove(at); }
            }
            check_law(&position, &text)?;
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic(position in any_position(), text: Vec<u8>) {
        check_law(&position, &text)?;
        let _ = is_move_number(&text);
    }
}

/// Checks the law: an empty form is exactly canonical text; a move that is read is legal; an ambiguous text has
/// several legal candidates; an unreadable one lacks the shape of a move.
fn check_law(position: &Chess, text: &[u8]) -> Result<(), TestCaseError> {
    let Reading { result, form } = read(position, text);
    let readable = looks_like_move(text);
    prop_assert_eq!(readable, result != Err(Fault::Unreadable));
    match result {
        Ok(played) => {
            prop_assert!(position.is_legal(played));
            let canonical = san(position, played);
            prop_assert_eq!(
                form.is_canonical(),
                text == canonical.as_bytes(),
                "{}",
                canonical
            );
            prop_assert!(!form.false_mate || text.contains(&b'#'));
            check_target(position, played, text)?;
        }
        Err(Fault::Ambiguous(moves)) => {
            prop_assert!(moves.len() > 1);
            for (at, played) in moves.iter().enumerate() {
                prop_assert!(position.is_legal(*played));
                prop_assert!(!moves[..at].contains(played));
            }
        }
        Err(Fault::Illegal | Fault::Unreadable) => {}
    }
    Ok(())
}

/// Checks that if one text of a move names its target for certain, all others do.
fn check_target(position: &Chess, played: Move, text: &[u8]) -> Result<(), TestCaseError> {
    let mode = position.castles().mode();
    let all = [
        text.to_vec(),
        san(position, played).into_bytes(),
        played.to_string().into_bytes(),
        UciMove::from_move(played, mode).to_string().into_bytes(),
        UciMove::from_chess960(played).to_string().into_bytes(),
    ];
    for square in all.iter().filter_map(|text| named_target(text)) {
        let name = square.to_string();
        for text in &all {
            prop_assert!(
                text.windows(2).any(|part| part == name.as_bytes()),
                "{:?}",
                text
            );
        }
    }
    Ok(())
}

/// The part of a reason that legal moves could disprove: the pieces that can't move somewhere.
#[derive(Debug)]
struct Claim {
    role: Option<Role>,
    from: Bitboard,
    to: Option<Square>,
}

impl Claim {
    /// Parses a reason; `None` if it makes no such claim.
    fn of(reason: &str, board: &Board) -> Option<Self> {
        let words: Vec<&str> = reason.split(' ').collect();
        let piece = |word: &str| {
            Role::ALL
                .into_iter()
                .find(|role| format!("{role:?}").eq_ignore_ascii_case(word))
        };
        let square = |word: &str| word.parse::<Square>().ok();
        let file = |word: &str| {
            let letter = word.chars().next().filter(|_| word.len() == 1)?;
            shakmaty::File::from_char(letter).map(Bitboard::from_file)
        };
        let rank = |word: &str| {
            let digit = word.chars().next()?;
            shakmaty::Rank::from_char(digit).map(Bitboard::from_rank)
        };
        let (role, from, to) = match *words {
            ["no", _, name, "can", "reach", to] => (piece(name), Some(Bitboard::FULL), square(to)),
            ["no", _, name, "on", on, "can", "reach", to]
            | ["no", _, name, "on", on, "can", "capture", "on", to] => {
                (piece(name), file(on), square(to))
            }
            ["no", _, name, "on", "the", on, "rank", "can", "reach", to] => {
                (piece(name), rank(on), square(to))
            }
            ["the", _, name, "on", on, "can't", "reach", to] => {
                let on = square(on)?;
                assert_eq!(board.role_at(on), piece(name), "{reason}");
                (piece(name), Some(Bitboard::from_square(on)), square(to))
            }
            [on, "is", "empty"] | [on, "holds", ..] => {
                let on = square(on)?;
                assert_eq!(
                    board.piece_at(on).is_none(),
                    words.len() == 3 && words[1] == "is"
                );
                return None;
            }
            ["there", "is", "no", _, name] => {
                let role = piece(name);
                return Some(Self {
                    role,
                    from: Bitboard::FULL,
                    to: None,
                });
            }
            _ => return None,
        };
        assert!(role.is_some() && to.is_some(), "{reason}");
        Some(Self {
            role,
            from: from.unwrap_or(Bitboard::FULL),
            to,
        })
    }

    /// Returns the legal move that disproves the claim.
    fn belied_by(&self, position: &Chess) -> Option<Move> {
        let reached = |played: Move| match played {
            Move::Castle { king, rook } => {
                let side = shakmaty::CastlingSide::from_king_side(rook > king);
                side.king_to(position.turn())
            }
            _ => played.to(),
        };
        position.legal_moves().into_iter().find(|&played| {
            Some(played.role()) == self.role
                && played.from().is_some_and(|from| self.from.contains(from))
                && self.to.is_none_or(|to| to == reached(played))
        })
    }
}

/// Returns texts of moves to a square: each piece, alone and with each file, rank and square it may come from.
fn texts_to(to: Square) -> Vec<String> {
    let mut texts = vec![to.to_string()];
    for file in shakmaty::File::ALL {
        texts.push(format!("{}x{to}", file.char()));
    }
    for from in Square::ALL {
        texts.push(format!("{from}{to}"));
    }
    for piece in ["N", "B", "R", "Q", "K"] {
        texts.push(format!("{piece}{to}"));
        texts.extend(shakmaty::File::ALL.map(|file| format!("{piece}{}{to}", file.char())));
        texts.extend(shakmaty::Rank::ALL.map(|rank| format!("{piece}{}x{to}", rank.char())));
        let near = Square::ALL.into_iter().filter(|from| from.distance(to) < 3);
        texts.extend(near.map(|from| format!("{piece}{from}-{to}")));
    }
    texts
}

/// Returns the number of reasons for illegal moves that legal moves could disprove; none does.
fn claims_hold(position: &Chess, to: Square) -> usize {
    let mut claims = 0;
    for text in texts_to(to) {
        if body::read_dialect(position, text.as_bytes()).result != Err(Fault::Illegal) {
            continue;
        }
        let Some(reason) = why_illegal(position, text.as_bytes()) else {
            continue;
        };
        if let Some(claim) = Claim::of(&reason, position.board()) {
            claims += 1;
            let belied = claim.belied_by(position);
            assert_eq!(belied, None, "{text}: {reason}: {position:?}");
        }
    }
    claims
}

#[test]
fn no_reason_for_an_illegal_move_is_disproved_by_a_legal_one() {
    let real = [
        "rq2r1k1/5pp1/p7/4bNP1/1p2P2P/5Q2/PP4K1/5R1R w - -",
        "5r1k/1P4pp/3P1p2/4p3/1P5P/3q2P1/Q2b2K1/B3R3 w - -",
        "1k1r4/1pp4p/2n5/P6R/2R1p1r1/2P2p2/1PP2B1P/4K3 b - -",
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq -",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        "4k3/7N/8/8/8/8/8/4K3 w - -",
        "4k3/8/8/2pp4/8/8/8/4K3 b - -",
    ];
    let mut claims = 0;
    for fen in real {
        let fen: shakmaty::fen::Fen = fen.parse().expect("a test's FEN");
        let position: Chess = fen
            .into_position(CastlingMode::Standard)
            .expect("a test's legal position");
        for to in Square::ALL {
            claims += claims_hold(&position, to);
        }
    }
    assert!(claims > 40_000, "{claims} claims were looked at");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_reason_is_disproved_after_random_moves(position in any_position(), to in 0u32..64) {
        claims_hold(&position, Square::new(to));
    }
}
