//! Damage types of resistances, immunities and vulnerabilities that the printed line does not name.

use crate::creature::Model;
use crate::vocabulary::WEAPON_DAMAGE;

/// Correction (creatures): Of bludgeoning, piercing and slashing damage, those are resisted whose names a line has that names any of
/// them. The same holds for immunities and vulnerabilities.
pub(super) fn drop_types(creature: &mut Model) {
    let lines = [
        (&mut creature.damage_vulnerabilities, &creature.damage_vulnerabilities_text),
        (&mut creature.damage_resistances, &creature.damage_resistances_text),
        (&mut creature.damage_immunities, &creature.damage_immunities_text),
    ];
    for (types, printed) in lines {
        let printed = printed.as_deref().unwrap_or_default().to_lowercase();
        if WEAPON_DAMAGE.iter().any(|kind| printed.contains(kind)) {
            let is_printed = |kind: &str| !WEAPON_DAMAGE.contains(&kind) || printed.contains(kind);
            types.retain(|kind| is_printed(kind));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unnamed_types_are_dropped() {
        let mut toad = Model {
            damage_resistances: vec!["bludgeoning".into(), "cold".into(), "piercing".into()],
            damage_resistances_text: Some("cold; piercing from nonmagical weapons".into()),
            ..Model::default()
        };
        drop_types(&mut toad);
        assert_eq!(toad.damage_resistances, ["cold", "piercing"]);
    }
}
