//! Numbers as bytes for sorting, and calculations with them.

use crate::epd::operand::Number;

/// A number as bytes that compare like the numbers: the nearest float, then the difference of the number from it.
pub(super) type Key = [u8; KEY];
/// The size of a number in bytes.
pub(super) const KEY: usize = size_of::<f64>() + size_of::<i128>();

/// Returns the bytes of a number.
pub(super) fn ordered(number: Number) -> Key {
    let float = number.float();
    let bits = match float.is_sign_negative() {
        true => !float.to_bits(),
        false => float.to_bits() | 1 << 63,
    };
    let behind = match number {
        Number::Whole(number) => number.wrapping_sub(float as i128),
        Number::Broken(_) => 0,
    };
    let behind = behind.cast_unsigned() ^ 1 << 127;
    let mut key = [0; KEY];
    let bytes = bits.to_be_bytes().into_iter().chain(behind.to_be_bytes());
    for (to, from) in key.iter_mut().zip(bytes) {
        *to = from;
    }
    key
}

/// Returns the number of some bytes.
pub(super) fn number(ordered: &[u8]) -> Number {
    let (bits, behind) = ordered.split_first_chunk().unwrap_or((&[0; 8], &[]));
    let bits = u64::from_be_bytes(*bits);
    let float = f64::from_bits(match bits >> 63 {
        0 => !bits,
        _ => bits & !(1 << 63),
    });
    let behind = behind.first_chunk().copied().map_or(0, u128::from_be_bytes);
    let behind = (behind ^ 1 << 127).cast_signed();
    match float.fract() == 0.0 && float.abs() < 1.7e38 {
        true => Number::Whole((float as i128).wrapping_add(behind)),
        false => Number::Broken(float),
    }
}

/// Returns the mean of two numbers.
pub(super) fn between(one: Number, other: Number) -> Number {
    match one == other {
        true => one,
        false => share(one.plus(other), 2),
    }
}

/// Returns the mean of `count` numbers with this sum.
pub(super) fn share(sum: Number, count: u64) -> Number {
    let share = sum.over(Number::Whole(count.into()));
    share.unwrap_or(sum).rounded()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_numbers_have_their_order() {
        let whole = Number::Whole;
        let all = [
            Number::Broken(-1e300),
            whole(i128::MIN / 2),
            whole(-9_007_199_254_740_993),
            whole(-9_007_199_254_740_992),
            Number::Broken(-1.5),
            whole(0),
            Number::Broken(1e-300),
            whole(2),
            whole(9_223_372_036_854_775_807),
            whole(9_223_372_036_854_775_808),
            whole(9_223_372_036_854_775_809),
            Number::Broken(1e300),
        ];
        assert!(all.map(ordered).is_sorted());
        assert_eq!(all.map(|value| number(&ordered(value))), all);
    }
}
