//! Texts with parameters: `{n}`, and sums and products of whole numbers such as `{n*n - 1}`.

use cnfab_base::display::{excerpt, list, quoted};

use super::Parameter;

/// How many parentheses and minus signs may stand within each other.
const DEEPEST: usize = 100;

/// The number of bytes that the text may have once the parameters are in it.
pub(super) const MOST_BYTES: usize = 16_000_000;

/// Puts the parameters in. A brace that is to stay is written twice.
///
/// # Errors
/// The error in the text, with its line.
pub(super) fn fill(text: &str, parameters: &[(String, Parameter)]) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let line = || text[..text.len() - from.len()].matches('\n').count() + 1;
        if from.starts_with("{{") || from.starts_with("}}") {
            out.push_str(&from[..1]);
            rest = &from[2..];
            continue;
        }
        let inside = from.strip_prefix('{').and_then(|inside| inside.split_once('}'));
        let Some((inside, after)) = inside else {
            return Err(format!("line {}: found a brace alone, expected '{{NAME}}', or the brace twice", line()));
        };
        let value = value(inside, parameters).map_err(|why| format!("line {}: {why}", line()))?;
        out.push_str(&value.to_string());
        rest = after;
        if out.len() > MOST_BYTES {
            break;
        }
    }
    out.push_str(rest);
    if out.len() > MOST_BYTES {
        return Err(format!("with its parameters the text has more than {} MB", MOST_BYTES / 1_000_000));
    }
    Ok(out)
}

/// The value of the text between braces.
fn value(text: &str, parameters: &[(String, Parameter)]) -> Result<Parameter, String> {
    if let Some(value) = named(text.trim(), parameters) {
        return Ok(value.clone());
    }
    let mut reader = Reader { text, at: 0, depth: 0, parameters };
    let value = reader.sum()?;
    reader.blanks();
    if reader.at < text.len() { Err(reader.wrong("an operator")) } else { Ok(Parameter::Integer(value)) }
}

fn named<'p>(name: &str, parameters: &'p [(String, Parameter)]) -> Option<&'p Parameter> {
    parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// Parentheses and minus signs that are open.
    depth: usize,
    parameters: &'t [(String, Parameter)],
}

impl Reader<'_> {
    fn blanks(&mut self) {
        self.at = self.text.len() - self.text[self.at..].trim_start().len();
    }

    /// Takes one of these characters, if it comes next.
    fn take(&mut self, one_of: &[char]) -> Option<char> {
        self.blanks();
        let next = self.text[self.at..].chars().next().filter(|next| one_of.contains(next))?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn wrong(&self, expected: &str) -> String {
        let found = match self.text[self.at..].trim() {
            "" => "its end".to_owned(),
            rest => quoted(rest),
        };
        format!("in '{{{}}}': found {found}, expected {expected}", excerpt(self.text))
    }

    fn sum(&mut self) -> Result<i64, String> {
        let mut sum = self.product()?;
        while let Some(sign) = self.take(&['+', '-']) {
            let next = self.product()?;
            let result = if sign == '+' { sum.checked_add(next) } else { sum.checked_sub(next) };
            sum = result.ok_or_else(|| self.too_large())?;
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<i64, String> {
        let mut product = self.factor()?;
        while let Some(sign) = self.take(&['*', '/']) {
            let next = self.factor()?;
            if sign == '/' && (next == 0 || product % next != 0) {
                return Err(format!("in '{{{}}}': {product} is not divisible by {next}", excerpt(self.text)));
            }
            let result = if sign == '*' { product.checked_mul(next) } else { product.checked_div(next) };
            product = result.ok_or_else(|| self.too_large())?;
        }
        Ok(product)
    }

    fn too_large(&self) -> String {
        format!("in '{{{}}}': found a number of more than 64 bits", excerpt(self.text))
    }

    fn factor(&mut self) -> Result<i64, String> {
        if let Some(open) = self.take(&['-', '(']) {
            if self.depth == DEEPEST {
                let found = format!("more than {DEEPEST} parentheses and minus signs within each other");
                return Err(format!("in '{{{}}}': found {found}", excerpt(self.text)));
            }
            self.depth += 1;
            let inner = match open {
                '-' => self.factor()?.checked_neg().ok_or_else(|| self.too_large())?,
                _ => {
                    let sum = self.sum()?;
                    self.take(&[')']).map(|_| sum).ok_or_else(|| self.wrong("')'"))?
                }
            };
            self.depth -= 1;
            return Ok(inner);
        }
        self.blanks();
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let length = self.text[self.at..].find(|c| !is_part(c)).unwrap_or(self.text.len() - self.at);
        let word = &self.text[self.at..self.at + length];
        let number = match named(word, self.parameters) {
            Some(Parameter::Integer(number)) => Some(*number),
            Some(Parameter::Text(_)) => return Err(self.wrong("a number")),
            None => word.parse().ok(),
        };
        let names: Vec<&str> = self.parameters.iter().map(|(name, _)| name.as_str()).collect();
        let expected = || format!("a number or one of the parameters {}", list(&names));
        let number = number.ok_or_else(|| self.wrong(&expected()))?;
        self.at += length;
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str) -> Result<String, String> {
        let parameters = [("n".to_owned(), Parameter::Integer(4)), ("who".to_owned(), Parameter::Text("Ann B".into()))];
        fill(text, &parameters)
    }

    #[test]
    fn parameters_and_sums_are_put_in() {
        assert_eq!(filled("{n}x{ n } {who}").unwrap(), "4x4 Ann B");
        assert_eq!(filled("numbers: 1..{n*n}\nsum: {n*(n*n+1)/2}").unwrap(), "numbers: 1..16\nsum: 34");
        assert_eq!(filled("{-n + 10 - 3 - 2*-1} {{n}} é").unwrap(), "5 {n} é");
    }

    #[test]
    fn depth_and_size_are_limited() {
        let nested = |open: &str, close: &str, depth: usize| {
            filled(&format!("{{{}n{}}}", open.repeat(depth), close.repeat(depth)))
        };
        assert_eq!(nested("(", ")", 100).unwrap(), "4");
        assert_eq!(nested("-", "", 100).unwrap(), "4");
        for (open, close, depth) in [("(", ")", 101), ("(", ")", 400_000), ("-", "", 700_000), ("-(", ")", 51)] {
            let error = nested(open, close, depth).unwrap_err();
            assert!(error.ends_with("found more than 100 parentheses and minus signs within each other"), "{error}");
            assert!(error.len() < 200, "{error}");
        }
        // One after the other is not within each other.
        assert_eq!(filled(&format!("{{{}n}}", "(n) - -n + ".repeat(1000))).unwrap(), "8004");
        let large = [("n".to_owned(), Parameter::Text("x".repeat(MOST_BYTES / 2)))];
        assert_eq!(fill("{n}{n}", &large).unwrap().len(), MOST_BYTES);
        assert!(fill(&"{n}".repeat(1000), &large).unwrap_err().contains("more than 16 MB"));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let error = |text| filled(text).unwrap_err();
        assert_eq!(error("a\n{m}"), "line 2: in '{m}': found 'm', expected a number or one of the parameters n, who");
        assert_eq!(error("{n"), "line 1: found a brace alone, expected '{NAME}', or the brace twice");
        assert!(error("}").contains("alone"));
        assert_eq!(error("{n n}"), "line 1: in '{n n}': found 'n', expected an operator");
        assert_eq!(
            error("{n+}"),
            "line 1: in '{n+}': found its end, expected a number or one of the parameters n, who"
        );
        assert_eq!(error("{who+1}"), "line 1: in '{who+1}': found 'who+1', expected a number");
        assert_eq!(error("{(n}"), "line 1: in '{(n}': found its end, expected ')'");
        assert_eq!(error("{n/3}"), "line 1: in '{n/3}': 4 is not divisible by 3");
        assert_eq!(error("{n/0}"), "line 1: in '{n/0}': 4 is not divisible by 0");
        assert!(error("{9223372036854775807+n}").contains("64 bits"));
        assert!(error("{}").contains("its end"));
    }
}
