//! Lines of a stat block: armor class, hit points, speed, challenge rating, scores and bonuses.

use lorekeeper_content::creature::{Abilities, SkillBonus, Speed};
use lorekeeper_content::dice_average;
use lorekeeper_content::vocabulary::{ability_of, is_skill};
use lorekeeper_content::{Pattern, parse_fraction, slugify};

static RATING: Pattern = Pattern::new(r"^\s*(?:(?P<cr>\d+(?:/\d+|\.\d+)?)|(?P<half>[½¼⅛]))");

/// The challenge rating of `1/4 (50 XP)`.
pub fn challenge(printed: &str) -> Option<f64> {
    let found = RATING.captures(printed)?;
    match found.name("half").map(|half| half.as_str()) {
        Some("½") => Some(0.5),
        Some("¼") => Some(0.25),
        Some(_) => Some(0.125),
        None => parse_fraction(found.name("cr")?.as_str()),
    }
}

static POINTS: Pattern = Pattern::new(
    r"(?:XP\s*(?P<after>\d(?:[\d,]*\d)?)|(?P<before>\d(?:[\d,]*\d)?)\s*XP)(?:, or (?P<lair>\d(?:[\d,]*\d)?)(?: XP)? in lair)?",
);

/// The experience points of `3 (XP 700, or 900 in lair; PB +2)`, and those in the creature's lair.
pub fn experience(printed: &str) -> (Option<i32>, Option<i32>) {
    let Some(found) = POINTS.captures(printed) else {
        return (None, None);
    };
    let number = |group: &str| found.name(group)?.as_str().replace(',', "").parse().ok();
    (number("after").or_else(|| number("before")), number("lair"))
}

static PROFICIENCY: Pattern = Pattern::new(r"\bPB\s*\+?(?P<bonus>\d+)");

/// The proficiency bonus of `3 (XP 700; PB +2)`.
pub fn proficiency(printed: &str) -> Option<i32> {
    PROFICIENCY.captures(printed)?.name("bonus")?.as_str().parse().ok()
}

static HIT_POINTS: Pattern =
    Pattern::new(r"^\s*(?P<mean>\d[\d,]*)?\s*\(?\s*(?P<dice>\d+d\d+(?:\s*[+−–-]\s*\d+)?)?\s*\)?\s*$");

/// What stands behind the number of hit points that depend on something: `+ 10 for each spell level above 5`.
pub fn hit_points_detail(printed: &str) -> Option<String> {
    if HIT_POINTS.is_match(printed) {
        return None;
    }
    let rest = printed.trim().trim_start_matches(|c: char| c.is_ascii_digit() || c == ',');
    let rest = rest.trim().trim_end_matches('.');
    rest.contains(char::is_alphabetic).then(|| rest.to_owned())
}

/// Average hit points and their dice.
pub fn hit_points(printed: &str) -> (Option<i32>, Option<String>) {
    let Some(found) = HIT_POINTS.captures(printed) else {
        return (whole(printed), None);
    };
    let dice = found.name("dice").map(|dice| dice.as_str().replace(['−', '–'], "-"));
    let mean = found.name("mean");
    let mean = mean.and_then(|mean| mean.as_str().replace(',', "").parse().ok());
    (mean.or_else(|| dice.as_deref().and_then(dice_average)), dice)
}

/// The whole number at the beginning.
pub fn whole(printed: &str) -> Option<i32> {
    let text = printed.trim().replace('−', "-");
    let text = text.strip_prefix('+').unwrap_or(&text);
    let end = text
        .char_indices()
        .find(|(at, c)| !(c.is_ascii_digit() || (*at == 0 && *c == '-')))
        .map_or(text.len(), |(at, _)| at);
    text.get(..end)?.parse().ok()
}

static ARMOR: Pattern = Pattern::new(r"^\s*(?P<class>\d+)\s*(?:\((?P<detail>[^)]+)\)\s*$|(?P<rest>\S.*))?");

/// The armor class and what it comes from.
pub fn armor(printed: &str) -> (Option<i32>, Option<String>) {
    let Some(found) = ARMOR.captures(printed) else {
        return (None, None);
    };
    let class = found.name("class").and_then(|c| c.as_str().parse().ok());
    let detail = found.name("detail").or_else(|| found.name("rest"));
    let detail = detail.map(|d| d.as_str().trim().trim_start_matches([',', ';']).trim());
    (class, detail.map(str::to_owned).filter(|detail| !detail.is_empty()))
}

static SPEED: Pattern = Pattern::new(
    r"(?P<kind>walk|fly|flying|swim|swimming|climb|climbing|burrow|burrowing)?(?:ing)?(?: speed)?:?\s*(?P<feet>\d+)\s*(?:ft\b\.?|feet\b|foot\b|')?\s*(?P<aside>\([^)]*\))?",
);

/// The speeds, which are printed in one line (`30 ft., fly 60 ft. (hover)`).
pub fn speed(printed: &str) -> Speed {
    let mut speed = Speed { unit: Some("feet".to_owned()), ..Speed::default() };
    let mut notes: Vec<String> = Vec::new();
    let mut other_forms: Vec<&str> = Vec::new();
    let mut all = SPEED.captures_iter(printed).peekable();
    while let Some(found) = all.next() {
        let place_of = |found: &regex::Captures<'_>| found.get(0).map(|all| all.range());
        let whole = place_of(&found).unwrap_or_default();
        let next = all.peek().and_then(place_of);
        let until = next.map_or(printed.len(), |next| next.start);
        let Some(feet) = found.name("feet").and_then(|f| f.as_str().parse().ok()) else {
            continue;
        };
        let aside = found.name("aside").map_or("", |aside| aside.as_str());
        let kind = found.name("kind").map(|k| k.as_str().to_lowercase());
        let place = match kind.as_deref().map(|kind| kind.get(..3).unwrap_or(kind)) {
            Some("fly") => {
                speed.hover = Some(speed.hover == Some(true) || aside.contains("hover"));
                &mut speed.fly
            }
            Some("swi") => &mut speed.swim,
            Some("cli") => &mut speed.climb,
            Some("bur") => &mut speed.burrow,
            _ => &mut speed.walk,
        };
        // A second speed of a kind is that of another form: `30 ft., 40 ft. in boar form`.
        if place.is_some() {
            let form = printed.get(whole.start..until).unwrap_or_default();
            other_forms.push(form.trim().trim_end_matches([',', ';']));
            continue;
        }
        *place = Some(feet);
        let aside = aside.trim_matches(['(', ')']);
        if !aside.is_empty() && aside != "hover" {
            notes.push(aside.to_owned());
        }
        // What stands behind a speed, after a comma: `swim 30 ft., after ale`.
        let behind = printed.get(whole.end..until).unwrap_or_default();
        let behind = behind.trim_start().strip_prefix([',', ';']);
        match behind.map(|words| words.trim().trim_end_matches([',', ';', '.'])) {
            Some("hover") => speed.hover = Some(true),
            Some("" | "or" | "and") | None => {}
            Some(words) => notes.push(words.to_owned()),
        }
    }
    notes.extend(Some(other_forms.join(", ")).filter(|forms| !forms.is_empty()));
    speed.notes = Some(notes.join("; ")).filter(|notes| !notes.is_empty());
    speed
}

static BONUS: Pattern = Pattern::new(r"(?P<name>[a-z][a-z ]*?)[:\s]*(?P<bonus>[+−–-]\s?\d+)");

fn bonuses(printed: &str) -> impl Iterator<Item = (String, i32)> {
    BONUS.captures_iter(printed).filter_map(|found| {
        let bonus = found.name("bonus")?.as_str();
        let bonus = bonus.replace(['−', '–'], "-").replace(' ', "");
        let bonus = bonus.trim_start_matches('+').parse().ok()?;
        Some((found.name("name")?.as_str().trim().to_owned(), bonus))
    })
}

/// The saving throws of `Dex +5, Wis +3`.
pub fn saves(printed: &str) -> Abilities {
    let listed: Vec<(&str, i32)> =
        bonuses(printed).filter_map(|(name, bonus)| Some((ability_of(&name)?, bonus))).collect();
    Abilities::each(|name| {
        let found = listed.iter().find(|(ability, _)| *ability == name);
        found.map(|(_, bonus)| *bonus)
    })
}

/// The skills of `Perception +5, Sleight of Hand +2`.
pub fn skills(printed: &str) -> Vec<SkillBonus> {
    bonuses(printed)
        .map(|(name, bonus)| (slugify(&name), bonus))
        .filter(|(skill, _)| is_skill(skill))
        .map(|(skill, bonus)| SkillBonus { skill, bonus })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_printed() {
        assert_eq!(challenge("1/4 (50 XP)"), Some(0.25));
        assert_eq!((challenge("½"), challenge("—")), (Some(0.5), None));
        assert_eq!(experience("9 (XP 5,000, or 5,900 in lair; PB +4)"), (Some(5000), Some(5900)));
        assert_eq!(experience("1/4 (50 XP)"), (Some(50), None));
        assert_eq!(proficiency("9 (XP 5,000; PB +4)"), Some(4));
        assert_eq!(hit_points("13 (3d8 − 1)"), (Some(13), Some("3d8 - 1".to_owned())));
        assert_eq!(hit_points("40 or so"), (Some(40), None));
        assert_eq!(hit_points_detail("40 (7d10 + 2)"), None);
        let grown = hit_points_detail("40 + 5 for each level of the soup");
        assert_eq!(grown.as_deref(), Some("+ 5 for each level of the soup"));
        assert_eq!(armor("15 (natural armor)"), (Some(15), Some("natural armor".to_owned())));
        let forms = armor("12 in soup form, 15 (lid) in pot form");
        assert_eq!(forms, (Some(12), Some("in soup form, 15 (lid) in pot form".to_owned())));
        let speed = speed("Walk 30 ft., fly 60 ft. (hover), swim 40 ft. (soup only)");
        assert_eq!((speed.walk, speed.fly, speed.swim), (Some(30), Some(60), Some(40)));
        assert_eq!((speed.hover, speed.notes.as_deref()), (Some(true), Some("soup only")));
        let behind = super::speed("30 ft., swim 30 ft., after ale.");
        assert_eq!((behind.swim, behind.notes.as_deref()), (Some(30), Some("after ale")));
        let forms = super::speed("30 ft., 40 ft., climb 30 ft. in bear form, climb 20 ft.");
        assert_eq!(
            (forms.walk, forms.climb, forms.notes.as_deref()),
            (Some(30), Some(30), Some("40 ft., climb 20 ft."))
        );
        let boar = super::speed("30 ft., 40 ft. in boar form");
        assert_eq!(boar.notes.as_deref(), Some("40 ft. in boar form"));
        let saves = saves("Dex +5, Wisdom −1");
        assert_eq!((saves.dexterity, saves.wisdom, saves.strength), (Some(5), Some(-1), None));
        let skills = skills("Sleight of Hand +2, Perception +5, Stirring +9");
        assert_eq!(skills.len(), 2);
        assert_eq!((skills[0].skill.as_str(), skills[0].bonus), ("sleight-of-hand", 2));
    }
}
