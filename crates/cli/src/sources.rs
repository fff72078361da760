//! Arguments that name the instances of a command.

use clap::{Arg, ArgAction, ArgMatches, Command};
use patience_kit::{Fault, FaultKind, Field, Kit};
use patience_workbench::{Instance, Instances};

use crate::exit::Exit;
use crate::{flags, input};

/// An error of the kit as an error of the program.
pub(crate) fn failed(fault: Fault) -> anyhow::Error {
    match fault.kind {
        FaultKind::Input => Exit::bad_input(fault),
        FaultKind::Environment | FaultKind::Limit => fault.into(),
    }
}

/// The command with arguments that name one instance, or several.
pub(crate) fn add(command: Command, kit: &dyn Kit, is_many: bool) -> Command {
    let about = kit.about();
    let positional = Arg::new("instance")
        .value_name(about.one.to_uppercase())
        .help(about.instance)
        .action(if is_many { ArgAction::Append } else { ArgAction::Set });
    let mut others = vec!["file"];
    let mut command = command.arg(
        Arg::new("file")
            .long("file")
            .value_name("FILE")
            .action(ArgAction::Append)
            .help(format!("A file with {}, or - for standard input", about.many)),
    );
    if kit.numbers().is_some() {
        others.push("seed");
        command = command.arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .value_parser(clap::value_parser!(u64))
                .action(ArgAction::Append)
                .help(format!("The number or seed of a {}", about.one)),
        );
    }
    let positional = match about.default_instance {
        Some(default) => positional.help(format!("{} [default: {default}]", about.instance)),
        None => positional.required_unless_present_any(others),
    };
    flags::add(command.arg(positional), &rules(kit, is_many), "Rules")
}

/// The rules of a command. The rule `all` names many instances, so only commands that take many have it.
fn rules(kit: &dyn Kit, is_many: bool) -> Vec<Field> {
    kit.rules().into_iter().filter(|field| is_many || field.name != "all").collect()
}

/// The command with an argument that names one instance, followed by other arguments.
pub(crate) fn add_required(command: Command, kit: &dyn Kit) -> Command {
    let about = kit.about();
    let instance = Arg::new("instance")
        .value_name(about.one.to_uppercase())
        .help(about.instance)
        .required(true);
    flags::add(command.arg(instance), &rules(kit, false), "Rules")
}

/// Reads the instances of the command line.
pub(crate) fn read(kit: &'static dyn Kit, matches: &ArgMatches) -> anyhow::Result<Instances> {
    chosen(kit, matches, true)
}

/// Reads the only instance that the command line names.
pub(crate) fn read_one(kit: &'static dyn Kit, matches: &ArgMatches) -> anyhow::Result<Instance> {
    chosen(kit, matches, false)?.one().map_err(failed)
}

fn chosen(kit: &'static dyn Kit, matches: &ArgMatches, is_many: bool) -> anyhow::Result<Instances> {
    let mut instances = Instances::new(kit, flags::read(matches, &rules(kit, is_many))?);
    // Not every command has all of these flags.
    let given =
        |name: &str| matches.try_get_many::<String>(name).ok().flatten().into_iter().flatten();
    for argument in given("instance") {
        add_argument(&mut instances, argument)?;
    }
    for &seed in matches.try_get_many::<u64>("seed").ok().flatten().into_iter().flatten() {
        instances.add_numbers(seed..=seed).map_err(failed)?;
    }
    for path in given("file") {
        add_file(&mut instances, path)?;
    }
    if let (true, Some(default)) = (instances.is_empty(), kit.about().default_instance) {
        add_argument(&mut instances, default)?;
    }
    Ok(instances)
}

/// Adds what an argument means; `-` is standard input.
pub(crate) fn add_argument(instances: &mut Instances, argument: &str) -> anyhow::Result<()> {
    if argument == "-" {
        return add_file(instances, argument);
    }
    instances.add(argument).map_err(failed)
}

fn add_file(instances: &mut Instances, path: &str) -> anyhow::Result<()> {
    instances.add_text(&input::text(path)?, path, &input::name(path)).map_err(failed)
}
