//! What an experiment must be before it runs: names that give files of their own, controls that run, limits that can be read.

use patience_kit::Fault;

use crate::experiment::{Experiment, slug};

impl Experiment {
    /// Refuses what a file may say and no run can do.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        let is_plain = |text: &str| {
            text.chars().all(|it| it.is_ascii_alphanumeric() || it == '-') && !text.is_empty()
        };
        if !is_plain(&self.name) {
            return Err(Fault::input(format_args!(
                "name: expected letters, digits and dashes, found `{}`",
                self.name
            )));
        }
        let kit = self.kit()?;
        let lengths: Vec<&str> = kit.about().lengths.iter().map(|it| it.field).collect();
        if let Some(unknown) = self.length.as_deref().filter(|name| !lengths.contains(name)) {
            return Err(Fault::unknown("length", unknown, lengths));
        }
        self.check_rows()?;
        self.check_arms()
    }

    fn check_rows(&self) -> Result<(), Fault> {
        check_names("row", self.rows.iter().map(|row| &*row.name))?;
        for row in &self.rows {
            let fault = |message: String| Fault::input(format!("row `{}`: {message}", row.name));
            if let Some(control) = &row.control {
                self.check_control(control).map_err(fault)?;
            }
            if row.player.is_some() && (row.engine.is_some() || row.policy.is_some()) {
                return Err(fault("expected a player or an engine, found both".to_owned()));
            }
            self.limits(row).map_err(|error| fault(error.message))?;
        }
        Ok(())
    }

    fn check_arms(&self) -> Result<(), Fault> {
        let Some(evolve) = &self.evolve else { return Ok(()) };
        check_names("arm", evolve.arms.iter().map(|arm| &*arm.name))?;
        let own = evolve.arms.iter().filter_map(|arm| arm.control.as_ref());
        for control in own.chain([&evolve.control]) {
            let fault = |message| Fault::input(format_args!("evolve: {message}"));
            self.check_control(control).map_err(fault)?;
        }
        Ok(())
    }

    /// A control is a row with searches.
    fn check_control(&self, control: &str) -> Result<(), String> {
        if self.rows.iter().any(|row| row.name == control && !row.is_quoted()) {
            return Ok(());
        }
        Err(format!("its control `{control}` is not a row that is run"))
    }
}

/// Each row and each arm has a file of its own, which has its name.
fn check_names<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Result<(), Fault> {
    let mut known = Vec::new();
    for name in names {
        let fault = |message| Fault::input(format!("{what} `{name}`: {message}"));
        let slug = slug(name);
        if slug.is_empty() {
            return Err(fault("expected a name with a letter or a digit".to_owned()));
        }
        if known.contains(&slug) {
            return Err(fault(format!("expected a name that no other {what} has")));
        }
        known.push(slug);
    }
    Ok(())
}
