/// Weights for sliding tiles, evolved from two seeds in two ways.
pub const SEEDS: &str = r#"
name = "seeds"
title = "Weights for boards of six cells"
puzzle = "tiles"
cases = "1..=3"
quick = "1..=3"

[[row]]
name = "A*"
engine = "a-star"

[evolve]
control = "A*"
seeds = "1..=2"
quick_seeds = "1..=1"
settings = { genome = "weights", population = 6, generations = 2, training = 4, validation = 3 }

[[evolve.arm]]
name = "evolution"

[[evolve.arm]]
name = "random search"
settings = { method = "random-search" }
"#;
