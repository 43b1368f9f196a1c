//! Query fields: dice and chances.

use crate::dice::{self, DiceRoll, Odds, Question};
use crate::error::Result;
use async_graphql::Object;
use lorekeeper_content::vocabulary::dice::Advantage;

/// The fields of dice.
#[derive(Default)]
pub struct DiceQuery;

#[Object(cache_control(max_age = 60))]
impl DiceQuery {
    /// A roll of dice: every die, which of them count, and the total.
    #[graphql(cache_control(no_cache))]
    async fn roll_dice(
        &self,
        #[graphql(
            desc = "Dice and numbers, added and multiplied: `2d6+3`, `d%`, `4d6kh3` (the three highest count; `kl`, `dh`, `dl` likewise), `2d6ro2` (a 1 or 2 is rolled once more), `(1d6+2)*2`. Up to 200 characters and 1,000 dice."
        )]
        expression: String,
        #[graphql(
            desc = "Rolls the expression's single twenty-sided die twice: the higher or the lower counts. Left out: once."
        )]
        advantage: Option<Advantage>,
        #[graphql(desc = "The same seed gives the same roll. Left out: chance.")] seed: Option<i32>,
    ) -> Result<DiceRoll> {
        dice::roll(&expression, advantage.unwrap_or_default(), seed)
    }

    /// Exact chances: of an attack roll against an armor class, or of a saving throw against a difficulty class, with the
    /// average damage. An attack of 1 misses and one of 20 hits; a saving throw knows neither.
    async fn odds(
        &self,
        #[graphql(desc = "Bonus to the attack roll; with `armorClass`.")] attack_bonus: Option<i32>,
        #[graphql(desc = "Armor class of the target.")] armor_class: Option<i32>,
        #[graphql(
            desc = "The least roll of a critical hit, 2 to 20, where it hits; 20 when left out."
        )]
        critical_from: Option<i32>,
        #[graphql(desc = "Bonus of the target's saving throw; with `saveDc`.")] save_bonus: Option<i32>,
        #[graphql(desc = "Difficulty class of the saving throw.")] save_dc: Option<i32>,
        #[graphql(desc = "Whether a saving throw that succeeds halves the damage; else there is none.")]
        half_on_save: Option<bool>,
        #[graphql(desc = "Whether the attack roll, or the target's saving throw, is made with two dice.")]
        advantage: Option<Advantage>,
        #[graphql(
            desc = "Damage as a dice expression (`2d6+4`). Of a critical hit all dice are rolled twice."
        )]
        damage: Option<String>,
    ) -> Result<Odds> {
        dice::odds(&Question {
            attack_bonus,
            armor_class,
            critical_from,
            save_bonus,
            save_dc,
            half_on_save: half_on_save.unwrap_or_default(),
            advantage: advantage.unwrap_or_default(),
            damage: damage.as_deref(),
        })
    }
}
