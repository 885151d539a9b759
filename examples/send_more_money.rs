//! SEND + MORE = MONEY, stated once and solved by SAT, by ILP and by the native backtracker.

use cnfab::{Cmp, Encodings, Model, Strategy, Var};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut model = Model::new();
    let letters = "SENDMORY";
    let digits: Vec<Var> =
        letters.chars().map(|c| model.var(c.to_string(), if "SM".contains(c) { 1..=9 } else { 0..=9 })).collect();
    model.all_different("letters", digits.clone());

    // SEND + MORE - MONEY = 0.
    let mut terms: Vec<(i64, Var)> = Vec::new();
    for (sign, word) in [(1, "SEND"), (1, "MORE"), (-1, "MONEY")] {
        for (place, c) in word.chars().rev().enumerate() {
            let letter = letters.find(c).expect("a letter of the three words");
            terms.push((sign * 10i64.pow(place as u32), digits[letter]));
        }
    }
    model.linear("sum", terms, Cmp::Eq, 0);

    for name in ["sat", "ilp", "backtrack"] {
        for solution in Strategy::parse(name)?.solutions(&model, &Encodings::default())? {
            println!("{name}: {letters} = {:?}", solution.values());
        }
    }
    Ok(())
}
