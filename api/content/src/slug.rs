//! Slugs: the spelling of a name that identifies a thing within its document.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The slug of a name: accents and apostrophes dropped, lower case, every run of other characters
/// turned into one hyphen.
pub fn slugify(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    for c in name.nfkd().filter(|c| !is_combining_mark(*c) && !matches!(c, '\'' | '’' | '‘' | '`')) {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_come_from_names() {
        for (name, slug) in [
            ("Hunter's Mark", "hunters-mark"),
            ("Blindness/Deafness", "blindness-deafness"),
            ("Longsword (+1)", "longsword-1"),
            ("Mûmak’s  Tusk!", "mumaks-tusk"),
            ("", ""),
        ] {
            assert_eq!(slugify(name), slug);
        }
    }
}
