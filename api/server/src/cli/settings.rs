//! Flags for the settings, one for each of [`KEYS`] that is no secret.

use crate::config::{Fallback, Flag, KEYS, Key, Layer};
use clap::{Arg, ArgAction, ArgMatches};

/// The flags.
pub fn flags() -> impl Iterator<Item = Arg> {
    KEYS.iter().filter_map(flag)
}

/// The settings that were given as flags.
pub fn given(matches: &ArgMatches) -> Layer {
    let value = |key: &Key| match key.flag {
        Flag::Value(_) => matches.get_one::<String>(key.name).cloned(),
        Flag::Switch => matches.get_flag(key.name).then(|| "true".to_owned()),
        Flag::Secret => None,
    };
    KEYS.iter().filter_map(|key| Some((key.name, value(key)?))).collect()
}

fn flag(key: &Key) -> Option<Arg> {
    let flag = Arg::new(key.name).long(key.name.replace('_', "-")).global(true).help_heading("Settings");
    let (Fallback::Value(default) | Fallback::Absent(default)) = key.default;
    match key.flag {
        Flag::Value(value) => Some(flag.value_name(value).help(format!("{} [default: {default}]", key.help))),
        Flag::Switch => Some(flag.action(ArgAction::SetTrue).help(key.help)),
        Flag::Secret => None,
    }
}
