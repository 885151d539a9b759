//! Decimal digits of integers, appended to a byte buffer; formulas are mostly that.

/// The four digits of 0 to 9999, zeros in front.
static PADDED: [[u8; 4]; 10_000] = {
    let mut table = [[0; 4]; 10_000];
    let mut number = 0;
    while number < table.len() {
        let (high, low) = ((number / 100) as u8, (number % 100) as u8);
        table[number] = [b'0' + high / 10, b'0' + high % 10, b'0' + low / 10, b'0' + low % 10];
        number += 1;
    }
    table
};

/// Bytes that a number and a blank behind it take at most.
const SLOT: usize = 12;

/// Appends the number in decimal.
#[inline]
pub fn push(into: &mut Vec<u8>, number: i32) {
    push_spaced(into, number);
    into.pop();
}

/// Appends the number in decimal and a blank.
#[inline]
pub fn push_spaced(into: &mut Vec<u8>, number: i32) {
    // All bytes are written at once, then cut off: copies of a fixed size are single instructions.
    let at = into.len();
    into.extend_from_slice(&[b'-'; SLOT]);
    let at = at + usize::from(number < 0);
    let left = number.unsigned_abs();
    let end = if left < 10_000 {
        leading(into, at, left)
    } else if left < 100_000_000 {
        let middle = leading(into, at, left / 10_000);
        padded(into, middle, left % 10_000)
    } else {
        let middle = leading(into, at, left / 100_000_000);
        let last = padded(into, middle, left / 10_000 % 10_000);
        padded(into, last, left % 10_000)
    };
    into[end] = b' ';
    into.truncate(end + 1);
}

/// Writes a number below 10,000 at an offset and returns the offset behind it.
#[inline]
fn leading(into: &mut [u8], at: usize, number: u32) -> usize {
    let digits = u32::from_be_bytes(PADDED[number as usize]);
    let zeros = match number {
        0..10 => 3,
        10..100 => 2,
        100..1000 => 1,
        _ => 0,
    };
    into[at..at + 4].copy_from_slice(&(digits << (8 * zeros)).to_be_bytes());
    at + 4 - zeros
}

/// The same with zeros in front.
#[inline]
fn padded(into: &mut [u8], at: usize, number: u32) -> usize {
    into[at..at + 4].copy_from_slice(&PADDED[number as usize]);
    at + 4
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
