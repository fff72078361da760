use patience_lab::{ArmSummary, SeedSummary};

/// An arm whose runs have these ratios of nodes to the baseline's.
pub fn arm(name: &str, ratios: &[f64]) -> ArmSummary {
    let seeds = (1..).zip(ratios).map(|(seed, &ratio)| SeedSummary {
        seed,
        evaluations: 6_000,
        validation: 0.5,
        solved: 90,
        ratio: Some(ratio),
        is_bound: false,
        both: Some(90),
        length: Some(80.0),
    });
    ArmSummary {
        name: name.to_owned(),
        published: None,
        control: None,
        seeds: seeds.collect(),
        curve: Vec::new(),
        lacks_control: false,
    }
}
