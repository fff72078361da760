
use patience_core::{Cancel, Limits};
use patience_kit::Values;
use patience_workbench::{find, read};

// Three pegs in a row of six holes: the jump 01-03 wins, and 02-00 loses.
let kit = find("peg")?;
let board = read(kit, ".oo.o.", &Values::default())?;
let (limits, cancel) = (Limits::default(), Cancel::new());
