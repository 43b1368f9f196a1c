//! Levels of characters, as tables print them.

/// The level of a cell (`3`, `3rd`, `**3rd**`).
pub fn level_of(cell: &str) -> Option<i32> {
    let cell = cell.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_'));
    let digits = cell.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let ending = cell.get(digits.len()..)?;
    let level = digits.parse().ok()?;
    let is_level = ["", "st", "nd", "rd", "th"].contains(&ending) && (1..=20).contains(&level);
    is_level.then_some(level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_levels() {
        for (cell, level) in [(" 3 ", Some(3)), ("*1st*", Some(1)), ("20th", Some(20))] {
            assert_eq!(level_of(cell), level);
        }
        for cell in ["", "21", "0", "3 or 4", "Level"] {
            assert_eq!(level_of(cell), None);
        }
    }
}
