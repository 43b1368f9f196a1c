// Encounters that are run, and rulebooks, without a browser: fights, roles, chapters.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const {
  advanced,
  character,
  fightIn,
  fightParameters,
  joined,
  missing,
  withChanged,
  withCondition,
  withDamage,
  without,
} = await load("encounter/fight");
const { note, savedEncounter } = await load("encounter/program-files");
const { roleOf } = await load("encounter/roles");
const { chaptersOf, neighbours } = await load("rulebook/contents");

const goblins = [
  { id: "creature:x:goblin", count: 2 },
  { id: "cr:1", count: 1 },
];

test("a fight goes its rounds, and its address has all of it", () => {
  const rolls = { "creature:x:goblin": 12, "cr:1": -2 };
  let fight = joined(
    null,
    missing(null, goblins, (id) => rolls[id]),
  );
  fight = joined(fight, [character("Ånna*<b>", 12), character("Bo", 20)]);
  const order = ({ combatants }) => combatants.map(({ who, number }) => `${who} ${number}`);
  assert.deepEqual(order(fight), ["pc:Bo 1", "creature:x:goblin 1", "creature:x:goblin 2", "pc:Ånna*<b> 1", "cr:1 1"]);
  // Who had the turn keeps it when others join.
  assert.equal(fight.combatants[fight.turn].who, "creature:x:goblin");
  fight = withCondition(withDamage(fight, 1, 7), 1, "prone");
  fight = withCondition(fight, 1, "poisoned");
  const through = (fight) => fightIn(new URLSearchParams(fightParameters(fight)));
  assert.deepEqual(through(fight), fight);
  const isDown = ({ damage }) => damage >= 7;
  const seen = [];
  for (let turn = 0; turn < 8; turn += 1) {
    fight = advanced(fight, isDown);
    seen.push(`${fight.round}: ${fight.combatants[fight.turn].who}`);
  }
  // The one that is down has no turn.
  assert.deepEqual(seen.slice(0, 5), [
    "1: creature:x:goblin",
    "1: pc:Ånna*<b>",
    "1: cr:1",
    "2: pc:Bo",
    "2: creature:x:goblin",
  ]);
  assert.equal(withDamage(fight, 1, -99).combatants[1].damage, 0);
  const moved = withChanged(fight, 0, { initiative: -5 });
  assert.equal(moved.combatants.at(-1).who, "pc:Bo");
  assert.equal(moved.combatants[moved.turn].who, fight.combatants[fight.turn].who);
  assert.equal(without(fight, 0).combatants.length, 4);
  assert.equal(without(through(joined(null, [character("X", 1)])), 0), null);
});

test("creatures that come late join a fight once", () => {
  const fight = joined(
    null,
    missing(null, goblins, () => 5),
  );
  assert.deepEqual(
    missing(fight, goblins, () => 5),
    [],
  );
  const more = missing(fight, [{ id: "creature:x:goblin", count: 4 }], () => 9);
  assert.deepEqual(
    more.map(({ number, initiative }) => [number, initiative]),
    [
      [3, 9],
      [4, 9],
    ],
  );
  for (const broken of ["in=x", "in=5*5**1*", "in=9999*1**1*pc:A", "round=3"]) {
    assert.equal(fightIn(new URLSearchParams(broken)), null, broken);
  }
  const odd = fightIn(new URLSearchParams("in=5*5*prone.nonsense*1*pc:A&turn=77&round=-3"));
  assert.deepEqual([odd.turn, odd.round, odd.combatants[0].conditions], [0, 1, ["prone", "nonsense"]]);
});

test("roles follow from what creatures do", () => {
  const creature = {
    challengeRating: 2,
    armorClass: 12,
    hitPoints: 30,
    attackKinds: ["melee"],
    speed: { walk: 30, fly: null },
  };
  const roles = [
    [{ legendaryUses: 3, spellcastingKinds: ["slots"] }, "leader"],
    [{ spellcastingKinds: ["slots"] }, "caster"],
    [{ attackKinds: ["melee", "ranged"], longestRange: 80 }, "archer"],
    [{ attackKinds: ["melee", "ranged"], longestRange: 20 }, "fighter"],
    [{ conditionsInflicted: ["prone"] }, "controller"],
    [{ armorClass: 18 }, "guard"],
    [{ hitPoints: 90 }, "brute"],
    [{ speed: { walk: 20, fly: 60 } }, "skirmisher"],
    [{}, "fighter"],
  ];
  for (const [does, role] of roles) {
    assert.equal(roleOf({ ...creature, ...does }), role);
  }
});

test("a rulebook has its chapters in the order of the book", () => {
  const entry = (slug, rest) => ({
    id: `rule:x:${slug}`,
    slug,
    name: slug,
    ruleKind: "SECTION",
    chapter: "combat",
    order: null,
    relatedSlugs: [],
    section: null,
    document: { gameSystem: "5e-2014" },
    ...rest,
  });
  const inSection = (slug, order) => entry(slug, { ruleKind: "RULE", section: { id: "rule:x:cover" }, order });
  const chapters = chaptersOf([
    entry("cover"),
    entry("attack"),
    entry("combat", { relatedSlugs: ["attack", "cover"] }),
    inSection("half", 2),
    inSection("whole", 1),
    entry("races", { chapter: "races" }),
    entry("stray", { chapter: null, ruleKind: "RULE" }),
  ]);
  assert.deepEqual(
    chapters.map(({ name, sections }) => [name, sections.map(({ slug }) => slug)]),
    [
      ["races", ["races"]],
      ["combat", ["combat", "attack", "cover"]],
      ["Other rules", ["stray"]],
    ],
  );
  const cover = chapters[1].sections[2];
  assert.deepEqual(
    cover.rules.map(({ slug }) => slug),
    ["whole", "half"],
  );
  const { before, behind } = neighbours(chapters, cover);
  assert.deepEqual([before.slug, behind.slug], ["attack", "stray"]);
});

test("the tracker of Obsidian reads every creature of a note", () => {
  const drake = {
    card: {
      name: 'Drake, "Bat" Form',
      hitPoints: 144,
      armorClass: 15,
      initiativeBonus: null,
      modifiers: { dexterity: 4 },
    },
    count: 2,
    points: 10000,
    file: 'name: "Drake"\n',
  };
  const spoon = {
    card: { name: "Spoon", hitPoints: 3, armorClass: null, initiativeBonus: -1, modifiers: { dexterity: 2 } },
    count: 1,
    points: null,
    file: 'name: "Spoon"\nac: "as the ladle"\n',
  };
  const [encounter, ...blocks] = note("Soup --- or salad", [drake, spoon]).split("\n\n");
  const expected = [
    "```encounter",
    'name: "Soup -\\u002d- or salad"',
    "creatures:",
    '  - 2: {creature: "Drake, \\"Bat\\" Form", hp: 144, ac: 15, mod: 4, xp: 10000}',
    '  - 1: {creature: "Spoon", hp: 3, mod: -1}',
    "```",
  ];
  assert.equal(encounter, expected.join("\n"));
  assert.equal(blocks.length, 2);
  assert.ok(!note("-----", []).includes("---"));
});

test("an encounter of Improved Initiative keeps its name, whatever is in it", () => {
  const file = JSON.stringify({ Id: "creature:x:spoon", Version: "3.0.0", HP: { Value: 3 } });
  const made = savedEncounter("St. Ladle", [{ card: { name: "Spoon" }, count: 2, points: null, file }]);
  const [id] = made.SavedEncounters;
  // The program takes what follows the last dot of a key.
  assert.equal(`SavedEncounters.${id}`.split(".").at(-1), id);
  const { Name, Combatants } = made[`SavedEncounters.${id}`];
  assert.equal(Name, "St. Ladle");
  assert.equal(Combatants.length, 2);
});
