//! Combat encounters: how hard creatures are for a party, and which others fit.

mod candidates;
mod chosen;

pub use candidates::{CandidateConnection, CandidateEdgeFields, CandidateEdgeName, Wish, candidates};
pub use chosen::EncounterCreature;

use crate::backend;
use crate::entity::Creature;
use crate::error::{Error, Result};
use async_graphql::{Context, SimpleObject};
use chosen::Chosen;
use lorekeeper_content::encounter::{self, Basis, Difficulty, Judgement, MAX_LEVEL, MAX_PARTY_SIZE, Party, Rules};

/// What is said of creatures of both editions, if nothing else chooses the rules.
const BOTH_EDITIONS: &str =
    "The creatures are of both editions. Give `rules` to choose between RULES_2014 and RULES_2024.";

/// The judgement of the rules on a combat encounter.
#[derive(Clone, Debug, SimpleObject)]
pub struct Encounter {
    /// The rules that were applied.
    pub rules: Rules,
    /// The judgement in a sentence.
    pub summary: String,
    /// The difficulty. By the rules of 2014: the highest threshold that `adjustedExperiencePoints` reaches; `TRIVIAL` below
    /// the lowest. By those of 2024: the lowest budget that covers them; `HIGH` above the high budget, too.
    pub difficulty: Difficulty,
    /// The sum of the creatures' experience points: what the party earns.
    pub experience_points: i64,
    /// The experience points that are compared with the thresholds: multiplied by `multiplier`, rounded down.
    pub adjusted_experience_points: i64,
    /// The factor for the number of creatures; 1 by the rules of 2024, which have none.
    pub multiplier: f64,
    /// The party's thresholds, or its budgets by the rules of 2024; the lowest first.
    pub thresholds: Vec<EncounterThreshold>,
    /// By the rules of 2014, how many adjusted experience points the next threshold is away; null where the highest is
    /// reached. By those of 2024, how many are left of the budget of `difficulty`; null above the high budget.
    pub remaining: Option<i64>,
    /// The creatures, in the order in which they were given.
    pub creatures: Vec<EncounterMember>,
    /// What the judgement leaves open: a name that several books have, creatures of both editions or without a challenge
    /// rating, and what the rules ask to be careful with.
    pub warnings: Vec<String>,
    /// Where the rule is printed.
    pub basis: EncounterBasis,
}

/// A difficulty, and the experience points from which on (rules of 2014) or up to which (2024) an encounter has it.
#[derive(Clone, Debug, SimpleObject)]
pub struct EncounterThreshold {
    /// The difficulty.
    pub difficulty: Difficulty,
    /// The sum over the characters of the party.
    pub experience_points: i64,
}

/// Creatures of one kind in an encounter.
#[derive(Clone, Debug, SimpleObject)]
pub struct EncounterMember {
    /// The creature; null where only a challenge rating was given.
    pub creature: Option<Creature>,
    /// How many there are.
    pub count: i32,
    /// Experience points of one.
    pub experience_points: i64,
}

/// Where a rule is printed.
#[derive(Clone, Debug, SimpleObject)]
pub struct EncounterBasis {
    /// Name of the rule.
    pub rule: String,
    /// Title of the book.
    pub book: String,
    /// Page or pages (`165-166`).
    pub page: String,
    /// Where the text cannot be read here, a sentence that says so.
    pub note: Option<String>,
}

impl From<Basis> for EncounterBasis {
    fn from(basis: Basis) -> Self {
        Self {
            rule: basis.rule.to_owned(),
            book: basis.book.to_owned(),
            page: basis.page.to_owned(),
            note: basis.note.map(str::to_owned),
        }
    }
}

impl From<encounter::Threshold> for EncounterThreshold {
    fn from(threshold: encounter::Threshold) -> Self {
        Self { difficulty: threshold.difficulty, experience_points: threshold.experience_points }
    }
}

/// What decides which rules an encounter is judged by.
pub struct RulesChoice<'a> {
    /// The argument `rules`.
    pub rules: Option<Rules>,
    /// The argument `difficulty`.
    pub difficulty: Option<Difficulty>,
    /// The argument `gameSystem`.
    pub game_system: Option<&'a str>,
}

impl RulesChoice<'_> {
    /// The rules for creatures; a warning is added to theirs where nothing chooses between their editions.
    fn resolve(&self, chosen: &mut Chosen) -> Result<Rules> {
        let rules = self.rules.or_else(|| self.difficulty.map(Rules::of_difficulty));
        if rules.is_none() && chosen.is_of_both_editions {
            chosen.warnings.push(BOTH_EDITIONS.to_owned());
        }
        let rules = rules
            .or(chosen.rules)
            .or_else(|| self.game_system.and_then(Rules::of_game_system))
            .unwrap_or(Rules::Rules2024);
        let foreign = self.difficulty.map(Rules::of_difficulty);
        match foreign.filter(|of_difficulty| *of_difficulty != rules) {
            Some(_) => Err(Error::input(foreign_difficulty(rules))),
            None => Ok(rules),
        }
    }
}

/// The sentence on a difficulty that the rules do not have.
fn foreign_difficulty(rules: Rules) -> String {
    match rules {
        Rules::Rules2014 => "`difficulty` is one of the rules of 2024, but `rules` are those of 2014: give EASY, MEDIUM, HARD or DEADLY.",
        Rules::Rules2024 => "`difficulty` is one of the rules of 2014, but `rules` are those of 2024: give LOW, MODERATE or HIGH.",
    }
    .to_owned()
}

/// Judges an encounter: the body of the field `encounter`.
pub async fn judge(
    ctx: &Context<'_>,
    party: &[i32],
    creatures: Vec<EncounterCreature>,
    rules: RulesChoice<'_>,
) -> Result<Encounter> {
    let party = read_party(party)?;
    let mut chosen = chosen::choose(backend(ctx)?, creatures).await?;
    let rules = rules.resolve(&mut chosen)?;
    let judgement = party.judge(rules, &chosen.groups());
    let mut warnings = chosen.warnings.clone();
    if rules == Rules::Rules2024 {
        warnings.extend(cautions(&party, &judgement, &chosen));
    }
    Ok(Encounter {
        rules,
        summary: summary(rules, &party, &judgement, &chosen),
        difficulty: judgement.difficulty,
        experience_points: shown(judgement.experience_points),
        adjusted_experience_points: shown(judgement.adjusted),
        multiplier: judgement.multiplier.value(),
        thresholds: judgement.thresholds.into_iter().map(Into::into).collect(),
        remaining: judgement.remaining,
        creatures: chosen.members.into_iter().map(member).collect(),
        warnings,
        basis: rules.basis().into(),
    })
}

fn member(member: chosen::Member) -> EncounterMember {
    EncounterMember {
        creature: member.row.map(Into::into),
        count: i32::try_from(member.group.count).unwrap_or(i32::MAX),
        experience_points: member.group.experience_points,
    }
}

/// Experience points within the range of `Int`; imported books may have any number.
fn shown(experience_points: i64) -> i64 {
    experience_points.min(i32::MAX.into())
}

/// The argument `party`.
fn read_party(levels: &[i32]) -> Result<Party> {
    Party::new(levels).ok_or_else(|| {
        let unknown = levels.iter().find(|level| !(1..=MAX_LEVEL).contains(*level));
        Error::input(match (levels.len(), unknown) {
            (0, _) => {
                format!("`party` is empty, but must have the level of each character, 1 to {MAX_PARTY_SIZE} of them.")
            }
            (1..=MAX_PARTY_SIZE, Some(level)) => {
                format!("`party` has a character of level {level}, but levels are from 1 to {MAX_LEVEL}.")
            }
            (size, _) => format!("`party` has {size} characters, but at most {MAX_PARTY_SIZE} are counted."),
        })
    })
}

/// The judgement in a sentence.
fn summary(rules: Rules, party: &Party, judgement: &Judgement, chosen: &Chosen) -> String {
    let characters = counted(party.size(), "character");
    let number: u32 = chosen.groups().iter().map(|group| group.count).sum();
    if number == 0 {
        let thresholds = judgement.thresholds.iter();
        let (bound, on) = match rules {
            Rules::Rules2014 => ("from", " on"),
            Rules::Rules2024 => ("up to", ""),
        };
        let thresholds: Vec<String> =
            thresholds.map(|t| format!("{} {bound} {}", word(t.difficulty), t.experience_points)).collect();
        let thresholds = thresholds.join(", ");
        return format!("For {characters} an encounter is {thresholds} experience points{on}.");
    }
    let adjusted = if judgement.adjusted == judgement.experience_points {
        String::new()
    } else {
        format!(", adjusted to {}", judgement.adjusted)
    };
    let difficulty = match judgement.difficulty {
        Difficulty::Low | Difficulty::Moderate | Difficulty::Medium | Difficulty::High => {
            format!("of {} difficulty", word(judgement.difficulty))
        }
        _ => word(judgement.difficulty).to_owned(),
    };
    format!(
        "The encounter is {difficulty} for {characters}: {} of {} experience points in all{adjusted}.",
        counted(usize::try_from(number).unwrap_or(usize::MAX), "creature"),
        judgement.experience_points,
    )
}

/// A difficulty within a sentence.
fn word(difficulty: Difficulty) -> &'static str {
    match difficulty {
        Difficulty::Trivial => "trivial",
        Difficulty::Low => "low",
        Difficulty::Moderate => "moderate",
        Difficulty::High => "high",
        Difficulty::Easy => "easy",
        Difficulty::Medium => "medium",
        Difficulty::Hard => "hard",
        Difficulty::Deadly => "deadly",
    }
}

fn counted(number: usize, one: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {one}{plural}")
}

/// What to say of an encounter above the high budget.
fn over_budget(judgement: &Judgement) -> Option<String> {
    let over = judgement.over_high_budget()?;
    Some(format!(
        "The creatures are worth {} experience points, {over} more than the party's high budget of {}.",
        judgement.adjusted,
        judgement.adjusted - over
    ))
}

/// What the rules of 2024 ask to be careful with.
fn cautions(party: &Party, judgement: &Judgement, chosen: &Chosen) -> Vec<String> {
    let mut cautions = Vec::new();
    cautions.extend(over_budget(judgement));
    let outranks = |member: &&chosen::Member| {
        let rating = member.challenge_rating;
        rating.is_some_and(|rating| party.is_outranked_by(rating))
    };
    if chosen.members.iter().any(|member| outranks(&member)) {
        let sentence = "A creature's challenge rating is higher than the party's level: a single action of it may take out a character.";
        cautions.push(sentence.to_owned());
    }
    let number: u32 = chosen.groups().iter().map(|group| group.count).sum();
    if usize::try_from(number).is_ok_and(|number| number > 2 * party.size()) {
        let sentence = "There are more than two creatures for each character: choose some that are soon defeated.";
        cautions.push(sentence.to_owned());
    }
    cautions
}
