//! Letters as strokes, for pictures that have no fonts: printing ASCII and the letters of Europe that are made of
//! it, on a field 4 wide, capitals 6 high.

/// From one letter to the next.
pub(super) const ADVANCE: f64 = 5.6;
/// The height of a capital.
pub(super) const HEIGHT: f64 = 6.0;

/// The strokes of the characters from `!` to `~`: corners as digits of column and row, a blank between
/// strokes. Rows 7 and 8 are below the line.
const STROKES: [&str; 94] = [
    "2024 2626",
    "1011 3031",
    "1016 3036 0242 0444",
    "413010010213334445361605 2026",
    "0640 0000 4646",
    "4612112031320405162644",
    "2021",
    "30212536",
    "10212516",
    "2125 0244 0442",
    "0343 2125",
    "2617",
    "1333",
    "2626",
    "0640",
    "100105163645413010",
    "112026 1636",
    "01103041420646",
    "01103041423323 334445361605",
    "36300444",
    "400002324345361605",
    "4130100105163645443303",
    "004026",
    "13020110304142331304051636454433",
    "0516364541301001021343",
    "2323 2626",
    "2323 2617",
    "410345",
    "0242 0444",
    "014305",
    "01103041422324 2626",
    "34242232344441301001051646",
    "062046 1434",
    "003041423303 334445360600",
    "4130100105163645",
    "00304145360600",
    "40000646 0333",
    "400006 0333",
    "41301001051636454323",
    "0006 4046 0343",
    "1030 2026 1636",
    "4045361605",
    "0006 400346",
    "000646",
    "0600234046",
    "06004640",
    "100105163645413010",
    "06003041423303",
    "100105163645413010 3446",
    "06003041423303 2346",
    "413010010213334445361605",
    "0040 2026",
    "000516364540",
    "002640",
    "0016233640",
    "0046 4006",
    "002340 2326",
    "00400646",
    "30202636",
    "0046",
    "10202616",
    "112031",
    "0646",
    "1021",
    "12324346 441405163645",
    "0006 0312324345361605",
    "4332120305163645",
    "4046 4332120305163645",
    "04444332120305163645",
    "40302126 1232",
    "42473818 4332120305163645",
    "0006 0312324346",
    "2226 2020",
    "32372818 3030",
    "0006 420446",
    "202536",
    "0206 03122326 23324346",
    "0206 0312324346",
    "120305163645433212",
    "0208 0312324345361605",
    "4248 4332120305163645",
    "0206 03123243",
    "43321203143445361605",
    "20253646 1232",
    "0205163645 4246",
    "022642",
    "0216243642",
    "0246 4206",
    "0226 4218",
    "02420646",
    "30212213242536",
    "2027",
    "10212233242516",
    "03123443",
];

/// What has no strokes is a box.
const BOX: &str = "0006464000";

/// The width of a text.
pub(super) fn width(text: &str) -> f64 {
    // As long as a label, at most.
    #[allow(clippy::cast_precision_loss)]
    let count = text.chars().count() as f64;
    (count * ADVANCE - (ADVANCE - 4.0)).max(0.0)
}

/// A text as the data of an SVG path, from its upper left corner.
pub(super) fn path(text: &str) -> String {
    let mut path = String::new();
    let mut left = 0.0;
    for char in text.chars() {
        // A capital is higher by two rows than a small letter, and so is what stands over it.
        let (letter, sign, rise) = match accented(char) {
            Some((letter, sign)) if letter.is_uppercase() && !sign.is_below => {
                (letter, sign.strokes, 2.0)
            }
            Some((letter, sign)) => (letter, sign.strokes, 0.0),
            None => (char, "", 0.0),
        };
        let at = u32::from(letter)
            .checked_sub(0x21)
            .and_then(|at| usize::try_from(at).ok());
        let plain = match letter {
            ' ' => "",
            // Its dot makes room.
            'i' if !sign.is_empty() => "2226",
            'ß' => "0601103041423344453626",
            _ => at.and_then(|at| STROKES.get(at)).copied().unwrap_or(BOX),
        };
        draw(plain, (left, 0.0), &mut path);
        draw(sign, (left, -rise), &mut path);
        left += ADVANCE;
    }
    path
}

/// Appends strokes, moved to a place.
fn draw(strokes: &str, (left, top): (f64, f64), path: &mut String) {
    for stroke in strokes.split(' ').filter(|stroke| stroke.len() > 3) {
        let mut command = 'M';
        for corner in stroke.as_bytes().chunks_exact(2) {
            let digit = |at: usize| {
                corner
                    .get(at)
                    .map_or(0.0, |byte| f64::from(byte.saturating_sub(b'0')))
            };
            path.push_str(&format!(
                "{command}{:.1} {}",
                left + digit(0),
                top + digit(1)
            ));
            command = 'L';
        }
        // A dot has a length, so that every program draws it.
        path.push_str("h.01");
    }
}

/// What stands at a letter.
struct Sign {
    /// Over a small one.
    strokes: &'static str,
    /// The letters that have it, each behind the letter without.
    pairs: &'static str,
    /// Whether it stands below or across the letter.
    is_below: bool,
}

const fn over(strokes: &'static str, pairs: &'static str) -> Sign {
    Sign {
        strokes,
        pairs,
        is_below: false,
    }
}

const fn across(strokes: &'static str, pairs: &'static str) -> Sign {
    Sign {
        strokes,
        pairs,
        is_below: true,
    }
}

/// The letters of Western and Central Europe.
const SIGNS: [Sign; 15] = [
    over("1021", "AÀEÈIÌOÒUÙaàeèiìoòuù"),
    over("3021", "AÁEÉIÍOÓUÚYÝCĆLĹNŃRŔSŚZŹaáeéiíoóuúyýcćnńrŕsśzź"),
    over("112031", "AÂEÊIÎOÔUÛCĈGĜHĤJĴSŜWŴYŶaâeêiîoôuûcĉgĝsŝwŵyŷ"),
    over("01103140", "AÃNÑOÕIĨUŨaãnñoõiĩuũ"),
    over("1010 3030", "AÄEËIÏOÖUÜYŸaäeëiïoöuüyÿ"),
    over("1030311110", "AÅUŮaåuů"),
    over("102130", "CČDĎEĚNŇRŘSŠTŤZŽGǦcčeěnňrřsšzžgǧ"),
    over("2020", "CĊEĖGĠIİZŻcċeėgġzż"),
    over("1030", "AĀEĒIĪOŌUŪaāeēiīoōuū"),
    over("10113130", "AĂEĔGĞIĬOŎUŬaăeĕgğiĭoŏuŭ"),
    over("1120 3140", "OŐUŰoőuű"),
    across("262718", "CÇSŞTŢSȘTȚcçsştţsștț"),
    across("363748", "AĄEĘIĮUŲaąeęiįuų"),
    across("0640", "OØ"),
    across("0642", "oø"),
];

/// A letter and the sign at it.
fn accented(char: char) -> Option<(char, &'static Sign)> {
    if char.is_ascii() {
        return None;
    }
    SIGNS.iter().find_map(|sign| {
        let mut chars = sign.pairs.chars();
        let pairs = std::iter::from_fn(|| chars.next().zip(chars.next()));
        let mut pairs = pairs.filter(|(_, found)| *found == char);
        pairs.next().map(|(letter, _)| (letter, sign))
    })
}

/// A text with other letters for some that are written as several, and plain signs for typographic ones.
pub(super) fn spelled(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for char in text.chars() {
        let other = match char {
            'Æ' => "AE",
            'æ' => "ae",
            'Œ' => "OE",
            'œ' => "oe",
            'Ð' | 'Đ' => "D",
            'ð' | 'đ' => "d",
            'Þ' => "Th",
            'þ' => "th",
            'Ł' => "L",
            'ł' => "l",
            'ı' => "i",
            '‘' | '’' | '´' => "'",
            '“' | '”' | '„' => "\"",
            '«' => "<<",
            '»' => ">>",
            '–' | '—' | '−' => "-",
            '…' => "...",
            '×' => "x",
            '\u{A0}' => " ",
            _ => {
                plain.push(char);
                continue;
            }
        };
        plain.push_str(other);
    }
    plain
}

/// Whether a text has a letter that there are no strokes for.
#[cfg(any(feature = "pictures", test))]
pub(super) fn lacks(text: &str) -> bool {
    let has = |char: char| char == 'ß' || matches!(char, ' '..='~') || accented(char).is_some();
    !spelled(text).chars().all(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_latin_1_have_strokes_and_others_are_told() {
        for char in ('À'..='ÿ').filter(|char| *char != '÷') {
            assert!(!lacks(&char.to_string()), "{char}");
        }
        assert!(!lacks("Müller – Świątek, „Łódź“"));
        assert!(lacks("Жи") && lacks("中文"));
        let strokes = |text: &str| path(text).matches('M').count();
        assert_eq!(strokes("ü"), strokes("u") + 2);
        assert_eq!(strokes("í"), strokes("i"));
        assert_ne!(path("é"), path("è"));
    }
}
