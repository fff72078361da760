use patience_lab::{Experiment, Lab, Scale};

/// Two engines on boards of sliding tiles, and a published figure.
pub const BOARDS: &str = r#"
name = "boards"
paper = "Author, 2000"
title = "Boards of six cells"
puzzle = "tiles"
rules = { columns = 3, rows = 2 }
cases = "1..=5"
quick = "1..=2"

[[row]]
name = "A*"
engine = "a-star"
control = "breadth first"
published = { rate = 100 }

[[row]]
name = "breadth first"
engine = "breadth-first"

[[row]]
name = "a paper"
published = { rate = 90 }
"#;

/// Runs all rows of `BOARDS`.
#[allow(dead_code, reason = "some examples run rows themselves")]
pub fn run_boards(lab: &Lab<'_>) -> Result<Experiment, Box<dyn std::error::Error>> {
    let experiment = Experiment::parse(BOARDS)?;
    for row in &experiment.rows {
        lab.run_row(&experiment, row, Scale::Full, &mut ())?;
    }
    Ok(experiment)
}
