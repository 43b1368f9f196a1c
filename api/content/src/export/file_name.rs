//! File names: names of entities as Windows, macOS, Linux and the links of Obsidian take them.

use unicode_normalization::UnicodeNormalization;

/// Most bytes of a name: with its folders and its extension it fits into a path of Windows.
const MAX_BYTES: usize = 100;

/// Names of devices, which Windows gives to no file, whatever its extension.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// The file name of an entity, without an extension. Never empty.
pub fn file_name(name: &str) -> String {
    let safe: String = name
        .nfc()
        .map(|c| match c {
            '/' | '\\' | ':' | '|' | '*' | '?' | '"' | '<' | '>' | '#' | '^' | '[' | ']' | '%' => '-',
            c if c.is_control() || c.is_whitespace() => ' ',
            c => c,
        })
        .filter(|c| !is_hidden(*c))
        .collect();
    let safe = safe.split(' ').filter(|word| !word.is_empty());
    let safe = safe.collect::<Vec<_>>().join(" ");
    let safe = safe.get(..safe.floor_char_boundary(MAX_BYTES)).unwrap_or_default();
    // A dot hides a file at its beginning, and is dropped at its end.
    let safe = safe.trim_matches(['.', ' ']);
    if safe.is_empty() {
        return "Unnamed".to_owned();
    }
    let stem = safe.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let device = stem.trim_end_matches(|c: char| c.is_ascii_digit() || "¹²³".contains(c));
    let is_device = DEVICES.contains(&device) && stem.chars().count() - device.chars().count() <= 1;
    if is_device { format!("{safe}_") } else { safe.to_owned() }
}

/// Whether a character has no width, or turns the direction of writing.
fn is_hidden(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn names_are_files_everywhere() {
        for (name, file) in [
            ("Kettle Drake", "Kettle Drake"),
            ("Warmth/Chill", "Warmth-Chill"),
            ("Soup: a \"Guide\" [1st]", "Soup- a -Guide- -1st-"),
            ("Con", "Con_"),
            ("com1.soup", "com1.soup_"),
            ("COM²", "COM²_"),
            ("Conch", "Conch"),
            ("com12", "com12"),
            ("..", "Unnamed"),
            ("Stew...", "Stew"),
            ("a\u{202e}b\nc", "ab c"),
            ("e\u{301}", "é"),
            ("", "Unnamed"),
        ] {
            assert_eq!(file_name(name), file, "{name:?}");
        }
        assert_eq!(file_name(&"ü".repeat(90)).len(), 100);
    }
}
