//! Groups with published generators and orders, random ones, and the listing of all elements by multiplying.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::{Chain, Perm, Steps, identity};

/// A permutation of `degree` points from its cycles, whose points count from 1.
pub(crate) fn cycles(degree: usize, cycles: &[&[u32]]) -> Perm {
    let mut out = identity(degree);
    for cycle in cycles {
        for (place, &point) in cycle.iter().enumerate() {
            out[point as usize - 1] = cycle[(place + 1) % cycle.len()] - 1;
        }
    }
    out
}

/// The Mathieu groups of these degrees, by generators of the ATLAS of finite group representations.
pub(crate) fn mathieu(degree: usize) -> Vec<Perm> {
    let eleven: Vec<u32> = (1..=11).collect();
    let mut all = match degree {
        11 | 12 => {
            vec![cycles(degree, &[&eleven]), cycles(degree, &[&[3, 7, 11, 8], &[4, 10, 5, 6]])]
        }
        24 => {
            let long: Vec<u32> = (1..=23).collect();
            let five: [&[u32]; 4] =
                [&[3, 17, 10, 7, 9], &[4, 13, 14, 19, 5], &[8, 18, 11, 12, 23], &[15, 20, 22, 21, 16]];
            let two = [1, 24, 2, 23, 3, 12, 4, 16, 5, 18, 6, 10, 7, 20, 8, 14, 9, 21, 11, 17, 13, 22, 15, 19];
            vec![cycles(24, &[&long]), cycles(24, &five), cycles(24, &two.chunks(2).collect::<Vec<_>>())]
        }
        _ => panic!("no Mathieu group here"),
    };
    if degree == 12 {
        all.push(cycles(12, &[&[1, 12], &[2, 11], &[3, 6], &[4, 8], &[5, 9], &[7, 10]]));
    }
    all
}

/// The six turns of the faces of Rubik's cube, on its 48 stickers that move.
pub(crate) fn cube() -> Vec<Perm> {
    let faces: [[[u32; 4]; 5]; 6] = [
        [[1, 3, 8, 6], [2, 5, 7, 4], [9, 33, 25, 17], [10, 34, 26, 18], [11, 35, 27, 19]],
        [[9, 11, 16, 14], [10, 13, 15, 12], [1, 17, 41, 40], [4, 20, 44, 37], [6, 22, 46, 35]],
        [[17, 19, 24, 22], [18, 21, 23, 20], [6, 25, 43, 16], [7, 28, 42, 13], [8, 30, 41, 11]],
        [[25, 27, 32, 30], [26, 29, 31, 28], [3, 38, 43, 19], [5, 36, 45, 21], [8, 33, 48, 24]],
        [[33, 35, 40, 38], [34, 37, 39, 36], [3, 9, 46, 32], [2, 12, 47, 29], [1, 14, 48, 27]],
        [[41, 43, 48, 46], [42, 45, 47, 44], [14, 22, 30, 38], [15, 23, 31, 39], [16, 24, 32, 40]],
    ];
    faces.map(|face| cycles(48, &face.each_ref().map(|cycle| cycle.as_slice()))).into()
}

/// Generators of every order of the points: exchanges of neighbours.
pub(crate) fn symmetric(degree: usize) -> Vec<Perm> {
    (1..degree as u32).map(|point| cycles(degree, &[&[point, point + 1]])).collect()
}

/// A few generators of a group of at most 8 points: of any points, or of blocks, or that keep some parts.
pub(crate) fn random(rng: &mut Rng) -> (usize, Vec<Perm>) {
    let degree = rng.usize(1..=8);
    let mut numbers: Vec<u32> = (0..degree as u32).collect();
    rng.shuffle(&mut numbers);
    let block = rng.usize(1..=degree);
    let one = |rng: &mut Rng| -> Perm {
        let mut image = identity(degree);
        match rng.u8(..3) {
            0 => rng.shuffle(&mut image),
            // Each run of points for itself.
            1 => image.chunks_mut(block).for_each(|chunk| rng.shuffle(chunk)),
            // Two runs of points exchanged.
            _ => {
                let blocks = degree / block;
                let (a, b) = (rng.usize(..blocks) * block, rng.usize(..blocks) * block);
                (0..block).filter(|_| a != b).for_each(|place| image.swap(a + place, b + place));
            }
        }
        let mut out = identity(degree);
        for (point, &to) in image.iter().enumerate() {
            out[numbers[point] as usize] = numbers[to as usize];
        }
        out
    };
    let count = rng.usize(0..=3);
    (degree, (0..count).map(|_| one(rng)).collect())
}

/// All products of the permutations.
pub(crate) fn closure(degree: usize, generators: &[Perm]) -> BTreeSet<Perm> {
    let mut all = BTreeSet::from([identity(degree)]);
    let mut open = vec![identity(degree)];
    while let Some(element) = open.pop() {
        for by in generators {
            let product: Perm = element.iter().map(|&image| by[image as usize]).collect();
            if all.insert(product.clone()) {
                open.push(product);
            }
        }
    }
    all
}

/// The elements of a chain; each is shown once.
pub(crate) fn elements(chain: &Chain) -> BTreeSet<Perm> {
    let mut all = BTreeSet::new();
    chain.each(&mut |element| assert!(all.insert(element.clone()), "an element is shown twice"));
    all
}

/// The chain of a group that is small enough.
pub(crate) fn chain(degree: usize, generators: &[Perm]) -> Chain {
    Chain::generated_by(degree, generators, &mut Steps::new(1 << 40)).expect("more steps than this takes")
}
