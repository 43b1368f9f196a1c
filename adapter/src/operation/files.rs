//! Operation files, which are part of the program.

use include_dir::{Dir, include_dir};

static OPERATIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/operations");

/// A file below `operations/`.
#[derive(Clone, Debug)]
pub struct File {
    /// Where it is, below `operations/`.
    pub path: String,
    /// What it says.
    pub text: String,
}

impl File {
    /// Its name without folder and ending.
    pub fn stem(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        name.split('.').next().unwrap_or(name)
    }

    /// The comment at its head, as paragraphs.
    pub fn description(&self) -> String {
        let lines = self.text.lines().map_while(|line| line.strip_prefix('#'));
        let lines: Vec<&str> = lines.map(str::trim).collect();
        let paragraphs = lines.split(|line| line.is_empty());
        let paragraphs: Vec<String> = paragraphs.map(|lines| lines.join(" ")).collect();
        paragraphs.join("\n\n").trim().to_owned()
    }
}

/// The GraphQL files of a folder, by name.
pub fn folder(name: &str) -> Vec<File> {
    let mut files: Vec<File> = OPERATIONS
        .get_dir(name)
        .into_iter()
        .flat_map(Dir::files)
        .filter(|file| file.path().extension().is_some_and(|e| e == "graphql"))
        .filter_map(|file| {
            Some(File { path: file.path().to_str()?.replace('\\', "/"), text: file.contents_utf8()?.to_owned() })
        })
        .collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// The names of the folders within a folder.
pub fn subfolders(name: &str) -> Vec<String> {
    let within = OPERATIONS.get_dir(name).into_iter().flat_map(Dir::dirs);
    let names = within.filter_map(|dir| Some(dir.path().file_name()?.to_str()?.to_owned()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// The text of one file.
pub fn load_text(path: &str) -> Option<&'static str> {
    OPERATIONS.get_file(path)?.contents_utf8()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_comment_at_the_head_is_the_description() {
        let file = File {
            path: "search/search_spell.graphql".into(),
            text: "# Spells by\n# meaning.\n#\n# More.\nquery search_spell { x } # not this\n".into(),
        };
        assert_eq!(file.description(), "Spells by meaning.\n\nMore.");
        assert_eq!(file.stem(), "search_spell");
    }
}
