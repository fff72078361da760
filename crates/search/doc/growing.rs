use patience_core::Meter;
use patience_search::layered::{BreadthFirstSides, TwoSides};

/// Two sides whose layers grow by a factor, with so many layers between the roots.
pub struct Growing {
    pub steps: usize,
    pub factors: [u64; 2],
    pub made: [u32; 2],
}

impl TwoSides for Growing {
    type Error = std::convert::Infallible;

    fn steps(&self) -> usize {
        self.steps
    }
}

impl BreadthFirstSides for Growing {
    fn made(&self) -> [(usize, u64); 2] {
        [0, 1].map(|side| (self.made[side] as usize, self.factors[side].pow(self.made[side])))
    }
    fn advance(&mut self, side: usize, _: &mut Meter<'_>) -> Result<(), Self::Error> {
        self.made[side] += 1;
        Ok(())
    }
}
