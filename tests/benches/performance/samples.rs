//! Sample inputs: names and words of what is stored, and texts to search for.

use crate::Result;
use crate::baseline::Sql;

/// Names and words of what is stored.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Names of spells.
    pub spells: Vec<String>,
    /// Types of creatures, the most frequent first.
    pub types: Vec<String>,
    /// Words that several names have.
    pub words: Vec<String>,
}

impl Samples {
    /// The samples of a store.
    pub async fn of(sql: &Sql) -> Result<Self> {
        let samples = Self {
            spells: sql.texts("SELECT DISTINCT name FROM spell ORDER BY 1 LIMIT 2000").await?,
            types: sql
                .texts(
                    "SELECT creature_type FROM creature WHERE creature_type <> '' \
                     GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 8",
                )
                .await?,
            words: sql
                .texts(
                    "SELECT word FROM (SELECT regexp_split_to_table(lower(name), '[^a-z]+') AS word FROM search_entry) AS words \
                     WHERE length(word) > 3 GROUP BY 1 HAVING count(*) > 1 ORDER BY count(*) DESC, 1 LIMIT 400",
                )
                .await?,
        };
        if samples.spells.is_empty() || samples.types.is_empty() || samples.words.is_empty() {
            return Err("the store has no spells, creatures or names to ask for".into());
        }
        Ok(samples)
    }
}

/// A pseudo-random item of a list, by a number.
pub fn pick<T>(all: &[T], number: u64) -> Option<&T> {
    let place = number.wrapping_mul(2_654_435_761) >> 7;
    let length = u64::try_from(all.len()).ok().filter(|length| *length > 0)?;
    all.get(usize::try_from(place % length).ok()?)
}

/// Parts of search texts.
const PARTS: [&str; 5] = [
    "protect me from|a creature that fears|a ring against|turn away|somebody who summons|a weapon that calls|heal the wounds of|a cave full of|hide my friends from|an old tale about|the curse of|travel far with",
    "burning|frozen|quiet|hungry|ancient|invisible|poisonous|flying|sleeping|cunning|tiny|undying",
    "fire|wolves|thieves|spirits|stone|soldiers|snakes|storms|shadows|giants|vines|dreams",
    "at night|in a swamp|under water|on a mountain|for an hour|at once|in a forest|near a village|without a sound|in the dark|from afar|in a dungeon",
    "with a word|with a gesture|while it rains|for nothing|and live|and be seen by nobody|before dawn|by a trick|with a burning torch|against their will|in a hurry|and take all with me",
];

/// A text to search for, in ordinary words: a quarter of a million different ones, in an order in which neighbours differ
/// in every part.
pub fn text(number: u64) -> String {
    // Coprime to the number of texts (12^5).
    let mut place = number % 248_832 * 100_003 % 248_832;
    let parts = PARTS.map(|part| {
        let words: Vec<&str> = part.split('|').collect();
        let word = usize::try_from(place % 12).ok().and_then(|at| words.get(at).copied());
        place /= 12;
        word.unwrap_or_default()
    });
    parts.join(" ")
}
