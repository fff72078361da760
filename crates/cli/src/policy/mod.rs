//! Policies of the puzzles that are not in the registry yet.

use anyhow::anyhow;
use patience_catalog::policy::Policy;
use patience_catalog::{OutcomeKind, freecell, rush_hour};
use patience_freecell::Rules;
use patience_learn::GenomeFile;
use patience_rush_hour::Metric;

use crate::exit::Exit;
use crate::input;
use crate::verbs::policy::sample::Sample;
use crate::verbs::policy::{ShowPolicy, at_place};

/// Reads a policy for a puzzle.
pub(crate) fn read(path: &str, puzzle: &str) -> anyhow::Result<Policy> {
    let name = input::name(path);
    let policy = Policy::parse(&input::text(path)?).map_err(|error| at_place(&name, &error))?;
    let found = &policy.file().puzzle;
    if found != puzzle {
        return Err(Exit::bad_input(anyhow!("{name} has a policy for {found}, not for {puzzle}")));
    }
    Ok(policy)
}

/// Solves a sample with the engine that the policy was made for.
pub(crate) fn sample(file: GenomeFile, args: &ShowPolicy) -> anyhow::Result<Sample> {
    let policy = &Policy::new(file).map_err(Exit::bad_input)?;
    let name = policy.plan().engine;
    let unknown = || anyhow!("no engine {name} takes policies for {}", policy.file().puzzle);
    let arguments = |usual: &str| {
        if args.sample.is_empty() { vec![usual.to_owned()] } else { args.sample.clone() }
    };
    let sample = if policy.file().puzzle == freecell::NAME {
        let rules = Rules::default();
        let mut engine = freecell::Engine::named(name).ok_or_else(unknown)?;
        engine.set_policy(policy);
        let deals = crate::freecell::instances::read_all(&arguments("1..=20"), rules)?;
        let total = crate::freecell::instances::count(&deals);
        let deals = crate::freecell::instances::instances(deals, rules);
        Sample::solve((name, "deals"), args, deals, total, |deal, limits, cancel| {
            let game = engine.game(rules, &deal.position)?;
            let answer = freecell::solve(&game, &engine, limits, cancel, &mut ());
            Ok((OutcomeKind::of(&answer.outcome) == OutcomeKind::Solved, answer.stats.expanded))
        })?
    } else {
        let mut engine = rush_hour::Engine::named(name).ok_or_else(unknown)?;
        engine.set_policy(policy);
        let boards = crate::rush_hour::instances::read_all(&arguments("JAM01..=JAM40"))?;
        let total = boards.len() as u64;
        let boards = boards.into_iter();
        Sample::solve((name, "boards"), args, boards, total, |board, limits, cancel| {
            let game = engine
                .game(board.position, Metric::Slides)
                .map_err(|error| Exit::bad_input(anyhow!("{}: {error}", board.name)))?;
            let answer = rush_hour::solve(&game, &engine, limits, cancel, &mut ());
            Ok((OutcomeKind::of(&answer.outcome) == OutcomeKind::Solved, answer.stats.expanded))
        })?
    };
    Ok(Sample { fired: policy.fired(), ..sample })
}
