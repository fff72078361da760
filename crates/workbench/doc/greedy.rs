
use patience_core::{Cancel, Limits};
use patience_kit::{Fault, PlayerSetup, Values};

let players = patience_workbench::find("klondike")?.players().expect("Klondike has players");
let setup = PlayerSetup { player: Some("greedy"), settings: None };
let player = players.prepare(&setup, &Values::default())?;
