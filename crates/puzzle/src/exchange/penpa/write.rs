//! Writes links to Penpa.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::{Map, Value, json};

use crate::{About, Puzzle};

use super::super::regions::{components, region_of};
use super::super::{GridParts, Inexpressible, base64, parts_of};
use super::{LARGE, MOST_SIZE, Numbering, REPLACED, THICK};

/// The modes in which Penpa starts: numbers in the puzzle, a player's digits in the answer.
const MODES: &str = r#"{z9:zQ,zG:["1","2","1"],zQ:{zM:"sudoku",zS:["",1],zL:["1",2],zE:["1",2],zW:["",2],zC:["1",10],zN:["1",1],zY:["circle_L",1],zP:[zT,""],zB:["",""],"move":["1",""],"combi":["battleship",3],"sudoku":["1",1]},zA:{zM:"sudoku",zS:["",1],zL:["1",3],zE:["1",3],zW:["",3],zC:["1",10],zN:["1",2],zY:["circle_L",1],zP:[zT,""],zB:["",""],"move":["1",""],"combi":["battleship",3],"sudoku":["1",9]}}"#;

/// Writes a link.
pub(in crate::exchange) fn write(puzzle: &dyn Puzzle, about: &About) -> Result<String, Inexpressible> {
    let parts = parts_of(puzzle);
    let size = parts.grid.rows;
    if size > MOST_SIZE {
        return Err(Inexpressible::new(format!("{size} rows"), format!("at most {MOST_SIZE}")));
    }
    let differ = |a: usize, b: usize| region_of(&parts, a) != region_of(&parts, b);
    let connected = components(parts.grid, differ).into_iter().max().map_or(0, |last| last + 1);
    if connected != size {
        return Err(Inexpressible::new("regions of several parts", "connected regions"));
    }
    let data = base64::text(&base64::of_bytes(&deflated(&lines(&parts, about))));
    Ok(format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={data}"))
}

fn deflated(text: &str) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).expect("a list takes every byte");
    encoder.finish().expect("a list takes every byte")
}

/// Formats the lines that Penpa reads.
fn lines(parts: &GridParts, about: &About) -> String {
    let (grid, numbering) = (parts.grid, Numbering::new(parts.grid.rows));
    let size = grid.rows;
    let canvas = 38 * (size + 1);
    let centre = numbering.of_cell(grid.cell(size / 2, size / 2));
    let numbers: Map<String, Value> = (0..grid.len())
        .filter_map(|cell| {
            Some((numbering.of_cell(cell).to_string(), json!([parts.givens[cell]?.to_string(), 1, LARGE[0]])))
        })
        .collect();
    let differ = |&(a, b): &(usize, usize)| region_of(parts, a) != region_of(parts, b);
    let beside = (0..grid.len()).filter(|cell| cell % size + 1 < size).map(|cell| (cell, cell + 1));
    let below = (0..grid.len() - size).map(|cell| (cell, cell + size));
    let edges: Map<String, Value> =
        beside.chain(below).filter(differ).map(|(a, b)| (numbering.edge(a, b), json!(THICK[0]))).collect();
    // The first cell, then the distance of each cell to the one before.
    let cells: Vec<usize> = (0..grid.len()).map(|cell| numbering.of_cell(cell)).collect();
    let steps: Vec<usize> = std::iter::once(cells[0]).chain(cells.windows(2).map(|two| two[1] - two[0])).collect();
    let elements = |numbers: Map<String, Value>, edges: Map<String, Value>| {
        let (numbers, edges) = (Value::Object(numbers), Value::Object(edges));
        let lists = "zR:{z_:[]},zU:{z_:[]},z8:{z_:[]}";
        format!(
            "{{{lists},zS:{{}},zN:{numbers},z1:{{}},zY:{{}},zF:{{}},z2:{{}},zT:[],z3:[],zD:[],z0:[],z5:[],zL:{{}},\
             zE:{edges},zW:{{}},zC:{{}},z4:{{}},z6:[],z7:[]}}"
        )
    };
    let empty = elements(Map::new(), Map::new());
    let said = |text: &Option<String>| text.clone().unwrap_or_default().replace(',', "%2C");
    let rules = REPLACED.iter().fold(said(&about.rules), |rules, (plain, code)| rules.replace(plain, code));
    let (title, author) = (said(&about.title), said(&about.author));
    let lines = [
        format!(
            "sudoku,{size},{size},38,0,1,1,{canvas},{canvas},{centre},{centre},0,0,0,0,Title: {title},Author: {author},\
             ,{rules},OFF,false"
        ),
        "[0,0,0,0]".to_owned(),
        "[\"1\",\"2\",\"1\"]~zS~[\"\",1]".to_owned(),
        elements(numbers, edges),
        empty.clone(),
        json!(steps).to_string(),
    ];
    // Conditions of an answer, times, the version, modes, and elements of further layers.
    let rest = ["[]", "{}", "\"x\"", "\"x\"", "[3,1,4]", MODES, "\"x\"", "0", &empty, "x", "{}", "[]", "false"];
    lines.join("\n") + "\n" + &rest.join("\n")
}
