//! The constraints that are tested, and those over time, bins, graphs and templates, each with its meaning.

use std::collections::BTreeMap;
use std::rc::Rc;

use fastrand::Rng;

use super::random::{Expression, Meaning, Variables, joined, number, numbers, of, where_defined};
use super::{counting, logic, placing};

/// Makes a constraint.
pub(crate) type Make = fn(&mut Rng, &Variables) -> (String, Meaning);

/// All constraints by name.
pub(crate) const ALL: &[(&str, Make)] = &[
    ("allDifferent", counting::all_different),
    ("allEqual", counting::all_equal),
    ("binPacking", bin_packing),
    ("cardinality", counting::cardinality),
    ("channel", placing::channel),
    ("circuit", circuit),
    ("clause", clause),
    ("count", counting::count),
    ("cumulative", cumulative),
    ("element", placing::element),
    ("extension", placing::extension),
    ("flow", flow),
    ("instantiation", instantiation),
    ("intension", placing::intension),
    ("knapsack", knapsack),
    ("lex", counting::lex),
    ("maximum", |rng, variables| placing::extreme(rng, variables, true)),
    ("maximumArg", |rng, variables| placing::extreme_place(rng, variables, true)),
    ("mdd", placing::mdd),
    ("minimum", |rng, variables| placing::extreme(rng, variables, false)),
    ("minimumArg", |rng, variables| placing::extreme_place(rng, variables, false)),
    ("nValues", counting::distinct_values),
    ("noOverlap", no_overlap),
    ("ordered", counting::ordered),
    ("precedence", counting::precedence),
    ("regular", placing::regular),
    ("sum", counting::sum),
    ("and", |rng, variables| logic::random(rng, variables, "and")),
    ("ifThen", |rng, variables| logic::random(rng, variables, "ifThen")),
    ("ifThenElse", |rng, variables| logic::random(rng, variables, "ifThenElse")),
    ("iff", |rng, variables| logic::random(rng, variables, "iff")),
    ("not", |rng, variables| logic::random(rng, variables, "not")),
    ("or", |rng, variables| logic::random(rng, variables, "or")),
    ("xor", |rng, variables| logic::random(rng, variables, "xor")),
    ("block", block),
    ("group", group),
    ("slide", slide),
];

/// Lengths, sizes or heights, which are not negative, with their text.
fn amounts(rng: &mut Rng, variables: &Variables, length: usize) -> (String, Vec<Expression>) {
    let natural: Vec<usize> = (0..variables.names.len()).filter(|&place| variables.domains[place][0] >= 0).collect();
    if natural.is_empty() || rng.bool() {
        let all: Vec<i64> = (0..length).map(|_| rng.i64(0..=3)).collect();
        return (numbers(&all, rng), all.into_iter().map(number).collect());
    }
    let mut one = || -> Expression {
        let place = natural[rng.usize(..natural.len())];
        (variables.names[place].clone(), Rc::new(move |values: &[i64]| Some(values[place])))
    };
    let all: Vec<Expression> = (0..length).map(|_| one()).collect();
    (joined(&all), all)
}

fn no_overlap(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let dimensions = rng.usize(1..=2);
    let boxes = rng.usize(2..=3);
    let starts: Vec<Expression> = (0..boxes * dimensions).map(|_| variables.one(rng)).collect();
    let (lengths, sizes) = amounts(rng, variables, boxes * dimensions);
    let is_zero_ignored = rng.bool();
    let tuples = |all: &[Expression]| -> String {
        all.chunks(dimensions).map(|row| format!("({})", joined(row).replace(' ', ","))).collect()
    };
    let (origins, lengths) =
        if dimensions == 1 { (joined(&starts), lengths) } else { (tuples(&starts), tuples(&sizes)) };
    let ignored = if is_zero_ignored { "" } else { " zeroIgnored=\"false\"" };
    let meaning = where_defined([starts, sizes].concat(), move |x, _| {
        let (starts, sizes) = x.split_at(boxes * dimensions);
        let side = |one: usize, axis: usize| (starts[one * dimensions + axis], sizes[one * dimensions + axis]);
        (0..boxes).all(|one| {
            (0..one).all(|other| {
                (0..dimensions).any(|axis| {
                    let ((a, length), (b, width)) = (side(one, axis), side(other, axis));
                    a + length <= b || b + width <= a || is_zero_ignored && (length == 0 || width == 0)
                })
            })
        })
    });
    let text = format!("<origins> {origins} </origins><lengths> {lengths} </lengths>");
    (format!("<noOverlap{ignored}>{text}</noOverlap>"), meaning)
}

fn cumulative(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let tasks = rng.usize(2..=3);
    let starts: Vec<Expression> = (0..tasks).map(|_| variables.one(rng)).collect();
    let (lengths, durations) = amounts(rng, variables, tasks);
    let (heights, demands) = amounts(rng, variables, tasks);
    let ends: Option<Vec<Expression>> =
        (rng.u8(..3) == 0).then(|| (0..tasks).map(|_| variables.variable_or_number(rng)).collect());
    let (bound, most) = if rng.bool() { variables.one(rng) } else { number(rng.i64(0..=4)) };
    let is_strict = rng.bool();
    let operator = if is_strict { "lt" } else { "le" };
    let end = ends.as_ref().map_or(String::new(), |ends| format!("<ends> {} </ends>", joined(ends)));
    let text = format!(
        "<origins> {} </origins><lengths> {lengths} </lengths>{end}<heights> {heights} </heights>",
        joined(&starts)
    );
    let meaning = where_defined([starts, durations, demands].concat(), move |x, values| {
        let (starts, durations, demands) = (&x[..tasks], &x[tasks..2 * tasks], &x[2 * tasks..]);
        let most = most(values).expect("a variable or a number") - i64::from(is_strict);
        let is_ended = ends.as_ref().is_none_or(|ends| {
            let ends = of(ends, values).expect("variables and numbers");
            (0..tasks).all(|task| starts[task] + durations[task] == ends[task])
        });
        is_ended
            && (-5..15).all(|time| {
                let runs = |&task: &usize| starts[task] <= time && time < starts[task] + durations[task];
                let running: Vec<usize> = (0..tasks).filter(runs).collect();
                running.is_empty() || running.iter().map(|&task| demands[task]).sum::<i64>() <= most
            })
    });
    (format!("<cumulative>{text}<condition> ({operator},{bound}) </condition></cumulative>"), meaning)
}

fn bin_packing(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let items = rng.usize(1..=4);
    let (text, all) = variables.list(rng, items);
    let sizes: Vec<i64> = (0..items).map(|_| rng.i64(0..=3)).collect();
    let written = numbers(&sizes, rng);
    let load = move |x: &[i64], bin: i64| -> i64 {
        x.iter().zip(&sizes).filter(|(place, _)| **place == bin).map(|(_, size)| size).sum()
    };
    let kind = rng.u8(..4);
    let (bins, meaning): (String, Meaning) = if kind == 0 {
        let (condition, meets) = variables.condition(rng, 0, 4);
        let meaning = where_defined(all, move |x, values| x.iter().all(|&bin| meets(load(&x, bin), values)));
        (format!("<condition> {condition} </condition>"), meaning)
    } else if kind == 1 {
        let first = rng.i64(-1..=1);
        let conditions: Vec<_> = (0..rng.usize(2..=4)).map(|_| variables.condition(rng, 0, 4)).collect();
        let written: String = conditions.iter().map(|condition| condition.0.as_str()).collect();
        let meaning = where_defined(all, move |x, values| {
            let is_inside = x.iter().all(|bin| (first..first + conditions.len() as i64).contains(bin));
            is_inside && conditions.iter().zip(first..).all(|(condition, bin)| condition.1(load(&x, bin), values))
        });
        (format!("<conditions startIndex=\"{first}\"> {written} </conditions>"), meaning)
    } else {
        let count = rng.usize(1..=3);
        let bounds: Vec<Expression> =
            (0..count).map(|_| if rng.bool() { number(rng.i64(0..=4)) } else { variables.one(rng) }).collect();
        let (first, is_load) = (rng.i64(0..=1), rng.bool());
        let name = if is_load { "loads" } else { "limits" };
        let text = format!("<{name} startIndex=\"{first}\"> {} </{name}>", joined(&bounds));
        let meaning = where_defined(all, move |x, values| {
            let bounds = of(&bounds, values).expect("variables and numbers");
            let is_inside = x.iter().all(|bin| (first..first + bounds.len() as i64).contains(bin));
            is_inside
                && bounds.iter().zip(first..).all(|(&bound, bin)| {
                    let load = load(&x, bin);
                    if is_load { load == bound } else { load <= bound }
                })
        });
        (text, meaning)
    };
    (format!("<binPacking><list>{text}</list><sizes> {written} </sizes>{bins}</binPacking>"), meaning)
}

fn knapsack(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let length = rng.usize(1..=4);
    let (text, all) = variables.list(rng, length);
    let mut factors = || -> Vec<i64> { (0..length).map(|_| rng.i64(0..=3)).collect() };
    let (weights, profits) = (factors(), factors());
    let [weighs, profit] = [(); 2].map(|()| variables.condition(rng, 0, 6));
    let written = format!(
        "<weights> {} </weights><condition> {} </condition><profits> {} </profits><condition> {} </condition>",
        numbers(&weights, rng),
        weighs.0,
        numbers(&profits, rng),
        profit.0
    );
    let meaning = where_defined(all, move |x, values| {
        let dot = |factors: &[i64]| x.iter().zip(factors).map(|(x, factor)| x * factor).sum::<i64>();
        weighs.1(dot(&weights), values) && profit.1(dot(&profits), values)
    });
    (format!("<knapsack><list>{text}</list>{written}</knapsack>"), meaning)
}

fn circuit(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let (_, nodes) = variables.different(rng, 4);
    let first = rng.i64(0..=1);
    let size = rng.bool().then(|| if rng.bool() { number(rng.i64(1..=4)) } else { variables.one(rng) });
    let written = size.as_ref().map_or(String::new(), |size| format!("<size> {} </size>", size.0));
    let text = format!("<list startIndex=\"{first}\"> {} </list>{written}", joined(&nodes));
    let meaning = where_defined(nodes, move |x, values| {
        let n = x.len() as i64;
        let next: BTreeMap<i64, i64> =
            x.iter().zip(0..).map(|(&to, node)| (node, to - first)).filter(|(node, to)| node != to).collect();
        // All nodes that are left follow from one of them, which is reached again.
        let Some((&begin, _)) = next.first_key_value() else { return false };
        let mut node = begin;
        let mut steps = 0;
        loop {
            match next.get(&node) {
                Some(&to) if (0..n).contains(&to) && steps < n => node = to,
                _ => return false,
            }
            steps += 1;
            if node == begin {
                break;
            }
        }
        steps == next.len() as i64 && size.as_ref().is_none_or(|size| size.1(values) == Some(steps))
    });
    (format!("<circuit>{text}</circuit>"), meaning)
}

fn flow(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let (nodes, first) = (rng.usize(2..=3), rng.i64(0..=2));
    let count = rng.usize(nodes - 1..=4);
    let (text, flows) = variables.list(rng, count);
    let mut arcs: Vec<[usize; 2]> = (0..count).map(|_| [rng.usize(..nodes), rng.usize(..nodes)]).collect();
    // Nodes are numbered from the least one of an arc on.
    arcs[0][rng.usize(..2)] = 0;
    let balances: Vec<Expression> =
        (0..nodes).map(|_| if rng.bool() { number(rng.i64(-1..=1)) } else { variables.one(rng) }).collect();
    let written: String =
        arcs.iter().map(|arc| format!("({},{})", arc[0] as i64 + first, arc[1] as i64 + first)).collect();
    let cost = rng.bool().then(|| {
        let weights: Vec<i64> = (0..count).map(|_| rng.i64(-1..=2)).collect();
        (weights, variables.condition(rng, 0, 4))
    });
    let costs = cost.as_ref().map_or(String::new(), |(weights, condition)| {
        format!("<weights> {} </weights><condition> {} </condition>", numbers(weights, rng), condition.0)
    });
    let text = format!("<list>{text}</list><balance> {} </balance><arcs> {written} </arcs>{costs}", joined(&balances));
    let meaning = where_defined([flows, balances].concat(), move |x, values| {
        let (flows, balances) = x.split_at(count);
        let surplus = |node: usize| -> i64 {
            let end = |side: usize| arcs.iter().zip(flows).filter(move |(arc, _)| arc[side] == node).map(|arc| arc.1);
            end(0).sum::<i64>() - end(1).sum::<i64>()
        };
        let is_paid = cost.as_ref().is_none_or(|(weights, condition)| {
            condition.1(flows.iter().zip(weights).map(|(flow, weight)| flow * weight).sum(), values)
        });
        is_paid && (0..nodes).all(|node| surplus(node) == balances[node])
    });
    (format!("<flow>{text}</flow>"), meaning)
}

fn instantiation(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let (text, all) = variables.different(rng, 2);
    let found: Vec<i64> = all.iter().map(|_| rng.i64(-1..=2)).collect();
    let written = numbers(&found, rng);
    let meaning = where_defined(all, move |x, _| x == found);
    (format!("<instantiation><list> {text} </list><values> {written} </values></instantiation>"), meaning)
}

fn clause(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let bits: Vec<usize> = (0..variables.names.len())
        .filter(|&place| variables.domains[place].iter().all(|value| (0..=1).contains(value)))
        .collect();
    if bits.is_empty() {
        return intension(rng, variables);
    }
    let literals: Vec<(usize, bool)> =
        (0..rng.usize(1..=3)).map(|_| (bits[rng.usize(..bits.len())], rng.bool())).collect();
    let word = |&(place, is_positive): &(usize, bool)| match is_positive {
        true => variables.names[place].clone(),
        false => format!("not({})", variables.names[place]),
    };
    let text = literals.iter().map(word).collect::<Vec<_>>().join(" ");
    let meaning: Meaning =
        Rc::new(move |values| literals.iter().any(|&(place, is_positive)| (values[place] == 1) == is_positive));
    (format!("<clause> {text} </clause>"), meaning)
}

fn intension(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    placing::intension(rng, variables)
}

fn block(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let (one, holds) = counting::sum(rng, variables);
    let (other, too) = counting::all_different(rng, variables);
    let text = format!("<block class=\"both\">{one}<block>{other}</block></block>");
    (text, Rc::new(move |values| holds(values) && too(values)))
}

fn group(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let sets: Vec<(String, Vec<Expression>)> = (0..rng.usize(1..=3)).map(|_| variables.list(rng, 3)).collect();
    let arguments: String = sets.iter().map(|set| format!("<args>{}</args>", set.0)).collect();
    let all: Vec<Expression> = sets.into_iter().flat_map(|set| set.1).collect();
    let (template, test): (&str, fn(&[i64]) -> bool) = match rng.u8(..4) {
        0 => ("<intension> le(add(%0,%1),%2) </intension>", |x| x[0] + x[1] <= x[2]),
        1 => ("<sum><list> %... </list><condition> (le,3) </condition></sum>", |x| x.iter().sum::<i64>() <= 3),
        2 => ("<sum><list> %1 %... </list><condition> (ne,%0) </condition></sum>", |x| x[1] + x[2] != x[0]),
        _ => ("<extension><list> %2 %0 </list><conflicts>(0,1)(1,*)</conflicts></extension>", |x| {
            (x[2], x[0]) != (0, 1) && x[2] != 1
        }),
    };
    let meaning = where_defined(all, move |x, _| x.chunks(3).all(test));
    (format!("<group id=\"g\">{template}{arguments}</group>"), meaning)
}

fn slide(rng: &mut Rng, variables: &Variables) -> (String, Meaning) {
    let length = rng.usize(3..=4);
    let (text, all) = variables.list(rng, length);
    let (offset, is_circular) = (rng.usize(1..=2), rng.bool());
    let circular = if is_circular { " circular=\"true\"" } else { "" };
    let template = "<intension> ne(add(%0,%1),2) </intension>";
    let meaning = where_defined(all, move |x, _| {
        let last = if is_circular { x.len() } else { x.len() - 1 };
        (0..last).step_by(offset).all(|place| x[place] + x[(place + 1) % x.len()] != 2)
    });
    (format!("<slide{circular}><list offset=\"{offset}\">{text}</list>{template}</slide>"), meaning)
}
