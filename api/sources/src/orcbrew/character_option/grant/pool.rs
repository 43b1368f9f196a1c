//! Choices of an item beyond its properties: saving throws (`:save-proficiencies [[1 :mental]]`), and
//! options of a pool (`:grant {:from :fighting-styles :choose 1}`).

use super::{Grant, new_grant};
use crate::orcbrew::character_option::ability;
use crate::orcbrew::item::{Item, flags};
use crate::orcbrew::prose;

/// The choices of an item.
pub(super) fn choices(item: &Item<'_>) -> Vec<Grant> {
    let mut granted = Vec::new();
    for (count, abilities) in ability::save_choices(item) {
        let names: Vec<String> = abilities.iter().map(|name| prose::sentence(name)).collect();
        let text =
            format!("Choose {count} from {}: you are proficient in saving throws using it.", prose::listed(&names));
        granted.push(new_grant("Saving Throws", "saving_throw", text));
    }
    let listed = item.items("grants").into_iter();
    granted.extend(listed.chain(item.child("grant")).filter_map(|g| choice(&g)));
    granted
}

fn choice(grant: &Item<'_>) -> Option<Grant> {
    let name = prose::heading(&grant.keyword("from")?);
    let text = if let Some(only) = grant.keyword("key") {
        format!("You gain {}.", prose::heading(&only))
    } else {
        let count = grant.int("choose").filter(|n| *n > 0).unwrap_or(1);
        let among = grant.get("filter").map(flags).unwrap_or_default();
        let among: Vec<String> = among.iter().map(|key| prose::heading(key)).collect();
        match among.as_slice() {
            [] => format!("Choose {count}."),
            among => format!("Choose {count} from {}.", prose::listed(among)),
        }
    };
    Some(new_grant(&name, "feature", text))
}
