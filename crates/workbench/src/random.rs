//! Random instances.

use patience_kit::{Fault, Kit, Loaded, Position, Values};

use crate::read;

/// The most numbers that random instances are chosen from, so that people can type them.
const MOST_NUMBER: u64 = 1_000_000;

/// The number or name of an instance that a random number chooses: one of the puzzle's numbers, or one of its usual instances; `None` if there
/// is nothing to choose from.
///
/// ```
/// use patience_kit::Values;
/// use patience_workbench::{find, random_instance};
///
/// let number = random_instance(find("tiles")?, &Values::default(), 7)?;
/// assert!(number.is_some_and(|number| number.parse::<u64>().is_ok()));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub fn random_instance(
    kit: &dyn Kit,
    rules: &Values,
    random: u64,
) -> Result<Option<String>, Fault> {
    if let Some(numbers) = kit.numbers() {
        return Ok(Some(within(*numbers.start(), *numbers.end(), random).to_string()));
    }
    let usual = usual(kit, rules)?;
    Ok(usual.get(chosen(usual.len(), random)).map(|(name, _)| name.clone()))
}

/// An instance with its name.
type Named = (String, Box<dyn Position>);

/// The usual instances of a puzzle without numbers, if there are several.
fn usual(kit: &dyn Kit, rules: &Values) -> Result<Vec<Named>, Fault> {
    let usual = kit.sample().and_then(|sample| kit.named(&sample, rules));
    let usual: Vec<Loaded> = usual.transpose()?.unwrap_or_default();
    let named = |Loaded { name, position }| Some((name?, position));
    let usual: Vec<_> = usual.into_iter().filter_map(named).collect();
    Ok(if 1 < usual.len() { usual } else { Vec::new() })
}

/// The place of one of `count` things.
fn chosen(count: usize, random: u64) -> usize {
    usize::try_from(random % count.max(1) as u64).unwrap_or_default()
}

/// A random number of a range, at most [`MOST_NUMBER`] of them.
pub(crate) fn within(first: u64, last: u64, random: u64) -> u64 {
    let count = last.saturating_sub(first).min(MOST_NUMBER - 1) + 1;
    first.saturating_add(random % count)
}

/// The instances that [`random_instance`] chooses from, read once; or the usual one where there is nothing to choose from.
pub(crate) struct RandomInstances {
    kit: &'static dyn Kit,
    rules: Values,
    /// Those without numbers.
    named: Vec<Named>,
}

impl RandomInstances {
    pub(crate) fn new(kit: &'static dyn Kit, rules: &Values) -> Result<Self, Fault> {
        let rules = rules.clone();
        let mut named = Vec::new();
        if kit.numbers().is_none() {
            named = usual(kit, &rules)?;
            if let (true, Some(name)) = (named.is_empty(), kit.about().default_instance) {
                named.push((name.to_owned(), read(kit, name, &rules)?));
            }
        }
        Ok(Self { kit, rules, named })
    }

    /// Uses the instance that a random number chooses, with its name.
    #[allow(clippy::borrowed_box, reason = "players of surfaces take boxes")]
    pub(crate) fn with<T>(
        &self,
        random: u64,
        use_it: impl FnOnce(&str, &Box<dyn Position>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        if let Some(numbers) = self.kit.numbers() {
            let number = within(*numbers.start(), *numbers.end(), random);
            return use_it(&number.to_string(), &self.kit.deal(number, &self.rules)?);
        }
        match self.named.get(chosen(self.named.len(), random)) {
            Some((name, position)) => use_it(name, position),
            None => {
                let title = self.kit.about().title;
                Err(Fault::input(format_args!("{title}: name an instance")))
            }
        }
    }
}
