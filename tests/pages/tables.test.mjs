// Lists as tables, and the filters that are folded.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, fits, isAccessible, visit } from "./browser.mjs";

const FAMILIES = {
  spell: ["Level", "School", "Casting time", "Range", "Duration", "Conc.", "Ritual", "Classes"],
  creature: ["CR", "Type", "Size", "AC", "HP", "Alignment"],
  equipment: ["Category", "Rarity", "Cost", "Weight", "Attunement"],
  character_option: ["Kind", "Level", "Owner"],
  rule: ["Kind", "Chapter"],
};
const status = (page, text) => page.locator(".found [role=status]").filter({ hasText: text }).waitFor();
const head = (page, name) => page.getByRole("columnheader", { name: new RegExp(`^${name}\\b`) });
const count = ({ totalCount }) => totalCount.toLocaleString("en");
const table = (page) => page.addInitScript(() => (localStorage["lorekeeper-view"] ??= "table"));
const open = (page) => page.addInitScript(() => (localStorage["lorekeeper-more-filters"] ??= "open"));

test("a list becomes a table, and stays one", async () => {
  await visit("/?family=creature", {}, async (page) => {
    await page.locator(".hits li").first().waitFor();
    await page.getByRole("button", { name: "Table" }).click();
    await page.locator(".hits tbody tr").first().waitFor();
    await page.reload();
    await page.locator(".hits tbody tr").first().waitFor();
    assert.equal(await page.locator(".hits li a.hit").count(), 0);

    // The heads sort, down at the second press.
    await head(page, "HP").getByRole("link").click();
    await page.waitForURL("**/?family=creature&sort=hit_points");
    await page.locator('th[aria-sort="ascending"]', { hasText: "HP" }).waitFor();
    await head(page, "HP").getByRole("link").click();
    await page.waitForURL("**/?family=creature&sort=-hit_points");
    const { creatures } = await ask(
      "{ creatures(first: 1, orderBy: [{ field: HIT_POINTS, direction: DESC }]) { nodes { name hitPoints } } }",
    );
    const first = page.locator(".hits tbody tr").first();
    await first.filter({ hasText: creatures.nodes[0].hitPoints.toLocaleString("en") }).waitFor();
    await head(page, "Name").getByRole("link").click();
    await page.waitForURL("**/?family=creature&sort=name");
    await page.locator('.found[aria-busy="false"] th[aria-sort="ascending"]', { hasText: "Name" }).waitFor();

    // A row opens beside the table, with the keyboard too.
    await page.getByRole("searchbox").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator(".entity h1").waitFor();
    assert.equal(await page.locator(".entity h1").innerText(), await page.locator("tr.shown th").innerText());
    await isAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Table" }).click();
    await page.locator(".hits li a.hit").first().waitFor();
  });
});

test("each family has its columns, on a phone and in the dark too", async () => {
  for (const [index, [family, columns]] of Object.entries(FAMILIES).entries()) {
    for (const width of [1280, 390]) {
      const colorScheme = (index + width) % 4 ? "dark" : "light";
      await visit(`/?family=${family}`, { prepare: table, width, colorScheme }, async (page) => {
        await page.locator(".hits tbody tr").first().waitFor();
        const heads = await page.getByRole("columnheader").allInnerTexts();
        const names = heads.map((text) => text.replace(/ [↑↓]$/, "").trim());
        assert.deepEqual(names, ["Name", ...columns, "Book", "Your list"]);
        await fits(page);
        await isAccessible(page);
      });
    }
  }
});

test("columns are chosen, and stay so", async () => {
  for (const width of [1280, 390]) {
    await visit("/?family=creature", { prepare: table, width, colorScheme: "dark" }, async (page) => {
      await head(page, "HP").waitFor();
      await page.getByText("Columns", { exact: true }).click();
      const choice = page.getByRole("group", { name: "Columns" });
      await choice.getByLabel("HP").uncheck();
      await head(page, "HP").waitFor({ state: "detached" });
      assert.ok((await choice.boundingBox()).x + (await choice.boundingBox()).width <= width);
      await fits(page);
      await isAccessible(page);
      await page.reload();
      await head(page, "AC").waitFor();
      assert.equal(await head(page, "HP").count(), 0);
      await page.getByText("Columns", { exact: true }).click();
      await choice.getByLabel("HP").check();
      await head(page, "HP").waitFor();
      // Others are there for those who want them, and the address has them.
      await choice.getByLabel("Speed").check();
      await head(page, "Speed").waitFor();
      await page.waitForURL("**columns=rating,type,size,armorClass,hitPoints,alignment,speed");
      await fits(page);
      await isAccessible(page);
      const address = new URL(page.url());
      await choice.getByRole("button", { name: "The usual ones" }).click();
      await head(page, "Speed").waitFor({ state: "detached" });
      await page.waitForURL("**/?family=creature");
      await visit(address.pathname + address.search, { width }, async (other) => {
        await head(other, "Speed").waitFor();
        await other.locator(".hits tbody tr").first().waitFor();
      });
    });
  }
});

test("folded filters stay open, and the address has what they choose", async () => {
  const { creatures } = await ask(`{
    creatures(filter: { flies: { eq: true }, challengeRating: { gte: 2, lte: 6 } }, first: 0) { totalCount }
  }`);
  await visit("/?family=creature", {}, async (page) => {
    await page.locator(".hits a.hit").first().waitFor();
    const more = page.getByText(/^More filters/);
    const flies = page.getByRole("group", { name: "Flies" });
    assert.equal(await flies.count(), 0);
    await more.click();
    await flies.getByText("Yes").click();
    await page.waitForURL("**/?family=creature&flies=true");
    const rating = page.getByRole("group", { name: "CR, from and to" });
    await rating.getByLabel("from").selectOption("2");
    await page.waitForURL("**/?family=creature&ratings=2..&flies=true");
    await rating.getByLabel("to").selectOption("6");
    await page.waitForURL("**/?family=creature&ratings=2..6&flies=true");
    await status(page, `${count(creatures)} creature`);
    await page.getByText("More filters (2)").waitFor();
    await page.reload();
    await status(page, `${count(creatures)} creature`);
    assert.ok(await flies.getByRole("radio", { name: "Yes" }).isChecked());
    await isAccessible(page);
    await page.getByRole("link", { name: "Remove CR: 2 to 6" }).click();
    await flies.getByText("Any").click();
    await page.waitForURL("**/?family=creature");
    await more.click();
    await flies.waitFor({ state: "detached" });
  });
});

test("what a value is of can be left out", async () => {
  const { creatures } = await ask(`{
    creatures(filter: { not: { type: { in: ["dragon"] } } }, first: 0) { totalCount }
  }`);
  await visit("/?family=creature", { width: 390, colorScheme: "dark" }, async (page) => {
    await page.getByText("Filters", { exact: true }).click();
    await page.getByRole("button", { name: "Without Dragon" }).click();
    await page.waitForURL("**/?family=creature&type=-dragon");
    await status(page, `${count(creatures)} creature`);
    await page.getByRole("link", { name: "Remove Type: not Dragon" }).waitFor();
    await fits(page);
    await isAccessible(page);
    await page.reload();
    await page.getByText("Filters (1)").click();
    const without = page.getByRole("button", { name: "Without Dragon" });
    assert.equal(await without.getAttribute("aria-pressed"), "true");
    await without.press("Enter");
    await page.waitForURL("**/?family=creature");
  });
});

test("what was understood of a search becomes filters", async () => {
  for (const [width, colorScheme] of [
    [1280, "light"],
    [390, "dark"],
  ]) {
    await visit("/?q=large+dragons+of+cr+5", { width, colorScheme }, async (page) => {
      const understood = page.getByRole("list", { name: "What was understood, as filters" });
      await understood.getByRole("link", { name: "Filter by Challenge rating: 5" }).click();
      await page.waitForURL("**/?q=large+dragons+of+cr+5&family=creature&challengeRating=5");
      await page.getByRole("link", { name: "Remove Challenge rating: 5" }).waitFor();
      // What is chosen is not offered again.
      await understood.getByRole("link", { name: "Filter by Size: Large" }).waitFor();
      assert.equal(await understood.getByRole("link", { name: /Challenge rating/ }).count(), 0);
      await fits(page);
      await isAccessible(page);
      await understood.getByRole("link", { name: "Filter by all of it" }).click();
      await page.waitForURL(
        (url) => url.searchParams.get("size") === "large" && url.searchParams.get("type") === "dragon",
      );
      await understood.waitFor({ state: "detached" });
      await page.locator(".hits a.hit").filter({ hasText: "Ash Drake" }).first().waitFor();
    });
  }
});

test("every folded filter is one that the server takes", async () => {
  for (const family of Object.keys(FAMILIES).filter((family) => family !== "rule")) {
    await visit(`/?family=${family}`, { prepare: open }, async (page) => {
      await page.locator(".more-facets [role=group]").first().waitFor();
      await page.evaluate(() => document.querySelectorAll(".facet").forEach((each) => (each.open = true)));
      const groups = page.locator(".more-facets [role=group]");
      const labels = await groups.evaluateAll((all) => all.map((group) => group.getAttribute("aria-label")));
      assert.ok(labels.length >= 3, family);
      for (const label of labels) {
        const group = page.locator(".more-facets").getByRole("group", { name: label, exact: true });
        if (label.endsWith("from and to")) {
          const from = group.getByLabel("from");
          const isList = (await from.locator("option").count()) > 0;
          await (isList ? from.selectOption({ index: 2 }) : from.fill("2"));
          await from.blur();
        } else {
          await group.locator("input").last().check({ force: true });
        }
        await page.getByRole("link", { name: "Clear all" }).waitFor();
        await page.locator('.found[aria-busy="false"]').waitFor();
        await status(page, /^\d/);
        assert.equal(await page.getByRole("alert").count(), 0, `${family} ${label}`);
        await page.getByRole("link", { name: "Clear all" }).click();
        await page.getByRole("link", { name: "Clear all" }).waitFor({ state: "detached" });
      }
    });
  }
});

test("a list is printed with all that it has", async () => {
  await visit("/?q=the+hearth", {}, async (page) => {
    const hits = page.locator(".hits ol > li");
    await hits.first().waitFor();
    const before = await hits.count();
    const left = page.getByText(/more are not printed/);
    assert.equal(await left.isVisible(), false);
    await page.emulateMedia({ media: "print" });
    assert.ok(await left.isVisible(), "what is left out is said on paper");
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => {
      window.print = () => (window.printed = document.querySelectorAll(".hits ol > li").length);
    });
    await page.getByRole("button", { name: /^Print these/ }).click();
    await page.waitForFunction((before) => window.printed > before, before);
    assert.equal(await page.getByRole("button", { name: "More" }).count(), 0);
    assert.equal(await left.count(), 0);
    await isAccessible(page);
  });
});
