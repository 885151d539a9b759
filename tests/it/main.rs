//! Integration tests, in one binary.

mod agree;
mod anneal;
mod audit;
mod backtrack;
mod boards;
mod card_sizes;
mod cli;
mod common;
mod cores;
mod corpus;
mod documents;
mod figures;
mod frontier;
mod ilp;
mod narrow;
mod propagator;
mod puzzle_b;
mod puzzle_texts;
mod random_model;
mod random_symmetry;
mod readers;
mod sizes;
mod strength;
mod symmetry;
mod tidy;
mod truth;
