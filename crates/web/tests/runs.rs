//! Run folders: lists, states, changes, and folders that cannot be believed.

use std::fs;
use std::io::Read;
use std::net::TcpStream;
use std::path::{Path, PathBuf};

use patience_files::{Journal, Purpose};
use patience_kit::Values;
use patience_learn::folder::{BEST, LOG, SETTINGS};
use patience_learn::{Folder, Generation, HardCase, RunSettings as _, Settings, Table};
use patience_web::Options;
use patience_workbench::{Instance, find, read};
use serde_json::{Value, json};

use crate::client::TestServer;

/// The puzzle of all runs.
const PUZZLE: &str = "tiles";

/// A policy for it.
const POLICY: &str = r#"
format = 1
puzzle = "tiles"
name = "weights"
reading = "distance"
scale = "counts"

[default]
weights = { Manhattan = 0.7, LinearConflict = 0.9, Inversions = 0.1 }
"#;

fn generation(number: u32) -> Generation {
    let hard = |case: &str, solved: u32, nodes: f64| HardCase {
        case: case.to_owned(),
        tries: 4,
        solved,
        nodes,
    };
    Generation::example(number, vec![hard("617", 1, 100.0), hard("<no board>", 0, 0.0)])
}

/// A run as `evolve` writes it.
struct Run {
    folder: Folder,
    purpose: Purpose,
}

impl Run {
    fn create(path: &Path) -> Self {
        let settings =
            Settings { puzzle: PUZZLE.to_owned(), generations: 9, ..Settings::default() };
        let folder = Folder::create(path, &settings.to_text()).expect("a folder");
        let mut table: Table = settings.to_text().parse().expect("settings");
        table.remove("generations");
        let purpose = Purpose::new("evolve", 1)
            .with("settings", serde_json::to_value(table).expect("settings"));
        Self { folder, purpose }
    }

    fn log(&self, number: u32) {
        let path = self.folder.file(LOG);
        let mut journal =
            Journal::open(&path, &self.purpose, |_: Value| Ok(())).expect("a journal");
        journal.append_durably(&generation(number)).expect("a line");
    }
}

/// The records of two cases of a row, as `reproduce` writes them.
fn write_records(folder: &Path) {
    fs::create_dir_all(folder).expect("a folder");
    let purpose = Purpose::new("experiment", 1)
        .with("experiment", "table")
        .with("row", "a row")
        .with("puzzle", PUZZLE);
    let mut journal =
        Journal::open(&folder.join("a-row.jsonl"), &purpose, |_: Value| Ok(())).expect("a journal");
    let kit = find(PUZZLE).expect("a kit");
    let position = read(kit, "617", &Values::default()).expect("a board");
    let print = Instance { name: "617".to_owned(), position }.fingerprint();
    // The other position is not that of the board of its name.
    for (case, print, outcome, nodes) in
        [("617", print.as_str(), "solved", 1000), ("11982", "0123", "limit", 5000)]
    {
        let record = json!({
            "case": case, "position": print, "outcome": outcome, "nodes": nodes, "lengths": { "moves": 90 },
            "seconds": 1.5, "start": 1.0, "end": 2.5, "program": "patience",
        });
        journal.append_durably(&record).expect("a line");
    }
}

fn serve(runs: &[PathBuf]) -> TestServer {
    TestServer::start(&Options { runs: runs.to_vec(), ..Options::default() })
}

fn id_of(server: &TestServer, name: &str) -> String {
    let list = server.get("/api/runs", "").json();
    let card = list["ok"].as_array().and_then(|all| all.iter().find(|it| it["name"] == name));
    card.unwrap_or_else(|| panic!("{name}: {list}"))["id"].as_str().expect("an id").to_owned()
}

fn state(server: &TestServer, name: &str) -> Value {
    let id = id_of(server, name);
    server.get(&format!("/api/runs/{id}"), "").json()["ok"].clone()
}

#[test]
fn a_run_of_evolution_is_shown_with_charts_rules_and_hardest_cases() {
    let outer = tempfile::tempdir().expect("a folder");
    let run = Run::create(&outer.path().join("fast"));
    let server = serve(&[outer.path().to_owned()]);
    assert_eq!(server.get("/api/server", "").json()["ok"]["runs"], 1);
    let early = state(&server, "fast");
    assert_eq!((&early["facts"][0][1], &early["charts"]), (&json!("0"), &json!([])));
    assert_eq!(early["rules"], Value::Null);
    run.log(0);
    run.log(1);
    run.folder.replace(BEST, POLICY).expect("a file");
    let state = state(&server, "fast");
    assert_eq!(state["puzzle"], PUZZLE);
    assert_eq!(state["facts"][0], json!(["generations", "2", "of 9 planned"]));
    assert_eq!(state["generations"][1]["best"], 0.1);
    assert!(state["rules"].as_str().is_some_and(|text| text.contains("a policy for tiles")));
    let charts = state["charts"].as_array().expect("charts");
    assert!(charts[0].as_str().is_some_and(|chart| chart.contains("<svg")), "{charts:?}");
    assert!(charts.iter().all(|chart| !chart.as_str().unwrap_or("").contains("<no board>")));
    let hardest = &state["hardest"];
    assert_eq!((&hardest[0]["case"], &hardest[0]["play"]), (&json!("<no board>"), &Value::Null));
    let board = |text: &str| {
        let kit = find(PUZZLE).expect("a kit");
        read(kit, text, &Values::default()).expect("a board").json()
    };
    assert_eq!(hardest[1]["case"], "617");
    assert_eq!(board(hardest[1]["play"].as_str().expect("a board")), board("617"));
    assert!(state["settings"].as_array().is_some_and(|rows| 10 < rows.len()));
}

#[test]
fn records_of_an_experiment_are_shown_by_row() {
    let outer = tempfile::tempdir().expect("a folder");
    write_records(&outer.path().join("table"));
    fs::write(outer.path().join("table/foreign.jsonl"), "{\"secret\": 1}\n").expect("a file");
    let server = serve(&[outer.path().to_owned()]);
    let state = state(&server, "table");
    assert_eq!((&state["kind"], &state["puzzle"]), (&json!("experiment"), &json!(PUZZLE)));
    let row = &state["rows"][0];
    assert_eq!((&row["row"], &row["cases"]), (&json!("a row"), &json!(2)));
    assert_eq!(row["outcomes"], json!({ "solved": 1, "limit": 1 }));
    assert_eq!(row["nodes"], json!([1000.0, 1000.0, 1000.0]));
    assert_eq!(row["seconds"], 3.0);
    assert_eq!(state["hardest"][0]["case"], "11982");
    assert_eq!(state["hardest"][0]["play"], Value::Null);
    assert_eq!(state["hardest"][1]["play"], "617");
    let foreign = &state["rows"][1];
    assert!(foreign["error"].as_str().is_some_and(|text| text.contains("is not a file of")));
    assert!(!state.to_string().contains("secret"));
}

#[test]
fn runs_are_compared_side_by_side() {
    let outer = tempfile::tempdir().expect("a folder");
    for name in ["one", "two", "three"] {
        let run = Run::create(&outer.path().join(name));
        run.log(0);
        run.log(1);
    }
    write_records(&outer.path().join("table"));
    let server = serve(&[outer.path().to_owned()]);
    let ids = ["one", "two", "three"].map(|name| format!("id={}", id_of(&server, name)));
    let both = server.get(&format!("/api/runs/compare?{}", ids[..2].join("&")), "").json();
    assert_eq!(both["ok"]["runs"][1]["name"], "two");
    assert_eq!(both["ok"]["charts"].as_array().map(Vec::len), Some(3));
    let all = server.get(&format!("/api/runs/compare?{}", ids.join("&")), "").json();
    let first = all["ok"]["charts"][0].as_str().unwrap_or("");
    assert!(first.contains("median and quartiles"), "{first}");
    let other = format!("/api/runs/compare?{}&id={}", ids[0], id_of(&server, "table"));
    assert!(server.get(&other, "").message().contains("cannot be compared"));
    assert_eq!(server.get("/api/runs/compare?id=0", "").status, 404);
}

/// Reads events until one has this text.
fn read_until(stream: &mut TcpStream, text: &str) -> String {
    let mut seen = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let count = stream.read(&mut buffer).expect("an event in time");
        assert!(0 < count, "the stream ended: {}", String::from_utf8_lossy(&seen));
        seen.extend(&buffer[..count]);
        let all = String::from_utf8_lossy(&seen);
        if all.contains(text) {
            return all.into_owned();
        }
    }
}

#[test]
fn changes_come_as_events_until_the_server_stops() {
    let outer = tempfile::tempdir().expect("a folder");
    let run = Run::create(&outer.path().join("fast"));
    run.log(0);
    let mut server = serve(&[outer.path().to_owned()]);
    let id = id_of(&server, "fast");
    let host = server.address;
    let follow = |path: &str| server.send(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    let mut one = follow(&format!("/api/runs/{id}/events"));
    let mut list = follow("/api/runs/events");
    let first = read_until(&mut one, "[\"generations\",\"1\"");
    assert!(first.contains("event: state"), "{first}");
    read_until(&mut list, "[\"generations\",\"1\"");
    run.log(1);
    read_until(&mut one, "[\"generations\",\"2\"");
    read_until(&mut list, "[\"generations\",\"2\"");
    assert!(server.join().as_secs() < 10);
    let mut rest = Vec::new();
    one.read_to_end(&mut rest).expect("the end");
}

#[test]
fn only_named_folders_are_read_and_links_are_not_followed() {
    let outer = tempfile::tempdir().expect("a folder");
    let (inside, outside) = (outer.path().join("runs"), outer.path().join("elsewhere"));
    Run::create(&inside.join("ours")).log(0);
    Run::create(&outside.join("theirs")).log(0);
    fs::write(outer.path().join("secret.txt"), "secret = 1").expect("a file");
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(outside.join("theirs"), inside.join("link")).expect("a link");
        fs::create_dir(inside.join("fake")).expect("a folder");
        symlink(outer.path().join("secret.txt"), inside.join("fake").join(SETTINGS))
            .expect("a link");
        Run::create(&inside.join("half"));
        symlink(outer.path().join("secret.txt"), inside.join("half").join(BEST)).expect("a link");
    }
    let server = serve(std::slice::from_ref(&inside));
    let list = server.get("/api/runs", "").json();
    let names: Vec<&str> = list["ok"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|card| card["name"].as_str())
        .collect();
    assert!(names.contains(&"ours") && !names.contains(&"theirs"), "{names:?}");
    assert!(!names.contains(&"link") && !names.contains(&"fake"), "{names:?}");
    assert!(!list.to_string().contains("secret"), "{list}");
    for path in [
        "/api/runs/..",
        "/api/runs/%2e%2e",
        "/api/runs/ours",
        "/api/runs/..%2felsewhere%2ftheirs",
        "/api/runs/0000000000000000",
        "/api/runs/0000000000000000/events",
    ] {
        let response = server.get(path, "");
        assert_eq!(response.status, 404, "{path}: {response:?}");
    }
}

#[test]
fn a_damaged_run_says_what_is_wrong() {
    let outer = tempfile::tempdir().expect("a folder");
    let run = Run::create(&outer.path().join("fast"));
    run.log(0);
    run.log(1);
    let path = run.folder.file(LOG);
    let log = fs::read_to_string(&path).expect("a log");
    fs::write(&path, log.replace("\"best\":0.1", "\"best\":0.9")).expect("a file");
    let server = serve(&[outer.path().to_owned()]);
    let damaged = state(&server, "fast");
    assert!(damaged["error"].as_str().is_some_and(|text| text.contains("line 3")), "{damaged}");
    fs::write(run.folder.file(SETTINGS), "puzzle = 7\n").expect("a file");
    assert!(state(&server, "fast")["error"].is_string());
}

#[test]
fn there_are_no_runs_unless_folders_are_named() {
    let server = serve(&[]);
    assert_eq!(server.get("/api/runs", "").json(), json!({ "ok": [] }));
    assert_eq!(server.get("/api/server", "").json()["ok"]["runs"], 0);
}
