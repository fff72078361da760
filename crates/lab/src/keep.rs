//! Keeping summaries: an earlier one speaks for rows whose records are not at hand.

use patience_kit::Fault;

use crate::arm_pairs::pairs;
use crate::arm_summary::{ArmSummary, ArmsSummary};
use crate::experiment::{Experiment, Row};
use crate::measure::Measure;
use crate::summary::{RowSummary, Summary, summarise_row};

impl Summary {
    /// The same summary, where `kept`, an earlier one, speaks for all rows and arms but these. With no names, it speaks for those that have no record here, or fewer
    /// than are kept and not all. So a row can be run where the records of the others are not. What the file of the experiment says about a row, such as published
    /// figures, is always as it is now.
    ///
    /// Rows that are compared must be updated together: else a comparison would be lost. Arms are compared by what is kept of each. Nothing that is kept vanishes: a
    /// name that the file no longer has is an error.
    pub fn updating(
        mut self,
        experiment: &Experiment,
        kept: &Self,
        names: &[String],
    ) -> Result<Self, Fault> {
        self.refuse_lost(kept)?;
        self.update_rows(experiment, kept, names)?;
        if let Some(arms) = &mut self.arms {
            let none = ArmsSummary { arms: Vec::new(), ..arms.clone() };
            arms.keep(kept.arms.as_ref().unwrap_or(&none), names)?;
        }
        Ok(self)
    }

    /// What is kept of the experiment before the first time.
    #[must_use]
    pub fn nothing_kept(&self) -> Self {
        Self { rows: Vec::new(), arms: None, ..self.clone() }
    }

    /// Whether it has no records: nothing of it was run.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let mut arms = self.arms.iter().flat_map(|arms| &arms.arms);
        self.rows.iter().all(|row| row.cases == 0) && arms.all(|arm| arm.seeds.is_empty())
    }

    /// Refuses what is kept and has no place here.
    fn refuse_lost(&self, kept: &Self) -> Result<(), Fault> {
        if self.length != kept.length {
            return Err(Fault::input(format_args!(
                "the kept figures are of the length `{}`, and those of the file of `{}`: run it under another name",
                kept.length, self.length
            )));
        }
        let rows = kept.rows.iter().filter(|row| 0 < row.cases).map(|row| &row.name);
        let arms = kept.arms.iter().flat_map(|arms| &arms.arms);
        let arms = arms.filter(|arm| !arm.seeds.is_empty()).map(|arm| &arm.name);
        let here = |name: &str| {
            self.rows.iter().any(|row| row.name == name)
                || self.arms.iter().flat_map(|arms| &arms.arms).any(|arm| arm.name == name)
        };
        match rows.chain(arms).find(|name| !here(name)) {
            Some(name) => Err(Fault::input(format_args!(
                "`{name}` is kept, and the experiment no longer has it: give it its name back, or take it out of what is kept"
            ))),
            None => Ok(()),
        }
    }

    fn update_rows(
        &mut self,
        experiment: &Experiment,
        kept: &Self,
        names: &[String],
    ) -> Result<(), Fault> {
        let earlier = |name: &str| kept.rows.iter().find(|row| row.name == name);
        if let Some(row) = self.rows.iter().find(|row| row.cases == 0 && names.contains(&row.name))
        {
            return Err(no_records(&row.name));
        }
        let is_new = |row: &&RowSummary| {
            let most = earlier(&row.name).map_or(0, |earlier| earlier.cases);
            let is_enough = 0 < row.cases && (most <= row.cases || row.cases == row.all_cases);
            if names.is_empty() { is_enough } else { names.contains(&row.name) }
        };
        let updated: Vec<String> =
            self.rows.iter().filter(is_new).map(|row| row.name.clone()).collect();
        let is_compared = |name: &str| {
            let mut controls = self.rows.iter().filter_map(|row| row.control.as_deref());
            let own = self.rows.iter().find(|row| row.name == name);
            own.is_some_and(|row| row.control.is_some()) || controls.any(|it| it == name)
        };
        let is_stale = |row: &RowSummary| {
            is_compared(&row.name)
                && !updated.contains(&row.name)
                && earlier(&row.name).is_some_and(|earlier| 0 < earlier.cases)
        };
        if let Some(name) = updated.iter().find(|name| is_compared(name))
            && let Some(other) = self.rows.iter().find(|row| is_stale(row))
        {
            return Err(Fault::input(format_args!(
                "`{name}` is compared with other rows: run `{}` too, and keep them together",
                other.name
            )));
        }
        let (length, penalty) = (&self.length, experiment.penalty);
        let rows = self.rows.iter_mut().zip(&experiment.rows);
        for (row, said) in rows.filter(|(row, _)| !updated.contains(&row.name)) {
            match earlier(&row.name) {
                Some(earlier) => row.take_figures(earlier, said),
                None => *row = summarise_row(said, &[], row.all_cases, length, penalty, None),
            }
        }
        Ok(())
    }
}

fn no_records(name: &str) -> Fault {
    Fault::input(format_args!("`{name}` has no records here: run it first, without --recorded"))
}

impl ArmsSummary {
    /// Takes the runs of an earlier summary for the arms that are not new: with no `names`, those that have no runs here, or fewer than are kept and not all.
    fn keep(&mut self, earlier: &Self, names: &[String]) -> Result<(), Fault> {
        let of = |name: &str| earlier.arms.iter().find(|arm| arm.name == name);
        let all_seeds = self.all_seeds;
        let is_new = |arm: &ArmSummary| {
            let (most, seeds) =
                (of(&arm.name).map_or(0, |it| it.seeds.len() as u64), arm.seeds.len() as u64);
            let is_enough = 0 < seeds && (most <= seeds || seeds == all_seeds);
            if names.is_empty() { is_enough } else { names.contains(&arm.name) }
        };
        let (new, old): (Vec<&ArmSummary>, Vec<_>) = self.arms.iter().partition(|arm| is_new(arm));
        for arm in &new {
            if arm.seeds.is_empty() {
                return Err(no_records(&arm.name));
            }
            if arm.lacks_control {
                return Err(no_records(arm.control.as_ref().unwrap_or(&self.control)));
            }
        }
        let has_old = old.iter().any(|arm| of(&arm.name).is_some_and(|it| !it.seeds.is_empty()));
        if !new.is_empty() && has_old && self.cases != earlier.cases {
            return Err(Fault::input(format_args!(
                "the kept runs were tested on {} cases, and these on {}: run all of them",
                earlier.cases, self.cases
            )));
        }
        // Arms with controls of their own run without the records of the common one.
        let has_new_control = new.iter().any(|arm| arm.control.is_none());
        let new: Vec<String> = new.into_iter().map(|arm| arm.name.clone()).collect();
        if new.is_empty() || (has_old && !has_new_control) {
            self.cases = earlier.cases;
            self.control.clone_from(&earlier.control);
            self.control_solved = earlier.control_solved;
        }
        for arm in self.arms.iter_mut().filter(|arm| !new.contains(&arm.name)) {
            let Some(kept) = of(&arm.name) else {
                arm.seeds.clear();
                arm.curve.clear();
                continue;
            };
            arm.seeds.clone_from(&kept.seeds);
            arm.curve.clone_from(&kept.curve);
            // The ratios stay those to the control that they were made with.
            arm.control = Some(kept.control.as_ref().unwrap_or(&earlier.control).clone());
        }
        for arm in &mut self.arms {
            arm.control.take_if(|own| *own == self.control);
        }
        self.pairs = pairs(&self.arms);
        Ok(())
    }
}

impl RowSummary {
    /// Takes the figures of an earlier summary of the row. What the file says about the row stays.
    fn take_figures(&mut self, earlier: &Self, said: &Row) {
        self.cases = earlier.cases;
        self.all_cases = self.all_cases.max(earlier.cases);
        self.outcomes.clone_from(&earlier.outcomes);
        self.figures.clone_from(&earlier.figures);
        self.cpu_seconds = earlier.cpu_seconds;
        for (case, figures) in &mut self.by_case {
            let earlier = earlier.by_case.iter().find(|(it, _)| it == case);
            for (measure, (ours, _)) in figures {
                *ours = earlier.and_then(|(_, figures)| figures.get(measure)?.0);
            }
        }
        // Summaries of earlier versions do not name the control.
        if earlier.control.is_none() || earlier.control == self.control {
            self.paired.clone_from(&earlier.paired);
            self.corrected_p = earlier.corrected_p;
        } else {
            // A percentage of another control.
            (self.paired, self.corrected_p) = (None, None);
            self.figures.remove(&Measure::Percent);
        }
        self.agreement = self.agreement_with(said);
    }
}
