//! Problems with known numbers of solutions, as FlatZinc that is written here.

use std::fmt::Write;

use super::solutions::solutions;

/// Variables `NAME1` to `NAMEn` with a range, as an array that is printed.
fn array(name: &str, n: usize, range: &str) -> String {
    let vars: Vec<String> = (1..=n).map(|number| format!("{name}{number}")).collect();
    let declared: String = vars.iter().map(|var| format!("var {range}: {var};\n")).collect();
    format!("{declared}array [1..{n}] of var int: {name} :: output_array([1..{n}]) = [{}];\n", vars.join(","))
}

/// Queens by columns; no two in a row or on a diagonal.
fn queens(n: usize) -> String {
    let mut text = array("q", n, &format!("1..{n}"));
    for one in 1..=n {
        for other in one + 1..=n {
            for distance in [0, other - one, one.wrapping_sub(other)].map(|distance| distance as isize) {
                let _ = writeln!(text, "constraint int_lin_ne([1,-1],[q{one},q{other}],{distance});");
            }
        }
    }
    text + "solve :: int_search(q,first_fail,indomain_min,complete) satisfy;\n"
}

/// Different numbers from 1 on in a square of which all lines have one sum.
fn magic_square(n: usize) -> String {
    let cells = n * n;
    let mut text = array("m", cells, &format!("1..{cells}"));
    let _ = writeln!(text, "constraint fzn_all_different_int(m);");
    let of = |row: usize, column: usize| format!("m{}", row * n + column + 1);
    let mut lines: Vec<Vec<String>> = (0..n).map(|row| (0..n).map(|column| of(row, column)).collect()).collect();
    lines.extend((0..n).map(|column| (0..n).map(|row| of(row, column)).collect()));
    lines.push((0..n).map(|row| of(row, row)).collect());
    lines.push((0..n).map(|row| of(row, n - 1 - row)).collect());
    for line in lines {
        let ones = vec!["1"; n].join(",");
        let _ = writeln!(text, "constraint int_lin_eq([{ones}],[{}],{});", line.join(","), n * (cells + 1) / 2);
    }
    text + "solve satisfy;\n"
}

/// Two of each number up to n in a row, as many others between them as the number says; `p` has the first places.
fn langford(n: usize) -> String {
    let mut text = array("p", n, &format!("1..{}", 2 * n));
    text += &array("s", n, &format!("1..{}", 2 * n));
    for number in 1..=n {
        let _ = writeln!(text, "constraint int_lin_eq([1,-1],[s{number},p{number}],{});", number + 1);
    }
    let all: Vec<String> = (1..=n).flat_map(|number| [format!("p{number}"), format!("s{number}")]).collect();
    let _ = writeln!(text, "constraint fzn_all_different_int([{}]);", all.join(","));
    text + "solve satisfy;\n"
}

/// Words of which the values of the letters add up to a number (P. Van Hentenryck's `alpha`).
fn alpha() -> String {
    let mut text: String = ('a'..='z').map(|letter| format!("var 1..26: {letter} :: output_var;\n")).collect();
    let letters: Vec<String> = ('a'..='z').map(String::from).collect();
    let _ = writeln!(text, "constraint fzn_all_different_int([{}]);", letters.join(","));
    let words = "ballet 45 cello 43 concert 74 flute 30 fugue 50 glee 66 jazz 58 lyre 47 oboe 53 opera 65 polka 59 \
                 quartet 50 saxophone 134 scale 51 solo 37 song 61 soprano 82 theme 72 violin 100 waltz 34";
    let words: Vec<&str> = words.split_whitespace().collect();
    for pair in words.chunks(2) {
        let letters: Vec<String> = pair[0].chars().map(String::from).collect();
        let ones = vec!["1"; letters.len()].join(",");
        let _ = writeln!(text, "constraint int_lin_eq([{ones}],[{}],{});", letters.join(","), pair[1]);
    }
    text + "solve satisfy;\n"
}

/// Five houses (the riddle of Life International, 1962): places of colours, nations, drinks, cigarettes and pets.
fn zebra() -> String {
    let groups = [
        ["red", "green", "ivory", "yellow", "blue"],
        ["english", "spaniard", "ukrainian", "norwegian", "japanese"],
        ["coffee", "tea", "milk", "juice", "water"],
        ["oldgold", "kools", "chesterfield", "lucky", "parliament"],
        ["dog", "snails", "fox", "horse", "zebra"],
    ];
    let mut text: String = groups.iter().flatten().map(|name| format!("var 1..5: {name} :: output_var;\n")).collect();
    for group in groups {
        let _ = writeln!(text, "constraint fzn_all_different_int([{}]);", group.join(","));
    }
    for (one, other) in [
        ("english", "red"),
        ("spaniard", "dog"),
        ("coffee", "green"),
        ("ukrainian", "tea"),
        ("oldgold", "snails"),
        ("kools", "yellow"),
        ("lucky", "juice"),
        ("japanese", "parliament"),
    ] {
        let _ = writeln!(text, "constraint int_eq({one},{other});");
    }
    text +=
        "constraint int_lin_eq([1,-1],[green,ivory],1);\nconstraint int_eq(milk,3);\nconstraint int_eq(norwegian,1);\n";
    for (number, (one, other)) in
        [("chesterfield", "fox"), ("kools", "horse"), ("norwegian", "blue")].into_iter().enumerate()
    {
        // Beside each other.
        let _ = writeln!(text, "var bool: left{number};\nvar bool: right{number};");
        let _ = writeln!(text, "constraint int_lin_eq_reif([1,-1],[{one},{other}],-1,left{number});");
        let _ = writeln!(text, "constraint int_lin_eq_reif([1,-1],[{one},{other}],1,right{number});");
        let _ = writeln!(text, "constraint bool_clause([left{number},right{number}],[]);");
    }
    text + "solve satisfy;\n"
}

#[test]
fn known_numbers_of_solutions_are_found() {
    for strategy in ["auto", "backtrack:order=annotated", "sat"] {
        assert_eq!(solutions(&queens(6), strategy).len(), 4, "{strategy}");
    }
    for strategy in ["auto", "backtrack", "sat"] {
        assert_eq!(solutions(&queens(8), strategy).len(), 92, "{strategy}");
        assert_eq!(solutions(&magic_square(3), strategy).len(), 8, "{strategy}");
        // Each row and its mirror image.
        assert_eq!(solutions(&langford(3), strategy).len(), 2, "{strategy}");
        assert_eq!(solutions(&langford(4), strategy).len(), 2, "{strategy}");
        assert_eq!(solutions(&langford(5), strategy).len(), 0, "{strategy}");
        let zebra = solutions(&zebra(), strategy);
        assert_eq!(zebra.len(), 1, "{strategy}");
        assert!(zebra[0].contains("water = 1;\n") && zebra[0].contains("zebra = 5;\n"), "{}", zebra[0]);
    }
    assert_eq!(solutions(&langford(7), "auto").len(), 52);
    let alpha = solutions(&alpha(), "auto");
    assert_eq!(alpha.len(), 1);
    assert!(alpha[0].starts_with("a = 5;\nb = 13;\nc = 9;\n"), "{}", alpha[0]);
}
