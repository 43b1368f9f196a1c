//! Camel case: names of columns as GraphQL and JSON have them.

/// The name of a column as a field (`challenge_rating` is `challengeRating`).
pub fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |mut camel, word| {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
        camel
    })
}

#[cfg(test)]
mod tests {
    use super::camel_case;

    #[test]
    fn words_behind_the_first_have_a_capital() {
        for (column, field) in [
            ("experience_points_in_lair", "experiencePointsInLair"),
            ("speed.walk", "speed.walk"),
            ("level_3_slots", "level3Slots"),
        ] {
            assert_eq!(camel_case(column), field);
        }
    }
}
