//! Functional expressions, `eq(add(x,1),y)`, from words to trees.

use cnfab_base::display::quoted;
use cnfab_model::Var;

use super::Unread;
use super::build::Build;
use super::xml::{Element, Word, items, malformed};

/// The most calls within each other.
const MOST_NESTED: usize = 200;

/// The most numbers that one word, such as `0x100`, may stand for.
const MOST_REPEATED: usize = 1_000_000;

/// An expression and where it begins.
#[derive(Clone, Debug)]
pub(super) struct Expression<'x> {
    pub(super) at: usize,
    pub(super) tree: Tree<'x>,
}

/// A parsed expression.
#[derive(Clone, Debug)]
pub(super) enum Tree<'x> {
    Number(i64),
    Var(Var),
    /// An operator with its arguments.
    Call(&'x str, Vec<Expression<'x>>),
}

impl<'x> Build<'x> {
    /// Reads an expression and returns the words behind it.
    pub(super) fn expression<'w>(&mut self, words: &'w [Word<'x>]) -> Result<(Expression<'x>, &'w [Word<'x>]), Unread> {
        self.nested(words, 0)
    }

    fn nested<'w>(&mut self, words: &'w [Word<'x>], depth: usize) -> Result<(Expression<'x>, &'w [Word<'x>]), Unread> {
        const EXPECTED: &str = "a variable, a whole number or an expression";
        let Some((&first, mut rest)) = words.split_first() else {
            return Err(malformed(self.text, self.at, "an expression that is cut off", EXPECTED));
        };
        let Some((_, inner)) = rest.split_first().filter(|(next, _)| next.is("(")) else {
            let tree = match first.text.parse::<i64>() {
                Ok(number) => Tree::Number(number),
                Err(_) => Tree::Var(self.variable(first, EXPECTED)?),
            };
            return Ok((Expression { at: first.at, tree }, rest));
        };
        if depth == MOST_NESTED {
            let expected = format!("at most {MOST_NESTED} calls within each other");
            return Err(malformed(self.text, first.at, quoted(first.text), &expected));
        }
        rest = inner;
        let mut arguments = Vec::new();
        if let Some((_, behind)) = rest.split_first().filter(|(next, _)| next.is(")")) {
            return Ok((Expression { at: first.at, tree: Tree::Call(first.text, arguments) }, behind));
        }
        loop {
            let (argument, behind) = self.nested(rest, depth + 1)?;
            arguments.push(argument);
            let Some((&next, behind)) = behind.split_first() else {
                return Err(malformed(self.text, first.at, quoted(first.text), "a call that ends with ')'"));
            };
            rest = behind;
            match next.text {
                "," => {}
                ")" => return Ok((Expression { at: first.at, tree: Tree::Call(first.text, arguments) }, rest)),
                other => return Err(malformed(self.text, next.at, quoted(other), "',' or ')'")),
            }
        }
    }

    /// Reads the expressions of an element: variables, numbers, calls, parts of arrays such as `x[1..3][]`, and
    /// repeated numbers such as `0x5`.
    pub(super) fn expressions(&mut self, element: Element<'_, 'x>) -> Result<Vec<Expression<'x>>, Unread> {
        let words = element.words()?;
        self.expressions_of(&words)
    }

    /// Reads expressions from words.
    pub(super) fn expressions_of(&mut self, words: &[Word<'x>]) -> Result<Vec<Expression<'x>>, Unread> {
        let mut all = Vec::new();
        for item in items(words) {
            if let [word] = item[..] {
                if let Some(vars) = self.part(word)? {
                    self.mention(vars.len())?;
                    all.extend(vars.into_iter().map(|var| Expression { at: word.at, tree: Tree::Var(var) }));
                    continue;
                }
                if let Some((number, times)) = self.repeated(word)? {
                    let one = Expression { at: word.at, tree: Tree::Number(number) };
                    all.extend(std::iter::repeat_n(one, times));
                    continue;
                }
            }
            let (expression, rest) = self.expression(&item)?;
            if let Some(word) = rest.first() {
                return Err(malformed(self.text, word.at, quoted(word.text), "a blank between expressions"));
            }
            all.push(expression);
        }
        Ok(all)
    }

    /// A number and how often it comes, if a word says so.
    pub(super) fn repeated(&mut self, word: Word<'x>) -> Result<Option<(i64, usize)>, Unread> {
        let Some((number, times)) = word.text.split_once('x') else { return Ok(None) };
        let (Ok(number), Ok(times)) = (number.parse::<i64>(), times.parse::<usize>()) else { return Ok(None) };
        if times > MOST_REPEATED {
            let expected = format!("a number at most {MOST_REPEATED} times");
            return Err(malformed(self.text, word.at, quoted(word.text), &expected));
        }
        self.mention(times)?;
        Ok(Some((number, times)))
    }

    /// The whole numbers of an element, of at most 32 bits.
    pub(super) fn numbers(&mut self, element: Element<'_, 'x>) -> Result<Vec<i32>, Unread> {
        let mut all = Vec::new();
        for word in element.words()? {
            let (number, times) = match self.repeated(word)? {
                Some(found) => found,
                None => match word.text.parse::<i64>() {
                    Ok(number) => (number, 1),
                    Err(_) => return Err(malformed(self.text, word.at, quoted(word.text), "a whole number")),
                },
            };
            let Ok(number) = i32::try_from(number) else {
                return Err(malformed(self.text, word.at, quoted(word.text), "a whole number of at most 32 bits"));
            };
            all.extend(std::iter::repeat_n(number, times));
        }
        Ok(all)
    }
}
