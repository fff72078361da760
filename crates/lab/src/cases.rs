//! The cases of a row of an experiment: seeds of games, or positions to solve.

use patience_kit::Fault;
use patience_workbench::{Instance, Instances, values};

/// The cases of a row.
pub(crate) enum Cases {
    /// Seeds of games.
    Seeds(Vec<std::ops::RangeInclusive<u64>>),
    /// Positions to solve.
    Instances(Instances),
}

/// One case.
pub(crate) enum Case {
    Seed(u64),
    Instance(Instance),
}

impl Case {
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Seed(seed) => seed.to_string(),
            Self::Instance(instance) => instance.name.clone(),
        }
    }

    pub(crate) fn fingerprint(&self) -> String {
        match self {
            Self::Seed(_) => String::new(),
            Self::Instance(instance) => instance.fingerprint(),
        }
    }
}

impl Cases {
    pub(crate) fn count(&self) -> u64 {
        match self {
            Self::Seeds(ranges) => ranges.iter().map(values::count_of).fold(0, u64::saturating_add),
            Self::Instances(instances) => instances.count(),
        }
    }

    /// What the cases are.
    pub(crate) fn identity(&self) -> String {
        match self {
            Self::Seeds(ranges) => {
                let ranges = ranges.iter().map(|it| format!("{}..={}", it.start(), it.end()));
                ranges.collect::<Vec<_>>().join(" ")
            }
            Self::Instances(instances) => instances.identity(),
        }
    }

    pub(crate) fn into_cases(self) -> Box<dyn Iterator<Item = Result<Case, Fault>>> {
        match self {
            Self::Seeds(ranges) => {
                let seeds = ranges.into_iter().flatten();
                Box::new(seeds.map(|seed| Ok(Case::Seed(seed))))
            }
            Self::Instances(instances) => {
                Box::new(instances.into_iter().map(|instance| Ok(Case::Instance(instance?))))
            }
        }
    }
}
