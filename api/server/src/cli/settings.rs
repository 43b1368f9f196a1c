//! Flags for the settings.

use crate::config::{Flag, KEYS, Key, Layer};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// The settings that were given as flags; [`KEYS`] lists all.
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
            let given = match key.flag {
                Flag::Value(_) => matches.get_one::<String>(key.name).cloned(),
                Flag::Switch => matches.get_flag(key.name).then(|| "true".to_owned()),
                Flag::Absent => None,
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
    match key.flag {
        Flag::Value(value) => Some(
            flag.value_name(value)
                .help(format!("{} [default: {}]", key.help, key.default)),
        ),
        Flag::Switch => Some(flag.action(ArgAction::SetTrue).help(key.help)),
        Flag::Absent => None,
    }
}
