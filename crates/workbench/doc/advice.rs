
use patience_core::{Cancel, Limits};
use patience_kit::{PlayerSetup, Values};
use patience_workbench::session::Session;

let kit = patience_workbench::find("klondike")?;
let game = Session::deal(kit, 1, Values::default())?;
let players = kit.players().expect("cards are hidden");
let setup = PlayerSetup { player: Some("greedy"), settings: None };
let mut advice =
    game.visible(|it| players.advise(&setup, it, 1, &Limits::default(), &Cancel::new()))?;
