use patience_lab::{CaseRecord, Ended};

/// The record of a case.
pub fn record(case: &str, outcome: Ended, nodes: u64) -> CaseRecord {
    CaseRecord {
        case: case.to_owned(),
        position: String::new(),
        outcome,
        optimal: false,
        nodes,
        lengths: [("moves".to_owned(), 20)].into(),
        layers: Vec::new(),
        seconds: 0.5,
        start: 0.0,
        end: 0.5,
        program: "patience".to_owned(),
    }
}
