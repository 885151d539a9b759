//! Runs of a problem that does wrong on purpose.

use super::*;
use cnfab_base::parse_error::ParseError;
use cnfab_model::{Assignment, Model};
use cnfab_solve::{Limit, Outcome, Strategy};

/// Digits from 1 to `values` that are all different; what it does wrong is on purpose.
struct Fake {
    digits: usize,
    values: i32,
    fault: Fault,
}

#[derive(PartialEq)]
enum Fault {
    None,
    /// The model allows what the rules forbid.
    Lax,
    /// Making the model does not come back for a long time.
    Stuck,
    Panics,
}

impl Problem for Fake {
    fn name(&self) -> &str {
        "fake"
    }

    fn views(&self) -> &'static [(&'static str, &'static str)] {
        &[("digit", "each digit")]
    }

    fn make_model(&self, _: &str) -> Model {
        match self.fault {
            Fault::Stuck => std::thread::sleep(Duration::from_secs(20)),
            Fault::Panics => panic!("on purpose"),
            _ => {}
        }
        let mut model = Model::new();
        let vars: Vec<_> = (0..self.digits).map(|i| model.var(format!("x[{i}]"), 1..=self.values)).collect();
        if self.fault != Fault::Lax {
            model.all_different("different", vars);
        }
        model
    }

    fn output(&self, _: &str, solution: &Assignment) -> Cells {
        Cells(solution.values().to_vec())
    }

    fn check(&self, cells: &Cells) -> Result<(), Violation> {
        let mut sorted = cells.0.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() == cells.0.len() { Ok(()) } else { Err(Violation("a digit comes twice".to_owned())) }
    }

    fn plain(&self, _: &Cells) -> String {
        String::new()
    }

    fn read_plain(&self, _: &str) -> Result<Cells, ParseError> {
        unreachable!("nobody writes its solutions")
    }
}

fn start(puzzles: Vec<Fake>, limit: Option<u64>, deliver: bool, budget: Budget) -> Running {
    start_view(None, puzzles, limit, deliver, budget)
}

fn start_view(view: Option<&str>, puzzles: Vec<Fake>, limit: Option<u64>, deliver: bool, budget: Budget) -> Running {
    let problems: Vec<Arc<dyn Problem>> = puzzles.into_iter().map(|puzzle| Arc::new(puzzle) as _).collect();
    let mut spec = RunSpec::new(Strategy::parse("sat").unwrap());
    spec.view = view.map(str::to_owned);
    spec.limits.limit_solutions = limit;
    spec.wanted = if deliver { Wanted::Solutions } else { Wanted::Number };
    Running::start(problems, spec, budget)
}

/// Everything until the search is done or over.
fn events(running: &mut Running) -> (Vec<Event>, Next) {
    let mut events = Vec::new();
    loop {
        match running.wait() {
            Next::Event(event) => events.push(event),
            Next::Idle => {}
            last => return (events, last),
        }
    }
}

#[test]
fn puzzles_come_in_order_with_their_solutions() {
    let fake = |digits| Fake { digits, values: 3, fault: Fault::None };
    let mut running = start(vec![fake(2), fake(4), fake(3)], None, true, Budget::unlimited());
    let (events, last) = events(&mut running);
    assert!(matches!(last, Next::Done));
    let mut seen = Vec::new();
    for event in events {
        match event {
            Event::Solution { puzzle, .. } => seen.push((puzzle, None)),
            Event::Better { .. } => unreachable!("nothing is optimised"),
            Event::Ended(ended) => seen.push((ended.puzzle, ended.found.to_u64())),
        }
    }
    let mut expected = vec![(0, None); 6];
    expected.extend([(0, Some(6)), (1, Some(0))]);
    expected.extend([(2, None); 6]);
    expected.push((2, Some(6)));
    assert_eq!(seen, expected);
    assert_eq!([0, 1, 2].map(|puzzle| running.found(puzzle)), [6, 0, 6]);
}

#[test]
fn counting_sends_no_solutions_and_limits_hold() {
    let fake = Fake { digits: 5, values: 5, fault: Fault::None };
    let mut running = start(vec![fake], Some(7), false, Budget::unlimited());
    let (events, _) = events(&mut running);
    assert!(matches!(&events[..], [Event::Ended(ended)] if ended.found == 7 && ended.first_s.is_some()));
}

#[test]
fn a_solution_that_breaks_the_rules_is_never_handed_on() {
    let mut running = start(vec![Fake { digits: 3, values: 2, fault: Fault::Lax }], None, true, Budget::unlimited());
    let (events, _) = events(&mut running);
    let [Event::Ended(ended)] = &events[..] else { panic!("{events:?}") };
    let error = ended.result.as_ref().unwrap_err().to_string();
    assert!(error.starts_with("sat reported a wrong solution: a digit comes twice: "), "{error}");
}

#[test]
fn a_view_that_the_kind_does_not_list_is_an_error() {
    let fake = Fake { digits: 3, values: 3, fault: Fault::None };
    let mut running = start_view(Some("digits"), vec![fake], None, true, Budget::unlimited());
    let (events, _) = events(&mut running);
    let [Event::Ended(ended)] = &events[..] else { panic!("{events:?}") };
    let error = ended.result.as_ref().unwrap_err().to_string();
    assert_eq!(error, "unknown view of fake 'digits'; did you mean 'digit'? (known: digit)");
}

#[test]
fn nobody_waits_for_a_search_that_does_not_come_back() {
    let start_of_test = Instant::now();
    let fake = Fake { digits: 1, values: 1, fault: Fault::Stuck };
    let mut running = start(vec![fake], None, true, Budget::within(Duration::from_millis(50)));
    assert!(matches!(events(&mut running), (none, Next::Over) if none.is_empty()));
    let budget = Budget::unlimited();
    let fake = Fake { digits: 1, values: 1, fault: Fault::Stuck };
    let mut running = start(vec![fake], None, true, budget.clone());
    budget.cancel();
    assert!(matches!(events(&mut running), (_, Next::Over)));
    assert!(start_of_test.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_limit_of_time_holds_to_fifty_milliseconds() {
    let limit = Duration::from_millis(30);
    // The machine may be busy now and then.
    let late = (0..20).map(|_| {
        let fake = Fake { digits: 1, values: 1, fault: Fault::Stuck };
        let begun = Instant::now();
        let mut running = start(vec![fake], None, true, Budget::within(limit));
        events(&mut running);
        begun.elapsed() - limit
    });
    assert!({ late }.any(|late| late < Duration::from_millis(50)));
}

#[test]
fn a_panic_is_told_from_an_end() {
    let mut running = start(vec![Fake { digits: 1, values: 1, fault: Fault::Panics }], None, true, Budget::unlimited());
    assert!(matches!(events(&mut running), (none, Next::Crashed) if none.is_empty()));
}

/// A solution, or the number of solutions at the end.
type Told = Result<Vec<i32>, Option<u64>>;

/// The messages about many problems, by position.
fn told(strategy: &str, puzzles: Vec<Fake>) -> (Vec<(usize, Told)>, Next) {
    let problems: Vec<Arc<dyn Problem>> = puzzles.into_iter().map(|puzzle| Arc::new(puzzle) as _).collect();
    let spec = RunSpec::new(Strategy::parse(strategy).unwrap());
    let (events, last) = events(&mut Running::start(problems, spec, Budget::unlimited()));
    let told = events.into_iter().map(|event| match event {
        Event::Solution { puzzle, cells, .. } => (puzzle, Ok(cells.0)),
        Event::Better { .. } => unreachable!("nothing is optimised"),
        Event::Ended(ended) => (ended.puzzle, Err(ended.result.is_ok().then(|| ended.found.to_u64().unwrap()))),
    });
    (told.collect(), last)
}

/// Puzzles with no solution, with one and with more than may wait for the receiver.
fn mixed(number: usize) -> Vec<Fake> {
    let size = |at: usize| [(2, 1), (1, 1), (3, 3), (6, 7), (2, 3)][(at * at + at / 7) % 5];
    (0..number).map(size).map(|(digits, values)| Fake { digits, values, fault: Fault::None }).collect()
}

#[test]
fn threads_share_problems_and_tell_of_them_in_order() {
    let (alone, last) = told("backtrack", mixed(150));
    assert!(matches!(last, Next::Done));
    let numbers: Vec<u64> = alone.iter().filter_map(|(_, what)| what.as_ref().err().map(|n| n.unwrap())).collect();
    assert_eq!(numbers.len(), 150);
    assert_eq!(numbers.iter().sum::<u64>(), alone.len() as u64 - 150);
    assert!(numbers.contains(&5040) && numbers.contains(&0) && numbers.contains(&1));
    for threads in [2, 3, 7, 500] {
        let (shared, last) = told(&format!("backtrack:threads={threads}"), mixed(150));
        assert!(matches!(last, Next::Done));
        assert!(shared == alone, "{threads} threads");
    }
}

#[test]
fn threads_end_where_one_of_them_panics() {
    let mut puzzles = mixed(150);
    puzzles[77].fault = Fault::Panics;
    let (alone, last) = told("backtrack", mixed(77));
    assert!(matches!(last, Next::Done));
    let (shared, last) = told("backtrack:threads=3", puzzles);
    assert!(matches!(last, Next::Crashed));
    assert!(shared == alone, "what comes before");
}

#[test]
fn what_comes_before_a_panic_is_told_after_it() {
    let relay = Relay::new(64, 2);
    let event = |puzzle| Event::Solution { puzzle, cells: Cells(Vec::new()), orbit: None, after_s: 0.0 };
    let (first, second, third) = (relay.claim().unwrap(), relay.claim().unwrap(), relay.claim().unwrap());
    assert!(first.send(event(0)) && second.send(event(1)));
    drop(second);
    assert!(relay.claim().is_none(), "nothing new is begun");
    assert!(first.send(event(0)));
    assert!(!third.send(event(2)));
    first.close(Closed::Whole);
    let mut taken = Vec::new();
    let last = loop {
        let mut events = VecDeque::new();
        match relay.take(&mut events, None) {
            Taken::Events => taken.extend(events.into_iter().map(|event| match event {
                Event::Solution { puzzle, .. } => puzzle,
                _ => unreachable!("none was sent"),
            })),
            Taken::Nothing => unreachable!("the end is known"),
            Taken::End(closed) => break closed,
        }
    };
    assert!(last == Closed::Crashed && taken == [0, 0, 1]);
}

#[test]
fn threads_share_the_time() {
    let mut puzzles = mixed(400);
    puzzles[200] = Fake { digits: 30, values: 30, fault: Fault::None };
    let problems: Vec<Arc<dyn Problem>> = puzzles.into_iter().map(|puzzle| Arc::new(puzzle) as _).collect();
    let mut spec = RunSpec::new(Strategy::parse("backtrack:threads=2").unwrap());
    spec.wanted = Wanted::Number;
    let budget = Budget::unlimited();
    let mut running = Running::start(problems, spec, budget.clone());
    let mut ended = 0;
    loop {
        match running.wait() {
            Next::Event(Event::Ended(end)) => {
                assert_eq!(end.puzzle, ended);
                ended += 1;
                if ended == 200 {
                    budget.cancel();
                }
                let stopped = end.result.is_ok_and(|report| matches!(report.outcome, Outcome::Stopped(Limit::Time)));
                assert_eq!(stopped, ended == 201);
            }
            Next::Event(_) | Next::Idle => {}
            last => break assert!(matches!(last, Next::Done | Next::Over)),
        }
    }
    assert!(ended >= 200, "{ended}");
}

#[test]
fn threads_end_when_nobody_takes_their_events() {
    let puzzles: Vec<Fake> = (0..40).map(|_| Fake { digits: 9, values: 9, fault: Fault::None }).collect();
    let problems: Vec<Arc<dyn Problem>> = puzzles.into_iter().map(|puzzle| Arc::new(puzzle) as _).collect();
    let spec = RunSpec::new(Strategy::parse("backtrack:threads=3").unwrap());
    let mut running = Running::start(problems, spec, Budget::unlimited());
    assert!(matches!(running.wait(), Next::Event(Event::Solution { puzzle: 0, .. })));
    let task = Arc::downgrade(&running.task);
    drop(running);
    while task.strong_count() > 0 {
        std::thread::sleep(Duration::from_millis(1));
    }
}
