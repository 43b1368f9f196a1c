// The compendium: browsing without a query, facets, versions, comparison, and the reader's list.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answerWith, ask, fits, isAccessible, server, visit } from "./browser.mjs";

const hits = (page) => page.locator(".hits a.hit");
const status = (page) => page.locator(".found [role=status]");
const facet = (page, name) => page.getByRole("group", { name, exact: true });
const shown = ({ totalCount }) => totalCount.toLocaleString("en");
const drakes = async () => {
  const { creatures } = await ask(`{ creatures(name: "Ash Drake") { nodes { id document { gameSystem } } } }`);
  const of = (edition) => creatures.nodes.find(({ document }) => document.gameSystem === edition).id;
  return { old: of("5e-2014"), new: of("5e-2024") };
};

test("a family is browsed without a query, and narrowed with the keyboard alone", async () => {
  const { spells, some, fewer } = await ask(`{
    spells { totalCount }
    some: spells(filter: { level: { in: [1] } }) { totalCount }
    fewer: spells(filter: { level: { in: [1] } }, gameSystem: "5e-2014") { totalCount }
  }`);
  assert.ok(fewer.totalCount > 0 && fewer.totalCount < some.totalCount && some.totalCount < spells.totalCount);
  await visit("/", {}, async (page) => {
    await page.getByRole("link", { name: /^Spells \d/ }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/?family=spell");
    await status(page)
      .filter({ hasText: `${shown(spells)} spells` })
      .waitFor();
    await isAccessible(page);

    await facet(page, "Level").getByRole("checkbox", { name: /^1 / }).focus();
    await page.keyboard.press("Space");
    await page.waitForURL("**/?family=spell&level=1");
    await status(page)
      .filter({ hasText: `${shown(some)} spells` })
      .waitFor();
    await facet(page, "Edition").getByRole("radio", { name: "All" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.waitForURL("**/?family=spell&gameSystem=5e-2014&level=1");
    await status(page)
      .filter({ hasText: `${shown(fewer)} spells` })
      .waitFor();
    for (const kind of await page.locator(".hits .kind").allInnerTexts()) {
      assert.match(kind, /^1st-level /);
    }
    // Other levels are still there, and tell what they would leave.
    assert.ok((await facet(page, "Level").getByRole("checkbox").count()) > 1);
    await isAccessible(page);

    await page.getByRole("link", { name: "Remove Level: 1" }).click();
    await page.waitForURL("**/?family=spell&gameSystem=5e-2014");
    await page.goBack();
    await status(page)
      .filter({ hasText: `${shown(fewer)} spells` })
      .waitFor();
    await page.getByRole("link", { name: "Clear all" }).click();
    await status(page)
      .filter({ hasText: `${shown(spells)} spells` })
      .waitFor();
  });
});

test("every facet of every family narrows by each of its values", async () => {
  for (const family of ["spell", "creature", "equipment", "character_option", "rule"]) {
    await visit(`/?family=${family}`, {}, async (page) => {
      await hits(page).first().waitFor();
      const groups = page.locator(".facet [role=group]");
      assert.ok((await groups.count()) >= 3, family);
      for (const label of await groups.evaluateAll((all) => all.map((group) => group.getAttribute("aria-label")))) {
        await page.evaluate(() => document.querySelectorAll(".facet").forEach((each) => (each.open = true)));
        const choice = facet(page, label).locator("input").last();
        const text = (await choice.locator("xpath=..").innerText()).trim();
        const count = await choice.locator("xpath=..").locator(".number").textContent();
        await choice.check({ force: true });
        await status(page)
          .filter({ hasText: new RegExp(`^${count} `) })
          .waitFor();
        assert.ok((await hits(page).count()) > 0, `${family} ${label} ${text}`);
        await page.getByRole("link", { name: "Clear all" }).click();
        await page.getByRole("link", { name: "Clear all" }).waitFor({ state: "detached" });
      }
    });
  }
});

test("filters that leave nothing say so, and values that are none are told", async () => {
  await visit("/?family=spell&level=9&classes=nobody", {}, async (page) => {
    await page.getByText("Nothing fits all of these filters.").waitFor();
    assert.ok(await page.getByRole("checkbox", { name: /^Nobody/ }).isChecked());
    await isAccessible(page);
    await page.getByText("Clear the filters").click();
    await hits(page).first().waitFor();
  });
  // A value that the schema does not take is refused in a sentence.
  await visit("/?family=creature&challengeRating=huge", {}, (page) => page.getByRole("alert").waitFor());
  const empty = (page) =>
    answerWith(page, (body) =>
      body.query.startsWith("query SearchRules")
        ? {
            data: {
              found: {
                totalCount: 0,
                matchCount: null,
                facets: [{ name: "kind", values: [] }],
                pageInfo: { hasNextPage: false, endCursor: null },
                edges: [],
                meta: { message: null, warnings: [], correctedQuery: null },
              },
            },
          }
        : undefined,
    );
  await visit("/?family=rule", { prepare: empty }, async (page) => {
    await page.getByText("Nothing fits all of these filters.").waitFor();
    assert.equal(await page.locator(".facet").count(), 0);
    await isAccessible(page);
  });
});

test("a list is sorted", async () => {
  await visit("/?family=creature", {}, async (page) => {
    await hits(page).first().waitFor();
    await page.getByLabel("Sort by").selectOption("Challenge rating ↓");
    await page.waitForURL("**/?family=creature&sort=-challenge_rating");
    const { creatures } = await ask(
      "{ creatures(first: 1, orderBy: [{ field: CHALLENGE_RATING, direction: DESC }]) { nodes { name } } }",
    );
    await hits(page).first().filter({ hasText: creatures.nodes[0].name }).waitFor();
  });
});

test("editions of one thing are one hit with a switch", async () => {
  const ids = await drakes();
  await visit("/?q=ash+drake&family=creature", {}, async (page) => {
    await hits(page).filter({ hasText: "Ash Drake" }).first().waitFor();
    assert.equal(
      await hits(page)
        .filter({ hasText: /^Ash Drake/ })
        .count(),
      1,
    );
    const versions = page.locator(".hits .versions").first().getByRole("link");
    assert.deepEqual(await versions.allInnerTexts(), ["2024", "2014"]);

    await versions.last().click();
    const card = page.locator(".entity");
    const heading = card.getByRole("heading", { name: "Ash Drake", level: 1, exact: true });
    await heading.waitFor();
    assert.equal(new URL(page.url()).searchParams.get("id"), ids.old);
    assert.equal(await versions.last().getAttribute("aria-current"), "true");
    assert.match(await hits(page).first().innerText(), /CR 5/);
    await card.getByRole("link", { name: /^Ash Drake, 2024/ }).click();
    await page.waitForURL((url) => url.searchParams.get("id") === ids.new);
    await card.getByText(/^CR 6 \(/).waitFor();
    assert.match(await hits(page).first().innerText(), /CR 6/);
    await isAccessible(page);
    // The other version took the first one's place: going back leaves both.
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has("id"));
    assert.ok(await hits(page).first().isVisible());
  });
});

test("a card opens in place, beside the list", async () => {
  await visit("/?family=creature", {}, async (page) => {
    await hits(page).first().waitFor();
    const place = () => hits(page).nth(1).boundingBox();
    const before = await place();
    await hits(page).first().click();
    await page.locator(".entity h1").waitFor();
    assert.deepEqual(await place(), before);
    const name = await page.locator(".entity h1").innerText();
    await hits(page).nth(1).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction((last) => document.querySelector(".entity h1")?.textContent !== last, name);
    await page.keyboard.press("Escape");
    await page.waitForURL("**/?family=creature");
    assert.equal(
      await hits(page)
        .nth(1)
        .evaluate((link) => link === document.activeElement),
      true,
    );
  });
  // On a phone it takes the list's place.
  await visit("/?family=creature", { width: 360 }, async (page) => {
    await hits(page).first().click();
    await page.locator(".entity h1").waitFor();
    assert.equal(await hits(page).first().isVisible(), false);
    await page.getByRole("button", { name: /Back/ }).click();
    await hits(page).first().waitFor();
    assert.equal(
      await hits(page)
        .first()
        .evaluate((link) => link === document.activeElement),
      true,
    );
  });
});

test("nothing jumps while a list loads", async () => {
  const watch = (page) =>
    page.addInitScript(() => {
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          window.shift += entry.value;
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
  for (const width of [360, 1200]) {
    for (const path of ["/?family=spell", "/?q=ember", "/encounter"]) {
      await visit(path, { width, prepare: watch }, async (page) => {
        await page.locator(".hits a.hit, .choices li").first().waitFor();
        await page.waitForLoadState("networkidle");
        const shift = await page.evaluate(() => window.shift);
        assert.ok(shift < 0.05, `${path} at ${width}: ${shift}`);
      });
    }
  }
});

test("filters fold on a phone", async () => {
  await visit("/?family=spell", { width: 360 }, async (page) => {
    await hits(page).first().waitFor();
    assert.equal(await facet(page, "Level").isVisible(), false);
    await page.getByText("Filters", { exact: true }).click();
    await facet(page, "Level").getByText("Cantrip").click();
    await page.waitForURL("**/?family=spell&level=0");
    await page.getByText("Filters (1)").waitFor();
    assert.ok(await facet(page, "Level").isVisible());
    await fits(page);
    await isAccessible(page);
  });
});

test("two things stand side by side", async () => {
  const ids = await drakes();
  await visit(`/?q=ash+drake&id=${ids.old}`, {}, async (page) => {
    await page.getByRole("link", { name: "Compare with 2024" }).click();
    await page.waitForURL(
      (url) => url.searchParams.get("beside") === ids.old && url.searchParams.get("id") === ids.new,
    );
    await page.getByRole("heading", { name: "Ash Drake", level: 1, exact: true }).waitFor();
    const challenge = page.locator(".row").filter({ has: page.getByRole("heading", { name: "Challenge" }) });
    assert.match(await challenge.getAttribute("class"), /differs/);
    const marks = await challenge.locator("mark").allInnerTexts();
    assert.match(marks.join(), /^5.*6/);
    const rows = await page.locator(".row:not(.heads)").count();
    await page.getByLabel("Only what differs").check();
    const different = await page.locator(".row.differs").count();
    assert.equal(await page.locator(".row:not(.heads)").count(), different);
    assert.ok(different > 0 && different < rows);
    await isAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Compare with 2024" }).waitFor();

    // Any two: the first waits while the other is looked for.
    await page.getByRole("link", { name: "Compare with another" }).click();
    await page.getByText("Open what to compare Ash Drake with.").waitFor();
    await isAccessible(page);
    await page.getByRole("searchbox").fill("soot gremlin");
    await hits(page).filter({ hasText: "Soot Gremlin" }).first().click();
    await page.getByRole("heading", { name: "Ash Drake and Soot Gremlin" }).waitFor();
  });
  for (const colorScheme of ["light", "dark"]) {
    await visit(`/?beside=${ids.old}&id=${ids.new}`, { width: 360, colorScheme }, async (page) => {
      await page.locator(".row.differs").first().waitFor();
      await fits(page);
      await isAccessible(page);
    });
  }
  await visit(`/?beside=${ids.old}&id=creature:no:body`, {}, (page) => page.getByRole("alert").waitFor());
});

test("what is collected is listed, shared and printed", async () => {
  let shared;
  await visit("/?family=creature", {}, async (page) => {
    const stars = page.locator(".hits .collect");
    await stars.first().click();
    await stars.nth(1).focus();
    await page.keyboard.press("Enter");
    await stars.nth(2).click();
    await stars.nth(2).click();
    assert.deepEqual(
      await stars.evaluateAll((all) => all.slice(0, 3).map((star) => star.getAttribute("aria-pressed"))),
      ["true", "true", "false"],
    );
    const names = await page.locator(".hits .name").allInnerTexts();
    await page.reload();
    await page.getByRole("link", { name: "Your list 2" }).click();
    await page.locator(".cards h1").nth(1).waitFor();
    assert.deepEqual(await page.locator(".cards h1").allInnerTexts(), names.slice(0, 2));
    assert.match(await page.locator(".attribution").innerText(), /\w/);
    await isAccessible(page);

    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("Link copied").waitFor();
    shared = await page.evaluate(() => navigator.clipboard.readText());

    await page.emulateMedia({ media: "print" });
    assert.equal(await page.getByRole("link", { name: /Your list/ }).isVisible(), false);
    assert.equal(await page.getByRole("button", { name: "Print" }).isVisible(), false);
    assert.ok(await page.locator(".cards .card").first().isVisible());
    await page.emulateMedia({ media: "screen" });

    await page.locator(".cards .collect").first().click();
    await page.locator(".cards h1").nth(1).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Empty the list" }).click();
    await page.getByRole("button", { name: "Press again" }).click();
    await page.getByText("Nothing is on it yet.").waitFor();
    await isAccessible(page);
  });
  assert.ok(shared.startsWith(`${server}/list?ids=creature:`), shared);
  await visit(shared.slice(server.length), { width: 360, colorScheme: "dark" }, async (page) => {
    await page.locator(".cards h1").nth(1).waitFor();
    assert.ok((await page.getByRole("link", { name: "Your list 0" }).count()) === 1);
    await fits(page);
    await isAccessible(page);
    // Paper is white.
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "light");
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("button", { name: "Keep this list" }).click();
    await page.getByRole("heading", { name: "Your list" }).waitFor();
    await page.getByRole("link", { name: "Your list 2" }).waitFor();
  });
  await visit("/list?ids=spell:no:body", {}, (page) => page.getByText("spell:no:body is not stored here.").waitFor());
});

test("a full list says so", async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `spell:no:body-${index}`);
  const prepare = (page) =>
    page.addInitScript(
      (text) => (localStorage["lorekeeper-lists"] ??= text),
      JSON.stringify({ all: [`?ids=${ids}`], at: 0 }),
    );
  await visit("/?family=spell", { prepare, width: 360 }, async (page) => {
    const star = page.locator(".hits .collect").first();
    await star.waitFor();
    assert.ok(await star.isDisabled());
    assert.equal(await star.getAttribute("title"), "The list is full (100)");
    await page.getByRole("link", { name: "Your list 100 (full)" }).waitFor();
    await fits(page);
    await isAccessible(page);
  });
  // What was shared is kept beside it.
  const { old } = await drakes();
  await visit(`/list?ids=${old}&name=Ours`, { prepare }, async (page) => {
    await page.getByRole("button", { name: "Keep this list" }).click();
    await page.getByRole("link", { name: "Ours 1" }).waitFor();
    await page.getByRole("button", { name: "Your list", exact: true }).click();
    await page.getByRole("link", { name: "Your list 100 (full)" }).waitFor();
    await isAccessible(page);
  });
});

test("what was found is printed, and in its place what is open", async () => {
  await visit("/?family=creature", {}, async (page) => {
    await hits(page).first().waitFor();
    await page.emulateMedia({ media: "print" });
    assert.ok(await hits(page).first().isVisible());
    assert.equal(await page.getByText("What is opened from the list").isVisible(), false);
    await page.emulateMedia({ media: "screen" });
    await hits(page).first().click();
    await page.locator(".entity h1").waitFor();
    await page.emulateMedia({ media: "print" });
    assert.equal(await hits(page).first().isVisible(), false);
    assert.ok(await page.locator(".entity h1").isVisible());
  });
});

test("lists, on a phone and in the dark", async () => {
  const families = ["spell", "creature", "equipment", "character_option", "rule"];
  for (const [index, family] of families.entries()) {
    const colorScheme = index % 2 ? "light" : "dark";
    await visit(`/?family=${family}`, { width: 360, colorScheme }, async (page) => {
      await hits(page).first().waitFor();
      await page.getByText("Filters", { exact: true }).click();
      await fits(page);
      await isAccessible(page);
    });
  }
});
