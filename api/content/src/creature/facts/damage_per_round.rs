//! Damage per round: what the attacks of a round deal when all of them hit, by the printed averages.

use crate::creature::{Action, Model};
use crate::vocabulary::number_word;
use crate::{Pattern, Regex, pattern};
use regex::Captures;
use std::sync::LazyLock;

/// What a hit deals first: `Hit: 7 (1d8 + 3) piercing damage`.
static HIT: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!(r"\bhit:[*_]*\s*(?P<average>\d+)(?: \([^)]*\))? {KIND}{BRANCH}")));

/// What it deals besides: `plus 3 (1d6) fire damage`.
static BESIDES: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!(r"^,? (?:plus|and|\+) (?P<average>\d+)(?: \([^)]*\))? {KIND}")));

/// The type of a damage: `fire`, `acid, cold or fire`, or none. Short stat blocks leave out the word *damage*.
const KIND: &str = r"(?:(?:(?:[a-z]+,? ){0,6}?[a-z]+ )??damage\b(?: of the type [^.,]*)?|(?:acid|bludgeoning|cold|fire|force|lightning|necrotic|piercing|poison|psychic|radiant|slashing|thunder)\b)";

/// A second branch before what both deal besides: `, or 9 (1d10 + 4) slashing damage if used with two hands`.
const BRANCH: &str =
    r"(?:,? or \d+ \([^)]*\) \w+ damage (?:if|when) (?:used|wielded) with two hands(?: to make a melee attack)?)?";

/// What makes damage one that only happens at times.
static CONDITION: Pattern = Pattern::new(r"^,? (?:if|when|while|unless|on|to|at|instead|until)\b");

/// How a Multiattack counts attacks of names: `two with its claws`, `three Rend attacks`.
static COUNT: Pattern = Pattern::new(
    r"\b(?P<number>a|an|one|two|three|four|five|six|seven|eight)\ (?:attacks? )?(?:with (?:its|his|her|their) (?P<with>[\p{L}' -]+?)(?: attacks?)?|(?P<named>[\p{L}' -]+?) attacks?)(?P<end>,| and |\.|;|$)",
);

/// The whole of a Multiattack that only makes attacks of names.
static PLAIN: Pattern = Pattern::new(
    r"^(?:[^.:,;]*?\bmakes? )?(?:(?:two|three|four|five|six|seven|eight)(?: melee| ranged| weapon)? attacks: )?(?P<attacks>(?:a|an|one|two|three|four|five|six|seven|eight)\b[^.:;]*)\.?$",
);

/// The whole of a Multiattack that counts attacks without a name, which are those of the only action that attacks.
static UNNAMED: Pattern = Pattern::new(
    r"^[^.:,;]*?\b(?:makes? (?P<number>two|three|four|five)(?P<melee> melee)?(?: weapon)? attacks|attacks (?P<times>twice|three times))\.?$",
);

/// What happens besides when attacks hit.
static HITS: Pattern = Pattern::new(r"^if [^,.]*\bhits?\b");

/// The whole of a Multiattack whose verb is to attack (`The goat attacks once with its horns and twice with its hooves`).
static VERB: Pattern = Pattern::new(
    r"^[^.:,;]*?\battacks? (?P<attacks>(?:(?:once|twice|three times|four times) )?with (?:its|his|her|their) [^.:;]*?)\.?$",
);

/// How it counts them.
static TIMES: Pattern = Pattern::new(
    r"(?:(?P<number>once|twice|three|four) (?:times )?)?with (?:its|his|her|their) (?P<with>[\p{L}' -]+?)(?:,? and |,|$)",
);

/// A sentence that has the creature use an action of a name.
static USE: Pattern = Pattern::new(r"^[^.:,;]*\b(?:can use|uses) its (?P<name>[\p{L}' -]+?)\.?$");

/// The damage of a creature in a round, and `None` where the text leaves a doubt.
pub(super) fn of(creature: &Model) -> Option<i32> {
    let mut multiattacks = creature.actions.iter().filter(|a| is_multiattack(a));
    match (multiattacks.next(), multiattacks.next()) {
        (None, _) => strongest(creature),
        (Some(multiattack), None) => of_multiattack(creature, &multiattack.text),
        _ => None,
    }
}

fn is_multiattack(action: &Action) -> bool {
    action.name.to_lowercase().starts_with("multiattack")
}

/// The most that one attack deals which is not limited.
fn strongest(creature: &Model) -> Option<i32> {
    let unlimited = creature.actions.iter().filter(|a| a.usage.is_none());
    let attacks = unlimited.filter(|action| HIT.is_match(&without_emphasis(&action.text)));
    let averages: Option<Vec<i32>> = attacks.map(|action| average(&action.text)).collect();
    averages?.into_iter().max()
}

/// The sum over the attacks that a Multiattack names. Alternatives, other actions and conditions leave a doubt.
fn of_multiattack(creature: &Model, text: &str) -> Option<i32> {
    let text = without_emphasis(text);
    let mut sentences = text.split_inclusive(". ").peekable();
    sentences.next_if(|sentence| only_uses_what_is_harmless(creature, sentence));
    let first = sentences.next()?.trim();
    // What may be replaced is no part of it.
    let mut rest = sentences.map(str::to_lowercase);
    let is_besides =
        |sentence: &String| sentence.contains("replace") || sentence.contains("in place of") || HITS.is_match(sentence);
    if !rest.all(|sentence| is_besides(&sentence)) {
        return None;
    }
    if let Some(unnamed) = UNNAMED.captures(first) {
        let count = match unnamed.name("times").map(|times| times.as_str().to_lowercase()).as_deref() {
            Some("twice") => 2,
            Some(_) => 3,
            None => number(&unnamed)?,
        };
        return Some(count * average(&only_attack(creature, unnamed.name("melee").is_some())?.text)?);
    }
    let plain = PLAIN.captures(first).map(|plain| (plain, &COUNT));
    // An alternative is no verb's: `makes either three melee attacks … or two ranged attacks with its bow`.
    let only_attacks = !first.split_whitespace().any(|word| matches!(word, "make" | "makes" | "or"));
    let verb = || VERB.captures(first).filter(|_| only_attacks).map(|verb| (verb, &TIMES));
    let (whole, count) = plain.or_else(verb)?;
    let attacks = whole.name("attacks")?.as_str();
    if attacks.split_whitespace().any(|word| matches!(word, "or" | "uses" | "use" | "can" | "if")) {
        return None;
    }
    let mut sum = 0;
    let mut read = 0;
    for found in count.captures_iter(attacks) {
        let whole = found.get(0)?;
        // Nothing is passed over.
        if !matches!(attacks.get(read..whole.start())?.trim(), "" | "and") {
            return None;
        }
        read = whole.end();
        let name = found.name("with").or_else(|| found.name("named"))?;
        sum += number(&found)? * average(&named(creature, name.as_str())?.text)?;
    }
    (read == attacks.len() && sum > 0).then_some(sum)
}

fn number(found: &Captures<'_>) -> Option<i32> {
    match found.name("number").map_or("once", |number| number.as_str()) {
        "a" | "an" | "once" => Some(1),
        "twice" => Some(2),
        word => number_word(&word.to_lowercase()),
    }
}

/// The only action that attacks, or attacks in melee.
fn only_attack(creature: &Model, in_melee: bool) -> Option<&Action> {
    let attacks = |action: &&Action| {
        let text = without_emphasis(&action.text);
        HIT.is_match(&text) && (!in_melee || text.to_lowercase().starts_with("melee"))
    };
    let mut actions = creature.actions.iter().filter(attacks);
    let action = actions.next().filter(|action| action.usage.is_none())?;
    actions.next().is_none().then_some(action)
}

/// The only action of a name, which may be singular or plural.
fn named<'c>(creature: &'c Model, name: &str) -> Option<&'c Action> {
    let wanted = singular(name);
    let has_name = |action: &&Action| singular(&action.name) == wanted;
    let mut actions = creature.actions.iter().filter(has_name);
    let action = actions.next()?;
    actions.next().is_none().then_some(action)
}

fn singular(name: &str) -> String {
    let name = name.split('(').next().unwrap_or_default();
    let name = name.trim().to_lowercase();
    let hissing = |stem: &&str| stem.ends_with("ch") || stem.ends_with("sh");
    let stem = name.strip_suffix("es").filter(hissing);
    let stem = stem.or_else(|| name.strip_suffix('s'));
    stem.unwrap_or(&name).to_owned()
}

/// Whether a sentence only has the creature use an action that deals no damage: `The goat can use its Dreadful Bleat.`
fn only_uses_what_is_harmless(creature: &Model, sentence: &str) -> bool {
    let used = USE.captures(sentence.trim());
    let action = used.and_then(|used| named(creature, used.name("name")?.as_str()));
    action.is_some_and(|action| !action.text.to_lowercase().contains("damage"))
}

fn without_emphasis(text: &str) -> String {
    text.replace(['*', '_'], "")
}

/// The printed average of one hit.
fn average(text: &str) -> Option<i32> {
    let text = without_emphasis(text);
    let hit = HIT.captures(&text)?;
    let mut sum: i32 = hit.name("average")?.as_str().parse().ok()?;
    let mut rest = text.get(hit.get(0)?.end()..)?;
    if CONDITION.is_match(rest) {
        return None;
    }
    while let Some(more) = BESIDES.captures(rest) {
        let after = rest.get(more.get(0)?.end()..)?;
        if CONDITION.is_match(after) {
            break;
        }
        sum += more.name("average")?.as_str().parse::<i32>().ok()?;
        rest = after;
    }
    Some(sum)
}
