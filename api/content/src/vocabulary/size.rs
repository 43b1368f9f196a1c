//! Sizes of creatures and objects.

/// Sizes in their order; `titanic` is Open5e's. Sizes of other books are not listed.
pub(crate) const SIZES: [&str; 7] = ["tiny", "small", "medium", "large", "huge", "gargantuan", "titanic"];

/// The faces of the hit die of a creature by its size.
pub fn hit_die(size: &str) -> Option<i32> {
    const FACES: [i32; 6] = [4, 6, 8, 10, 12, 20];
    let mut dice = SIZES.into_iter().zip(FACES);
    dice.find_map(|(known, faces)| (known == size).then_some(faces))
}
