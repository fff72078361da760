//! Settings as flags: built at run time from the fields of the kit, so that the program knows no settings.

use anyhow::anyhow;
use clap::builder::PossibleValue;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use patience_kit::{EngineAbout, Field, FieldKind, Named, Values};
use serde_json::Value;

use crate::exit::Exit;
use crate::{input, values};

/// Named values of an option, with their help.
pub(crate) fn choices<'a>(names: impl IntoIterator<Item = &'a Named>) -> PossibleValuesParser {
    choices_and_hidden(names, [])
}

/// Named values of an option, and others that are read but not listed.
pub(crate) fn choices_and_hidden<'a>(
    names: impl IntoIterator<Item = &'a Named>,
    hidden: impl IntoIterator<Item = &'static str>,
) -> PossibleValuesParser {
    let value = |named: &Named| PossibleValue::new(named.name).help(named.summary);
    let hidden = hidden.into_iter().map(|name| PossibleValue::new(name).hide(true));
    names.into_iter().map(value).chain(hidden).collect::<Vec<_>>().into()
}

/// The command with a flag for every field.
pub(crate) fn add(command: Command, fields: &[Field], heading: &'static str) -> Command {
    fields.iter().fold(command, |command, field| command.arg(flag(field, heading)))
}

fn flag(field: &Field, heading: &'static str) -> Arg {
    let long = field.name.replace('_', "-");
    let mut help = field.doc.to_string();
    let has_default = !field.default.is_null() && field.kind != FieldKind::Flag;
    if has_default && !help.contains("[default:") {
        let default =
            field.default.as_str().map_or_else(|| field.default.to_string(), str::to_owned);
        help = format!("{help} [default: {default}]");
    }
    let arg = Arg::new(field.name).long(long).help(help).help_heading(heading);
    match &field.kind {
        FieldKind::Flag => arg.action(ArgAction::SetTrue),
        FieldKind::Integer { .. } => arg.value_name("N").value_parser(values::count),
        FieldKind::Number { .. } => arg.value_name("NUMBER").value_parser(clap::value_parser!(f64)),
        FieldKind::Choice { choices: names } => arg.value_name("NAME").value_parser(choices(names)),
        FieldKind::Text => arg.value_name("TEXT"),
        FieldKind::Content => arg.value_name("FILE"),
        FieldKind::Path => arg.value_name("PATH"),
        FieldKind::Size => arg.value_name("SIZE").value_parser(values::size),
    }
}

/// The values that the command line gives to fields. Files of [`FieldKind::Content`] are read.
pub(crate) fn read(matches: &ArgMatches, fields: &[Field]) -> anyhow::Result<Values> {
    let mut given = Values::default();
    for field in fields {
        let name = field.name;
        let text = || matches.get_one::<String>(name);
        let value: Option<Value> = match &field.kind {
            FieldKind::Flag => matches.get_flag(name).then(|| true.into()),
            FieldKind::Integer { .. } | FieldKind::Size => {
                matches.get_one::<u64>(name).map(|&value| value.into())
            }
            FieldKind::Number { .. } => matches.get_one::<f64>(name).map(|&value| value.into()),
            FieldKind::Choice { .. } | FieldKind::Text | FieldKind::Path => {
                text().map(|value| value.as_str().into())
            }
            FieldKind::Content => match text() {
                Some(path) => Some(input::text(path)?.into()),
                None => None,
            },
        };
        if let Some(value) = value {
            let long = name.replace('_', "-");
            field.check(&value).map_err(|fault| {
                // The flag names the setting.
                let reason = fault.message.strip_prefix(name).unwrap_or(&fault.message);
                Exit::bad_input(anyhow!("--{long}{reason}"))
            })?;
            given.set(name, value);
        }
    }
    Ok(given)
}

/// The settings of all engines, each once, its help naming the engines that have it.
pub(crate) fn engine_fields(engines: &[EngineAbout]) -> Vec<Field> {
    merged(engines.iter().map(|engine| (engine.name, &engine.settings[..])))
}

/// The settings of all owners, each once, its help naming the owners that have it. Where it does something else for some of them, the help
/// says what it does for whom.
pub(crate) fn merged<'a>(owners: impl IntoIterator<Item = (&'a str, &'a [Field])>) -> Vec<Field> {
    let mut merged: Vec<(Field, Vec<(&str, &str)>)> = Vec::new();
    let mut all = 0;
    for (owner, fields) in owners {
        all += 1;
        for field in fields {
            match merged.iter_mut().find(|(known, _)| known.name == field.name) {
                Some((known, uses)) => {
                    // Engines may differ in the default, or in the range.
                    if known.default != field.default {
                        known.default = Value::Null;
                    }
                    if let (
                        FieldKind::Integer { min, max },
                        FieldKind::Integer { min: low, max: high },
                    ) = (&mut known.kind, &field.kind)
                    {
                        (*min, *max) = ((*min).min(*low), (*max).max(*high));
                    }
                    uses.push((&*field.doc, owner));
                }
                None => merged.push((field.clone(), vec![(&*field.doc, owner)])),
            }
        }
    }
    merged
        .into_iter()
        .map(|(field, mut uses)| {
            if uses.len() == all && uses.iter().all(|(doc, _)| *doc == field.doc) {
                return field;
            }
            let mut parts = Vec::new();
            while let Some(&(doc, _)) = uses.first() {
                let owners: Vec<&str> = uses
                    .extract_if(.., |(other, _)| *other == doc)
                    .map(|(_, owner)| owner)
                    .collect();
                parts.push(format!("{}: {}", owners.join(", "), lowercase(doc)));
            }
            Field { doc: parts.join("; ").into(), ..field }
        })
        .collect()
}

/// The text with a small first letter, unless it begins with an abbreviation.
fn lowercase(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}
