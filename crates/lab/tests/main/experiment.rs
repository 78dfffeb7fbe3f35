//! Experiments: specs whose mistakes are named, runs that repeat and go on, tables that say what the records say.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use kibitzer_catalog::Cancel;
use kibitzer_lab::experiment::{
    Ended, Experiment, Journal, Record, Records, Report, Run, Show, Sums, built_in, find, paper, write_results,
};

const SPEC: &str = r#"id = "small"
title = "Small boards"
game = "birds:rows=3,cols=3"
measure = "searches"

[[deals]]
seeds = "0..60"
quick = { every = 10 }

[limits]
nodes = 50

[[rows]]
name = "exact"
with = "exact"

[[rows]]
name = "best-first"
with = "best-first:moves=2"

[[columns]]
title = "nodes"
show = "mean expanded"

[[columns]]
title = "solved, percent"
show = "percent solved/games"

[[columns]]
title = "most"
show = "most expanded"

[[plots]]
kind = "running"
metric = "expanded"
"#;

fn read(text: &str) -> Experiment {
    Experiment::read("small.toml", text, |_| None).expect("a spec without mistakes")
}

fn run(experiment: &Experiment, threads: usize, journal: Option<&Journal>) -> Records {
    let threads = NonZeroUsize::new(threads).expect("not zero");
    let run = Run { experiment, is_quick: false, threads, is_watched: false, cancel: Cancel::default() };
    run.run(journal).expect("the searches agree")
}

/// All but the times, which do not repeat.
fn timeless(records: &Records) -> Vec<Record> {
    let is_time = |metric: &&str| metric.ends_with("micros");
    let without = |record: &Record| {
        let mut record = record.clone();
        for (number, _) in record.numbers.iter_mut().zip(records.metrics).filter(|(_, metric)| is_time(metric)) {
            *number = 0.0;
        }
        record
    };
    records.records.iter().map(without).collect()
}

#[test]
fn mistakes_are_named_with_file_and_line() {
    let says = |old: &str, new: &str| {
        assert_eq!(SPEC.matches(old).count(), 1, "{old}");
        Experiment::read("small.toml", &SPEC.replace(old, new), |_| None).expect_err(new).to_string()
    };
    insta::assert_snapshot!([
        says("game = \"birds:rows=3,cols=3\"", "game = \"bridge\""),
        says("game = \"birds:rows=3,cols=3\"", "game = \"connect4\""),
        says("with = \"best-first:moves=2\"", "with = \"best-frist\""),
        says("with = \"best-first:moves=2\"", "with = \"best-first:moves=x\""),
        says("title = \"nodes\"", "titel = \"nodes\""),
        says("show = \"mean expanded\"", "show = \"mean nodes\""),
        says("show = \"mean expanded\"", "show = \"average expanded\""),
        says("show = \"mean expanded\"", "show = \"expanded\""),
        says("show = \"most expanded\"", "show = \"most expanded/games\""),
        says("show = \"most expanded\"", "show = \"most expanded\"\npaper = \"table1\""),
        says("measure = \"searches\"", "measure = \"serches\""),
        says("measure = \"searches\"", "measure = \"models\""),
        says("measure = \"searches\"", "measure = \"searches\"\npaper = \"nobody1900\""),
        says("seeds = \"0..60\"", "seeds = \"60..0\""),
        says("seeds = \"0..60\"", "seeds = \"0..60\"\ngames = 5"),
        says("seeds = \"0..60\"", "seeds = \"0..60\"\ngroup = 0"),
        says("seeds = \"0..60\"", "seeds = \"0..60\"\ngroup = 7"),
        says("seeds = \"0..60\"", "seeds = \"0..60\"\nwhich = \"easy\""),
        says("seeds = \"0..60\"", "seeds = \"0..99999999999\""),
        says("seeds = \"0..60\"", "seeds = \"0..60\"\ndraw = 61"),
        says("id = \"small\"", "id = \"../small\""),
        says("metric = \"expanded\"", "metric = \"nodes\""),
        says("metric = \"expanded\"", "column = \"nodes\""),
        says("kind = \"running\"", "kind = \"pie\""),
        says("nodes = 50", "nodes = "),
    ].join("\n"), @r"
    small.toml, line 3: there is no game 'bridge', only birds, gaps, connect4 and yavalath
    small.toml, line 3: connect4 is a game for two; this is for puzzles: birds and gaps
    small.toml, line 19: there is no algorithm 'best-frist', only exact, dfs, sorted-dfs, pairs-dfs, best-first, greedy, a-star, ida-star, lr, lr+dfs, lr8+dfs, lr16+dfs, learned-dfs, mcts, uct, roberson and planner
    small.toml, line 19: best-first, option 'moves': 'x' is not a number from 0 to 1000
    small.toml, line 22: unknown field `titel`, expected one of `title`, `show`, `part`, `digits`, `scale`, `paper`
    small.toml, line 23: there is no number 'nodes', only games, solved, unsolvable, unknown, stopped, expanded, visited, generated, length, micros, solved_expanded, solved_micros, within_1s, within_10s, within_60s
    small.toml, line 23: there is no statistic 'average', only mean, median, deviation, most, sum, percent
    small.toml, line 23: 'expanded' is not a statistic and a number, such as 'mean games'
    small.toml, line 31: most is of one number, not of a quotient
    small.toml, line 32: the experiment names no paper
    small.toml, line 4: there is no measure 'serches', only searches, checks, models, predictors
    small.toml, line 15: models are measured on birds, not on birds:rows=3,cols=3
    small.toml, line 5: there is no paper 'nobody1900'
    small.toml, line 7: the range 60..0 is reversed: it starts after its end
    small.toml, line 16: it needs no luck, so several games on a deal are all the same
    small.toml, line 8: group is at least 1
    small.toml, line 32: deals in groups have no median, deviation or most
    small.toml, line 8: there is no choice of deals 'easy', only all, solvable
    small.toml, line 7: birds:rows=3,cols=3 has no deal 99999999998, only up to 2147483647
    small.toml, line 8: there are fewer deals than that
    small.toml, line 1: '../small' is not a name of letters, digits, -, _ and .
    small.toml, line 35: there is no metric 'nodes', only games, solved, unsolvable, unknown, stopped, expanded, visited, generated, length, micros, solved_expanded, solved_micros, within_1s, within_10s, within_60s
    small.toml, line 35: a plot of this kind is told a metric
    small.toml, line 34: there is no plot 'pie', only bars, sweep, running
    small.toml, line 11: string values must be quoted, expected literal string
    ");
}

#[test]
fn every_experiment_that_comes_along_can_be_read_and_finds_its_paper() {
    for name in built_in() {
        let experiment = find(name).unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(experiment.id, name);
        assert!(!experiment.differs.is_empty(), "{name} says what differs");
        for column in experiment.columns.iter().filter(|column| column.paper.is_some()) {
            let found = experiment.rows.iter().filter(|row| experiment.printed(row, column).is_some()).count();
            assert!(found > 0, "{name}: no row of {} is in the paper", column.title);
        }
        if experiment.paper.is_some() {
            let author = name.split('-').next().expect("a name has a first word");
            assert!(paper(author).is_some_and(|paper| paper.is_ok()), "{name}");
        }
    }
}

#[test]
fn records_repeat_on_any_number_of_threads() {
    let experiment = read(SPEC);
    let [one, three] = [1, 3].map(|threads| run(&experiment, threads, None));
    assert_eq!(timeless(&one), timeless(&three));
    assert_eq!(one.records.len(), 120);
    assert!(one.is_whole);
}

#[test]
fn a_run_that_was_ended_goes_on_and_finds_the_same() {
    let experiment = read(SPEC);
    let whole = run(&experiment, 2, None);
    let folder = tempfile::tempdir().expect("a folder");
    {
        let journal = Journal::open(folder.path(), &experiment, false).expect("a new folder");
        run(&experiment, 2, Some(&journal));
    }
    let records = folder.path().join("records.jsonl");
    let text = fs::read_to_string(&records).expect("all are there");
    assert_eq!(text.lines().count(), 120);
    // As if it had been killed within a line, between the two records of a deal.
    let cut: usize = text.lines().take(61).map(|line| line.len() + 1).sum();
    fs::write(folder.path().join("part.jsonl"), &text[..cut + 10]).expect("a writable folder");
    fs::remove_file(&records).expect("it is there");
    let journal = Journal::open(folder.path(), &experiment, false).expect("the same spec");
    let again = run(&experiment, 2, Some(&journal));
    assert_eq!(again.kept, 60);
    assert_eq!(timeless(&again), timeless(&whole));
    assert_eq!(fs::read_to_string(&records).expect("all are there").lines().count(), 120);
    drop(journal);
    let journal = Journal::open(folder.path(), &experiment, false).expect("the same spec");
    assert_eq!(run(&experiment, 2, Some(&journal)).kept, 120);
}

fn open_error(folder: &Path, experiment: &Experiment) -> String {
    let error = Journal::open(folder, experiment, false).expect_err("it must not be used").to_string();
    error.replace(&folder.display().to_string(), "DIR")
}

#[test]
fn records_of_another_spec_are_not_mixed_in_and_a_broken_line_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let experiment = read(SPEC);
    let journal = Journal::open(folder.path(), &experiment, false).expect("a new folder");
    assert_eq!(open_error(folder.path(), &experiment), "another process is at work in DIR");
    run(&experiment, 2, Some(&journal));
    drop(journal);
    let other = read(&SPEC.replace("nodes = 50", "nodes = 60"));
    assert_eq!(
        open_error(folder.path(), &other),
        "DIR holds records of another run (`Budget { nodes: Some(50), time: None, bytes: None }`, now `Budget { nodes: \
         Some(60), time: None, bytes: None }`): say --fresh to measure anew, or --out for another folder"
    );
    let records = folder.path().join("records.jsonl");
    let broken = fs::read_to_string(&records).expect("all are there").replacen("\"expanded\":", "\"expandet\":", 3);
    fs::write(&records, broken).expect("a writable folder");
    let journal = Journal::open(folder.path(), &experiment, false).expect("the same spec");
    let threads = NonZeroUsize::MIN;
    let run = Run { experiment: &experiment, is_quick: false, threads, is_watched: false, cancel: Cancel::default() };
    let error = format!("{:#}", run.run(Some(&journal)).expect_err("a number is missing"));
    assert_eq!(
        error.replace(&folder.path().display().to_string(), "DIR"),
        "DIR/records.jsonl, line 1: there is no number 'expanded'"
    );
    drop(journal);
    Journal::open(folder.path(), &other, true).expect("what is there is given up");
    assert!(!records.exists());
}

#[test]
fn the_table_says_what_the_records_say() {
    let experiment = read(SPEC);
    let records = run(&experiment, 2, None);
    let report = Report::new(&experiment, &records, false);
    for (index, (_, cells)) in report.cells().enumerate() {
        let of_row = || records.records.iter().filter(|record| record.algorithm == index);
        let metric = |name: &str| records.metrics.iter().position(|metric| *metric == name).expect("a number");
        let expanded: Vec<f64> = of_row().map(|record| record.numbers[metric("expanded")]).collect();
        let solved: f64 = of_row().map(|record| record.numbers[metric("solved")]).sum();
        let mean = cells[0].ours.expect("there are deals");
        assert!((mean.value - expanded.iter().sum::<f64>() / 60.0).abs() < 1e-9);
        assert!(mean.low < mean.value && mean.value < mean.high);
        let percent = cells[1].ours.expect("there are deals");
        assert!((percent.value - solved / 0.6).abs() < 1e-9);
        let most = expanded.iter().copied().fold(0.0, f64::max);
        assert!((cells[2].ours.expect("there are deals").value - most).abs() < 1e-9);
    }
    assert_eq!(report.csv().lines().count(), 1 + 2 * 3);
    let quick = Run {
        experiment: &experiment,
        is_quick: true,
        threads: NonZeroUsize::MIN,
        is_watched: false,
        cancel: Cancel::default(),
    };
    let sample = quick.run(None).expect("the searches agree");
    assert_eq!(
        sample.records.iter().filter(|record| record.algorithm == 0).map(|record| record.seed).collect::<Vec<_>>(),
        [0, 10, 20, 30, 40, 50]
    );
}

#[test]
fn groups_and_games_are_sums_of_what_they_hold() {
    let text = SPEC
        .replace("seeds = \"0..60\"", "seeds = \"0..60\"\ngroup = 25")
        .replace("[[columns]]\ntitle = \"most\"\nshow = \"most expanded\"\n", "");
    let (single, grouped) = (run(&read(SPEC), 2, None), run(&read(&text), 2, None));
    assert_eq!(grouped.records.iter().map(|record| record.deals).collect::<Vec<_>>(), [25, 25, 25, 25, 10, 10]);
    let sums = |records: &Records| {
        let mut sums = vec![0.0; records.metrics.len()];
        for record in timeless(records) {
            sums.iter_mut().zip(record.numbers).for_each(|(sum, number)| *sum += number);
        }
        sums
    };
    assert_eq!(sums(&single), sums(&grouped));
    let lucky = SPEC.replace("seeds = \"0..60\"", "seeds = \"0..5\"\ngames = 3\nwhich = \"solvable\"");
    let lucky = lucky
        .replace("with = \"exact\"", "with = \"planner\"")
        .replace("with = \"best-first:moves=2\"", "with = \"roberson:iterations=1\"");
    let records = run(&read(&lucky), 2, None);
    let games = records.metrics.iter().position(|metric| *metric == "games").expect("a number");
    for record in &records.records {
        assert!((record.numbers[games] - 3.0 * record.sums().deals).abs() < 1e-9, "{record:?}");
    }
}

/// A spec of another kind, on few deals.
fn of_kind(measure: &str, deals: &str, with: [&str; 2], show: [&str; 2]) -> Experiment {
    let rows = with.map(|with| format!("[[rows]]\nname = '{with}'\nwith = '{with}'\npart = 'test'\n"));
    let columns = show.map(|show| format!("[[columns]]\ntitle = '{show}'\nshow = '{show}'\n"));
    let head = format!("id = 'kind'\ntitle = 'Kind'\ngame = 'birds'\nmeasure = '{measure}'\n");
    read(&format!("{head}{deals}{}{}", rows.concat(), columns.concat()))
}

const TWO_PARTS: &str = "[[deals]]\npart = 'train'\nseeds = '0..60'\n[[deals]]\npart = 'test'\nseeds = '100..110'\n";

#[test]
fn every_kind_of_measurement_is_run_to_its_files_and_goes_on() {
    let checks = of_kind("checks", TWO_PARTS, ["paper", "all"], ["percent found/unsolvable", "sum alarms"]);
    let models = of_kind("models", TWO_PARTS, ["logistic", "tree:depth=3"], ["percent right/examples", "sum examples"]);
    // Deals 10 and 17 to 60 have one that cannot be won among them.
    let predictors = of_kind("predictors", TWO_PARTS, ["paper-tree", "tree"], ["percent right", "sum unsolvable"]);
    for experiment in [checks, models, predictors] {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = Journal::open(folder.path(), &experiment, false).expect("a new folder");
        let found = run(&experiment, 2, Some(&journal));
        assert_eq!(found.records.len(), 20, "{:?}", experiment.measure);
        let report = Report::new(&experiment, &found, false);
        write_results(&report, folder.path()).expect("a writable folder");
        let percents: Vec<f64> = report.cells().map(|(_, cells)| cells[0].ours.expect("deals").value).collect();
        assert!(percents.iter().all(|percent| (20.0..=100.0).contains(percent)), "{percents:?}");
        drop(journal);
        let journal = Journal::open(folder.path(), &experiment, false).expect("the same run");
        let again = run(&experiment, 1, Some(&journal));
        assert_eq!((again.kept, &again.records, &again.learned), (20, &found.records, &found.learned));
    }
}

#[test]
fn a_predictor_that_sees_one_kind_of_deals_is_refused() {
    let deals = TWO_PARTS.replace("0..60", "0..5");
    let experiment = of_kind("predictors", &deals, ["paper-tree", "tree"], ["percent right", "sum unsolvable"]);
    let threads = NonZeroUsize::MIN;
    let run = Run { experiment: &experiment, is_quick: false, threads, is_watched: false, cancel: Cancel::default() };
    let error = run.run(None).expect_err("all five can be won").to_string();
    assert!(error.contains("cannot learn from 5 deals, 5 of them solvable"), "{error}");
}

#[test]
fn a_run_that_is_cancelled_at_once_keeps_its_journal() {
    let text = SPEC.replace("seeds = \"0..60\"", "seeds = \"0..60\"\ndraw = 20");
    let experiment = read(&text);
    let folder = tempfile::tempdir().expect("a folder");
    let journal = Journal::open(folder.path(), &experiment, false).expect("a new folder");
    let whole = run(&experiment, 2, Some(&journal));
    let cancel = Cancel::default();
    cancel.flag.store(true, std::sync::atomic::Ordering::Relaxed);
    let threads = NonZeroUsize::MIN;
    let ended = Run { experiment: &experiment, is_quick: false, threads, is_watched: false, cancel };
    assert!(ended.run(Some(&journal)).expect_err("it was ended").is::<Ended>());
    assert_eq!(run(&experiment, 2, Some(&journal)).kept, whole.records.len());
}

#[test]
fn what_is_shown_may_change_without_measuring_anew_and_options_may_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let experiment = read(SPEC);
    run(&experiment, 2, Some(&Journal::open(folder.path(), &experiment, false).expect("a new folder")));
    let renamed = read(&SPEC.replace("Small boards", "Boards").replace("mean expanded", "median expanded"));
    let journal = Journal::open(folder.path(), &renamed, false).expect("the same measurements");
    assert_eq!(run(&renamed, 2, Some(&journal)).kept, 120);
    drop(journal);
    let other = read(&SPEC.replace("moves=2", "moves=3"));
    assert!(open_error(folder.path(), &other).contains("moves=2"));
}

/// Boards of two sizes with limits of their own, and rows over one of them or over both.
const BOARDS: &str = r#"id = "boards"
title = "Boards"
game = "birds:rows=3,cols=3"
measure = "searches"
deals = [
    { part = "3x3 all", seeds = "0..30", limits = { nodes = 2 } },
    { part = "3x4 all", game = "birds:rows=3,cols=4", seeds = "0..20" },
]

[limits]
nodes = 100000

[[rows]]
name = "small"
with = "dfs"

[[rows]]
name = "large"
with = "dfs"
part = "3x4*"

[[rows]]
name = "both"
with = "dfs"
part = "*all"

[[columns]]
title = "stopped"
show = "sum stopped"

[[columns]]
title = "nodes where solved"
show = "mean solved_expanded/solved"
"#;

#[test]
fn parts_have_games_and_limits_of_their_own_and_rows_may_have_several() {
    let experiment = read(BOARDS);
    let games: Vec<String> = experiment.parts.iter().map(|part| part.game.to_string()).collect();
    assert_eq!(games, ["birds:rows=3,cols=3", "birds:rows=3,cols=4"]);
    assert_eq!(experiment.parts.iter().map(|part| part.budget.nodes).collect::<Vec<_>>(), [Some(2), Some(100_000)]);
    let records = run(&experiment, 2, None);
    assert_eq!(records.records.len(), 50, "each deal once, though two rows show it");
    let report = Report::new(&experiment, &records, false);
    let stopped: Vec<f64> = report.cells().map(|(_, cells)| cells[0].ours.expect("deals").value).collect();
    assert!(stopped[0] > 20.0 && stopped[1] < 1.0 && (stopped[2] - stopped[0]).abs() < 1e-9, "{stopped:?}");
    let metric = |name: &str| records.metrics.iter().position(|metric| *metric == name).expect("a number");
    let sum = |of: &str, where_one: &str| {
        let own = records.records.iter().filter(|record| record.part == 1 && record.numbers[metric(where_one)] > 0.0);
        own.map(|record| record.numbers[metric(of)]).sum::<f64>()
    };
    let cells = report.cells().nth(1).expect("a row").1;
    let mean = sum("expanded", "solved") / sum("solved", "solved");
    assert!((cells[1].ours.expect("some are solved").value - mean).abs() < 1e-9);
    assert_eq!(
        report.deals(),
        "30 deals of the part \"3x3 all\" (0..=29); 20 deals of the part \"3x4 all\" (0..=19); intervals of 95% in \
         parentheses."
    );
    let says = |old: &str, new: &str| {
        assert_eq!(BOARDS.matches(old).count(), 1, "{old}");
        Experiment::read("boards.toml", &BOARDS.replace(old, new), |_| None).expect_err(new).to_string()
    };
    insta::assert_snapshot!([
        says("part = \"3x4*\"", "part = \"4x4*\""),
        says("game = \"birds:rows=3,cols=4\"", "game = \"chess\""),
        says("seeds = \"0..30\", limits = { nodes = 2 }", "seeds = \"0..30\", limits = { seconds = -2.0 }"),
        says("game = \"birds:rows=3,cols=3\"", "records = \"roberson2019-table1\""),
        says("measure = \"searches\"", ""),
    ].join("\n"), @r"
    boards.toml, line 20: there is no part '4x4*', only 3x3 all, 3x4 all
    boards.toml, line 7: there is no game 'chess', only birds, gaps, connect4 and yavalath
    boards.toml, line 6: cannot convert float seconds to Duration: value is negative
    boards.toml, line 3: it has the records of 'roberson2019-table1', and no measure of its own
    boards.toml, line 1: missing field `measure`
    ");
}

#[test]
fn a_table_may_show_the_records_of_another_experiment_and_no_others() {
    let told = r#"id = "again"
title = "Again"
records = "roberson2019-table1"

[[rows]]
name = "light"
with = "best-first:moves=1"

[[columns]]
title = "nodes"
show = "median expanded"
"#;
    let experiment = read(told);
    assert_eq!((experiment.measured().id.as_str(), experiment.id.as_str()), ("roberson2019-table1", "again"));
    assert_eq!(experiment.measured().identity(), find("roberson2019-table1").expect("it comes along").identity());
    let says = |old: &str, new: &str| {
        Experiment::read("again.toml", &told.replace(old, new), |_| None).expect_err(new).to_string()
    };
    let unknown = says("moves=1", "moves=9");
    assert!(unknown.starts_with("again.toml, line 7: roberson2019-table1 does not measure best-first:"), "{unknown}");
    let nothing = says("roberson2019-table1", "nothing");
    assert!(nothing.starts_with("again.toml, line 3: there is no experiment 'nothing'"), "{nothing}");
    let twice = says("roberson2019-table1", "darmanger2024-table7.2");
    assert_eq!(twice, "again.toml, line 3: 'darmanger2024-table7.2' has no records of its own");
}

#[test]
fn deals_that_cannot_be_had_are_not_waited_for() {
    let experiment = read(&SPEC.replace("seeds = \"0..60\"", "seeds = \"0..60\"\nwhich = \"solvable\"\ndraw = 60"));
    let threads = NonZeroUsize::MIN;
    let run = Run { experiment: &experiment, is_quick: false, threads, is_watched: false, cancel: Cancel::default() };
    let error = run.run(None).expect_err("some cannot be won").to_string();
    assert!(error.starts_with("60 deals cannot be drawn from 0..=59: only "), "{error}");
}

#[test]
fn few_deals_with_a_large_one_have_no_interval_below_zero() {
    let records: Vec<Vec<f64>> = [1.0, 2.0, 1.0, 3.0, 900.0].map(|number| vec![number]).into();
    let sums: Vec<Sums<'_>> = records.iter().map(|numbers| Sums { deals: 1.0, numbers }).collect();
    let mean = Show::read("mean expanded", &["expanded"]).expect("a column").of(&sums).expect("deals");
    assert!(mean.low >= 1.0 && mean.low < mean.value && mean.value < mean.high && mean.high <= 900.0, "{mean:?}");
    let percent = Show::read("percent expanded", &["expanded"]).expect("a column").of(&sums).expect("deals");
    assert!(percent.low <= percent.value && percent.value <= percent.high, "{percent:?}");
}
