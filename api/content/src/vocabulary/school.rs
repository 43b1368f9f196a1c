//! Schools of magic, and the letters by which other programs call them.

/// A school: its name, its letter in 5etools, and its letters in Fight Club.
pub const SCHOOLS: [(&str, &str, &str); 8] = [
    ("abjuration", "A", "A"),
    ("conjuration", "C", "C"),
    ("divination", "D", "D"),
    ("enchantment", "E", "EN"),
    ("evocation", "V", "EV"),
    ("illusion", "I", "I"),
    ("necromancy", "N", "N"),
    ("transmutation", "T", "T"),
];
