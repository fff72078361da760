//! The game that the command line names: an instance, a seed, or the file of a saved game, after some moves.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::anyhow;
use clap::ArgMatches;
use clap::parser::ValueSource;
use patience_kit::Kit;
use patience_terminal::{Advisers, read_saved, resume};
use patience_workbench::session::Session;
use patience_workbench::{Instances, values};

use super::super::moves_of;
use crate::exit::Exit;
use crate::sources::{self, failed};
use crate::{flags, input};

/// A game that begins or continues.
pub(super) struct Begun {
    pub(super) session: Session,
    /// The file that it was resumed from.
    pub(super) file: Option<PathBuf>,
}

pub(super) fn begin(
    kit: &'static dyn Kit,
    advisers: Option<&Advisers<'_>>,
    matches: &ArgMatches,
) -> anyhow::Result<Begun> {
    refuse_input(matches)?;
    let argument = matches.get_one::<String>("instance");
    if let Some(argument) = argument
        && let Some(saved) = read_saved(Path::new(argument)).map_err(failed)?
    {
        refuse_rules(kit, advisers, matches, argument)?;
        let session = resume(kit, saved, Path::new(argument)).map_err(failed)?;
        return Ok(Begun { session: after(session, matches)?, file: Some(argument.into()) });
    }
    let session = match advisers {
        Some(advisers) => hidden(kit, advisers, argument.map(String::as_str), matches)?,
        None => {
            let instance = sources::read_one(kit, matches)?;
            Session::open(kit, &instance.name, instance.position)
        }
    };
    Ok(Begun { session: after(session, matches)?, file: None })
}

/// Standard input is where the game is played.
fn refuse_input(matches: &ArgMatches) -> anyhow::Result<()> {
    let given =
        |name: &str| matches.try_get_many::<String>(name).ok().flatten().into_iter().flatten();
    for (name, shown) in [
        ("after", "--after"),
        ("instance", "the instance"),
        ("file", "--file"),
        ("script", "--script"),
    ] {
        if given(name).any(|value| value == "-") {
            return Err(Exit::bad_input(anyhow!(
                "{shown} cannot read standard input, where the game is played"
            )));
        }
    }
    Ok(())
}

/// A saved game has its rules in its file.
fn refuse_rules(
    kit: &dyn Kit,
    advisers: Option<&Advisers<'_>>,
    matches: &ArgMatches,
    file: &str,
) -> anyhow::Result<()> {
    let hidden = advisers.map(|advisers| advisers.players.rules()).unwrap_or_default();
    let fields = kit.rules().into_iter().chain(hidden).map(|field| field.name);
    for name in fields.chain(["seed"]) {
        let source = matches.try_contains_id(name).ok().and_then(|_| matches.value_source(name));
        if source == Some(ValueSource::CommandLine) {
            let flag = name.replace('_', "-");
            return Err(Exit::bad_input(anyhow!(
                "--{flag} does not go with {file}: a saved game keeps its seed and its rules"
            )));
        }
    }
    Ok(())
}

/// A game with hidden information: of a seed, or of a position that is read.
fn hidden(
    kit: &'static dyn Kit,
    advisers: &Advisers<'_>,
    argument: Option<&str>,
    matches: &ArgMatches,
) -> anyhow::Result<Session> {
    let given = flags::read(matches, &kit.rules())?;
    let hidden = advisers.rules.clone().or(&advisers.players.personal_rules());
    let seed = match (argument, matches.get_one::<u64>("seed")) {
        (Some(_), Some(_)) => {
            return Err(Exit::bad_input(anyhow!(
                "expected one game, found two: the argument and --seed"
            )));
        }
        (None, seed) => Some(seed.copied().unwrap_or_else(now)),
        (Some(argument), None) => match values::numbers(argument) {
            Some(Ok(range)) if range.start() == range.end() => Some(*range.start()),
            _ => None,
        },
    };
    if let Some(seed) = seed {
        return Session::deal(kit, seed, given.or(&hidden)).map_err(failed);
    }
    let mut instances = Instances::new(kit, given);
    sources::add_argument(&mut instances, argument.unwrap_or_default())?;
    let instance = instances.one().map_err(failed)?;
    Session::hide(kit, &input::name(&instance.name), &instance.position, hidden).map_err(failed)
}

/// A seed that differs from time to time.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_secs())
}

/// The game after the moves of `--after`, all of which must be legal.
fn after(mut session: Session, matches: &ArgMatches) -> anyhow::Result<Session> {
    let Some(argument) = matches.get_one::<String>("after") else { return Ok(session) };
    let (moves, name) = moves_of(argument)?;
    let played = session
        .play(&moves)
        .map_err(|fault| Exit::bad_input(anyhow!("--after: {name}: {fault}")))?;
    match played.refused {
        None => Ok(session),
        Some(refused) => Err(Exit::bad_input(anyhow!(
            "--after: step {} ({}) is not allowed: {}",
            refused.step,
            refused.notation,
            refused.reason
        ))),
    }
}
