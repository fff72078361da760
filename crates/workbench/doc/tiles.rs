
use patience_kit::Values;
use patience_workbench::{find, read};

let kit = find("tiles")?;
let board = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Values::default())?;
