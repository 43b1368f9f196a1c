//! Tests of completion.

use super::super::*;

#[test]
fn what_may_come_next() {
    let wanted = |text: &str| {
        let Completion { before, wanted, .. } = completion(Family::Spell, text, usize::MAX);
        let words = match wanted {
            Wanted::Keys(words) | Wanted::Words(words) => words,
            Wanted::Stored(field, prefix) => vec![format!("{}~{prefix}", field.name)],
            Wanted::Nothing => Vec::new(),
        };
        (before.to_owned(), words)
    };
    let (before, keys) = wanted("ritual lev");
    assert_eq!((before.as_str(), keys), ("ritual ", vec!["level:".to_owned()]));
    assert_eq!(wanted("-rit"), ("-".to_owned(), vec!["ritual".to_owned()]));
    assert_eq!(wanted("(dam").1, ["damage:", "damageRoll:"]);
    assert!(wanted("").1.len() > 30);
    assert_eq!(wanted("class:wi"), ("class:".to_owned(), vec!["classes~wi".to_owned()]));
    assert_eq!(wanted("class:bard,wi").0, "class:bard,");
    assert_eq!(wanted("class:\"blood h"), ("class:".to_owned(), vec!["classes~blood h".to_owned()]));
    assert_eq!(wanted("family:c").1, ["creature", "character_option"]);
    assert_eq!(wanted("ritual:f").1, ["false"]);
    assert!(wanted("name:fire").1.is_empty() && wanted("nothing:x").1.is_empty());
    let Completion { before, after, .. } = completion(Family::Spell, "lev ritual", 3);
    assert_eq!((before, after), ("", " ritual"));
}
