//! The limits of a census as its files write them: `max-nodes=1000,max-time=1.5s`.

use std::time::Duration;

use kibitzer_search::Budget;

/// Writes limits; nothing where there are none.
pub(super) fn write(budget: Budget) -> String {
    let Budget { nodes, time, bytes } = budget;
    let limits = [
        ("max-nodes", nodes.map(|nodes| nodes.to_string())),
        ("max-time", time.map(|time| format!("{}s", time.as_secs_f64()))),
        ("max-memory", bytes.map(|bytes| bytes.to_string())),
    ];
    let limits = limits.into_iter().filter_map(|(name, limit)| limit.map(|limit| format!("{name}={limit}")));
    limits.collect::<Vec<_>>().join(",")
}

/// Reads what [`write`] has written, and nothing else.
pub(super) fn read(text: &str) -> Option<Budget> {
    let mut budget = Budget::default();
    for limit in text.split(',').filter(|limit| !limit.is_empty()) {
        match limit.split_once('=')? {
            ("max-nodes", nodes) => budget.nodes = Some(nodes.parse().ok()?),
            ("max-time", time) => {
                let seconds = time.strip_suffix('s')?.parse().ok()?;
                budget.time = Some(Duration::try_from_secs_f64(seconds).ok()?);
            }
            ("max-memory", bytes) => budget.bytes = Some(bytes.parse().ok()?),
            _ => return None,
        }
    }
    (write(budget) == text).then_some(budget)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn all_limits_are_written_in_one_order() {
        let budget = Budget { nodes: Some(5), time: Some(Duration::from_millis(1500)), bytes: Some(9) };
        assert_eq!(write(budget), "max-nodes=5,max-time=1.5s,max-memory=9");
        assert_eq!((write(Budget::default()), read("")), (String::new(), Some(Budget::default())));
    }

    #[test]
    fn other_text_is_refused() {
        for text in
            ["max-nodes", "max-nodes=", "max-nodes=05", "max-time=1", "max-time=-1s", "nodes=5", ",", "max-memory=9,"]
        {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read("max-memory=9,max-nodes=5"), None, "the order is wrong");
    }

    proptest! {
        #[test]
        fn reading_undoes_writing(
            nodes: Option<u64>,
            // A number of seconds is exact to the nanosecond up to a hundred days.
            millis in proptest::option::of(0..1_u64 << 32),
            bytes: Option<usize>,
        ) {
            let budget = Budget { nodes, time: millis.map(Duration::from_millis), bytes };
            prop_assert_eq!(read(&write(budget)), Some(budget));
        }

        #[test]
        fn no_text_upsets_it(text: String) {
            let _ = read(&text);
        }
    }
}
