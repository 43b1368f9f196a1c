// The reader's books: an edition and books that narrow every page, until one clears them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, fits, isAccessible, server, visit } from "./browser.mjs";

const { all, mine } = await ask(`{
  all: spells(first: 0) { totalCount }
  mine: spells(first: 0, gameSystem: "5e-2014") { totalCount }
}`);
const spells = ({ totalCount }) => `${totalCount.toLocaleString("en")} spells`;
const status = (page, text) => page.locator(".found [role=status]").filter({ hasText: text }).waitFor();
const edition = (page, name) => page.getByRole("group", { name: "Edition", exact: true }).getByRole("radio", { name });
const chip = (page) => page.getByRole("button", { name: /^My books/ });

test("an edition is kept, narrows every page, and is cleared", async () => {
  assert.ok(mine.totalCount > 0 && mine.totalCount < all.totalCount);
  await visit("/?family=spell", {}, async (page) => {
    await status(page, spells(all));
    assert.equal(await chip(page).count(), 0);
    await edition(page, "2014").check({ force: true });
    await page.waitForURL("**/?family=spell&gameSystem=5e-2014");
    await page.getByRole("button", { name: "Use everywhere" }).click();
    await page.waitForURL("**/?family=spell");
    await chip(page).filter({ hasText: "My books: 2014" }).waitFor();
    await status(page, spells(mine));
    assert.ok(await edition(page, "2014").isChecked());
    await isAccessible(page);

    // Other families, their number, searches, names that are completed, encounters.
    const tab = page.getByRole("link", { name: /^Creatures/ });
    const { creatures } = await ask(`{ creatures(first: 0, gameSystem: "5e-2014") { totalCount } }`);
    await tab.filter({ hasText: creatures.totalCount.toLocaleString("en") }).waitFor();
    const asked = [];
    page.on("request", (request) => request.method() === "POST" && asked.push(request.postDataJSON()));
    await tab.click();
    await status(page, `${creatures.totalCount.toLocaleString("en")} creatures`);
    const completed = page.waitForRequest((request) => /^query Suggest/.test(request.postDataJSON()?.query));
    await page.getByRole("searchbox").pressSequentially("ash");
    await completed;
    await page.waitForURL("**/?q=ash&family=creature");
    await page.locator('.found[aria-busy="false"]').waitFor();
    await page.getByRole("link", { name: "Encounter" }).click();
    await page
      .getByRole("status")
      .filter({ hasText: /^\d.* creatures$/ })
      .waitFor();
    for (const operation of ["SearchCreatures", "Suggest", "EncounterCandidates"]) {
      const found = asked.filter(({ query }) => query.includes(`query ${operation}`));
      assert.ok(found.length > 0, operation);
      found.forEach(({ variables }) => assert.equal(variables.gameSystem, "5e-2014", operation));
    }

    await page.goto(new URL("/?family=spell", page.url()).href);
    await status(page, spells(mine));
    await chip(page).click();
    await status(page, spells(all));
    assert.equal(await chip(page).count(), 0);
  });
});

test("what is changed in the filters changes the reader's books; an address with books goes before them", async () => {
  const prepare = (page) => page.addInitScript(() => (localStorage["lorekeeper-books"] ??= "gameSystem=5e-2014"));
  await visit("/?family=spell&sort=level", { prepare, width: 390, colorScheme: "dark" }, async (page) => {
    await chip(page).waitFor();
    await fits(page);
    await page.getByText(/^Filters/).click();
    await edition(page, "2024").check({ force: true });
    await chip(page).filter({ hasText: "2024" }).waitFor();
    assert.equal(new URL(page.url()).search, "?family=spell&sort=level");
    await isAccessible(page);
    await edition(page, "All").check({ force: true });
    await chip(page).waitFor({ state: "detached" });
  });
  await visit("/?family=spell&gameSystem=5e-2014", { prepare }, async (page) => {
    await status(page, spells(mine));
    await edition(page, "2024").check({ force: true });
    await page.waitForURL("**/?family=spell&gameSystem=5e-2024");
    await chip(page).filter({ hasText: "2014" }).waitFor();
    await page.getByRole("link", { name: "Remove Edition: 2024" }).click();
    await status(page, spells(mine));
    await edition(page, "All").check({ force: true });
    await status(page, spells(all));
    assert.equal(await chip(page).count(), 0);
  });
  const none = (page) => page.addInitScript(() => (localStorage["lorekeeper-books"] ??= "documents=no-such-book"));
  await visit("/?family=spell", { prepare: none }, async (page) => {
    await chip(page).filter({ hasText: "1 book" }).waitFor();
    await page.getByRole("button", { name: "Look in all books" }).click();
    await status(page, spells(all));
  });
});

test("a link can carry the reader's books", async () => {
  const { spells } = await ask("{ spells(first: 1) { nodes { id } } }");
  const prepare = (page) => page.addInitScript(() => (localStorage["lorekeeper-books"] ??= "gameSystem=5e-2014"));
  const paths = ["/?family=spell&q=a", "/encounter?party=2x2", `/list?ids=${spells.nodes[0].id}`];
  for (const [at, path] of paths.entries()) {
    await visit(path, { prepare, width: at % 2 ? 1200 : 390 }, async (page) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copy link with my books" }).click();
      await page.getByText("Link copied").waitFor();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(new URL(link).searchParams.get("gameSystem"), "5e-2014");
      await fits(page);
      await isAccessible(page);
      // To others it names the books, which can become theirs.
      await visit(link.slice(server.length), {}, async (other) => {
        await other.getByRole("button", { name: "Use everywhere" }).click();
        await chip(other).filter({ hasText: "2014" }).waitFor();
        await fits(other);
        await isAccessible(other);
      });
    });
  }
});
