//! Embedded stat blocks: creatures printed within the text of a spell or an item that brings them.

use super::text;
use lorekeeper_content::creature::Model;
use lorekeeper_content::{Pattern, slugify};

/// A heading of a section with actions.
static ACTIONS: Pattern = Pattern::new(r"(?m)^[>#*_ ]*(?:bonus |legendary |re)?actions?[*_ ]*$");

/// The creatures whose stat blocks a text has. Their book is not set.
pub fn creatures_in(text: &str) -> Vec<Model> {
    let blocks = text::split(text).into_iter();
    let rows = blocks.map(|block| {
        let own = cut_own_lines(&block.text);
        let mut row = text::read(&block.name, &own).row();
        row.slug = slugify(&row.name);
        row
    });
    rows.filter(|row| !row.slug.is_empty() && row.armor_class.is_some()).collect()
}

/// The lines of a block that has no actions end before the next entry of the text around it.
fn cut_own_lines(block: &str) -> String {
    if ACTIONS.is_match(block) {
        return block.to_owned();
    }
    let own = block.lines().enumerate();
    let own = own.take_while(|(place, line)| *place == 0 || text::entry::begins(line).is_none());
    own.map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "Kettle Goose\nSmall beast, unaligned\nArmor Class 12\nHit Points 9 (2d6 + 2)\n\
        Speed 20 ft., fly 40 ft.\n\n| STR | DEX | CON | INT | WIS | CHA |\n|---|---|---|---|---|---|\n\
        | 8 (-1) | 14 (+2) | 12 (+1) | 2 (-4) | 10 (+0) | 5 (-3) |\n\nSenses passive Perception 10\nLanguages -\n";

    #[test]
    fn a_block_without_actions_ends_with_its_lines() {
        let text = format!("***Tin Goose.*** It becomes a goose.\n\n{LINES}***Brass Hen.*** It becomes a hen.");
        let [goose] = creatures_in(&text).try_into().unwrap();
        assert_eq!((goose.name.as_str(), goose.slug.as_str()), ("Kettle Goose", "kettle-goose"));
        assert_eq!((goose.armor_class, goose.hit_points), (Some(12), Some(9)));
        assert!(goose.traits.is_empty());
    }

    #[test]
    fn a_quoted_block_ends_with_the_quotation() {
        let block = "> #### Kettle Ghost\n>\n> *Medium Undead, Neutral evil*\n>\n> **AC** 20\n>\n\
            > **HP** Half the HP maximum of its summoner\n>\n> **Speed** 60 ft.\n>\n\
            > | Attribute | Score | Mod | Save |\n> |---|---|---|---|\n> | Str | 16 | +3 | +3 |\n> | Dex | 16 | +3 | +3 |\n\
            > | Con | 16 | +3 | +3 |\n> | Int | 16 | +3 | +3 |\n> | Wis | 16 | +3 | +3 |\n> | Cha | 16 | +3 | +3 |\n>\n\
            > **CR** None (XP 0; PB equals its summoner's)\n>\n> ##### Actions\n>\n> **_Steam._** It steams.\n";
        let text = format!("The kettle hums.\n\n{block}\nThe kettle cools. Then it is sold.\n");
        let [ghost] = creatures_in(&text).try_into().unwrap();
        assert_eq!((ghost.hit_points, ghost.challenge_rating), (None, None));
        assert_eq!(ghost.creature_type.as_deref(), Some("undead"));
        let [steam] = ghost.actions.0.try_into().unwrap();
        assert_eq!(steam.text, "It steams.");
    }

    #[test]
    fn the_rating_may_stand_beside_the_name() {
        let text = "A lamp.\n\n**Walking Lamp Challenge 1/4**\n\n_Tiny construct_ 50 XP\n\n**Armor Class** 15 (natural armor)\n\n\
            **Hit Points** 5 (2d4; bloodied 2)\n\n**Speed** 10 ft.\n\n**STR DEX CON INT WIS CHA**\n\n\
            4 (-3) 15 (+2) 10 (+0) 2 (–4) 10 (+0) 3 (–4)\n\n**Languages** —\n\nACTIONS\n\n**_Glow._** It glows.\n";
        let [lamp] = creatures_in(text).try_into().unwrap();
        assert_eq!(lamp.name, "Walking Lamp");
        assert_eq!((lamp.challenge_rating, lamp.experience_points), (Some(0.25), Some(50)));
        assert_eq!(lamp.creature_type.as_deref(), Some("construct"));
        assert_eq!(lamp.ability_scores.dexterity, Some(15));
        assert_eq!(lamp.actions.len(), 1);
    }

    #[test]
    fn numbers_of_an_item_are_no_creature() {
        assert!(creatures_in("The boat is a Large object.\n\n**Armor Class:** 25\n\n**Hit Points:** 400\n").is_empty());
        assert!(creatures_in("Medium armor protects.\n\nAC 14 is common.\n").is_empty());
    }
}
