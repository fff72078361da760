//! Help, completions for shells, and manual pages.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use clap_complete::Shell;

use crate::command;
use crate::exit::Exit;

/// Prints the help that was asked for; everything else that clap reports is an error of the command line, and ends the program.
pub(crate) fn help_or_error(error: &clap::Error) -> Exit {
    if error.use_stderr() {
        error.exit();
    }
    done(error.print().and_then(|()| io::stdout().flush()))
}

/// Prints a text.
pub(crate) fn print(text: &str) -> Exit {
    let mut out = io::stdout();
    done(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

fn done(result: io::Result<()>) -> Exit {
    result.map_or_else(|error| Exit::from(anyhow::Error::from(error)), |()| Exit::Done)
}

/// Prints the completions of a shell.
pub(crate) fn completions(shell: Shell) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "patience", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Exit::Done)
}

/// Prints the manual page, or writes that of every command into a folder.
pub(crate) fn man(out: Option<&Path>) -> anyhow::Result<Exit> {
    if let Some(folder) = out {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        clap_mangen::generate_to(command(), folder)
            .with_context(|| format!("cannot write into {}", folder.display()))?;
    } else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command()).render(&mut page)?;
        io::stdout().write_all(&page)?;
    }
    Ok(Exit::Done)
}
