//! Saving throws in a text.

use super::damage::after;
use lorekeeper_content::vocabulary::ability_of;
use lorekeeper_content::{Pattern, Regex, SavingThrowDc, pattern};
use std::sync::LazyLock;

/// `DC 15 Constitution saving throw`, `DC 15 CON save`, `Constitution Saving Throw: DC 15`; in short
/// `DC 15 Con half`, `DC 15 Con negates`, `(DC 15 Con)`, `DC 15 Con or take 7 (2d6) cold damage`.
static SAVE: LazyLock<Regex> = LazyLock::new(|| {
    let ability = "(?:str(?:ength)?|dex(?:terity)?|con(?:stitution)?|int(?:elligence)?|wis(?:dom)?|cha(?:risma)?)";
    pattern(&format!(
        r"(?:\b|_)DC (?P<dc>\d+) +(?P<ability>{ability}) +(?:sav|(?P<half>half\b)|negates\b|or (?:take|stunned\b|\d+ \())|(?:\b|_)(?P<ability2>{ability}) saving throw[\s_*]*(?::[\s_*]*|\()DC (?P<dc2>\d+)|\(DC (?P<dc3>\d+) (?P<ability3>{ability})\)"
    ))
});

/// What a creature does with a check, and how many bytes before its DC.
const MAX_BEFORE: usize = 200;
static FREEING: Pattern = Pattern::new(r"\b(?:free|escape|break|burst|pull)\w*\b[^.]*$");

static HALF: Pattern = Pattern::new(
    r"damage to half\b|\bdamage by half\b|\bhalves the (?:[a-z]+ ){0,2}damage\b|\bdamage (?:is|are) halved by a succ|(?P<own>\b(?:deals?|dealing)(?: only)? |\bequal to )?\bhalf(?: as much\b|,? on a succe|(?: the| of the)?(?: [a-z]+(?: and [a-z]+)?)? damage(?: on a (?P<when>\w+)| (?P<dealt>(?:it |you |they )?dealt))?)",
);

/// The first saving throw that a text calls for.
///
/// Correction (creatures): Saving throws in short notation (`(DC 13 Dex half)`) are read like any other.
pub fn save(text: &str) -> Option<SavingThrowDc> {
    let mut found = SAVE.captures_iter(text);
    let captures = found.find(|found| {
        // `It can free itself with an action (DC 13 Str)` is a check.
        let start = found.get(0).map_or(0, |whole| whole.start());
        let from = text.floor_char_boundary(start.saturating_sub(MAX_BEFORE));
        let before = text.get(from..start).unwrap_or_default();
        found.name("dc3").is_none() || !FREEING.is_match(before)
    })?;
    let part = |names: [&str; 3]| {
        let mut found = names.iter().filter_map(|name| captures.name(name));
        found.next().map(|m| m.as_str())
    };
    let whole = captures.get(0)?;
    let rest = after(text, &captures);
    // The text behind the next saving throw is about that one.
    let next = SAVE.find(rest).map_or(rest.len(), |next| next.start());
    let is_half = captures.name("half").is_some() || LATER_HALF.is_match(rest);
    let half = is_half.then(|| "half".to_owned());
    let in_short = || SHORT.is_match(whole.as_str()).then(|| "none".to_owned());
    let said = || success(text.get(..whole.start())?, rest.get(..next)?);
    Some(SavingThrowDc {
        ability: ability_of(part(["ability", "ability2", "ability3"])?)?.to_owned(),
        dc: part(["dc", "dc2", "dc3"])?.parse().ok(),
        success: half.or_else(said).or_else(in_short),
    })
}

/// What a successful saving throw does, by the text before it and behind it: `half`, `none`, or nothing that is certain.
///
/// Correction (creatures): A saving throw of which the text says what a failure does, and nothing of a success, has no effect on a
/// success.
pub fn success(before: &str, behind: &str) -> Option<String> {
    let is_alternative = ALTERNATIVE.is_match(behind);
    let mut sentences = behind.split(". ");
    let is_halved = if is_alternative {
        // The sentence itself, or the next one.
        let next = |sentence: &&str| SUCCESS.is_match(sentence) && !REPEATED.is_match(sentence);
        sentences.next().is_some_and(halves) || sentences.next().filter(next).is_some_and(halves)
    } else {
        halves(before) || halves(behind)
    };
    if is_halved {
        return Some("half".to_owned());
    }
    let is_nothing = || {
        let mut sentences = before.split(". ").chain(behind.split(". "));
        sentences.any(|sentence| NOTHING.is_match(sentence)) || UNLESS.is_match(before)
    };
    let tells_failure = || FAILING.is_match(before) || FAILURE.is_match(behind);
    let tells_success = || {
        let mut sentences = before.split(". ").chain(behind.split(". "));
        sentences.any(|sentence| SUCCESS.is_match(sentence) && !REPEATED.is_match(sentence))
    };
    (is_alternative || is_nothing() || tells_failure() && !tells_success()).then(|| "none".to_owned())
}

/// What stands behind the first saving throw of a text about its failure: the rest of the sentence, and the next one where that says so.
pub(super) fn behind(text: &str) -> Option<&str> {
    let rest = after(text, &SAVE.captures(text)?);
    let mut ends = rest.match_indices('.').map(|(at, _)| at);
    let end = ends.next().unwrap_or(rest.len());
    let next = rest.get(end..)?.trim_start_matches('.').trim_start();
    if next.starts_with("On a fail") {
        return rest.get(..ends.next().unwrap_or(rest.len()));
    }
    rest.get(..end)
}

/// What a failure does, directly behind the saving throw.
static ALTERNATIVE: Pattern = Pattern::new(
    r"^(?:e\b|ing throws?\b)?(?:[^.,;:]{0,40}?|[^.,;:]{0,20}?\bat the (?:start|end) of each of [^.,;:]{4,40}?),? or\b",
);

/// Who fails, directly before it, and what a failure does, further behind.
static FAILING: Pattern = Pattern::new(r"\bfails? (?:on )?(?:an? |its |the |this |their )?$");
static FAILURE: Pattern = Pattern::new(
    r"\bon a fail(?:ure|ed sav)|\bfailure:|\bif (?:it|they|the (?:saving )?\w+) fails?\b|\bthose (?:that|who) fail\b",
);

/// What a success does, and a saving throw that ends an effect later.
static SUCCESS: Pattern = Pattern::new(r"\bsucce(?:ss|ed)|\b(?:that|who|makes? the|passe[sd] the) saves?\b");
static REPEATED: Pattern = Pattern::new(
    r"\brepeats?\b|\bfree(?:s|ing) (?:itself|the|another)\b|\bend(?:s|ing)? (?:the (?:effect|condition|spell)|it\b)|\b(?:effect|condition|spell) ends\b",
);

/// A success without an effect, and a saving throw that makes an exception.
static NOTHING: Pattern = Pattern::new(
    r"\bsucce[^.]{0,60}\b(?:no effect|unaffected|(?:isn['’]t|aren['’]t|is not|are not) affected|fails)\b|\bto (?:resist|negate|avoid|prevent) (?:the|this) (?:effect|spell)\b|^(?:e|ing throws?) (?:negates\b|[^.]{0,30}\bto avoid (?:becoming|being|taking|the|this)\b)|\b(?:negates|resists|prevents|avoids) (?:the|this) (?:effect|spell)\b",
);
static UNLESS: Pattern = Pattern::new(r"\bunless (?:it|they|(?:the|that) \w+) (?:makes?|succeeds?)[^.]{0,25}$");

/// Half the damage behind other saving throws.
static LATER_HALF: Pattern = Pattern::new(r"\bif the saving throw is successful, [^.]*\bhalf\b");

/// Short notations of a saving throw whose success is the end of it.
static SHORT: Pattern = Pattern::new(r"\bnegates$| or (?:take|stunned|\d+ \()$");

/// Whether a success halves the damage.
pub fn halves(text: &str) -> bool {
    HALF.captures_iter(text).any(|half| {
        let of_success = half.name("own").is_none() || half.name("when").is_some() || half[0].contains("as much");
        half.name("dealt").is_none()
            && of_success
            && half.name("when").is_none_or(|when| {
                let when = when.as_str().to_lowercase();
                when == "save" || when.starts_with("succ")
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_wordings_of_a_save_are_read() {
        for (text, ability, dc, success) in [
            (
                "makes a DC 15 Constitution saving throw, taking 3 (1d6) cold damage on a failed save, or half as much damage on a successful one.",
                "constitution",
                15,
                Some("half"),
            ),
            ("must succeed on a DC 12 DEX save or fall", "dexterity", 12, Some("none")),
            (
                "_Wisdom Saving Throw:_ DC 16, one foe. _Failure:_ 4 (1d8) Psychic damage. _Success:_ Half damage.",
                "wisdom",
                16,
                Some("half"),
            ),
            (
                "takes 7 (2d6) acid damage, or half damage with a successful DC 9 Wisdom saving throw.",
                "wisdom",
                9,
                Some("half"),
            ),
            ("21 (6d6) cold (DC 13 Dex half).", "dexterity", 13, Some("half")),
            ("It sleeps (DC 14 Wis negates).", "wisdom", 14, Some("none")),
            ("It sleeps (DC 14 Wis).", "wisdom", 14, None),
            ("It sinks (DC 8 Strength saving throw negates, until dawn).", "strength", 8, Some("none")),
            ("It must make a DC 8 Wisdom saving throw to avoid the mud.", "wisdom", 8, Some("none")),
            (
                "It must succeed on a DC 8 Wisdom saving throw at the start of each of the toad's turns or sink.",
                "wisdom",
                8,
                Some("none"),
            ),
            ("All make a DC 8 Wisdom saving throw. Those who fail sing.", "wisdom", 8, Some("none")),
            ("Target: DC 14 Dex or 24 (7d6) piercing damage", "dexterity", 14, Some("none")),
            ("Each makes a Wisdom saving throw (DC 13).", "wisdom", 13, None),
            (
                "DC 10 Strength saving throw or fall. DC 11 Wisdom saving throw, half damage on a success",
                "strength",
                10,
                Some("none"),
            ),
            (
                "It makes a DC 11 Strength saving throw, falling prone on a failure. It can repeat the saving throw, ending the effect on a success.",
                "strength",
                11,
                Some("none"),
            ),
            ("It makes a DC 11 Wisdom save. On a failure, it sleeps. On a success, it yawns.", "wisdom", 11, None),
            (
                "Each makes a DC 11 Wisdom save or takes 3 (1d6) cold damage. On a success, it takes half damage.",
                "wisdom",
                11,
                Some("half"),
            ),
            (
                "A creature that makes a successful DC 12 Wisdom saving throw negates this effect.",
                "wisdom",
                12,
                Some("none"),
            ),
            ("It sleeps unless it makes a successful DC 12 Wisdom saving throw.", "wisdom", 12, Some("none")),
            ("Those who fail a DC 12 Wisdom saving throw sleep.", "wisdom", 12, Some("none")),
            (
                "The toad takes half the damage instead. One fly must succeed on a DC 9 Wisdom saving throw or sleep.",
                "wisdom",
                9,
                Some("none"),
            ),
        ] {
            let save = save(text).unwrap();
            assert_eq!(save.ability, ability, "{text}");
            assert_eq!(save.dc, Some(dc), "{text}");
            assert_eq!(save.success.as_deref(), success, "{text}");
        }
        assert_eq!(save("make a DC 14 Strength check"), None);
    }

    #[test]
    fn only_a_success_halves() {
        assert!(!halves("it regains hit points equal to half the damage dealt"));
        assert!(!halves("it moves up to half its speed"));
        assert!(!halves("half damage on a failure"));
        assert!(!halves("the target deals only half damage with attacks"));
        assert!(!halves("damage equal to half the damage it dealt to you"));
        assert!(halves("half the damage and isn't pushed"));
        assert!(halves("half the fire and force damage but isn't prone"));
        assert!(halves("a successful save halves the damage"));
        assert!(halves("or half damage on a save"));
        assert!(halves("dealing half as much damage on a success"));
    }
}
