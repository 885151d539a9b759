//! The map of a formula: a comment for each variable, with what it stands for. Each name comes once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};

use cnfab_cnf::{ClauseSink, Lit, Name, Notes};
use cnfab_model::Model;

use super::origin::one_line;
use cnfab_cnf::buffered::Buffered;
use cnfab_cnf::number;

/// Where the variables come from that are being made.
enum MapPlace {
    Start,
    Variable(String),
    Constraint(String, usize),
}

/// The names of variables, each of which comes once.
pub(super) struct Meanings<'m> {
    /// With the variables that decompositions add.
    model: &'m Model,
    place: MapPlace,
    /// How often each name of an auxiliary has come, by a hash of it.
    names: HashMap<u64, u32>,
}

impl<'m> Meanings<'m> {
    /// The names of a model, with the variables that decompositions add.
    pub(super) fn new(model: &'m Model) -> Self {
        Meanings { model, place: MapPlace::Start, names: HashMap::new() }
    }

    /// The next variables belong to the model variable with this name.
    pub(super) fn variable(&mut self, name: &str) {
        self.place = MapPlace::Variable(one_line(name));
    }

    /// The next variables belong to this constraint.
    pub(super) fn group(&mut self, family: &str, number: usize) {
        match &mut self.place {
            MapPlace::Constraint(last, index) if last == family => *index = number,
            place => *place = MapPlace::Constraint(one_line(family), number),
        }
    }

    /// Appends the name of the next variable.
    pub(super) fn push(&mut self, bytes: &mut Vec<u8>, name: Name) {
        let Name { tag, a, b } = name;
        let from = bytes.len();
        if tag == Name::IS || tag == Name::AT_MOST {
            push_line(bytes, &self.model.variables()[a as usize].name);
            bytes.push(b' ');
            bytes.extend_from_slice(tag.as_bytes());
            bytes.push(b' ');
            number::push(bytes, b);
            return;
        }
        match &self.place {
            MapPlace::Variable(var) => {
                bytes.extend_from_slice(var.as_bytes());
                bytes.push(b'.');
            }
            MapPlace::Constraint(family, index) => {
                bytes.extend_from_slice(family.as_bytes());
                bytes.push(b'[');
                number::push(bytes, *index as i32);
                bytes.extend_from_slice(b"].");
            }
            MapPlace::Start => {}
        }
        bytes.extend_from_slice(tag.as_bytes());
        bytes.push(b'[');
        number::push(bytes, a);
        bytes.push(b',');
        number::push(bytes, b);
        bytes.push(b']');
        self.tell_apart(bytes, from);
    }

    /// Appends a number to the name that begins here in the text, if it has come before.
    fn tell_apart(&mut self, bytes: &mut Vec<u8>, from: usize) {
        let hash = |name: &[u8]| {
            let mut hasher = DefaultHasher::new();
            name.hash(&mut hasher);
            hasher.finish()
        };
        let (first, end) = (hash(&bytes[from..]), bytes.len());
        let mut times = self.names.get(&first).copied().unwrap_or(0);
        while times > 0 {
            times += 1;
            bytes.truncate(end);
            bytes.push(b'.');
            number::push(bytes, times as i32);
            if let Entry::Vacant(free) = self.names.entry(hash(&bytes[from..])) {
                free.insert(1);
                break;
            }
        }
        self.names.insert(first, times.max(1));
    }
}

/// Writes a comment for each variable, ignores the clauses.
pub(super) struct Map<'w, 'm> {
    meanings: Meanings<'m>,
    pub(super) out: Buffered<'w>,
    made: i32,
}

impl<'w, 'm> Map<'w, 'm> {
    /// Writes the comments of a model, with the variables that decompositions add, to a text.
    pub(super) fn new(model: &'m Model, out: Buffered<'w>) -> Self {
        Map { meanings: Meanings::new(model), out, made: 0 }
    }
}

impl ClauseSink for Map<'_, '_> {
    fn fresh(&mut self, name: Name) -> Lit {
        self.made += 1;
        let number = self.made;
        let bytes = &mut self.out.bytes;
        bytes.extend_from_slice(b"c map ");
        number::push_spaced(bytes, number);
        self.meanings.push(bytes, name);
        bytes.push(b'\n');
        self.out.flush_if_full();
        Lit::from_dimacs(number)
    }

    fn clause(&mut self, _: &[Lit]) {}

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        Some(self)
    }
}

impl Notes for Map<'_, '_> {
    fn variable(&mut self, name: &str) {
        self.meanings.variable(name);
    }

    fn group(&mut self, family: &str, number: usize) {
        self.meanings.group(family, number);
    }
}

/// Appends a name without line breaks and other control characters.
fn push_line(bytes: &mut Vec<u8>, name: &str) {
    if name.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ') {
        bytes.extend_from_slice(name.as_bytes());
    } else {
        bytes.extend_from_slice(one_line(name).as_bytes());
    }
}
