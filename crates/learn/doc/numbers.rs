use patience_core::SplitMix;
use patience_learn::{BadCheckpoint, Ending, Executor, Folder, Species, State, StateOf, Stopped};
use serde_json::{Value, json};

/// Numbers that evolve to be great.
pub struct Numbers {
    pub generations: u32,
}

impl Species for Numbers {
    type Individual = u32;
    type Memory = ();
    type Evaluated = u32; // the greatest
    type Log = Value;
    type Saved = (u32, Vec<u32>, SplitMix);

    fn begin(&self) -> StateOf<Self> {
        State { generation: 0, population: vec![1, 2, 3], random: SplitMix::new(7), memory: () }
    }
    fn evaluate(&mut self, state: &mut StateOf<Self>, executor: &mut Executor<'_>) -> Result<u32, Stopped> {
        let fitness = executor.run(&state.population, |number, _| *number, |_| true)?;
        Ok(fitness.into_iter().max().unwrap_or(0))
    }
    fn log(&self, _: &StateOf<Self>, greatest: &u32) -> Value {
        json!({ "greatest": greatest })
    }
    fn breed(&self, state: &mut StateOf<Self>, greatest: &u32) {
        let mutation = u32::from(state.random.chance(0.5));
        state.population = vec![*greatest, greatest + mutation];
    }
    fn is_over(&self, state: &StateOf<Self>) -> bool {
        self.generations <= state.generation
    }
    fn save(&self, state: &StateOf<Self>) -> Self::Saved {
        (state.generation, state.population.clone(), state.random.clone())
    }
    fn restore(&self, (generation, population, random): Self::Saved) -> Result<StateOf<Self>, BadCheckpoint> {
        Ok(State { generation, population, random, memory: () })
    }
    fn describe(&self, log: &Value) -> String {
        format!("the greatest is {}", log["greatest"])
    }
    fn results(&self, state: &StateOf<Self>) -> Vec<(&'static str, String)> {
        vec![("numbers.txt", format!("{:?}\n", state.population))]
    }
    fn ending(&self, _: &StateOf<Self>, folder: &Folder) -> Ending {
        Ending { text: format!("numbers in {}\n", folder.path().display()), note: None }
    }
}
