//! Literals that imply the binary number of their group; shared by the encodings with numbers.

use cnfab_cnf::{ClauseSink, Definition, Lit, Name};

/// Each literal implies the number of its group, in as few bits as the groups need: L = ceil(log2(groups)) new
/// variables and L clauses for each literal.
pub(super) fn number_groups(lits: &[Lit], size: usize, out: &mut dyn ClauseSink) {
    let groups = lits.len().div_ceil(size);
    let with = |bit: usize| {
        let groups = lits.chunks(size).enumerate().filter(move |(number, _)| number >> bit & 1 == 1);
        groups.flat_map(|(_, group)| group).copied().collect::<Vec<Lit>>()
    };
    let bits: Vec<Lit> = (0..width(groups))
        .map(|bit| out.define(Name::aux("amo-bit", bit, 0), || Definition::any(&with(bit))))
        .collect();
    for (number, group) in lits.chunks(size).enumerate() {
        for &lit in group {
            for (place, &bit) in bits.iter().enumerate() {
                out.clause(&[!lit, if number >> place & 1 == 1 { bit } else { !bit }]);
            }
        }
    }
}

/// How many bits the numbers below `count` need.
fn width(count: usize) -> usize {
    count.next_power_of_two().trailing_zeros() as usize
}
