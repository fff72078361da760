
use patience_files::Purpose;
use patience_workbench::ledger::{Ledger, Part};
use serde_json::{Value, json};

let folder = tempfile::tempdir()?;
let path = folder.path().join("squares.jsonl");
let purpose = Purpose::new("squares", 1);
// Shard 2 of 3 has the units 1 and 4 of 0 to 5.
let part = Part { shard: Some("2/3".parse()?), units: 6, what: "0..6".to_owned() };
let open = |each: &mut dyn FnMut(Value)| Ledger::open(&path, &purpose, &part, |it| Ok(each(it)));
