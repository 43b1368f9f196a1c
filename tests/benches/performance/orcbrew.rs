//! An `OrcBrew` file of invented spells and monsters.

use std::fmt::Write;

const FIRST: [&str; 10] = [
    "Copper",
    "Drowsy",
    "Lantern",
    "Mossy",
    "Ninefold",
    "Quartz",
    "Rusty",
    "Salted",
    "Tattered",
    "Whispering",
];
const SECOND: [&str; 10] = [
    "Kettle", "Ladder", "Button", "Umbrella", "Teapot", "Spindle", "Bucket", "Candle", "Pulley",
    "Mirror",
];

/// The name of the only book in it.
pub const BOOK: &str = "Attic of a Thousand Things";

/// A file with so many things, half of them spells.
pub fn file(things: usize) -> String {
    let (mut spells, mut monsters) = (String::new(), String::new());
    for number in 0..things {
        let word =
            |list: &[&'static str; 10], at: usize| list.get(at % 10).copied().unwrap_or_default();
        let name = format!(
            "{} {} {number}",
            word(&FIRST, number),
            word(&SECOND, number / 10)
        );
        // Writing into memory does not fail.
        let _ = if number.is_multiple_of(2) {
            writeln!(
                spells,
                ":thing-{number} {{:key :thing-{number} :name \"{name}\" :option-pack \"{BOOK}\" :school \"evocation\" \
                 :level {level} :casting-time \"1 action\" :range \"60 feet\" :duration \"1 minute\" \
                 :components {{:verbal true :somatic true}} :spell-lists {{:wizard true :bard true}} \
                 :description \"A {name} rattles out of the attic. Each creature in a 20-foot radius must make a Dexterity saving throw, taking {level}d6 fire damage on a failed save, or half as much on a success.\"}}",
                level = number / 2 % 9 + 1,
            )
        } else {
            writeln!(
                monsters,
                ":thing-{number} {{:key :thing-{number} :name \"{name}\" :option-pack \"{BOOK}\" :size :small :type \"construct\" \
                 :alignment \"unaligned\" :armor-class 13 :hit-points {{:die 8 :die-count 4 :modifier 4}} :speed \"30 ft.\" \
                 :str 12 :dex 14 :con 12 :int 3 :wis 10 :cha 5 :challenge {challenge} \
                 :traits [{{:name \"Clatter\" :description \"Everyone within 30 feet hears the {name} move.\"}} \
                 {{:name \"Bump\" :type :action :description \"Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 6 (1d8 + 2) bludgeoning damage.\"}}]}}",
                challenge = number % 7,
            )
        };
    }
    format!(
        "{{\"{BOOK}\" {{:orcpub.dnd.e5/spells {{{spells}}} :orcpub.dnd.e5/monsters {{{monsters}}}}}}}\n"
    )
}
