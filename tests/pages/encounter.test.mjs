// The encounter page: a party, creatures, the difficulty by both editions, candidates, links and paper.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answerWith, ask, fits, isAccessible, server, visit } from "./browser.mjs";

const judgement = (page, edition) => page.locator(".judgement [role=status]").filter({ hasText: `${edition}:` });
const choices = (page) => page.locator(".choices > li");
const members = (page) => page.locator(".members li");

/** What the server says about an encounter, as the page says it. */
async function judged(party, creatures, rules) {
  const { encounter } = await ask(
    `{ encounter(party: [${party}], creatures: [${creatures}], rules: ${rules}) { difficulty adjustedExperiencePoints } }`,
  );
  const difficulty = encounter.difficulty[0] + encounter.difficulty.slice(1).toLowerCase();
  return `${difficulty} ${encounter.adjustedExperiencePoints.toLocaleString("en")} XP`;
}

test("an encounter is made with the keyboard alone, and judged by both editions", async () => {
  const { creature } = await ask('{ creature(slug: "soot-gremlin") { id } }');
  await visit("/encounter", {}, async (page) => {
    await judgement(page, 2024).filter({ hasText: "2024: Low 0 XP, 200 left" }).waitFor();
    await choices(page).first().waitFor();
    await isAccessible(page);

    await page.getByRole("button", { name: "One less: characters of level 1" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/encounter?party=3x1**");
    await page.getByRole("combobox", { name: /^of level/ }).focus();
    await page.keyboard.type("3");
    await page.waitForURL("**/encounter?party=3x3**");
    await page.keyboard.press("Tab");
    await page.keyboard.press("/");
    await page.keyboard.type("soot gremlin");
    await page.waitForURL("**&q=soot+gremlin");
    const choice = choices(page).filter({ hasText: "Soot Gremlin" }).first();
    await choice.waitFor();
    assert.match(await choice.locator(".points").innerText(), /^up to \d+$/);
    await choice.getByRole("button").focus();
    await page.keyboard.press("Enter");
    await members(page).filter({ hasText: "Soot Gremlin" }).waitFor();
    await page.getByRole("button", { name: "One more: Soot Gremlin" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${creature.id}*3**`);
    for (const edition of [2024, 2014]) {
      const expected = await judged("3,3,3", `{ id: "${creature.id}", count: 3 }`, `RULES_${edition}`);
      await judgement(page, edition).filter({ hasText: expected }).waitFor();
    }
    await isAccessible(page);

    // The stat block unfolds in place.
    await members(page).locator("summary").focus();
    await page.keyboard.press("Enter");
    await members(page).getByRole("heading", { name: "Soot Gremlin" }).waitFor();
    await isAccessible(page);

    // It is there again.
    await page.getByRole("link", { name: "LoreKeeper" }).click();
    await page.getByRole("link", { name: "Encounter" }).click();
    await members(page).filter({ hasText: "Soot Gremlin" }).waitFor();
    for (const _ of [1, 2, 3]) {
      await page.getByRole("button", { name: "One less: Soot Gremlin" }).click();
    }
    await members(page).first().waitFor({ state: "detached" });
  });
});

test("only creatures that fit are offered, unless one wants others", async () => {
  const { candidates, creatures } = await ask(`{
    candidates: encounterCandidates(party: [2, 2], difficulty: EASY) { totalCount }
    creatures { totalCount }
  }`);
  assert.ok(candidates.totalCount < creatures.totalCount);
  await visit("/encounter?party=2x2&aim=easy", {}, async (page) => {
    const count = (number) =>
      page.locator(".candidates [role=status]").filter({ hasText: `${number.toLocaleString("en")} creatures` });
    await count(candidates.totalCount).waitFor();
    await page.getByLabel("Only what fits").uncheck();
    await count(creatures.totalCount).waitFor();
    await page.waitForURL("**&fits=no");
    await page.getByText("Filters", { exact: true }).click();
    const type = page.getByRole("group", { name: "Type" }).getByRole("checkbox").first();
    await type.check();
    await page.waitForURL("**&type=*");
    await isAccessible(page);
    await page.getByRole("link", { name: "Clear all" }).click();
    await count(creatures.totalCount).waitFor();
  });
});

test("a link has the whole encounter", async () => {
  const { creature } = await ask('{ creature(slug: "ash-drake") { id } }');
  const path = `/encounter?party=2x5,1x6&creatures=${creature.id}*2,cr:1/4*3,creature:no:body&aim=deadly`;
  for (const [width, colorScheme] of [
    [1200, "light"],
    [360, "dark"],
  ]) {
    await visit(path, { width, colorScheme }, async (page) => {
      const expected = await judged(
        "5,5,6",
        `{ id: "${creature.id}", count: 2 }, { challengeRating: "1/4", count: 3 }`,
        "RULES_2014",
      );
      await judgement(page, 2014).filter({ hasText: expected }).waitFor();
      assert.equal(await members(page).count(), 3);
      await members(page).filter({ hasText: "not stored here, and not counted" }).waitFor();
      await members(page).filter({ hasText: "Any creature of CR 1/4" }).waitFor();
      await fits(page);
      await isAccessible(page);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copy link" }).click();
      await page.getByText("Link copied").waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), server + path);
      // Whom a link was sent keeps an encounter of their own until they change it.
      assert.equal(await page.evaluate(() => localStorage.length), 0);
    });
  }
});

test("what is offered up to Hard makes a hard encounter", async () => {
  await visit("/encounter?party=3x2,1x3&aim=hard", {}, async (page) => {
    const choice = choices(page).first();
    await choice.waitFor();
    await choice.getByRole("button").click();
    await judgement(page, 2014).filter({ hasText: "2014: Hard" }).waitFor();
  });
});

test("what is offered up to High makes a high encounter of 2024", async () => {
  await visit("/encounter?party=4x1&aim=high", {}, async (page) => {
    const choice = choices(page).first();
    await choice.waitFor();
    const most = Number((await choice.locator(".points").innerText()).replace("up to ", ""));
    for (let count = 0; count < most; count += 1) {
      await choice.getByRole("button").click();
    }
    await judgement(page, 2024).filter({ hasText: "2024: High" }).waitFor();
  });
});

test("nothing that fits is said in words of the page", async () => {
  await visit("/encounter?party=1x1&creatures=cr:30", {}, async (page) => {
    await page.getByText("No creature fits any more: the encounter is High (2024), with 0 XP left.").waitFor();
    await fits(page);
    await isAccessible(page);
  });
});

test("an encounter from a link leaves the reader's own as it is, until it is kept", async () => {
  const { gremlin, drake } = await ask(
    '{ gremlin: creature(slug: "soot-gremlin") { id } drake: creature(slug: "ash-drake") { id } }',
  );
  const keeper = (page) => page.getByRole("button", { name: "Keep this encounter" });
  const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("lorekeeper-encounters")));
  const prepare = (page) =>
    page.addInitScript((plan) => {
      localStorage["lorekeeper-encounters"] ??= JSON.stringify({ all: [plan], at: 0 });
    }, `?party=3x5&creatures=${gremlin.id}&aim=moderate`);
  await visit(`/encounter?party=2x2&creatures=${drake.id}&fits=no`, { prepare }, async (page) => {
    const own = await kept(page);
    await members(page).filter({ hasText: "Ash Drake" }).waitFor();
    await page.getByRole("button", { name: "One more: Ash Drake" }).click();
    await page.waitForURL(`**${drake.id}*2**`);
    assert.deepEqual(await kept(page), own);
    await isAccessible(page);
    await page.getByRole("link", { name: "Your own encounter" }).click();
    await members(page).filter({ hasText: "Soot Gremlin" }).waitFor();
    assert.equal(await keeper(page).count(), 0);

    await page.goBack();
    await keeper(page).click();
    await keeper(page).waitFor({ state: "detached" });
    // Now it is the reader's, and so are the changes.
    await page.getByRole("button", { name: "One more: Ash Drake" }).click();
    await page.waitForURL(`**${drake.id}*3**`);
    const { all, at } = await kept(page);
    assert.equal(all[0], own.all[0]);
    assert.ok(all[at].startsWith(`?party=2x2&creatures=${drake.id}*3&`), all[at]);
    // What narrows the candidates changes no encounter.
    await page.getByText("Filters", { exact: true }).click();
    await page.getByRole("group", { name: "Type" }).getByRole("checkbox").first().check();
    await page.waitForURL("**&type=*");
    assert.equal(await keeper(page).count(), 0);
  });
});

test("stat blocks are printed, with room for hit points", async () => {
  const { creature } = await ask('{ creature(slug: "ash-drake") { id hitPoints } }');
  await visit(`/encounter?creatures=${creature.id}*3`, {}, async (page) => {
    await members(page).filter({ hasText: "Ash Drake" }).waitFor();
    assert.equal(await page.locator(".sheets").isVisible(), false);
    await page.evaluate(() => (window.print = () => (window.printed = true)));
    await page.getByRole("button", { name: "Print stat blocks" }).click();
    assert.equal(await page.evaluate(() => window.printed), true);
    await page.emulateMedia({ media: "print" });
    const sheets = page.locator(".sheets");
    await sheets.getByRole("heading", { name: "Ash Drake" }).waitFor();
    const boxes = await sheets.locator(".hit-points span").allInnerTexts();
    assert.deepEqual(
      boxes,
      [1, 2, 3].map((number) => `${number}: ${creature.hitPoints} HP`),
    );
    assert.equal(await page.locator(".candidates").isVisible(), false);
    assert.match(await page.locator(".attribution").innerText(), /\w/);
  });
});

test("a creature goes from its card into the encounter", async () => {
  const { creature } = await ask('{ creature(slug: "ash-drake") { id } }');
  await visit(`/?id=${creature.id}`, {}, async (page) => {
    await page.getByRole("button", { name: "Add to the encounter" }).click();
    await page.getByRole("button", { name: "Add to the encounter (1)" }).click();
    await page.getByRole("link", { name: "Encounter", exact: true }).click();
    await members(page).filter({ hasText: "Ash Drake" }).locator("output").filter({ hasText: "2" }).waitFor();
  });
});

test("a party of any levels, and bounds that are kept", async () => {
  await visit("/encounter?party=11x4", {}, async (page) => {
    await page.getByRole("button", { name: "Add another level" }).click();
    await page.waitForURL("**?party=11x4,1x4**");
    assert.ok(await page.getByRole("button", { name: "Add another level" }).isDisabled());
    assert.ok(await page.getByRole("button", { name: /^One more: character / }).isDisabled());
    await page.getByRole("button", { name: /^One less: character / }).click();
    await page.waitForURL("**?party=11x4&**");
    await page.getByLabel("A creature of your own, CR").selectOption("1/8");
    await page.getByRole("button", { name: "Add by rating" }).click();
    await members(page).filter({ hasText: "Any creature of CR 1/8" }).waitFor();
    await judgement(page, 2024).filter({ hasText: "25 XP" }).waitFor();
  });
  await visit("/encounter?creatures=cr:1*100", {}, async (page) => {
    await members(page).first().waitFor();
    assert.ok(await page.getByRole("button", { name: /^One more: Any creature/ }).isDisabled());
  });
});

test("a refusal is said", async () => {
  const prepare = (page) =>
    answerWith(page, (body) =>
      body.query.startsWith("query JudgeEncounter") ? { errors: [{ message: "The party is too tired." }] } : undefined,
    );
  await visit("/encounter", { prepare }, async (page) => {
    await page.getByRole("alert").filter({ hasText: "The party is too tired." }).waitFor();
    await isAccessible(page);
  });
});

test("another tab changes the encounter that is run, and it stays the reader's", async () => {
  const { gremlin, drake } = await ask(
    '{ gremlin: creature(slug: "soot-gremlin") { id } drake: creature(slug: "ash-drake") { id } }',
  );
  const turn = (page) => page.locator(".fight [role=status]").first();
  const combatants = (page) => page.locator(".fight > ol > li");
  await visit(`/?id=${gremlin.id}`, {}, async (page) => {
    await page.getByRole("button", { name: "Add to the encounter" }).click();
    await page.goto(`${server}/encounter`);
    await page.getByRole("button", { name: "One more: Soot Gremlin" }).click();
    await page.getByRole("button", { name: /^Run it/ }).click();
    // What was asked for is in sight, and the keyboard is there.
    const next = page.getByRole("button", { name: "Next turn" });
    assert.ok(await next.evaluate((button) => button === document.activeElement));
    const box = await next.boundingBox();
    assert.ok(box.y >= 0 && box.y < 850, `${box.y}`);

    const other = await page.context().newPage();
    await other.goto(`${server}/?id=${drake.id}`);
    await other.getByRole("button", { name: "Add to the encounter" }).click();
    await page.getByRole("button", { name: "Let 1 more creature join" }).click();
    await combatants(page).filter({ hasText: "Ash Drake" }).waitFor();
    await other.goto(`${server}/encounter`);
    await other.getByRole("button", { name: "Next turn" }).click();
    const said = await turn(other).innerText();
    await turn(page).filter({ hasText: said }).waitFor();
    await next.click();
    await turn(other).filter({ hasNotText: said }).waitFor();
    // A new one beside it takes nothing from it.
    await other.getByRole("button", { name: "New encounter" }).click();
    await other.keyboard.press("Enter");
    await page.reload();
    await combatants(page).nth(2).waitFor();
    assert.equal(await page.locator(".from-link").count(), 0);
    await other.close();
  });
});

test("players see whose turn it is, and neither hit points nor armor classes", async () => {
  const { creature } = await ask('{ creature(slug: "soot-gremlin") { id } }');
  await visit(`/encounter?creatures=${creature.id}*2`, { width: 390, colorScheme: "dark" }, async (page) => {
    await page.getByRole("button", { name: "Run it: roll initiative" }).click();
    const link = page.getByRole("link", { name: "Show it to the players" });
    const [players] = await Promise.all([page.waitForEvent("popup"), link.click()]);
    const rows = players.locator(".players li");
    await rows.nth(1).waitFor();
    assert.deepEqual(await rows.allInnerTexts(), ["Soot Gremlin 1", "Soot Gremlin 2"]);
    await page.getByRole("button", { name: "Next turn" }).click();
    await players.locator("[aria-current]").filter({ hasText: "Soot Gremlin 2" }).waitFor();
    await page.getByRole("combobox", { name: "Add a condition to Soot Gremlin 1" }).selectOption({ label: "Scorched" });
    await rows.filter({ hasText: "Soot Gremlin 1" }).getByText("Scorched").waitFor();
    await page.getByLabel("Points that Soot Gremlin 1 loses or gets").fill("999");
    await page.keyboard.press("Enter");
    await rows.filter({ hasText: /^Soot Gremlin 1\s+down/ }).waitFor();
    await fits(players);
    await isAccessible(players);
    // A tab that is opened later, or again, has what is now.
    await players.reload();
    await players.getByText("Scorched").waitFor();
    await page.getByRole("button", { name: "End it" }).click();
    await players.getByText("No encounter is run in another tab of this browser").waitFor();
    await isAccessible(players);
  });
});
