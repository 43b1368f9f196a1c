//! Names of books: what people call the open books, as patterns that mention a document by its key.

/// The names with the keys that each stands for: `tome of beasts => tob`. Words that people say of other things (`level up`) are a
/// name behind *from* alone.
pub const BOOK_NAMES: [&str; 50] = [
    "tome of beasts => tob",
    "tome of beasts => tob-2023",
    "tob => tob",
    "tob => tob-2023",
    "tome of beasts 1 => tob",
    "tome of beasts 1 => tob-2023",
    "tome of beasts 2023 => tob-2023",
    "tome of beasts 2 => tob2",
    "tob 2 => tob2",
    "tob2 => tob2",
    "tome of beasts 3 => tob3",
    "tob 3 => tob3",
    "tob3 => tob3",
    "creature codex => ccdx",
    "tome of heroes => toh",
    "vault of magic => vom",
    "warlock zine => wz",
    "deep magic => deepm",
    "deep magic => deepmx",
    "black flag => bfrd",
    "from level up => a5e",
    "from level up => a5e-ag",
    "from level up => a5e-ddg",
    "from level up => a5e-gpg",
    "from level up => a5e-mm",
    "a5e => a5e",
    "a5e => a5e-ag",
    "a5e => a5e-ddg",
    "a5e => a5e-gpg",
    "a5e => a5e-mm",
    "adventurer's guide => a5e-ag",
    "dungeon delver's guide => a5e-ddg",
    "gate pass gazette => a5e-gpg",
    "monstrous menagerie => a5e-mm",
    "tal'dorei => tdcs",
    "taldorei => tdcs",
    "elderberry inn icons => elderberry-inn-icons",
    "spells that don't suck => spells-that-dont-suck",
    "kobold press => bfrd",
    "kobold press => ccdx",
    "kobold press => deepm",
    "kobold press => deepmx",
    "kobold press => kp",
    "kobold press => tob",
    "kobold press => tob-2023",
    "kobold press => tob2",
    "kobold press => tob3",
    "kobold press => toh",
    "kobold press => vom",
    "kobold press => wz",
];

/// The names, as words apart, each with a key.
fn list_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    BOOK_NAMES.iter().filter_map(|pattern| pattern.split_once(" => "))
}

/// Whether some words of a query, in lower case, are the name of a book.
pub fn is_book_name(words: &[String]) -> bool {
    list_names().any(|(name, _)| name.split(' ').eq(words.iter().map(String::as_str)))
}

/// The keys of the books that the words of a query name, those of the longest name first.
pub fn books_named(words: &[String]) -> Vec<&'static str> {
    let is_there = |name: &str| {
        let name: Vec<&str> = name.split(' ').collect();
        words.windows(name.len()).any(|run| run.iter().zip(&name).all(|(word, named)| word == named))
    };
    let mut found: Vec<(&str, &str)> = list_names().filter(|(name, _)| is_there(name)).collect();
    found.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let mut keys: Vec<&str> = Vec::new();
    for (_, key) in found {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens;

    #[test]
    fn books_are_named_in_queries() {
        assert_eq!(books_named(&tokens("Dragons of Tome of Beasts 2")), ["tob2", "tob", "tob-2023"]);
        assert_eq!(books_named(&tokens("toads of the pond")), [""; 0]);
        assert!(is_book_name(&tokens("vault of magic")) && !is_book_name(&tokens("vault of")));
    }
}
