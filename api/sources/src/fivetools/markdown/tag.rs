//! Tags within texts (`{@spell soup storm|Brew|a storm}`) as Markdown.

/// How deep tags are nested that are read; what is deeper stays as it is.
const MAX_DEPTH: usize = 12;

/// A text whose tags are words.
pub(in super::super) fn without_tags(text: &str) -> String {
    expand(text, MAX_DEPTH)
}

fn expand(text: &str, depth: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("{@") {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let Some(end) = closing(from).filter(|_| depth > 0) else {
            out.push_str(from);
            return out;
        };
        let inner = from.get(2..end).unwrap_or_default();
        let (tag, words) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        let words = expand(words, depth - 1);
        out.push_str(&tag_text(tag, &words));
        rest = from.get(end + 1..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// The place of the bracket that closes the first one.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.checked_sub(1)?,
            _ => continue,
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Tags whose words for display stand at another place than the third.
const DISPLAY: [(&str, usize); 17] = [
    ("5etools", 0),
    ("adventure", 0),
    ("area", 0),
    ("book", 0),
    ("card", 3),
    ("class", 2),
    ("classFeature", 5),
    ("deity", 3),
    ("filter", 0),
    ("footnote", 0),
    ("homebrew", 0),
    ("itemEntry", 0),
    ("quickref", 4),
    ("subclass", 4),
    ("subclassFeature", 7),
    ("tip", 0),
    ("vehupgrade", 2),
];

fn tag_text(tag: &str, words: &str) -> String {
    let parts: Vec<&str> = words.split('|').map(str::trim).collect();
    let part = |place: usize| parts.get(place).copied().filter(|part| !part.is_empty());
    let first = part(0).unwrap_or_default();
    let wrapped = |mark: &str| match first {
        "" => String::new(),
        words => format!("{mark}{words}{mark}"),
    };
    match tag {
        "b" | "bold" => wrapped("**"),
        "i" | "italic" => wrapped("*"),
        "note" => match words {
            "" => String::new(),
            words => format!("*{words}*"),
        },
        "s" | "strike" | "s2" | "strikeDouble" => wrapped("~~"),
        "code" => wrapped("`"),
        "h" => "Hit: ".to_owned(),
        "m" => "Miss: ".to_owned(),
        "hom" => "Hit or Miss: ".to_owned(),
        "atk" => attack(first),
        "atkr" => attack_roll(first),
        "actSave" => format!("{} Saving Throw:", ability(first)),
        "actSaveSuccess" => "Success:".to_owned(),
        "actSaveFail" => match first {
            "1" => "First Failure:".to_owned(),
            "2" => "Second Failure:".to_owned(),
            "3" => "Third Failure:".to_owned(),
            _ => "Failure:".to_owned(),
        },
        "actSaveFailBy" => format!("Failure by {first} or More:"),
        "actSaveSuccessOrFail" => "Failure or Success:".to_owned(),
        "actTrigger" => "Trigger:".to_owned(),
        "actResponse" if first.contains('d') => "Response—".to_owned(),
        "actResponse" => "Response:".to_owned(),
        "hitYourSpellAttack" => part(0).unwrap_or("your spell attack modifier").to_owned(),
        "dcYourSpellSave" => part(0).unwrap_or("your spell save DC").to_owned(),
        "dc" => format!("DC {}", part(1).unwrap_or(first)),
        "hit" | "d20" | "initiative" => part(1).map_or_else(|| bonus(first), str::to_owned),
        "recharge" => match first {
            "" | "6" => "(Recharge 6)".to_owned(),
            from => format!("(Recharge {from}–6)"),
        },
        "chance" => part(1).map_or_else(|| format!("{first} percent"), str::to_owned),
        "coinflip" => part(0).unwrap_or("flip a coin").to_owned(),
        "dice" | "damage" | "autodice" => part(1).unwrap_or(first).replace(';', "/"),
        "scaledice" | "scaledamage" => part(4).or(part(2)).unwrap_or(first).to_owned(),
        "ability" => {
            let (_, score) = first.split_once(' ').unwrap_or(("", first));
            let modifier = score.parse::<i32>().ok().map(|n| (n - 10).div_euclid(2));
            let with = |m| format!("{score} ({})", signed(m));
            part(1).map_or_else(|| modifier.map_or_else(|| score.to_owned(), with), str::to_owned)
        }
        "savingThrow" | "skillCheck" => {
            let (_, number) = first.split_once(' ').unwrap_or(("", first));
            part(1).map_or_else(|| bonus(number), str::to_owned)
        }
        "unit" => {
            let number = first.parse::<f64>().unwrap_or_default();
            let is_one = (number - 1.0).abs() < f64::EPSILON;
            let place = if is_one { 1 } else { 2 };
            part(place).or(part(1)).unwrap_or_default().to_owned()
        }
        "link" => match part(1) {
            Some(address) if address.starts_with("http") => format!("[{first}]({address})"),
            _ => first.to_owned(),
        },
        "loader" | "5etoolsImg" | "cite" | "color" | "highlight" | "font" | "style" => first.to_owned(),
        "itemProperty" => {
            let named = part(2).map(str::to_owned);
            named.unwrap_or_else(|| property(first).unwrap_or(first).to_owned())
        }
        _ => {
            let place = DISPLAY.iter().find(|(known, _)| *known == tag);
            let place = place.map_or(2, |(_, place)| *place);
            part(place).unwrap_or(first).to_owned()
        }
    }
}

/// The name of a property of items by its code.
pub(in super::super) fn property(code: &str) -> Option<&'static str> {
    crate::item_text::code::property(code).map(|(_, name)| name)
}

fn signed(number: i32) -> String {
    format!("{number:+}")
}

fn bonus(number: &str) -> String {
    match number.parse::<i32>() {
        Ok(number) => signed(number),
        Err(_) => number.to_owned(),
    }
}

fn ability(code: &str) -> String {
    let names = code.split(',').map(|code| {
        let name = lorekeeper_content::vocabulary::ability_of(code).unwrap_or(code.trim());
        crate::prose::capitalized(name)
    });
    names.collect::<Vec<_>>().join(" or ")
}

/// The words of an attack in the layout of 2014: `mw,rw` is a melee or ranged weapon attack.
fn attack(codes: &str) -> String {
    let codes: Vec<&str> = codes.split(',').map(str::trim).collect();
    let has = |c: char| codes.iter().any(|code| code.contains(c));
    let ways: Vec<&str> = [('m', "Melee"), ('r', "Ranged"), ('a', "Area"), ('g', "Magical")]
        .into_iter()
        .filter(|(c, _)| has(*c))
        .map(|(_, way)| way)
        .collect();
    let with = [('w', " Weapon"), ('s', " Spell"), ('p', " Power")];
    let with: String = with.into_iter().filter(|(c, _)| has(*c)).map(|(_, w)| w).collect();
    format!("{}{with} Attack:", ways.join(" or "))
}

/// The words of an attack in the layout of 2024.
fn attack_roll(codes: &str) -> String {
    let ways: Vec<&str> = codes
        .split(',')
        .filter_map(|code| match code.trim() {
            "m" => Some("Melee"),
            "r" => Some("Ranged"),
            _ => None,
        })
        .collect();
    format!("{} Attack Roll:", ways.join(" or ")).trim_start().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_become_words() {
        for (text, expected) in [
            (
                "{@atk mw,rw} {@hit 5} to hit. {@h}{@damage 1d6 + 3} heat",
                "Melee or Ranged Weapon Attack: +5 to hit. Hit: 1d6 + 3 heat",
            ),
            ("{@atk rs} and {@atkr m,r}", "Ranged Spell Attack: and Melee or Ranged Attack Roll:"),
            (
                "{@actSave dex} {@dc 13}. {@actSaveFail} {@actSaveFail 1} {@actSaveSuccess}",
                "Dexterity Saving Throw: DC 13. Failure: First Failure: Success:",
            ),
            (
                "{@actTrigger} {@actResponse d}{@recharge 5} {@recharge}",
                "Trigger: Response—(Recharge 5–6) (Recharge 6)",
            ),
            ("{@b bold {@i both {@spell tea|X|the tea}}}", "**bold *both the tea***"),
            ("{@creature kettle imp|Brew|imps}, {@item ladle}, {@filter tea|spells|level=1}", "imps, ladle, tea"),
            ("{@classFeature Boil|Cook||2|X|boiling} {@class cook|X|Cooks|steam}", "boiling Cooks"),
            ("{@scaledamage 2d6|1-9|1d6} {@chance 50} {@dice 1d4;2d4|few}", "1d6 50 percent few"),
            ("{@ability str 20} {@savingThrow str 5} {@skillCheck animal_handling -1}", "20 (+5) +5 -1"),
            ("{@note a|b} {@unit 2|cup|cups} {@link tea|https://tea.example}", "*a|b* cups [tea](https://tea.example)"),
            ("{@itemProperty V} {@unheard of|x} {@b }{", "versatile of {"),
            ("{@b open", "{@b open"),
            ("no } harm {in} it", "no } harm {in} it"),
        ] {
            assert_eq!(without_tags(text), expected, "{text}");
        }
        let deep = format!("{}x{}", "{@b ".repeat(9000), "}".repeat(9000));
        assert!(without_tags(&deep).contains('x'));
    }
}
