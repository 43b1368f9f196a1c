//! The file format of the census.

use crate::path::Path;
use std::fmt;

/// What becomes of every path of the upstream.
#[derive(Debug)]
pub struct Census(Vec<Entry>);

/// A line of the census.
#[derive(Debug)]
pub struct Entry {
    /// The line as it stands.
    pub line: String,
    endpoint: String,
    path: String,
    /// What it says.
    pub says: Says,
}

/// What becomes of a path.
#[derive(Debug)]
pub enum Says {
    /// It feeds these fields.
    Feeds(Vec<Field>),
    /// It is left out, for a reason.
    Excluded,
}

/// A field of a family's row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Field {
    /// The family, or `document`.
    pub family: String,
    /// The field.
    pub path: Path,
}

impl Census {
    /// Reads a census; says which line does not read.
    pub fn parse(text: &str) -> Result<Self, String> {
        let lines = text.lines().map(str::trim);
        lines
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(|line| Entry::parse(line).ok_or_else(|| line.to_owned()))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// What becomes of a path: the line that names it in full, else one whose pattern it fits.
    pub fn find(&self, endpoint: &str, path: &str) -> Option<&Entry> {
        let exact = self.0.iter().find(|e| e.endpoint == endpoint && e.path == path);
        exact.or_else(|| self.0.iter().find(|e| e.fits(endpoint, path)))
    }

    /// All lines.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|e| e.line.as_str())
    }

    /// The endpoints that are named.
    pub fn endpoints(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|e| e.endpoint.as_str()).filter(|e| *e != "*")
    }

    /// The fields that are fed.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.0.iter().flat_map(|entry| match &entry.says {
            Says::Feeds(fields) => fields.as_slice(),
            Says::Excluded => &[],
        })
    }
}

impl Entry {
    fn parse(line: &str) -> Option<Self> {
        let (place, says) = if let Some((place, fields)) = line.split_once(" -> ") {
            let fields = fields.split(", ").map(Field::parse);
            (place, Says::Feeds(fields.collect::<Option<_>>()?))
        } else {
            let (place, reason) = line.split_once(" : excluded, ")?;
            (!reason.trim().is_empty()).then_some((place, Says::Excluded))?
        };
        let (endpoint, path) = place.split_once(' ')?;
        Some(Self { line: line.to_owned(), endpoint: endpoint.to_owned(), path: path.trim().to_owned(), says })
    }

    fn fits(&self, endpoint: &str, path: &str) -> bool {
        let fits = |pattern: &str, name: &str| match pattern.strip_suffix('*') {
            Some(beginning) => name.starts_with(beginning),
            None => name == pattern,
        };
        fits(&self.endpoint, endpoint) && fits(&self.path, path)
    }
}

impl Field {
    fn parse(text: &str) -> Option<Self> {
        let (family, path) = text.trim().split_once('.')?;
        Some(Self { family: family.to_owned(), path: Path::parse(path) })
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.family, self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_names_a_path_in_full_goes_first() {
        let census = Census::parse(
            "# A comment.\n* hat.* : excluded, hats are vain\nnewts hat.key -> creature.slug, creature.name",
        )
        .unwrap();
        let says = |endpoint, path| census.find(endpoint, path).map(|e| &e.says);
        assert!(matches!(says("newts", "hat.size"), Some(Says::Excluded)));
        assert!(matches!(says("newts", "hat.key"), Some(Says::Feeds(fields)) if fields.len() == 2));
        assert!(says("newts", "tail").is_none());
        assert!(census.endpoints().eq(["newts"]));
    }

    #[test]
    fn an_exclusion_has_a_reason() {
        assert!(Census::parse("newts hat : excluded").is_err());
        assert!(Census::parse("newts hat -> hat").is_err());
    }
}
