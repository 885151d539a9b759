//! Decimal digits of integers, appended to a byte buffer; formulas are mostly that.

/// The two digits of 0 to 99, one after the other.
const PAIRS: [u8; 200] = {
    let mut pairs = [0; 200];
    let mut number = 0;
    while number < 100 {
        pairs[2 * number] = b'0' + (number / 10) as u8;
        pairs[2 * number + 1] = b'0' + (number % 10) as u8;
        number += 1;
    }
    pairs
};

/// Appends the number in decimal.
pub(super) fn push(into: &mut Vec<u8>, number: i32) {
    if number < 0 {
        into.push(b'-');
    }
    let mut left = number.unsigned_abs();
    let mut digits = [0u8; 10];
    let mut start = digits.len();
    while left >= 100 {
        let pair = (left % 100) as usize * 2;
        left /= 100;
        start -= 2;
        digits[start..start + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
    }
    if left >= 10 {
        let pair = left as usize * 2;
        start -= 2;
        digits[start..start + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
    } else {
        start -= 1;
        digits[start] = b'0' + left as u8;
    }
    into.extend_from_slice(&digits[start..]);
}

#[cfg(test)]
mod tests {
    use super::push;

    #[test]
    fn every_length_and_both_signs() {
        let mut numbers = vec![0, 1, -1, i32::MAX, i32::MIN];
        let mut power: i64 = 1;
        while power < i64::from(i32::MAX) {
            for near in [power - 1, power, power + 1] {
                numbers.extend([near as i32, -near as i32]);
            }
            power *= 10;
        }
        for number in numbers {
            let mut text = Vec::new();
            push(&mut text, number);
            assert_eq!(String::from_utf8(text).unwrap(), number.to_string());
        }
    }
}
