
use patience_core::{Cancel, Limits};
use patience_draw::sheet::PerPage;
use patience_kit::Values;
use patience_workbench::sheet::SheetPlan;
use patience_workbench::{find, read};

let kit = find("tiles")?;
let plan = SheetPlan {
    kit,
    title: "Two moves".to_owned(),
    per_page: PerPage::new(1).expect("a page can hold one board"),
    answers: true,
    limits: Limits::default(),
    threads: 1,
};
let board = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Values::default())?;
