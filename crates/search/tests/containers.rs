//! The containers against the plain ones they stand for, and their memory against the meter.

use std::collections::HashMap;

use kibitzer_core::SplitMix;
use kibitzer_search::{Arena, Budget, Meter, Probe, Queue, Stop, Table};
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Step {
    Insert(u16),
    Find(u16),
    Pop,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        5 => (0_u16..500).prop_map(Step::Insert),
        2 => (0_u16..500).prop_map(Step::Find),
        1 => Just(Step::Pop),
    ];
    proptest::collection::vec(step, 0..2000)
}

proptest! {
    #[test]
    fn a_table_is_a_map_from_keys_to_their_turn(steps in steps()) {
        let mut observer = ();
        let mut meter = Meter::<()>::new(Budget::default(), &mut observer);
        let mut table = Table::default();
        let mut map = HashMap::new();
        let mut order = Vec::new();
        for step in steps {
            match step {
                Step::Insert(key) => {
                    let probe = Probe::new(key);
                    prop_assert_eq!(table.find(&probe), map.get(&key).copied());
                    if table.find(&probe).is_none() {
                        let index = table.insert(&probe, &mut meter).unwrap();
                        prop_assert_eq!(index as usize, order.len());
                        map.insert(key, index);
                        order.push(key);
                    }
                }
                Step::Find(key) => prop_assert_eq!(table.find(&Probe::new(key)), map.get(&key).copied()),
                Step::Pop => {
                    let last = order.pop();
                    prop_assert_eq!(table.pop(), last);
                    map.retain(|key, _| Some(*key) != last);
                }
            }
        }
        prop_assert_eq!(table.len(), order.len());
    }

    #[test]
    fn a_queue_serves_by_priority_depth_and_arrival(pushes in proptest::collection::vec((0_u64..4, 0_u32..4, prop::bool::ANY), 0..400)) {
        let mut observer = ();
        let mut meter = Meter::<()>::new(Budget::default(), &mut observer);
        let mut queue = Queue::default();
        let mut waiting: Vec<(u64, u32, u32)> = Vec::new();
        // Pushes and pops in turn, then pops until nothing is left.
        let pops = std::iter::repeat_n((0, 0, true), pushes.len() + 1);
        for (node, (priority, depth, pop)) in (0..).zip(pushes.clone().into_iter().chain(pops)) {
            if pop {
                let best = waiting.iter().copied().min_by_key(|(priority, depth, node)| (*priority, u32::MAX - depth, *node));
                prop_assert_eq!(queue.pop(&mut meter), best.map(|(_, depth, node)| (node, depth)));
                waiting.retain(|entry| Some(*entry) != best);
            } else {
                queue.push(priority, depth, node, &mut meter).unwrap();
                waiting.push((priority, depth, node));
            }
        }
        prop_assert!(waiting.is_empty());
    }
}

#[test]
fn a_large_table_knows_all_its_keys_and_no_other() {
    let mut observer = ();
    let mut meter = Meter::<()>::new(Budget::default(), &mut observer);
    let mut table = Table::default();
    let mut stream = SplitMix::new(1);
    let keys: Vec<u64> = (0..300_000).map(|_| stream.next_u64() | 1).collect();
    for key in &keys {
        table.insert(&Probe::new(*key), &mut meter).unwrap();
    }
    for (index, key) in (0..).zip(&keys) {
        assert_eq!(table.find(&Probe::new(*key)), Some(index));
        assert_eq!(table.find(&Probe::new(key & !1)), None);
    }
    // 8 bytes of key, 64 bytes of bucket for 5 keys, and a few spilt.
    let per_key = meter.stats().peak_bytes / 300_000;
    assert!((20..26).contains(&per_key), "{per_key} bytes per key");
}

#[test]
fn a_queue_uses_its_memory_again() {
    let mut observer = ();
    let mut meter = Meter::<()>::new(Budget::default(), &mut observer);
    let mut queue = Queue::default();
    for node in 0..100_000 {
        queue.push(u64::from(node % 7), node, node, &mut meter).unwrap();
        queue.push(u64::from(node % 5), 0, node, &mut meter).unwrap();
        assert!(queue.pop(&mut meter).is_some() && queue.pop(&mut meter).is_some());
    }
    assert!(meter.stats().peak_bytes < 40_000, "{:?}", meter.stats());
}

#[test]
fn a_refused_insertion_leaves_the_table_whole() {
    let mut observer = ();
    let budget = Budget { bytes: Some(500_000), ..Budget::default() };
    let mut meter = Meter::<()>::new(budget, &mut observer);
    let mut table = Table::default();
    let refused =
        (0_u64..1_000_000).find(|key| table.insert(&Probe::new(*key), &mut meter) == Err(Stop::Memory)).unwrap();
    assert!(refused > 15_000, "{refused} keys in 500 kB");
    assert_eq!((table.len() as u64, table.find(&Probe::new(refused))), (refused, None));
    for key in 0..refused {
        assert_eq!(table.find(&Probe::new(key)).map(u64::from), Some(key));
    }
    assert!(meter.stats().peak_bytes <= 500_000);
}

#[test]
fn an_arena_holds_what_it_asked_for_and_keeps_it_when_emptied() {
    let mut observer = ();
    let budget = Budget { bytes: Some(100_000), ..Budget::default() };
    let mut meter = Meter::<()>::new(budget, &mut observer);
    let mut arena = Arena::default();
    let stuff = |arena: &mut Arena<[u8; 100]>, meter: &mut Meter<'_, ()>| {
        while arena.push([7; 100], meter).is_ok() {}
        arena.len()
    };
    let full = stuff(&mut arena, &mut meter);
    assert!((600..=1000).contains(&full), "{full} items");
    for left in (0..full).rev() {
        assert_eq!((arena.pop(), arena.len()), (Some([7; 100]), left));
    }
    assert_eq!((arena.pop(), arena.is_empty()), (None, true));
    assert_eq!(stuff(&mut arena, &mut meter), full);
}
