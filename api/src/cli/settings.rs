//! Flags for the settings, and the log.

use crate::config::{Config, Given, KEYS, Key, Layer};
use crate::error::{Error, Result};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;

/// The settings that were given as flags. Which there are is written in [`KEYS`].
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// By their names in `lorekeeper.toml`.
    pub layer: Layer,
}

impl Args for Settings {
    fn augment_args(command: Command) -> Command {
        command.args(KEYS.iter().filter_map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Settings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut settings = Self::default();
        settings.update_from_arg_matches(matches)?;
        Ok(settings)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for key in KEYS {
            let given = match key.given {
                Given::Value(_) => matches.get_one::<String>(key.name).cloned(),
                Given::Switch => matches.get_flag(key.name).then(|| "true".to_owned()),
                Given::Elsewhere => None,
            };
            if let Some(value) = given {
                self.layer.insert(key.name, value);
            }
        }
        Ok(())
    }
}

fn flag(key: &Key) -> Option<Arg> {
    let flag = Arg::new(key.name)
        .long(key.name.replace('_', "-"))
        .global(true)
        .help_heading("Settings");
    match key.given {
        Given::Value(value) => Some(
            flag.value_name(value)
                .help(format!("{} [default: {}]", key.help, key.default)),
        ),
        Given::Switch => Some(flag.action(ArgAction::SetTrue).help(key.help)),
        Given::Elsewhere => None,
    }
}

/// Sends the log to standard error. Commands that only show something stay quiet unless the settings say
/// otherwise: what goes wrong is told in one sentence.
pub fn start_logging(config: &Config, quiet: bool) -> Result<()> {
    let wanted = if quiet && config.log == "info" {
        "off"
    } else {
        config.log.as_str()
    };
    // The drivers and the runtime report every step at info; ours are the ones people wait for.
    let filter = if wanted.contains('=') || wanted.contains(',') {
        wanted.to_owned()
    } else {
        let others = if wanted == "off" { "off" } else { "warn" };
        format!("{others},lorekeeper={wanted}")
    };
    let filter = EnvFilter::try_new(filter).map_err(|_| {
        Error::input(format!(
            "The setting log is \"{}\", but must be a filter such as info or lorekeeper=debug.",
            config.log
        ))
    })?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_target(false)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
    Ok(())
}
