// The parts of the home page that need no browser: addresses, filters, versions, comparisons, plans of encounters.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { address, chosenIn, ends, inFamily, placeOf, toggled, variablesOf, facetsOf, START } = await load("address");
const { isConditions, searchedFor } = await load("conditions");
const { FACETS, SORTS } = await load("families");
const { grouped, labelled } = await load("versions");
const { counted, foundBy, unsaid, valueOf } = await load("words");
const { compared, differences, parts } = await load("comparison");
const { creatures, isSame, levels, planAddress, planOf, withCount } = await load("encounter/plan");

test("conditions are told from words", () => {
  for (const text of [
    "level:3",
    "cr >= 10",
    "fire level:",
    "-ritual",
    "ward -fire",
    "(type:dragon",
    '"exact words"',
    "“fire”",
    "a!=b",
  ]) {
    assert.ok(isConditions(text), text);
  }
  for (const text of [
    "",
    "fireball",
    "half-orc",
    "elf or dwarf",
    "who is immune to fire?",
    "1:1",
    "+1 sword",
    "fire - cold",
    "damage (fire)",
  ]) {
    assert.ok(!isConditions(text), text);
  }
  assert.deepEqual(searchedFor(" level:3 fire "), { query: null, where: "level:3 fire" });
  assert.deepEqual(searchedFor(" fire "), { query: "fire", where: null });
  assert.deepEqual(searchedFor(" "), { query: null, where: null });
});

test("counts that are cut are not given as counts", () => {
  for (const [totalCount, matchCount, expected] of [
    [0, 0, "No match"],
    [500, 0, "No match, only similar entries"],
    [1, 1, "1 match"],
    [13, 12, "12 matches, 1 similar entry"],
    [499, 12, "12 matches, 487 similar entries"],
    [500, 12, "12 matches, and similar entries"],
    [500, 499, "499 matches, and similar entries"],
    [901, 500, "500 or more matches"],
    [20, null, "20 matches"],
  ]) {
    assert.equal(foundBy({ totalCount, matchCount }), expected);
  }
});

test("a filter that some books cannot answer is said in words", () => {
  const rest = "not say “Class” of spells: this filter lists none from there.";
  assert.equal(unsaid("Class", "spells", ["A"]), `A does ${rest}`);
  assert.equal(unsaid("Class", "spells", ["A", "B"]), `A and B do ${rest}`);
  assert.equal(unsaid("Class", "spells", ["A", "B", "C"]), `A, B and 1 more book do ${rest}`);
  assert.equal(unsaid("Class", "spells", ["A", "B", "C", "D"]), `A, B and 2 more books do ${rest}`);
});

test("a place is its address", () => {
  const places = [
    START,
    { ...START, q: "ash & drake=1" },
    { ...START, family: "SPELL", chosen: { level: ["0", "3"], classes: ["wizard"], documents: ["srd-2024"] } },
    { ...START, family: "CREATURE", chosen: { challengeRating: ["1/4"], alignment: ["neutral good, or evil"] } },
    {
      ...START,
      family: "EQUIPMENT",
      chosen: { requiresAttunement: ["true"] },
      sort: "-COST",
      id: "a:b",
      beside: "c:d",
    },
  ];
  for (const place of places) {
    const { pathname, search } = new URL(address(place), "http://x");
    assert.deepEqual(placeOf(pathname, search), place);
  }
  assert.equal(address(places[0]), "/");
  assert.equal(
    address(places[2]),
    "/?family=spell&gameSystem=&level=0&level=3&classes=wizard&documents=srd-2024".replace("gameSystem=&", ""),
  );
  assert.equal(address(places[4]), "/?family=equipment&requiresAttunement=true&sort=-cost&beside=c:d&id=a:b");
});

test("an address that says what cannot be is read as far as it makes sense", () => {
  const place = placeOf(
    "/",
    "?family=spell&level=x&level=3&level=3&ritual=perhaps&size=huge&sort=taste&gameSystem=a&gameSystem=b",
  );
  assert.deepEqual(place, { ...START, family: "SPELL", chosen: { level: ["3"], gameSystem: ["a"] } });
  assert.deepEqual(placeOf("/", "?family=nothing&level=3&id="), { ...START, noFamily: "nothing" });
  const fireball = "spell:srd-2014:fireball";
  assert.deepEqual(placeOf("/spell/srd-2014/fireball", ""), { ...START, id: fireball });
});

test("what is chosen becomes a filter and arguments", () => {
  const facets = facetsOf("SPELL");
  const chosen = {
    level: ["0", "9"],
    school: ["evocation"],
    classes: ["wizard", "bard"],
    ritual: ["true"],
    concentration: ["true", "false"],
    gameSystem: ["5e-2024"],
    documents: ["srd-2024"],
  };
  assert.deepEqual(variablesOf(chosen, facets), {
    filter: {
      level: { in: [0, 9] },
      classes: { hasAny: ["wizard", "bard"] },
      school: { in: ["evocation"] },
      ritual: { eq: true },
    },
    gameSystem: "5e-2024",
    documents: ["srd-2024"],
  });
  assert.deepEqual(variablesOf({}, facets), { filter: null, gameSystem: null, documents: null });
});

test("ranges and states become comparisons", () => {
  const facets = facetsOf("CREATURE");
  const chosen = chosenIn(
    new URLSearchParams("ratings=1/4..5&ratings=3..4&challengeRating=2&flies=false&climbs=true&legendary=perhaps"),
    facets,
  );
  assert.deepEqual(chosen, { challengeRating: ["2"], ratings: ["1/4..5"], flies: ["false"], climbs: ["true"] });
  assert.deepEqual(variablesOf(chosen, facets).filter, {
    challengeRating: { in: ["2"], gte: 0.25, lte: 5 },
    flies: { eq: false },
    climbSpeed: { isNull: false },
  });
  assert.deepEqual(["3..", "..1.5", "..", "3", "a..b"].map(ends), [["3", ""], ["", "1.5"], null, null, null]);
  const [range] = FACETS.EQUIPMENT.filter(({ name }) => name === "cost");
  const said = ["3..", "..1.5", "2..4", "2..2"].map((value) => valueOf(range, value, null));
  assert.deepEqual(said, ["from 3", "up to 1.5", "2 to 4", "2"]);
});

test("values are chosen and given up", () => {
  const [edition, level] = FACETS.SPELL;
  assert.deepEqual(toggled({}, level, "3"), { level: ["3"] });
  assert.deepEqual(toggled({ level: ["3"] }, level, "4"), { level: ["3", "4"] });
  assert.deepEqual(toggled({ level: ["3"], ritual: ["true"] }, level, "3"), { ritual: ["true"] });
  assert.deepEqual(toggled({ gameSystem: ["a"] }, edition, "b"), { gameSystem: ["b"] });
});

test("another family keeps what it can be narrowed by", () => {
  const place = {
    ...START,
    q: "x",
    family: "SPELL",
    chosen: { level: ["3"], gameSystem: ["a5e"] },
    sort: "LEVEL",
    id: "a",
  };
  assert.deepEqual(inFamily(place, "CREATURE"), {
    ...START,
    q: "x",
    family: "CREATURE",
    chosen: { gameSystem: ["a5e"] },
  });
  assert.deepEqual(inFamily(place, null), { ...START, q: "x", chosen: { gameSystem: ["a5e"] } });
});

test("no facet has the name of a parameter", () => {
  for (const [family, facets] of Object.entries(FACETS)) {
    const names = facets.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length, family);
    for (const name of ["q", "family", "id", "beside", "sort", "party", "creatures", "aim", "fits"]) {
      assert.ok(!names.includes(name), `${family} ${name}`);
    }
    assert.ok(family === "ALL" || SORTS[family].length > 0);
    assert.deepEqual(chosenIn(new URLSearchParams(), facets), {});
  }
});

test("an entity alone has the address of its page", () => {
  const page = (id) => address({ ...START, id });
  assert.equal(page("spell:fen:mire-bolt"), "/spell/fen/mire-bolt");
  assert.equal(page("equipment:fen:weapon:ladle"), "/equipment/fen/weapon/ladle");
  for (const id of ["spell:fen:קסם", "rule:fen:section:a b".replace(" ", "-"), "creature:fen:50%"]) {
    const { pathname, search } = new URL(page(id), "http://x");
    assert.equal(placeOf(pathname, search).id, id);
    assert.equal(search, "");
  }
  // What is no id stays a parameter.
  for (const id of ["nonsense", "spell:fen", "spell:a:b:c:d", "spell:a b:c", "spell:../x:y/z"]) {
    assert.ok(page(id).startsWith("/?id="), page(id));
  }
  for (const path of ["/spell/fen", "/spell/a/b/c/d", "/nothing/a/b", "/spell/%zz/b"]) {
    assert.equal(placeOf(path, "").id, null, path);
  }
});

test("each label is that of a facet or of a sort", async () => {
  const { facets, sorts } = JSON.parse(await readFile(`${process.env.PAGES}/texts/en.json`, "utf8"));
  const names = Object.values(FACETS).flatMap((facets) => facets.map(({ name }) => name));
  assert.deepEqual(new Set(Object.keys(facets)), new Set(names));
  assert.deepEqual(new Set(Object.keys(sorts)), new Set(Object.values(SORTS).flat()));
});

test("counts have their noun", () => {
  const forms = { one: "{count} entry of {name}", other: "{count} entries of {name}" };
  assert.equal(counted(1, forms, { name: "it" }), "1 entry of it");
  assert.equal(counted(0, forms, { name: "it" }), "0 entries of it");
  assert.equal(counted(1234, forms, { name: "{count}" }), "1,234 entries of {count}");
});

const book = (displayName, gameSystem) => ({ name: displayName, displayName, gameSystem });

test("versions of one thing are one hit", () => {
  const hits = [
    { id: "a1", versions: [{ id: "a2" }, { id: "a3" }] },
    { id: "b", versions: [] },
    { id: "a3", versions: [{ id: "a1" }, { id: "a2" }] },
    { id: "c", versions: [] },
    { id: "b", versions: [] },
  ];
  assert.deepEqual(
    grouped(hits).map(({ id }) => id),
    ["a1", "b", "c"],
  );
  const versions = [
    { id: "1", document: book("Old Rules", "5e-2014") },
    { id: "2", document: book("A Tome", "5e-2014") },
    { id: "3", document: book("New Rules", "5e-2024") },
    { id: "4", document: book("Homebrew", null) },
  ];
  assert.deepEqual(
    labelled(versions).map(({ id, label }) => [id, label]),
    [
      ["3", "2024"],
      ["2", "A Tome"],
      ["1", "Old Rules"],
      ["4", "Homebrew"],
    ],
  );
});

const DRAKE = `# Drake

*Large dragon, neutral*

- **Armor Class:** 16
- **Speed:** 40 ft.

| STR | DEX |
| --- | --- |
| 18 (+4) | 14 (+2) |

- **Challenge:** 6

## Traits

***Beacon (3/Day).*** The drake sheds *bright* light.

It can stop.

## Actions

***Bite.*** It bites.

- **At Will:** light

---

*Source: A Book*
`;

test("a record has parts", () => {
  assert.deepEqual(
    parts(DRAKE).map(({ section, name, text }) => [section, name, text]),
    [
      ["", "Kind", "Large dragon, neutral"],
      ["", "Armor Class", "16"],
      ["", "Speed", "40 ft."],
      ["", "STR", "18 (+4)"],
      ["", "DEX", "14 (+2)"],
      ["", "Challenge", "6"],
      ["Traits", "Beacon (3/Day)", "The drake sheds *bright* light.\n\nIt can stop."],
      ["Actions", "Bite", "It bites.\n\n- **At Will:** light"],
    ],
  );
  assert.deepEqual(parts(""), []);
  assert.deepEqual(parts("# Spell\n\nA text.\n\nMore.\n\n**At Higher Levels.** More."), [
    { section: "", name: "Text", text: "A text.\n\nMore.\n\n**At Higher Levels.** More." },
  ]);
});

test("parts of two records stand side by side, and what differs is marked", () => {
  const other = DRAKE.replace("16", "17")
    .replace("(3/Day)", "(4/Day)")
    .replace("*bright* light.", "Bright light")
    .replace("- **Challenge:** 6", "- **Languages:** Draconic\n- **Challenge:** 6")
    .replace(/## Actions[^]*---/, "---");
  const rows = compared(DRAKE, other);
  const row = (name) => rows.find((each) => each.name === name);
  assert.deepEqual(
    rows.filter(({ differs }) => differs).map(({ name }) => name),
    ["Armor Class", "Languages", "Bite"],
  );
  assert.deepEqual(row("Languages"), { section: "", name: "Languages", left: null, right: "Draconic", differs: true });
  assert.equal(row("Bite").right, null);
  assert.equal(rows.indexOf(row("Languages")), rows.indexOf(row("DEX")) + 1);
  // Twice the same name is twice a part.
  assert.equal(compared("***A.*** x\n\n***A.*** y", "***A.*** x").filter(({ differs }) => differs).length, 1);
});

test("words that only one text has are marked", () => {
  const [left, right] = differences("The Drake bites, and flies.", "The drake bites and swims away.");
  const marked = (pieces) => pieces.filter(({ differs }) => differs).map(({ text }) => text.trim());
  assert.deepEqual(marked(left), ["flies."]);
  assert.deepEqual(marked(right), ["swims away."]);
  assert.equal(left.map(({ text }) => text).join(""), "The Drake bites, and flies.");
  // Texts too long for it are marked as a whole.
  const long = "word ".repeat(3000);
  assert.deepEqual(
    differences(long, long)[0].map(({ differs }) => differs),
    [true],
  );
  assert.deepEqual(differences("", "new"), [[], [{ text: "new", differs: true }]]);
});

test("a plan is its address", () => {
  const plan = {
    name: "The mill, at night",
    party: [
      { count: 3, level: 5 },
      { count: 1, level: 6 },
    ],
    members: [
      { id: "creature:x:goblin", count: 4 },
      { id: "cr:1/4", count: 1 },
    ],
    aim: "HARD",
    fits: false,
    q: "fey & foe",
    chosen: { type: ["fey"], gameSystem: ["5e-2014"] },
    fight: {
      round: 2,
      turn: 1,
      combatants: [
        { who: "pc:Bo", number: 1, initiative: 9, damage: 0, conditions: [] },
        { who: "creature:x:goblin", number: 3, initiative: -1, damage: 4, conditions: ["prone"] },
      ],
    },
  };
  assert.deepEqual(planOf(new URL(planAddress(plan), "http://x").search), plan);
  assert.ok(planAddress(plan).startsWith("/encounter?party=3x5,1x6&creatures=creature:x:goblin*4,"));
  assert.deepEqual(levels(plan.party), [5, 5, 5, 6]);
  assert.deepEqual(creatures(plan.members), [
    { id: "creature:x:goblin", count: 4 },
    { challengeRating: "1/4", count: 1 },
  ]);
});

test("plans are of the same encounter whatever candidates are searched by", () => {
  const plan = planOf("?party=3x5&creatures=a*2,b");
  assert.ok(isSame(plan, planOf("?party=3x5&creatures=a*2,b&aim=hard&fits=no&q=fey&type=fey")));
  assert.ok(!isSame(plan, planOf("?party=3x6&creatures=a*2,b")));
  assert.ok(!isSame(plan, planOf("?party=3x5&creatures=a*2")));
  assert.ok(isSame(planOf(""), planOf("?party=4x1")));
});

test("a plan beyond the bounds is brought into them", () => {
  const plan = planOf("?party=9x30,9x0,x,0x3&creatures=a*90,b*90,c,b*0&aim=terrible");
  assert.deepEqual(plan.party, [
    { count: 9, level: 20 },
    { count: 3, level: 1 },
  ]);
  assert.deepEqual(plan.members, [
    { id: "a", count: 90 },
    { id: "b", count: 10 },
  ]);
  assert.equal(plan.aim, "MODERATE");
  assert.deepEqual(planOf("").party, [{ count: 4, level: 1 }]);
  const kinds = Array.from({ length: 40 }, (_, index) => `c${index}`).join();
  assert.equal(planOf(`?creatures=${kinds}`).members.length, 20);
  assert.deepEqual(withCount(planOf("?creatures=a"), "a", -1).members, []);
  assert.deepEqual(withCount(planOf("?creatures=a"), "b", 2).members, [
    { id: "a", count: 1 },
    { id: "b", count: 2 },
  ]);
  assert.equal(withCount(planOf("?creatures=a*99"), "a", 5).members[0].count, 100);
});
