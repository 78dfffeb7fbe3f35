//! Drawings: what they name, how large they are, and that they repeat.

use kibitzer_lab::plot::{Axis, Bar, Bars, Chart, Curve, Picture, bars, curves};
use kibitzer_lab::stats::Estimate;

fn axis(title: &str, is_log: bool) -> Axis {
    Axis { title: title.to_string(), is_log }
}

/// Two searches over a setting, and one that says nothing.
fn sweep() -> Chart {
    let curve = |name: &str, factor: f64| Curve {
        name: name.to_string(),
        points: (0..8).map(|step| (10_f64.powi(step), factor / f64::from(step + 1))).collect(),
    };
    Chart {
        title: "A sweep".to_string(),
        x: axis("playouts", true),
        y: axis("share of moves that lose", false),
        curves: vec![curve("plain", 0.4), curve("guided", 0.3), Curve { name: "empty".to_string(), points: vec![] }],
    }
}

fn comparison(names: &[&str]) -> Bars {
    let estimate = |value: f64, spread: f64| Some(Estimate { value, low: value - spread, high: value + spread });
    let bar = |name: &&str| Bar {
        name: (*name).to_string(),
        values: vec![Some(Estimate::exact(0.62)), estimate(0.6, 0.05), None],
    };
    Bars {
        title: "Accuracy".to_string(),
        y: axis("share of deals", false),
        series: ["paper", "ours", "neither"].map(String::from).to_vec(),
        bars: names.iter().map(bar).collect(),
    }
}

/// Width and height, as the file says them.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

fn count(picture: &Picture, text: &str) -> usize {
    picture.svg.matches(text).count()
}

#[test]
fn curves_show_names_titles_and_few_points() {
    let mut chart = sweep();
    let picture = curves(&chart).expect("a drawing");
    for text in ["A sweep", "playouts", "share of moves that lose", "plain", "guided", "empty", "1,000,000", "0.35"] {
        assert!(picture.svg.contains(&format!("{text}\n</text>")), "{text}");
    }
    // A marker for each point, and one for each name of the legend.
    assert_eq!(count(&picture, "<circle"), 8 + 8 + 3);
    chart.curves[0].points = (1..100).map(|x| (f64::from(x), 1.0)).collect();
    assert_eq!(count(&curves(&chart).expect("a drawing"), "<circle"), 8 + 2);
}

#[test]
fn what_an_axis_cannot_show_is_left_out() {
    let mut chart = sweep();
    chart.curves[0].points.extend([(0.0, 0.1), (-10.0, 0.1), (f64::INFINITY, 0.1), (10.0, f64::NAN)]);
    let [with, without] = [&chart, &sweep()].map(|chart| curves(chart).expect("a drawing").svg);
    assert_eq!(with, without);
    chart.curves.clear();
    assert!(curves(&chart).is_ok(), "nothing can be drawn, too");
}

#[test]
fn both_drawings_have_one_shape() {
    let picture = curves(&sweep()).expect("a drawing");
    let (width, height) = size(&picture.png);
    assert_eq!(width, 2 * 960);
    let head = format!(r#"<svg width="960" height="{}" viewBox="0 0 3840 {}""#, height / 2, height * 2);
    assert!(picture.svg.starts_with(&head), "{}", &picture.svg[..200]);
    assert_eq!(picture, curves(&sweep()).expect("a drawing"));
}

#[test]
fn bars_have_intervals_where_these_have_a_width() {
    let picture = bars(&comparison(&["logistic regression", "naive Bayes"])).expect("a drawing");
    let mut certain = comparison(&["logistic regression", "naive Bayes"]);
    for bar in &mut certain.bars {
        bar.values[1] = Some(Estimate::exact(0.65));
    }
    let lines = |picture: &Picture| count(picture, "<polyline") + count(picture, "<line");
    // Each interval is a line and the two across its ends. The axes are the same, for both reach up to 0.65.
    assert_eq!(lines(&picture) - lines(&bars(&certain).expect("a drawing")), 2 * 3);
    for text in ["paper", "ours", "neither", "0.7", "0.0"] {
        assert!(picture.svg.contains(&format!("{text}\n</text>")), "{text}");
    }
    certain.series.truncate(1);
    assert!(!bars(&certain).expect("a drawing").svg.contains("paper"), "one series needs no legend");
}

#[test]
fn long_names_are_broken_and_many_stand_upright() {
    let few = bars(&comparison(&["a name of a few words that is broken", "b", "c", "d"])).expect("a drawing");
    assert!(!few.svg.contains("a name of a few words that is broken") && few.svg.contains("broken\n</text>"));
    let upright = |picture: &Picture| count(picture, "rotate(270");
    let many = bars(&comparison(&["unbreakable"; 20])).expect("a drawing");
    // The title of the axis is upright, too.
    assert_eq!((upright(&few), upright(&many)), (1, 21));
    assert!(size(&many.png).1 > size(&few.png).1);
}

#[test]
fn an_interval_without_ends_is_drawn_to_the_edges() {
    for is_log in [false, true] {
        let mut endless = comparison(&["one"]);
        endless.y.is_log = is_log;
        endless.bars[0].values[1] = Some(Estimate { value: 0.5, low: f64::NEG_INFINITY, high: f64::INFINITY });
        let svg = bars(&endless).expect("a drawing").svg;
        assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains(&i32::MAX.to_string()), "{svg}");
    }
}
