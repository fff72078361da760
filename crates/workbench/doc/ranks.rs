
use patience_core::Cancel;
use patience_kit::{Fault, Ranks};
use patience_search::layered::ranks::LocalExchange;
use patience_workbench::farm::{TaskFarm, WorkerPool, serve};
use serde_json::{Value, json};

// Two ranks. The description of the work is a number; rank 1 multiplies items by it.
let mut group = LocalExchange::group(2);
let (second, first) = (group.pop().expect("rank 1"), group.pop().expect("rank 0"));
let rank_1 = std::thread::spawn(move || {
    serve(&Ranks::new(second), &Cancel::new(), |factor: Value| {
        let factor = factor.as_u64().ok_or_else(|| Fault::input("expected a number"))?;
        Ok(move |item: &str| {
            let item: u64 = item.parse().map_err(Fault::input)?;
            Ok((factor * item).to_string())
        })
    })
});
let pool = WorkerPool::Ranks(TaskFarm::new(Ranks::new(first)));
// What rank 0 does with an item when no other rank is free.
let here = || -> Result<u64, Fault> { panic!("rank 1 is free") };
