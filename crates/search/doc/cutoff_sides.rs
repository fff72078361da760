use patience_core::Meter;
use patience_search::layered::{Completed, CutoffSides, Ending, Iteration, IterationLimits, TwoSides};

/// Two sides whose iterations grow by a factor with each cutoff, and whose shortest path has so many moves.
pub struct Sides {
    pub shortest: u8,
    pub factors: [u64; 2],
    pub best: Option<u8>,
}

impl Sides {
    /// An iteration that finds the path if it looks for one that is long enough.
    fn iterate(&mut self, expanded: u64, length: u8, most: Option<u64>) -> Iteration {
        if let Some(most) = most.filter(|&most| most < expanded) {
            return Iteration { expanded: most, ending: Ending::GivenUp };
        }
        if self.shortest <= length {
            self.best = Some(self.shortest);
        }
        Iteration { expanded, ending: Ending::CutOff }
    }
}

impl TwoSides for Sides {
    type Error = std::convert::Infallible;

    fn steps(&self) -> usize {
        20
    }
}

impl CutoffSides for Sides {
    fn best(&self) -> Option<u8> {
        self.best
    }
    fn complete(
        &mut self,
        side: usize,
        cutoff: u8,
        limits: IterationLimits,
        _: &mut Meter<'_>,
    ) -> Result<Completed, Self::Error> {
        let expanded = self.factors[side].pow(cutoff.into());
        Ok(Completed { iteration: self.iterate(expanded, cutoff, limits.most), is_proof: true })
    }
    fn probe(
        &mut self,
        side: usize,
        complete: u8,
        limits: IterationLimits,
        _: &mut Meter<'_>,
    ) -> Result<Iteration, Self::Error> {
        // The other side knows all but the first states of a longer path.
        let expanded = self.factors[side].pow(u32::from(limits.enough - complete));
        Ok(self.iterate(expanded, limits.enough, limits.most))
    }
}
