// Texts of cards: names that lead to what they name, with previews, and dice that roll.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, changing, fits, isAccessible, server, visit } from "./browser.mjs";

const { creatures } = await ask("{ creatures(first: 20, orderBy: [{ field: NAME }]) { nodes { id name markdown } } }");
const [host] = creatures.nodes;
const named = creatures.nodes.find(({ name }) => name !== host.name);
const third = creatures.nodes.find(({ name }) => name !== host.name && name !== named.name);
/** How its text goes on after its name and kind. */
const beginning = /^- \*\*(\w+)/m.exec(named.markdown)[1];
const rows = Array.from({ length: 40 }, (_, index) => `| ${index + 1} | Feature, 1d${index + 40} |\n`).join("");
const path = (id) => `/${id.replaceAll(":", "/")}`;

/** The text of the first creature's card, as the server writes links. */
const HOST =
  `# ${host.name}\n\n***Bite.*** *Melee Attack Roll:* +7, reach 5 ft. It calls [the other](${path(named.id)}) for ` +
  "2d8 + 4 damage, or d6 for `1d4`.\n\n" +
  "| Ability | Score | MOD | SAVE |\n| --- | --- | --- | --- |\n| Dex | 14 | +2 | +6 |\n\n- **Skills** Stealth +5\n\n" +
  `| Level | Features |\n| --- | --- |\n${rows}\n` +
  "[away](//example.com/spell/x) [list](/list?ids=x) [page](/graphql) [spell](/spell/no/body)\n\n" +
  "Signs: caf&eacute; &#x263A; &lt;b&gt; &nothing;\n";
/** That of the preview of another one. */
const NAMED = `# ${named.name}\n\n*Kind*\n\n- **${beginning}** It knows [the third](${path(third.id)}).`;

/** Gives entities other texts, by their ids. */
const withTexts = (texts) => async (page) => {
  const change = ({ node }, { id }) => Object.assign(node ?? {}, texts[id] && { markdown: texts[id] });
  await changing(page, "Entity", change);
  await changing(page, "Preview", change);
};
const prepare = withTexts({ [host.id]: HOST, [named.id]: NAMED });

const card = (page) => page.locator(".entity .card");
const preview = (page) => page.locator(".preview").first();
const inner = (page) => page.locator(".preview .preview");

test("a name leads to what it names, and a preview shows what that is", async () => {
  await visit(`/?family=creature&id=${host.id}`, { prepare }, async (page) => {
    const link = card(page).getByRole("link", { name: "the other" });
    await link.hover();
    await preview(page).getByText(named.name, { exact: true }).waitFor();
    assert.ok((await preview(page).innerText()).includes(beginning));
    await isAccessible(page);
    await page.getByRole("searchbox").hover();
    await preview(page).waitFor({ state: "detached" });

    // The keyboard: the preview comes with the focus, Escape closes it and nothing else.
    await card(page).getByRole("button", { name: "+7" }).focus();
    await page.keyboard.press("Tab");
    await preview(page).getByText(named.name, { exact: true }).waitFor();
    const tooltip = preview(page).getByRole("tooltip");
    assert.equal(await link.getAttribute("aria-describedby"), await tooltip.getAttribute("id"));
    await page.keyboard.press("Escape");
    await preview(page).waitFor({ state: "detached" });
    assert.ok(await link.evaluate((element) => element === document.activeElement));

    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: named.name, level: 1, exact: true }).waitFor();
    assert.equal(page.url(), `${server}/?family=creature&id=${named.id}`);
    await page.goBack();
    await page.getByRole("heading", { name: host.name, level: 1, exact: true }).waitFor();
  });
});

test("the first tap shows the preview, the second follows", async () => {
  const look = async (page) => {
    const tap = () => card(page).getByRole("link", { name: "the other" }).tap();
    await tap();
    await preview(page).getByText(named.name, { exact: true }).waitFor();
    await fits(page);
    await isAccessible(page);
    await tap();
    await page.getByRole("heading", { name: named.name, level: 1, exact: true }).waitFor();
  };
  await visit(`/?id=${host.id}`, { prepare, width: 390, colorScheme: "dark", hasTouch: true }, look);
});

test("a preview has previews of its own, by the pointer, the keyboard and touch", async () => {
  await visit(`/?id=${host.id}`, { prepare }, async (page) => {
    const link = card(page).getByRole("link", { name: "the other" });
    const within = preview(page).getByRole("link", { name: "the third" });
    await link.hover();
    await within.hover();
    await inner(page).getByText(third.name, { exact: true }).waitFor();
    await inner(page).hover();
    await preview(page).getByText(named.name, { exact: true }).waitFor();
    await isAccessible(page);
    await page.getByRole("searchbox").hover();
    await preview(page).waitFor({ state: "detached" });

    // Escape closes one after the other.
    await card(page).getByRole("button", { name: "+7" }).focus();
    await page.keyboard.press("Tab");
    await within.waitFor();
    await page.keyboard.press("ArrowDown");
    await inner(page).getByText(third.name, { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await inner(page).waitFor({ state: "detached" });
    await within.waitFor();
    await page.keyboard.press("Escape");
    await preview(page).waitFor({ state: "detached" });
    assert.ok(await link.evaluate((element) => element === document.activeElement));

    // What is within leads on.
    await link.hover();
    await within.click();
    await page.getByRole("heading", { name: third.name, level: 1, exact: true }).waitFor();
  });
  await visit(`/?id=${host.id}`, { prepare, width: 390, hasTouch: true }, async (page) => {
    await card(page).getByRole("link", { name: "the other" }).tap();
    const within = preview(page).getByRole("link", { name: "the third" });
    await within.tap();
    await inner(page).getByText(third.name, { exact: true }).waitFor();
    await fits(page);
    await within.tap();
    await page.getByRole("heading", { name: third.name, level: 1, exact: true }).waitFor();
  });
});

test("a text links to entities and to pages of other servers, and to nothing else", async () => {
  await visit(`/?id=${host.id}`, { prepare }, async (page) => {
    await card(page).getByText("away").waitFor();
    await card(page).getByText("Signs: café ☺ <b> &nothing;", { exact: true }).waitFor();
    const links = card(page).locator("p").nth(-2).locator("a[href]");
    assert.deepEqual(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href"))), [
      "/spell/no/body",
    ]);
    await links.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await preview(page).getByText("This is not stored here.").waitFor();
  });
});

test("a long table keeps its head in sight", async () => {
  await visit(`/?id=${host.id}`, { prepare, width: 390 }, async (page) => {
    const frame = card(page).getByRole("group", { name: "Table" }).last();
    await frame.scrollIntoViewIfNeeded();
    await frame.evaluate((element) => element.scrollTo({ top: 200, behavior: "instant" }));
    assert.equal(await frame.evaluate((element) => element.scrollTop), 200);
    const [edge, head] = await Promise.all([frame.boundingBox(), frame.locator("th").last().boundingBox()]);
    assert.ok(Math.abs(edge.y - head.y) < 2, `${edge.y} ${head.y}`);
    await fits(page);
    await isAccessible(page);
  });
});

test("dice roll, and are logged", async () => {
  await visit(`/?id=${host.id}`, { prepare }, async (page) => {
    const die = (name) => card(page).getByRole("button", { name, exact: true });
    const log = page.getByRole("log");
    const lines = log.locator("p");
    await die("2d8 + 4").click();
    const [, total, ...parts] = /^(\d+)\s+Bite: 2d8\+4 = (\d+) \+ (\d+) \+ 4$/.exec(await lines.first().innerText());
    assert.equal(Number(total), Number(parts[0]) + Number(parts[1]) + 4);
    await die("+7").click({ modifiers: ["Shift"] });
    await lines.getByText(/^Bite: 1d20\+7 with advantage = \d+ \(of \d+ and \d+\) \+ 7(?: natural \d+)?$/).waitFor();
    await die("+7").click({ modifiers: ["Alt"] });
    await lines.getByText(/^Bite: 1d20\+7 with disadvantage = /).waitFor();
    // Only a twenty-sided die knows advantage; of damage there are critical hits.
    await die("d6").click({ modifiers: ["Shift"] });
    assert.match(await lines.first().innerText(), /Bite: 1d6 as a critical hit = \d \+ \d$/);
    assert.equal(await lines.count(), 4);
    // Checks of the stat block.
    for (const [bonus, what] of [
      ["+2", "Dex (MOD)"],
      ["+6", "Dex (SAVE)"],
      ["+5", "Stealth (Skills)"],
    ]) {
      await die(bonus).click();
      assert.ok(
        (await lines.first().innerText()).includes(`${what}: 1d20${bonus} = `),
        await lines.first().innerText(),
      );
    }
    await page.getByRole("button", { name: "Clear rolls" }).click();
    for (let times = 0; times < 4; times++) {
      await die("d6").click();
    }
    // What is code stays as it is written.
    assert.equal(await die("1d4").count(), 0);

    // A long press opens a menu, and so does the key for menus.
    const way = (name) => page.getByRole("menuitem", { name, exact: true });
    await die("+7").hover();
    await page.mouse.down();
    await way("Normal").waitFor();
    await page.mouse.up();
    assert.equal(await lines.count(), 4);
    await isAccessible(page);
    await way("Disadvantage").click();
    assert.match(await lines.first().innerText(), /with disadvantage/);
    assert.equal(await lines.count(), 5);
    await page.keyboard.press("Shift+F10");
    await way("Advantage").waitFor();
    await page.keyboard.press("Escape");
    await way("Advantage").waitFor({ state: "detached" });
    assert.ok(await die("+7").evaluate((button) => button === document.activeElement));

    await die("d6").focus();
    for (let times = 0; times < 20; times++) {
      await page.keyboard.press("Enter");
    }
    assert.equal(await lines.count(), 20);
    await page.getByRole("button", { name: "Clear rolls" }).click();
    assert.equal(await lines.count(), 0);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.getByRole("button", { name: "Clear rolls" }).count(), 0);
  });
  await visit(`/?id=${host.id}`, { prepare, width: 360, colorScheme: "dark" }, async (page) => {
    await card(page).getByRole("button", { name: "+7" }).click();
    await page.getByRole("log").locator("p").waitFor();
    await fits(page);
    await isAccessible(page);
  });
});

test("dice of one's own roll", async () => {
  for (const [width, colorScheme] of [
    [1200, "light"],
    [360, "dark"],
  ]) {
    await visit("/", { width, colorScheme }, async (page) => {
      const lines = page.getByRole("log").locator("p");
      await page.getByRole("button", { name: "Dice", exact: true }).press("Enter");
      const field = page.getByRole("textbox", { name: "Dice to roll" });
      await page.waitForFunction(() => document.activeElement?.id === "dice");
      await page.keyboard.type("2D6 + d4 - 1");
      await page.keyboard.press("Enter");
      await lines.getByText(/^2d6\+1d4-1 = \d \+ \d \+ \d − 1$/).waitFor();
      await fits(page);
      await isAccessible(page);
      await field.fill("<b>much");
      await page.keyboard.press("Enter");
      await page.getByText("“<b>much” cannot be rolled").waitFor();
      await isAccessible(page);
      await field.fill("d20");
      const way = page.getByLabel("How to roll");
      await way.selectOption("Advantage");
      await way.focus();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await lines.getByText(/^1d20 with advantage = /).waitFor();
      assert.equal(await page.getByText("cannot be rolled").count(), 0);
      await page.getByRole("button", { name: "Clear rolls" }).click();
      await field.waitFor({ state: "detached" });
    });
  }
});

test("what the server links is linked on cards of lists too", async () => {
  const families = ["spells", "creatures", "equipment", "characterOptions", "rules"];
  const lists = families.map((family) => `${family}(first: 100) { nodes { id markdown(links: true) } }`);
  const entities = Object.values(await ask(`{ ${lists.join(" ")} }`)).flatMap(({ nodes }) => nodes);
  const linked = /\]\(\/((?:spell|creature|equipment|character_option|rule)\/[^)\s]+)\)/;
  const entity = entities.find(({ markdown }) => linked.test(markdown));
  assert.ok(entity, "a text names something");
  const id = linked.exec(entity.markdown)[1].replaceAll("/", ":");
  await visit(`/list?ids=${entity.id}`, {}, async (page) => {
    const link = page.locator(`.cards .card a[data-id="${id}"]`).first();
    const path = `/${id.replaceAll(":", "/")}`;
    assert.equal(await link.getAttribute("href"), path);
    await link.click();
    await page.waitForURL(server + path);
    await page.goBack();
    await link.waitFor();
  });
});

test("a class is read up to a level, and that is kept", async () => {
  const { characterOptions } = await ask("{ characterOptions(first: 1) { nodes { id } } }");
  const [{ id }] = characterOptions.nodes;
  const markdown =
    "# Wick\n\n*Class*\n\n## The Wick\n\n| Level | Features |\n| --- | --- |\n| 1 | Glow |\n| 2 | Flare |\n| 3 | Blaze |\n\n" +
    "## Features\n\n### Level 1: Glow\n\nIt glows.\n\n### Flare (2nd, 5th level)\n\nIt flares.\n\n#### Sparks\n\nThey fly.\n\n" +
    "### Level 3: Blaze\n\nIt blazes.\n\n### Wick Spell List\n\n| Spell |\n| --- |\n| Candle |\n\n## Spells\n\nAll of them.\n";
  const prepare = withTexts({ [id]: markdown });
  for (const [width, colorScheme] of [
    [1280, "dark"],
    [390, "light"],
  ]) {
    await visit(`/?id=${id}`, { prepare, width, colorScheme }, async (page) => {
      await card(page).getByText("It blazes.").waitFor();
      await page.getByLabel("Show it up to level").selectOption("2");
      await card(page).getByText("It blazes.").waitFor({ state: "hidden" });
      for (const text of ["It glows.", "It flares.", "They fly.", "All of them."]) {
        assert.ok(await card(page).getByText(text).isVisible(), text);
      }
      const rows = card(page).locator(".wide").first().locator("tbody tr:visible");
      assert.deepEqual(await rows.locator("td:first-child").allInnerTexts(), ["1", "2"]);
      assert.equal(await card(page).locator("tr.now").innerText(), "2\tFlare");
      await fits(page);
      await isAccessible(page);
      await page.reload();
      await card(page).getByText("It flares.").waitFor();
      assert.ok(await card(page).getByText("It blazes.").isHidden());
      // The list of spells is folded.
      assert.ok(await card(page).getByText("Candle").isHidden());
      await card(page).getByText("Wick Spell List").click();
      await card(page).getByText("Candle").waitFor();
      await isAccessible(page);
      await page.getByLabel("Show it up to level").selectOption("1");
      await card(page).getByText("They fly.").waitFor({ state: "hidden" });
      await page.getByLabel("Show it up to level").selectOption("all");
      await card(page).getByText("It blazes.").waitFor();
    });
  }
});

test("a stat block of 2024 is printed as the book prints it", async () => {
  const abilities = ["Str", "Dex", "Con", "Int", "Wis", "Cha"].map(
    (name, at) => `| ${name} | 1${at} | -1 | +${at} |\n`,
  );
  const markdown =
    `# ${host.name}\n\n| Ability | Score | MOD | SAVE |\n| --- | --- | --- | --- |\n${abilities.join("")}\n` +
    "***Breath (Recharge 5-6).*** Dexterity [Saving Throw](/rule/no/throw): DC 12. Failure: 9 (2d8) damage.\n\n" +
    "***Bite.*** Melee Attack Roll: +7, reach 5 ft. Hit: 4 (1d8) damage.\n";
  const block = withTexts({ [host.id]: markdown });
  for (const width of [1280, 390]) {
    await visit(`/?id=${host.id}`, { prepare: block, width }, async (page) => {
      const tables = card(page).locator(".halves table");
      await tables.nth(1).locator("tbody th").nth(2).waitFor();
      assert.deepEqual(await Promise.all([0, 1].map((at) => tables.nth(at).locator("tbody th").allInnerTexts())), [
        ["Str", "Dex", "Con"],
        ["Int", "Wis", "Cha"],
      ]);
      const [one, other] = [await tables.nth(0).boundingBox(), await tables.nth(1).boundingBox()];
      assert.equal(one.y === other.y, width > 1000, "side by side, or one below the other");
      await tables.nth(0).getByRole("button", { name: "−1" }).first().click();
      await page.getByText(/^Str \(MOD\): 1d20-1 = /).waitFor();
      assert.deepEqual(await card(page).locator("p em").allInnerTexts(), [
        "Breath (Recharge 5–6).",
        "Dexterity Saving Throw:",
        "Failure:",
        "Bite.",
        "Melee Attack Roll:",
        "Hit:",
      ]);
      await fits(page);
      await isAccessible(page);
    });
  }
});
