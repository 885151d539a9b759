//! Texts that are no XCSP3, or more than is taken: each with line and column, and none a panic.

use cnfab::frontend::xcsp3::{Unread, Xcsp3};

use crate::common::damage::{assert_inside, cases, damaged};

/// Variables, with this as the constraints.
fn with(constraints: &str) -> String {
    format!(
        "<instance format=\"XCSP3\" type=\"CSP\">\n<variables>\n\
         <array id=\"x\" size=\"[3]\"> 0..4 </array>\n<var id=\"y\"> 0..4 </var>\n</variables>\n\
         <constraints>\n{constraints}\n</constraints>\n</instance>\n"
    )
}

/// Whole texts, whether it is what XCSP3 has, and what is said about them.
const TEXTS: &[(&str, bool, &str)] = &[
    ("", false, "line 1, column 1: found the end of the file, expected an element that is closed"),
    ("<instance", false, "line 1, column 10: found the end of the file, expected an element that is closed"),
    ("<instance>\n", false, "line 1, column 11: found the end of the file, expected an element that is closed"),
    (
        "<instance>\n</instanc>",
        false,
        "line 2, column 1: found no XML (expected 'instance' tag, not 'instanc'), expected",
    ),
    (
        "<!DOCTYPE x [<!ENTITY a 'b'>]><instance/>",
        false,
        "line 1, column 1: found a document type, expected XML without",
    ),
    (
        "\n<instances/>",
        false,
        "line 2, column 1: found <instances>, expected <instance> with <variables>, <constraints>,",
    ),
    ("<instance type=\"WCSP\"/>", true, "line 1, column 17: found an instance of the type 'WCSP', expected CSP or COP"),
    ("<instance/>", false, "line 1, column 1: found <instance> without variables, expected <variables>"),
    (
        "<instance><variables><var id='x'>1 2.5</var></variables></instance>",
        false,
        "line 1, column 36: found '2.5', expected a whole number or an interval, such as 0..9",
    ),
    (
        "<instance><variables><var id='x'>red blue</var></variables></instance>",
        true,
        "line 1, column 34: found the symbol 'red', expected whole numbers: symbolic values are not taken",
    ),
    (
        "<instance><variables>\n<var id='x' type='symbolic'>a</var></variables></instance>",
        true,
        "line 2, column 19: found variables of the type 'symbolic', expected integer variables",
    ),
    (
        "<instance><variables><var id='x'>1</var></variables><annotations>\n<decision> x q</decision></annotations></instance>",
        false,
        "line 2, column 14: found 'q', expected a variable or a part of an array, such as x[]",
    ),
    (
        "<instance><variables>\n<var id='x'>0..+infinity</var></variables></instance>",
        true,
        "line 2, column 13: found 'x' without bounds, expected values with bounds, or constraints that give them",
    ),
    (
        "<instance><variables>\n<var id='x'>0..9999999999</var></variables></instance>",
        true,
        "line 2, column 13: found values of more than 32 bits, expected values of at most 32 bits",
    ),
    (
        "<instance><variables><var id='x'>1</var>\n<var id='x'>1</var></variables></instance>",
        false,
        "line 2, column 10: found 'x' a second time, expected a new name",
    ),
    (
        "<instance><variables><array id='x' size='[2][a]'>1</array></variables></instance>",
        false,
        "line 1, column 42: found '[2][a]', expected a size such as [3][4], with at most 10000000 variables",
    ),
    (
        "<instance><variables><array id='x' size='[2]'><domain for='x[0] x[2]'>1</domain></array></variables></instance>",
        false,
        "line 1, column 65: found 'x[2]', expected cells of the array, such as x[0..2][], or others",
    ),
    (
        "<instance><variables><var id='x'>1..0</var></variables></instance>",
        false,
        "line 1, column 34: found an empty domain",
    ),
];

/// Constraints, whether XCSP3 has them, and what is said about them; the first one stands in line 7.
const CONSTRAINTS: &[(&str, bool, &str)] = &[
    (
        "<allDistant> x[] </allDistant>",
        true,
        "line 7, column 1: found <allDistant>, expected a constraint that is taken: al",
    ),
    (
        "<intension> eq(x[0],z) </intension>",
        false,
        "line 7, column 21: found 'z', expected a variable, a whole number or an",
    ),
    ("<intension> eq(x[0],3 </intension>", false, "line 7, column 13: found 'eq', expected a call that ends with ')'"),
    ("<intension> eq(x[0]) </intension>", false, "line 7, column 13: found 'eq' with 1 arguments, expected at least 2"),
    (
        "<intension>\n eq(sin(y),3) </intension>",
        true,
        "line 8, column 5: found the operator 'sin', expected an operator: abs,",
    ),
    (
        "<intension> or(y,eq(y,1)) </intension>",
        false,
        "line 7, column 16: found an integer from 0 to 4, expected a truth value",
    ),
    (
        "<intension> eq(x[3],3) </intension>",
        false,
        "line 7, column 16: found 'x[3]', expected indices from 0 on in an array",
    ),
    (
        "<intension> eq(x[],3) </intension>",
        false,
        "line 7, column 16: found 'x[]', 3 variables, expected a variable, a whole",
    ),
    ("<sum><list> x[] </list></sum>", false, "line 7, column 1: found <sum> without <condition>, expected <condition>"),
    (
        "<sum><list> x[] </list><coeffs> 1 2 </coeffs><condition>(le,2)</condition></sum>",
        false,
        "line 7, column 24: found <coeffs> of length 2, expected length 3",
    ),
    (
        "<sum><list> x[] </list><condition>(lessThan,2)</condition></sum>",
        false,
        "line 7, column 36: found 'lessThan', expected an operator: lt, le, ge, gt, eq, ne, in, notin",
    ),
    (
        "<sum><list> %0 </list><condition>(le,2)</condition></sum>",
        false,
        "line 7, column 13: found '%0', expected a parameter",
    ),
    (
        "<group><sum><list> %0 %2 </list><condition>(le,2)</condition></sum>\n<args> y x[0] </args></group>",
        false,
        "line 7, column 23: found '%2', expected a parameter below %2, as there are arguments",
    ),
    (
        "<extension><list>x[0] y</list>\n<supports>(0,1)(2)</supports></extension>",
        false,
        "line 8, column 16: found a tuple of length 1, expected length 2",
    ),
    (
        "<extension><list>x[0] y</list><supports>(0,red)</supports></extension>",
        true,
        "line 7, column 44: found 'red', expected a whole number, '*', or a cell of a hybrid table",
    ),
    (
        "<extension><list>x[0] y</list><supports>(0,≤c2)</supports></extension>",
        false,
        "line 7, column 45: found 'c2', expected a column from c0 to c1, plus or minus a number or a column",
    ),
    (
        "<extension type='smart'><list>x[0] y</list><supports>(0,1)</supports></extension>",
        true,
        "line 7, column 18: found a table of the type 'smart', expected 'hybrid', 'hybrid-1' or 'hybrid-2'",
    ),
    (
        "<mdd><list>x[]</list><transitions>(a,0,b)(b,0,c)(c,0,b)</transitions></mdd>",
        false,
        "line 7, column 47: found a cycle through 'c', expected a diagram without cycles",
    ),
    (
        "<mdd><list>x[]</list><transitions>(a,0,c)(c,0,d)(d,1,e)(b,0,c)</transitions></mdd>",
        false,
        "line 7, column 57: found no arc into 'a' and none into 'b', expected a diagram with one root",
    ),
    (
        "<mdd><list>x[]</list><transitions>(a,0,b)(b,0,c)(c,1,d)(c,2,e)</transitions></mdd>",
        false,
        "line 7, column 61: found no arc from 'd' and none from 'e', expected a diagram with one end",
    ),
    (
        "<mdd><list>x[]</list><transitions>(a,0,b)(b,0,c)(c,1,d)(a,2,c)</transitions></mdd>",
        false,
        "line 7, column 47: found arcs into 'c' from two levels, expected a diagram whose arcs lead from",
    ),
    (
        "<mdd><list>x[]</list><transitions>(a,0,b)(b,0,c)</transitions></mdd>",
        false,
        "line 7, column 22: found paths of 2 arcs from the root to the end, expected 3, as the list has values",
    ),
    (
        "<ifThen><sum><list> x[] </list><condition>(le,2)</condition></sum></ifThen>",
        false,
        "line 7, column 1: found <ifThen> with 1 constraints, expected 2",
    ),
    (
        "<not><allDistant> x[] </allDistant></not>",
        true,
        "line 7, column 6: found <allDistant>, expected a constraint that is taken: al",
    ),
    (
        "<flow><list> x[] </list><balance> 0 0 </balance><arcs> (0,1)(1,0)(1,2) </arcs></flow>",
        false,
        "line 7, column 49: found an arc of the node 2, expected 2 nodes from 0 on, as there are balances",
    ),
    (
        "<extension><list>x[0] y</list><supports>(0,1)(2,3</supports></extension>",
        false,
        "line 7, column 50: found the end of the tuples, expected ')'",
    ),
    (
        "<sum reifiedBy=\"y\"><list> x[] </list><condition>(le,2)</condition></sum>",
        false,
        "line 7, column 17: found a variable from 0 to 4, expected a variable of 0 and 1",
    ),
    (
        "<cumulative><origins>x[]</origins><lengths>1 1 1</lengths><heights>1 1 1</heights>\n<condition>(eq,2)</condition></cumulative>",
        true,
        "line 8, column 1: found another condition of <cumulative>, expected the operator le or lt, with a value",
    ),
    ("<intension> eq(pow(mul(x[0],x[1],y,1000),6),3) </intension>", true, "line 7, column 1: found values from"),
    (
        "<allDifferent><set> x[] </set></allDifferent>",
        true,
        "line 7, column 15: found <set>, expected in <allDifferent> one of:",
    ),
    (
        "<circuit><list> x[] </list><list> y </list></circuit>",
        false,
        "line 7, column 28: found <list> a second time, expected",
    ),
];

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let constraints = CONSTRAINTS.iter().map(|&(text, is_known, message)| (with(text), is_known, message));
    let texts = TEXTS.iter().map(|&(text, is_known, message)| (text.to_owned(), is_known, message));
    for (text, is_known, expected) in texts.chain(constraints) {
        let unread = Xcsp3::read(&text).err().unwrap_or_else(|| panic!("it is read:\n{text}"));
        let message = unread.to_string();
        assert!(message.starts_with(expected), "{message}\nnot {expected}\nabout {text}");
        assert_eq!(matches!(unread, Unread::Unsupported(_)), is_known, "{message}\nabout {text}");
    }
}

/// A short text that asks for very much is refused, not carried out.
#[test]
fn hostile_texts_are_refused() {
    let nested = |open: &str, close: &str, depth: usize| format!("{}{}", open.repeat(depth), close.repeat(depth));
    for constraints in [
        format!("<intension> {} </intension>", nested("not(", ")", 100_000)),
        nested("<block>", "</block>", 10_000),
        nested("<not>", "</not>", 10_000),
        "<allEqual> 0x9999999999 </allEqual>".to_owned(),
        format!("<allEqual> {} </allEqual>", "0x999999 ".repeat(60)),
    ] {
        assert!(Xcsp3::read(&with(&constraints)).is_err(), "{}", &constraints[..50]);
    }
}

#[test]
fn damaged_texts_are_read_or_refused_with_a_place() {
    let whole = with(
        "<group id=\"g\"><sum><list> %0 %... </list><coeffs> 1 2x2 </coeffs><condition> (in,{1,3}) </condition></sum>\n\
         <args> x[0] x[1..2] </args></group>\n<extension><list> x[0] y </list><supports>(0,*)(1,2)</supports></extension>\n\
         <intension> imp(le(add(x[0],1),y),in(dist(x[1],y),set(1,2))) </intension>\n\
         <regular><list> x[] </list><transitions> (a,0,b)(b,1,a) </transitions><start> a </start><final> a b </final></regular>\n\
         <element><matrix> (y,1)(2,x[1]) </matrix><index> x[0] x[1] </index><value> y </value></element>",
    );
    assert!(Xcsp3::read(&whole).is_ok());
    cases(1500, |rng| {
        let changes = rng.usize(1..=4);
        let text = damaged(&whole, changes, "()[]{},<>/\"=.%*-x ", rng);
        if let Err(unread) = Xcsp3::read(&text) {
            assert_inside(&unread.into_error(), &text);
        }
    });
}
