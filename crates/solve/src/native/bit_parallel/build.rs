//! From a model to the bit-parallel form, or why it does not fit.

use crate::Refusal;
use crate::boolean::{Literal, Truth, ZeroOne, check, state};
use crate::tuning::bit_parallel::{CONSTRAINT_WORDS, SWEEPING};
use cnfab_model::{AllDifferent, Flat, Model, Var};

use super::layout::BitLayout;
use super::partitions::Partitions;
use super::program::{BitProgram, Bounded, Sliced, WIDTHS};

/// The refusal of models that have too many values or constraints.
const TOO_LARGE: &str = "more values or constraints than the bit-parallel form holds";

/// Makes the parts of a [`BitProgram`].
pub(super) struct Builder<'m> {
    model: &'m Model,
    pub(super) layout: BitLayout,
    pub(super) program: BitProgram,
    /// Constraints that do not come from a scale: literals and how many of them.
    pub(super) listed: Vec<(Vec<u32>, u32, u32)>,
    /// The literals of variables that are not on a scale. They are listed last: of constraints with as many literals
    /// left, those of constraints do better.
    of_variables: Vec<Vec<u32>>,
}

impl BitProgram {
    /// Brings a model into bit-parallel form.
    ///
    /// # Errors
    /// The reason why the model does not allow it.
    pub(in super::super) fn new(model: &Model) -> Result<Self, Refusal> {
        if !model.shows_all() {
            return Err(Refusal::new("variables that are not shown"));
        }
        check(model, false)?;
        let too_large = || Refusal::new(TOO_LARGE);
        let layout = BitLayout::new(model, WIDTHS[WIDTHS.len() - 1]).ok_or_else(too_large)?;
        let words = *WIDTHS.iter().find(|&&width| width >= layout.words).ok_or_else(too_large)?;
        if least_constraints(model, &layout) > 64 * CONSTRAINT_WORDS {
            return Err(too_large());
        }
        let program = BitProgram {
            words,
            meaning: vec![(0, 0); 64 * words],
            otherwise: Vec::with_capacity(model.variables().len()),
            allowed: vec![0; words],
            compatible: vec![u64::MAX; 64 * words * words],
            ..BitProgram::default()
        };
        let mut builder = Builder { model, layout, program, listed: Vec::new(), of_variables: Vec::new() };
        builder.variables();
        state(model, &mut builder)?;
        builder.finish().map_err(Refusal::new)
    }
}

/// Constraints that there will be at least: of the scales, and of values that some variable has to take.
fn least_constraints(model: &Model, layout: &BitLayout) -> usize {
    let sliced: usize = layout.scales.iter().map(|scale| 64 * scale.width).sum();
    let listed = model.constraints().iter().map(|posted| match posted.flat() {
        Flat::AllDifferent(AllDifferent(vars)) => {
            let scale = vars.first().and_then(|var| layout.scale(var.index() as u32));
            if scale.is_some_and(|scale| scale.values.len() == vars.len()) { vars.len() } else { 0 }
        }
        Flat::Cardinality(_) | Flat::Clause(_) | Flat::Linear(_) | Flat::Table(_) => 0,
    });
    sliced + listed.sum::<usize>()
}

impl ZeroOne for Builder<'_> {
    fn values(&self, var: Var, to: &mut Vec<(i32, Truth)>) {
        let number = var.index() as u32;
        let equation = |value: i32| (value, self.layout.equation(number, value));
        match self.layout.scale(number) {
            Some(scale) => to.extend(scale.values.iter().map(|&value| equation(value))),
            None => to.extend(self.model.domain(var).values().map(equation)),
        }
    }

    fn equation(&self, var: Var, value: i32) -> Truth {
        self.layout.equation(var.index() as u32, value)
    }

    fn choice(&mut self, _: usize) -> Result<Vec<Truth>, &'static str> {
        Err("tables")
    }

    fn impossible(&mut self) {
        self.program.impossible = true;
    }

    fn clause(&mut self, literals: Vec<Literal>) -> Result<(), &'static str> {
        let all = literals.len() as i64;
        self.count(literals, 1, all)
    }

    fn of_value(&mut self, literals: Vec<Literal>, low: i64, _: i64) -> Result<(), &'static str> {
        if literals.iter().any(|literal| literal & 1 == 1) {
            return Err("different values of variables with two values");
        }
        let bits: Vec<u32> = literals.into_iter().map(|literal| literal / 2).collect();
        self.exclude_each_other(&bits);
        if low == 1 {
            self.listed.push((bits, 1, 1));
        }
        Ok(())
    }

    fn count(&mut self, literals: Vec<Literal>, low: i64, high: i64) -> Result<(), &'static str> {
        let mut bits: Vec<u32> = literals.iter().map(|literal| literal / 2).collect();
        bits.sort_unstable();
        if bits.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("counts of an atom and itself");
        }
        let total = literals.len() as i64;
        let negative = literals.iter().filter(|&literal| literal & 1 == 1).count() as i64;
        let (low, high) = match negative {
            0 => (low, high),
            _ if negative == total => (total - high, total - low),
            _ => return Err("counts of values taken and values not taken together"),
        };
        if low > total || high < 0 || low > high {
            self.program.impossible = true;
        } else if high == 0 {
            for bit in bits {
                self.program.allowed[bit as usize / 64] &= !(1 << (bit % 64));
            }
        } else {
            if high == 1 {
                self.exclude_each_other(&bits);
            }
            if low > 0 || (1 < high && high < total) {
                self.listed.push((bits, low.max(0) as u32, high.min(total) as u32));
            }
        }
        Ok(())
    }
}

impl Builder<'_> {
    fn variables(&mut self) {
        for (var, variable) in (0..).zip(self.model.variables()) {
            let domain = &variable.domain.to_vec()[..];
            self.program.otherwise.push(domain.first().copied().unwrap_or_default());
            let scale = self.layout.scale(var);
            let values = scale.map_or(domain, |scale| &scale.values);
            let mut literals = Vec::with_capacity(values.len());
            for &value in values {
                if let Truth::Literal(literal) = self.layout.equation(var, value)
                    && literal & 1 == 0
                {
                    let literal = literal / 2;
                    self.program.meaning[literal as usize] = (var, value);
                    self.program.allowed[literal as usize / 64] |= 1 << (literal % 64);
                    literals.push(literal);
                }
            }
            let listed = scale.is_none();
            if !self.layout.is_boolean(var) {
                self.exclude_each_other(&literals);
                if listed {
                    self.of_variables.push(literals);
                }
            }
        }
    }

    fn exclude_each_other(&mut self, literals: &[u32]) {
        let words = self.program.words;
        for &literal in literals {
            let row = &mut self.program.compatible[literal as usize * words..][..words];
            for &other in literals {
                if other != literal {
                    row[other as usize / 64] &= !(1 << (other % 64));
                }
            }
        }
    }

    fn finish(mut self) -> Result<BitProgram, &'static str> {
        let of_variables = std::mem::take(&mut self.of_variables);
        self.listed.extend(of_variables.into_iter().map(|literals| (literals, 1, 1)));
        let mut satisfied: Vec<Vec<u32>> = vec![Vec::new(); 64 * self.program.words];
        for scale in &self.layout.scales {
            let sliced = Sliced {
                at: scale.at,
                width: scale.width,
                slices: scale.values.len(),
                open_at: self.program.constraints.len() / 64,
                duplicated: false,
                partitions: Partitions::default(),
            };
            let first = self.program.constraints.len();
            self.program
                .constraints
                .resize(first + 64 * scale.width, Bounded { low: 1, high: 1, ..Bounded::default() });
            if self.program.constraints.len() > 64 * CONSTRAINT_WORDS {
                return Err(TOO_LARGE);
            }
            for position in 0..scale.vars.len() {
                self.program.open[(first + position) / 64] |= 1 << (position % 64);
                for slice in 0..sliced.slices {
                    let literal = 64 * (sliced.at + slice * sliced.width) + position;
                    satisfied[literal].push((first + position) as u32);
                }
            }
            self.program.sliced.push(sliced);
        }
        let duplicated = self.duplicate_families(&mut satisfied);
        self.program.listed_at = self.program.constraints.len() / 64;
        let listed = std::mem::take(&mut self.listed);
        if self.program.constraints.len() + listed.len() - duplicated.len() > 64 * CONSTRAINT_WORDS {
            return Err(TOO_LARGE);
        }
        for (number, (literals, low, high)) in listed.into_iter().enumerate() {
            if duplicated.binary_search(&number).is_err() {
                self.constraint(literals, low, high, &mut satisfied);
            }
        }
        self.program.constraint_words = self.program.constraints.len().div_ceil(64);
        let set_of = |constraints: Vec<u32>| {
            constraints.into_iter().fold([0; CONSTRAINT_WORDS], |mut set, constraint| {
                set[constraint as usize / 64] |= 1 << (constraint % 64);
                set
            })
        };
        self.program.satisfies = satisfied.into_iter().map(set_of).collect();
        self.program.sweeping = self.layout.words >= SWEEPING
            && self.program.sliced.is_empty()
            && self.program.constraints.iter().all(|constraint| constraint.high == 1);
        self.program.counting =
            self.program.sliced.is_empty() && self.program.constraints.iter().any(|constraint| constraint.high > 1);
        if !self.program.sweeping {
            self.touches();
            self.reaches();
            self.partitions();
        }
        self.program.layout = self.layout;
        self.program.posted = self.model.shared_constraints();
        self.program.possible = self.program.allowed.clone();
        let has_places = self.program.set_domains(self.model);
        debug_assert!(has_places, "the layout was made for the model");
        Ok(self.program)
    }

    /// Adds a constraint.
    pub(super) fn constraint(&mut self, mut literals: Vec<u32>, low: u32, high: u32, satisfied: &mut [Vec<u32>]) {
        literals.sort_unstable();
        let number = self.program.constraints.len();
        if high == 1 {
            for &literal in &literals {
                satisfied[literal as usize].push(number as u32);
            }
        }
        let from = self.program.parts.len();
        for literal in literals {
            let (word, bit) = (literal / 64, 1 << (literal % 64));
            match self.program.parts[from..].last_mut() {
                Some((last, mask)) if *last == word => *mask |= bit,
                _ => self.program.parts.push((word, bit)),
            }
        }
        self.program.constraints.push(Bounded { parts: from..self.program.parts.len(), reach: 0..0, low, high });
        self.program.open[number / 64] |= 1 << (number % 64);
    }
}
