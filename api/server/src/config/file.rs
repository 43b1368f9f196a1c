//! Settings file: location and parsing.
//!
//! A file in the working directory is read only if it is named: the folder may come from another person, and settings
//! decide which model, store and upstreams are used.

use super::{KEYS, Layer, nearest};
use lorekeeper_graphql::error::{Error, Result};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const NAME: &str = "lorekeeper.toml";

/// The settings file of this user, which need not be there.
pub fn default_path() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "lorekeeper").map(|dirs| dirs.config_dir().join(NAME))
}

/// Path and layer of the settings file: the named one, else the one of this user.
pub(super) fn read(named: Option<PathBuf>) -> Result<(Option<PathBuf>, Layer)> {
    let must_exist = named.is_some();
    let Some(path) = named.or_else(default_path) else {
        return Ok((None, Layer::new()));
    };
    match std::fs::read_to_string(&path) {
        Ok(text) => {
            let layer = parse(&path.display().to_string(), &text)?;
            Ok((Some(path), layer))
        }
        Err(cause) if !must_exist && matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok((None, Layer::new()))
        }
        Err(cause) => Err(Error::input(format!("The settings file {} cannot be read: {cause}.", path.display()))),
    }
}

/// The layer of a settings file.
pub fn parse(path: &str, text: &str) -> Result<Layer> {
    let table: toml::Table = text
        .parse()
        .map_err(|e: toml::de::Error| Error::input(format!("{path} is not valid TOML: {}", e.message())))?;
    let mut layer = Layer::new();
    for (name, value) in table {
        let Some(key) = KEYS.iter().find(|key| key.name == name) else {
            let nearest = nearest(&name, KEYS.iter().map(|key| key.name));
            return Err(Error::input(format!("{path}: \"{name}\" is not a setting. Did you mean \"{nearest}\"?")));
        };
        let value = match value {
            toml::Value::String(text) => text,
            toml::Value::Array(items) => items.iter().filter_map(toml::Value::as_str).collect::<Vec<_>>().join(","),
            other => other.to_string(),
        };
        layer.insert(key.name, value);
    }
    Ok(layer)
}

/// Whether the working directory has a settings file other than the one that was read.
pub fn is_ignored(read: Option<&Path>) -> bool {
    let Ok(here) = std::fs::canonicalize(NAME) else {
        return false;
    };
    read.and_then(|path| std::fs::canonicalize(path).ok()) != Some(here)
}
