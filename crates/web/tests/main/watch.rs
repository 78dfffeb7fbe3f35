//! Searches that are watched, and races.

use std::time::{Duration, Instant};

use kibitzer_web::Limits;
use serde_json::{Value, json};

use crate::client::{SERVICE, Service};

#[expect(clippy::needless_pass_by_value, reason = "bodies are written where they are asked")]
fn order(service: &Service, id: &Value, body: Value) -> Value {
    service.post(&format!("/api/jobs/{}", id.as_str().unwrap()), &body).good()
}

#[test]
fn a_tree_search_tells_its_progress_its_tree_and_its_end() {
    let events = SERVICE.listen("/api/watch?game=connect4&moves=4+4&with=mcts&seconds=0.6").all();
    assert_eq!(events[0]["event"], "job");
    assert_eq!(events[0]["position"], "44");
    let last = events.last().unwrap();
    assert_eq!((&last["event"], &last["stopped_by"]), (&json!("done"), &json!("time")), "{last}");
    let progress: Vec<&Value> = events.iter().filter(|event| event["event"] == "progress").collect();
    assert!(progress.len() >= 3, "{} events", progress.len());
    assert!(progress.is_sorted_by_key(|event| event["nodes"].as_u64()));
    assert_eq!(progress[0]["moves"].as_array().unwrap().len(), 7);
    let tree = events.iter().rfind(|event| event["event"] == "tree").unwrap();
    let nodes = tree["nodes"].as_array().unwrap();
    assert!((20..=200).contains(&nodes.len()), "{} nodes", nodes.len());
    for (index, node) in nodes.iter().enumerate().skip(1) {
        let parent = usize::try_from(node["parent"].as_u64().unwrap()).unwrap();
        assert!(parent < index && nodes[parent]["visits"].as_u64() >= node["visits"].as_u64(), "{node}");
    }
}

#[test]
fn a_search_of_a_puzzle_shows_the_positions_it_expands() {
    let deal = SERVICE.post("/api/deal", &json!({"game": "birds", "seed": 80431})).good();
    let position = deal["position"].as_str().unwrap().replace(' ', "+").replace('/', "%2F");
    for with in ["best-first", "dfs", "mcts:iterations=2000", "exact"] {
        let events = SERVICE.listen(&format!("/api/watch?game=birds&position={position}&with={with}")).all();
        let done = events.last().unwrap();
        assert_eq!((&done["event"], &done["verdict"]), (&json!("done"), &json!("solved")), "{with}: {done}");
        assert_eq!(done["line"].as_array().unwrap().len(), 15);
        // The exact solver shows no positions.
        if with != "exact" {
            let tree = events.iter().rfind(|event| event["event"] == "tree").unwrap_or_else(|| panic!("{with}"));
            assert!(tree["nodes"].as_array().unwrap().len() > 5, "{with}: {tree}");
        }
    }
}

#[test]
fn a_search_can_be_paused_stepped_opened_and_stopped() {
    let mut events = SERVICE.listen("/api/watch?game=yavalath&with=mcts&seconds=60&paused=true");
    let id = events.next().unwrap()["id"].clone();
    let paused = events.wait_for("progress");
    assert_eq!(paused["state"], "paused");
    assert_eq!(order(&SERVICE, &id, json!({"action": "step", "nodes": 500}))["state"], "running");
    let stepped = loop {
        let event = events.wait_for("progress");
        if event["state"] == "paused" && event["nodes"].as_u64() > paused["nodes"].as_u64() {
            break event;
        }
    };
    assert!(stepped["nodes"].as_u64().unwrap() >= 500, "{stepped}");
    let mv = stepped["moves"][0]["move"].clone();
    order(&SERVICE, &id, json!({"action": "open", "line": [mv]}));
    loop {
        let tree = events.wait_for("tree");
        let nodes = tree["nodes"].as_array().unwrap();
        let node = nodes.iter().position(|node| node["parent"] == 0 && node["move"] == mv);
        if node.is_some_and(|node| nodes.iter().any(|child| child["parent"] == node)) {
            break;
        }
    }
    order(&SERVICE, &id, json!({"action": "close", "line": [mv]}));
    assert_eq!(order(&SERVICE, &id, json!({"action": "resume"}))["state"], "running");
    assert_eq!(order(&SERVICE, &id, json!({"action": "pause"}))["state"], "paused");
    assert_eq!(order(&SERVICE, &id, json!({"action": "stop"}))["state"], "stopping");
    let done = events.wait_for("done");
    assert_eq!(done["stopped_by"], "cancelled");
    assert!(events.next().is_none());
    let gone = SERVICE.post(&format!("/api/jobs/{}", id.as_str().unwrap()), &json!({"action": "pause"}));
    assert!(gone.problem(404).contains("no such search runs"));
}

#[test]
fn a_graph_search_goes_node_by_node() {
    let path = "/api/watch?game=birds&position=8C+8H+8S+7S+%2F+6H+JH+5H+9H+%2F+5C+7C+KS+4S+%2F+2D+TS+QS+3D&with=dfs&paused=true";
    let mut events = SERVICE.listen(path);
    let id = events.next().unwrap()["id"].clone();
    let first = events.wait_for("progress")["nodes"].as_u64().unwrap();
    order(&SERVICE, &id, json!({"action": "step"}));
    let next = loop {
        let event = events.wait_for("progress");
        if event["state"] == "paused" && event["nodes"].as_u64().unwrap() > first {
            break event["nodes"].as_u64().unwrap();
        }
    };
    assert_eq!(next, first + 1);
}

#[test]
fn a_search_ends_when_its_listener_leaves() {
    let service = Service::start(Limits::default());
    for path in [
        "/api/watch?game=connect4&with=mcts&seconds=60",
        "/api/watch?game=yavalath&with=mcts&seconds=60&paused=true",
        "/api/watch?game=yavalath&with=exact&seconds=60",
        "/api/race?game=gaps&with=exact+dfs&deals=200&nodes=10000000&seconds=60",
    ] {
        let mut events = service.listen(path);
        events.next().unwrap();
        assert_eq!(service.searches(), 1, "{path}");
        drop(events);
        let left = Instant::now();
        service.wait_for_searches(0);
        assert!(left.elapsed() < Duration::from_secs(5), "{path}: {:?}", left.elapsed());
    }
}

#[test]
fn too_many_searches_are_refused_with_a_time_to_come_back() {
    let limits = Limits { jobs: 1, asks: 1, wait: Duration::from_millis(20), ..Limits::default() };
    let service = Service::start(limits);
    let mut events = service.listen("/api/watch?game=connect4&with=mcts&seconds=60");
    events.next().unwrap();
    let refused = service.get("/api/watch?game=connect4&with=mcts");
    assert!(refused.problem(503).contains("too many searches"));
    assert_eq!(refused.header("retry-after"), Some("2"));
    // Whoever only asks has places apart.
    let verdict = service.post("/api/verdict", &json!({"game": "birds", "position": "8C 7S"}));
    assert_eq!(verdict.good()["verdict"], "solved");
    // Its answer comes a moment before its thread is gone.
    service.wait_for_searches(1);
    std::thread::scope(|scope| {
        let slow = || service.post("/api/verdict", &json!({"game": "yavalath", "seconds": 1.5}));
        let first = scope.spawn(slow);
        service.wait_for_searches(2);
        assert!(!service.post("/api/verdict", &json!({"game": "yavalath"})).problem(503).is_empty());
        assert_eq!(first.join().unwrap().good()["verdict"], "unknown");
    });
    drop(events);
}

#[test]
fn a_race_tells_every_deal_and_ends_with_a_table_and_a_plot() {
    let events = SERVICE.listen("/api/race?game=birds&with=exact+best-first&seed=5&deals=4&nodes=20000").all();
    assert_eq!(events[0]["searches"], json!(["exact", "best-first:score=1,moves=2.5"]));
    let deals = events.iter().filter(|event| event["event"] == "deal").count();
    assert_eq!(deals, 8);
    let done = events.last().unwrap();
    assert_eq!((&done["event"], &done["complete"]), (&json!("done"), &json!(true)));
    let lanes = done["lanes"].as_array().unwrap();
    assert!(lanes.iter().all(|lane| lane["solved"].as_u64().unwrap()
        + lane["unsolvable"].as_u64().unwrap()
        + lane["unknown"].as_u64().unwrap()
        == 4));
    assert!(done["plot"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(done["command"], "kibitzer race birds --seeds 5..9 --with exact --with best-first --max-nodes 20000");
}

#[test]
fn what_cannot_be_watched_is_refused() {
    for (path, status, says) in [
        ("/api/watch", 400, "missing field `game`"),
        ("/api/watch?game=connect4&seconds=x", 400, "invalid type"),
        ("/api/watch?game=connect4&seconds=600", 400, "not a number of seconds"),
        ("/api/watch?game=connect4&game=birds", 400, "game is given a second time"),
        ("/api/watch?game=connect4&colour=red", 400, "unknown field `colour`"),
        ("/api/watch?game=connect4&with=magic", 400, "with: there is no algorithm 'magic'"),
        ("/api/watch?game=connect4&moves=4+x", 400, "move 2: "),
        ("/api/race?game=connect4&with=exact", 400, "game: connect4 is a game for two"),
        ("/api/race?game=birds&with=+", 400, "with: a race has 1 to 4 searches"),
        ("/api/race?game=birds&with=exact&seed=4294967295", 400, "seed: the deals end at"),
    ] {
        let detail = SERVICE.get(path).problem(status);
        assert!(detail.contains(says), "{path}: {detail}");
    }
}

#[test]
fn the_end_of_the_service_ends_its_searches_in_peace() {
    let service = Service::start(Limits::default());
    let mut events = service.listen("/api/watch?game=connect4&with=mcts&seconds=60");
    events.next().unwrap();
    let mut waiting = service.listen("/api/watch?game=connect4&with=mcts&seconds=60&paused=true");
    waiting.next().unwrap();
    let address = service.address;
    let took = service.end();
    assert!(took < Duration::from_secs(3), "{took:?}");
    assert_eq!(events.wait_for("done")["stopped_by"], "cancelled");
    assert_eq!(waiting.wait_for("done")["stopped_by"], "cancelled");
    assert!(std::net::TcpStream::connect(address).is_err());
}
