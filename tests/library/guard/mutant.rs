//! Mutants: real records changed by small, plausible mistakes, the same in every run.

pub type Change = fn(&[u8], &mut Chance) -> Option<Vec<u8>>;

pub const KINDS: &[(&str, Change)] = &[
    ("side flipped", flip_side),
    ("piece removed", remove_piece),
    ("field removed", remove_field),
    ("semicolon removed", remove_semicolon),
    ("letter's case changed", change_case),
    ("word removed", remove_word),
    ("words swapped", swap_words),
    ("space removed", remove_space),
    ("digit changed", change_digit),
];

/// Pseudo-random numbers (splitmix64).
pub struct Chance(u64);

impl Chance {
    pub fn of(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        let count = u64::try_from(all.len()).ok().filter(|count| *count > 0)?;
        all.get(usize::try_from(self.next() % count).ok()?).copied()
    }
}

fn places(line: &[u8], wanted: impl Fn(u8) -> bool) -> Vec<usize> {
    let found = line.iter().enumerate().filter(|(_, byte)| wanted(**byte));
    found.map(|(at, _)| at).collect()
}

fn words(line: &[u8]) -> Vec<&[u8]> {
    line.split(|byte| *byte == b' ').collect()
}

fn remove_at(line: &[u8], at: usize) -> Vec<u8> {
    [&line[..at], &line[at + 1..]].concat()
}

fn flip_side(line: &[u8], _: &mut Chance) -> Option<Vec<u8>> {
    let mut words = words(line);
    let side = words.get_mut(1)?;
    *side = match *side {
        b"w" => b"b",
        b"b" => b"w",
        _ => return None,
    };
    Some(words.join(&b' '))
}

fn remove_piece(line: &[u8], chance: &mut Chance) -> Option<Vec<u8>> {
    let end = line.iter().position(|byte| *byte == b' ')?;
    let at = chance.pick(&places(&line[..end], |byte| byte.is_ascii_alphabetic()))?;
    let mut out = line.to_vec();
    out[at] = b'1';
    Some(out)
}

fn remove_field(line: &[u8], chance: &mut Chance) -> Option<Vec<u8>> {
    let mut words = words(line);
    let field = chance.pick(&[0, 1, 2, 3])?;
    (field < words.len()).then(|| words.remove(field))?;
    Some(words.join(&b' '))
}

fn remove_semicolon(line: &[u8], chance: &mut Chance) -> Option<Vec<u8>> {
    let at = chance.pick(&places(line, |byte| byte == b';'))?;
    Some(remove_at(line, at))
}

fn change_case(line: &[u8], chance: &mut Chance) -> Option<Vec<u8>> {
    let start = line.iter().position(|byte| *byte == b' ')?;
    let at = start + chance.pick(&places(&line[start..], |byte| byte.is_ascii_alphabetic()))?;
    let mut out = line.to_vec();
    out[at] ^= 0x20;
    Some(out)
}

fn remove_word(line: &[u8], chance: &mut Chance) -> Option<Vec<u8>> {
    let mut words = words(line);
    let all: Vec<usize> = (0..words.len()).collect();
    words.remove(chance.pick(&all)?);
    Some(words.join(&b' '))
}

fn swap_words(line: &[u8], chance: &mut Chance) -> Option<Vec<u8>> {
    let mut words = words(line);
    let all: Vec<usize> = (1..words.len()).collect();
    let at = chance.pick(&all)?;
    words.swap(at - 1, at);
    Some(words.join(&b' '))
}

fn remove_space(line: &[u8], chance: &mut Chance) -> Option<Vec<u8>> {
    let at = chance.pick(&places(line, |byte| byte == b' '))?;
    Some(remove_at(line, at))
}

fn change_digit(line: &[u8], chance: &mut Chance) -> Option<Vec<u8>> {
    let start = line.iter().position(|byte| *byte == b' ')?;
    let at = start + chance.pick(&places(&line[start..], |byte| byte.is_ascii_digit()))?;
    let mut out = line.to_vec();
    out[at] = chance.pick(b"0123456789")?;
    Some(out)
}
