//! Numbers as people read them: `1,234,567`, `18.7 k`, `12.3 ms`, `4.5 MB`.

/// An integer with a comma between groups of three digits.
pub fn grouped(number: impl ToString) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// An integer in at most six characters: exact below 10,000, then three digits and a unit.
pub fn short(number: u64) -> String {
    if number < 10_000 {
        number.to_string()
    } else {
        scaled(number as f64, 1000.0, &["", " k", " M", " G", " T", " P", " E"])
    }
}

/// A duration: `123 us`, `12.3 ms`, `1.23 s`, `123 s`.
pub fn seconds(seconds: f64) -> String {
    let us = seconds * 1e6;
    if us < 999.5 {
        format!("{us:.0} us")
    } else if us < 999.5e3 {
        format!("{} ms", three(us / 1e3))
    } else if seconds < 99.95 {
        format!("{} s", three(seconds))
    } else {
        format!("{seconds:.0} s")
    }
}

/// A number of bytes: `4.5 MB`, in powers of 1000.
pub fn bytes(bytes: u64) -> String {
    scaled(bytes as f64, 1000.0, &[" B", " kB", " MB", " GB", " TB", " PB", " EB"])
}

/// `1 solution`, `2 solutions`.
pub fn plural(number: impl ToString, noun: &str) -> String {
    let number = number.to_string();
    format!("{} {noun}{}", grouped(&number), if number == "1" { "" } else { "s" })
}

fn scaled(mut number: f64, step: f64, units: &[&str]) -> String {
    let mut unit = 0;
    while number >= step - 0.5 && unit + 1 < units.len() {
        number /= step;
        unit += 1;
    }
    let digits = if unit == 0 { format!("{number:.0}") } else { three(number) };
    format!("{digits}{}", units[unit])
}

/// Three digits.
fn three(number: f64) -> String {
    if number < 9.995 {
        format!("{number:.2}")
    } else if number < 99.95 {
        format!("{number:.1}")
    } else {
        format!("{number:.0}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!([0, 12, 999, 1000, 1_234_567].map(grouped), ["0", "12", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [0, 9_999, 10_000, 18_695, 999_600, 12_345_678].map(short),
            ["0", "9999", "10.0 k", "18.7 k", "1.00 M", "12.3 M"]
        );
        assert_eq!([7, 4_500_000, 29_999_000_000].map(bytes), ["7 B", "4.50 MB", "30.0 GB"]);
        assert_eq!([0, 1, 2000].map(|n| plural(n, "node")), ["0 nodes", "1 node", "2,000 nodes"]);
    }

    #[test]
    fn times() {
        let times = [0.0, 1e-6, 0.000_999_4, 0.001, 0.0123, 0.9, 1.0, 59.96, 100.2, 3600.0];
        let texts = ["0 us", "1 us", "999 us", "1.00 ms", "12.3 ms", "900 ms", "1.00 s", "60.0 s", "100 s", "3600 s"];
        assert_eq!(times.map(seconds), texts);
    }
}
