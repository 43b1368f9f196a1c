// Filters: what is left out, and what the server understood of a search as choices. They need no browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { chosenIn, facetsOf, placeOf, toggled, variablesOf } = await load("address");
const { understood, withFilters } = await load("understood");
const { valueOf } = await load("words");

test("values that are left out become a filter of what must not be", () => {
  const facets = facetsOf("CREATURE");
  const given =
    "type=dragon&type=-fiend&damageResistances=-fire&damageResistances=-cold&senses=-darkvision&senses=truesight";
  const chosen = chosenIn(new URLSearchParams(given), facets);
  assert.deepEqual(variablesOf(chosen, facets).filter, {
    type: { in: ["dragon"] },
    senses: { hasAny: ["truesight"] },
    not: {
      or: [
        { type: { in: ["fiend"] } },
        { damageResistances: { hasAny: ["fire", "cold"] } },
        { senses: { hasAny: ["darkvision"] } },
      ],
    },
  });
  const type = facets.find(({ name }) => name === "type");
  assert.deepEqual(toggled({ type: ["-fiend"] }, type, "fiend"), { type: ["fiend"] });
  assert.deepEqual(toggled({ type: ["fiend"] }, type, "-fiend"), { type: ["-fiend"] });
  assert.deepEqual(toggled({ type: ["-fiend"] }, type, "-fiend"), {});
  assert.equal(valueOf(type, "-fiend", null), "not Fiend");
});

/** What was understood, as an address has it. */
function filters(where, family) {
  const { family: of, filters } = understood(where, family);
  return [of, ...filters.map(({ facet, value }) => `${facet.name}=${value}`)].join(" ");
}

test("what was understood becomes filters", () => {
  for (const [where, family, expected] of [
    ["level:3 class:wizard", "SPELL", "SPELL level=3 classes=wizard"],
    [
      "concentration class:druid,bard -school:evocation",
      "SPELL",
      "SPELL concentration=true classes=druid classes=bard school=-evocation",
    ],
    ["level>=3 damage:fire", "SPELL", "SPELL damageTypes=fire levels=3.."],
    ["family:creature legendaryActions:* type:dragon cr>10", null, "CREATURE legendary=true type=dragon ratings=11.."],
    ["cr:1/4..2 edition:2014", "CREATURE", "CREATURE ratings=1/4..2 gameSystem=5e-2014"],
    [
      'rarity:"very rare" magic attunement',
      "EQUIPMENT",
      "EQUIPMENT rarity=very-rare magic=true requiresAttunement=true",
    ],
    // What no filter says.
    ["class:wizard or ritual", "SPELL", "SPELL"],
    ["casters:(cr>5 type:fiend) str>=20", "CREATURE", "CREATURE"],
    ['-ritual cr<1/2 "exact words"', "SPELL", "SPELL"],
    ["level:3", null, ""],
  ]) {
    const sorted = (text) => text.split(" ").sort().join(" ");
    assert.equal(sorted(filters(where, family)), sorted(expected), where);
  }
});

test("filters join what is chosen, each once", () => {
  const { filters } = understood("level:3 class:wizard", "SPELL");
  assert.deepEqual(withFilters({ level: ["3", "4"] }, filters), { level: ["3", "4"], classes: ["wizard"] });
});

test("a family is known by its words, and by those of its kinds", () => {
  const named = (word) => {
    const { family, chosen } = placeOf("/", `?family=${encodeURIComponent(word)}`);
    return [family, ...(chosen.kind ?? [])].join(" ");
  };
  for (const [word, expected] of [
    ["spells", "SPELL"],
    ["Monsters", "CREATURE"],
    ["equipment", "EQUIPMENT"],
    ["character options", "CHARACTER_OPTION"],
    ["class", "CHARACTER_OPTION CLASS"],
    ["classes", "CHARACTER_OPTION CLASS"],
    ["species", "CHARACTER_OPTION RACE"],
    ["magic-items", "EQUIPMENT MAGIC_ITEM"],
    ["abilityScore", "RULE ABILITY_SCORE"],
    ["proficiencies", "RULE PROFICIENCY"],
    ["__proto__", ""],
    ["s", ""],
  ]) {
    assert.equal(named(word), expected, word);
  }
  assert.deepEqual(placeOf("/", "?family=class&kind=FEAT").chosen, { kind: ["FEAT"] });
});
