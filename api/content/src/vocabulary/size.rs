//! Sizes of creatures and objects.

/// Sizes in their order; `titanic` is Open5e's. Sizes of other books are not listed.
pub(crate) const SIZES: [&str; 7] = [
    "tiny",
    "small",
    "medium",
    "large",
    "huge",
    "gargantuan",
    "titanic",
];
