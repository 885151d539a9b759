//! SHA-256 of texts, of what decides a run, and of models.

use std::fs::File;
use std::hash::{Hash, Hasher};
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use cnfab_model::Model;

/// How many hexadecimal digits name a run.
const SHORT: usize = 16;

/// A hash of these parts, one after the other, as 64 hexadecimal digits.
pub(super) fn of<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    hex(&hash.finalize())
}

/// A hash of a file, short enough for people.
///
/// # Errors
/// If it cannot be read.
pub(super) fn of_file(path: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(short(&hex(&hash.finalize())).to_owned()),
            read => hash.update(&buffer[..read]),
        }
    }
}

/// The beginning of a hash, enough to tell some billions of runs apart.
pub(super) fn short(hash: &str) -> &str {
    &hash[..SHORT]
}

/// A hash of the model: variables, domains, constraints, shown variables and orders.
pub(super) fn of_model(model: &Model) -> String {
    let mut hasher = Bytes(Sha256::new());
    model.hash(&mut hasher);
    short(&hex(&hasher.0.finalize())).to_owned()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Takes what a value hashes to, numbers in the same form on every machine.
struct Bytes(Sha256);

impl Hasher for Bytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn write_usize(&mut self, number: usize) {
        self.0.update((number as u64).to_le_bytes());
    }

    fn write_isize(&mut self, number: isize) {
        self.0.update((number as i64).to_le_bytes());
    }

    fn finish(&self) -> u64 {
        let hash = self.0.clone().finalize();
        u64::from_le_bytes(hash[..8].try_into().expect("eight of 32 bytes"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_sha_256() {
        // Of "abc", from FIPS 180-2, appendix B.1.
        assert_eq!(of(["a", "bc"]), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn models_that_differ_have_different_hashes() {
        let model = |high: i32, family: &'static str, sum: i64| {
            let mut model = Model::new();
            let vars: Vec<_> = (0..3).map(|i| model.var(format!("x[{i}]"), 1..=high)).collect();
            model.sum_eq(family, vars, sum);
            of_model(&model)
        };
        assert_eq!(model(3, "a", 6), model(3, "a", 6));
        let all = [model(3, "a", 6), model(4, "a", 6), model(3, "b", 6), model(3, "a", 7)];
        assert_eq!(all.iter().collect::<std::collections::BTreeSet<_>>().len(), 4, "{all:?}");
    }
}
