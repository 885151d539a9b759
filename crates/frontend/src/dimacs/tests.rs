//! Texts that the front end reads or refuses.

use super::*;

#[test]
fn a_formula_is_a_model_of_its_clauses() {
    let problem = read("c p show 1 3 0\np cnf 3 2\n1 -2 0\n3 0\n").unwrap();
    let model = problem.make_model("model");
    assert_eq!((model.variables().len(), model.constraints().len(), model.shown().len()), (3, 2, 2));
    assert_eq!(problem.plain(&problem.read_plain("x1=1 x3=0").unwrap()), "x1=1 x3=0");
    assert_eq!(
        problem.read_plain("x1=1").unwrap_err().to_string(),
        "line 1, column 5: found the end of the line, expected x3= and its value"
    );
    assert!(read("p cnf 2 1\n3 0\n").is_err());
}
