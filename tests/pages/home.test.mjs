// The home page: what is stored, the search, and what was found in full.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answerWith, ask, changing, fits, isAccessible, server, visit } from "./browser.mjs";

const isSearch = (body) => body.query.startsWith("query Search");
const hits = (page) => page.locator(".hits a.hit");
const box = (page) => page.getByRole("searchbox", { name: "Search all books" });
const focused = (page) => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id);

test("what is stored is what the server says", async () => {
  const { status, documents } = await ask(
    "{ status { entityCount entities { family count } } documents { totalCount } }",
  );
  await visit("/", {}, async (page) => {
    await page.getByRole("heading", { name: "What is stored" }).waitFor();
    const shown = await page.locator(".families .number").allInnerTexts();
    assert.deepEqual(
      shown,
      [status.entityCount, ...status.entities.map(({ count }) => count)].map((count) => count.toLocaleString("en")),
    );
    const line = await page.locator("#stored + p").innerText();
    assert.ok(
      line.startsWith(`${status.entityCount.toLocaleString("en")} entries in ${documents.totalCount} books, fetched `),
      line,
    );
    assert.equal(await page.locator(".books li").count(), documents.totalCount);
    // Each name browses its book.
    const names = await page
      .locator(".books .name a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    assert.ok(names.length > 0);
    for (const address of names) {
      assert.match(address, /^\/\?family=[a-z_]+&documents=/);
    }
    for (const name of ["Playground", "Schema", "Health"]) {
      const target = await page.getByRole("link", { name }).getAttribute("href");
      assert.equal((await fetch(server + target, { headers: { accept: "text/html" } })).status, 200, name);
    }
    assert.ok((await page.locator("footer").innerText()).includes(`${server}/mcp`));
    await isAccessible(page);
  });
});

test("a stat block is found and opened with the keyboard alone", async () => {
  await visit("/", {}, async (page) => {
    await page.getByRole("heading", { name: "What is stored" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("ash drake");
    await hits(page).filter({ hasText: "Ash Drake" }).first().waitFor();
    await page.waitForURL("**/?q=ash+drake");
    assert.equal(await page.title(), "ash drake · LoreKeeper");
    assert.ok((await page.locator(".hits mark").count()) > 0);
    await isAccessible(page);

    await page.keyboard.press("ArrowDown");
    assert.match(await focused(page), /^Ash Drake/);
    await page.keyboard.press("ArrowDown");
    const second = await focused(page);
    await page.keyboard.press("ArrowUp");
    assert.notEqual(await focused(page), second);
    await page.keyboard.press("ArrowUp");
    assert.equal(await focused(page), "search");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");

    await page.getByRole("heading", { name: "Ash Drake", level: 1, exact: true }).waitFor();
    assert.equal(await focused(page), "Ash Drake");
    assert.equal(await page.title(), "Ash Drake · LoreKeeper");
    const card = page.locator(".creature .card");
    assert.deepEqual(await card.locator(".abilities th").allInnerTexts(), ["STR", "DEX", "CON", "INT", "WIS", "CHA"]);
    for (const cell of await card.locator(".abilities td").allInnerTexts()) {
      assert.match(cell, /^\d+ \([+-]\d+\)$/);
    }
    const text = await card.innerText();
    for (const fact of ["Armor Class:", "Hit Points:", "Speed:", "Challenge:", "Actions"]) {
      assert.ok(text.includes(fact), fact);
    }
    assert.match(await page.locator(".attribution").innerText(), /Licence: /);
    await isAccessible(page);

    await page.keyboard.press("Escape");
    await page.waitForURL("**/?q=ash+drake");
    await hits(page).first().waitFor();
    assert.match(await focused(page), /^Ash Drake/);
    await page.keyboard.press("Escape");
    assert.equal(await focused(page), "search");
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "What is stored" }).waitFor();
  });
});

test("the first hit is shown beside the list where there is room, before anyone opens it", async () => {
  for (const [width, colorScheme] of [
    [1280, "light"],
    [1200, "dark"],
  ]) {
    await visit("/", { width, colorScheme }, async (page) => {
      await page.locator("#search").fill("ash drake");
      const heading = page.locator(".pane h1");
      await heading.filter({ hasText: "Ash Drake" }).waitFor();
      assert.equal(await page.evaluate(() => document.activeElement.id), "search");
      assert.equal(new URL(page.url()).searchParams.get("id"), null);
      assert.equal(await page.title(), "ash drake · LoreKeeper");
      assert.equal(await page.evaluate(() => localStorage["lorekeeper-recent"] ?? ""), "");
      await isAccessible(page);
      await page.locator("#search").press("Enter");
      await page.keyboard.press("Enter");
      await page.waitForURL("**id=creature:**");
      await page.waitForFunction(() => document.activeElement.nodeName === "H1");
    });
  }
  await visit("/?q=ash+drake", { width: 1000 }, async (page) => {
    await hits(page).first().waitFor();
    await page.locator('.found[aria-busy="false"]').waitFor();
    assert.equal(await page.locator(".entity").count(), 0);
  });
});

test("places can be linked, and going back and forward works", async () => {
  const { spell } = await ask('{ spell(slug: "fireball") { id } }');
  const address = `/?q=fireball&id=${encodeURIComponent(spell.id)}`;
  await visit(address, {}, async (page) => {
    await page.getByRole("heading", { name: "Fireball", level: 1, exact: true }).waitFor();
    assert.equal(await box(page).inputValue(), "fireball");
    await page.keyboard.press("Escape");
    await hits(page).filter({ hasText: "Fireball" }).first().waitFor();
    await page.getByRole("link", { name: /^Spells/ }).click();
    await page.waitForURL("**/?q=fireball&family=spell");
    await hits(page).filter({ hasText: "Fireball" }).first().click();
    await page.getByRole("heading", { name: "Fireball", level: 1, exact: true }).waitFor();
    await page.goBack();
    await hits(page).first().waitFor();
    await page.goBack();
    await page.waitForURL("**/?q=fireball");
    await page.goForward();
    await page.goForward();
    await page.getByRole("heading", { name: "Fireball", level: 1, exact: true }).waitFor();
  });
  await visit("/?id=nonsense", {}, (page) => page.getByRole("alert").waitFor());
});

test("names are completed while one types", async () => {
  await visit("/", {}, async (page) => {
    await box(page).click();
    await page.keyboard.type("fireb");
    await page
      .getByRole("group", { name: /Names/ })
      .getByRole("button", { name: /^Fireball/ })
      .waitFor();
    await page.keyboard.press("ArrowRight");
    assert.equal(await box(page).inputValue(), "Fireball");
    await hits(page).filter({ hasText: "Fireball" }).first().waitFor();
  });
});

test("an answer that comes too late is not shown", async () => {
  const given = [];
  let release;
  const slow = new Promise((resolve) => (release = resolve));
  const prepare = (page) =>
    answerWith(page, async (body) => {
      if (isSearch(body) && body.variables.query === "ember") {
        given.push("asked");
        await slow;
      }
    });
  await visit("/", { prepare }, async (page) => {
    page.on("requestfailed", (request) => {
      if (isSearch(request.postDataJSON())) {
        given.push(request.failure().errorText);
      }
    });
    await box(page).fill("ember");
    await page.waitForRequest((request) => request.method() === "POST" && isSearch(request.postDataJSON()));
    await box(page).fill("fireball");
    await hits(page).filter({ hasText: "Fireball" }).first().waitFor();
    release();
    assert.deepEqual(given, ["asked", "net::ERR_ABORTED"]);
    assert.match(await hits(page).first().innerText(), /^Fireball/);
  });
});

test("what others wrote cannot do harm", async () => {
  const { spell } = await ask('{ spell(slug: "fireball") { id markdown } }');
  assert.match(spell.markdown, /<img src=x onerror/);
  assert.match(spell.markdown, /javascript:/);
  await visit(`/?id=${encodeURIComponent(spell.id)}`, {}, async (page) => {
    await page.getByRole("heading", { name: "Fireball", level: 1, exact: true }).waitFor();
    const card = page.locator(".card");
    // It is there to be read, as it was written.
    assert.match(await card.innerText(), /<img src=x onerror=/);
    assert.equal(await card.locator("img, script, iframe, svg, style, form, [onerror], [onclick], [style]").count(), 0);
    const targets = await page.locator("a").evaluateAll((links) => links.map((link) => link.protocol));
    assert.deepEqual(
      targets.filter((protocol) => !/^https?:$/.test(protocol)),
      [],
    );
    assert.equal(await page.evaluate(() => window.harmed), undefined);
    // Tables and links that are harmless stay.
    assert.equal(await card.locator(".wide table td").count(), 2);
    assert.equal(await card.getByRole("link", { name: "harmless" }).getAttribute("href"), "https://example.com/");
  });
  await visit("/?q=onerror+harmed", {}, async (page) => {
    await hits(page).first().waitFor();
    assert.equal(await page.locator(".hits img").count(), 0);
    assert.equal(await page.evaluate(() => window.harmed), undefined);
  });
});

test("every family is readable, on a phone and in the dark", async () => {
  const { search } = await ask(`{ search(query: "a", first: 1) { totalCount } }`);
  assert.ok(search.totalCount > 0);
  const families = ["spells", "creatures", "equipment", "characterOptions", "rules"];
  const found = await ask(`{ ${families.map((family) => `${family}(first: 100) { nodes { id name } }`).join(" ")} }`);
  for (const family of families) {
    const { nodes } = found[family];
    // Enough to meet each kind.
    const some = nodes.filter((_, index) => index % Math.ceil(nodes.length / 6) === 0);
    const colorScheme = family.length % 2 ? "dark" : "light";
    await visit("/", { width: 360, colorScheme }, async (page) => {
      for (const { id, name } of some) {
        await page.goto(`${server}/?id=${encodeURIComponent(id)}`);
        await page.getByRole("heading", { name, level: 1, exact: true }).waitFor();
        await fits(page);
        await isAccessible(page);
      }
    });
  }
  for (const path of ["/", "/?q=ember", "/?q=zzxqv"]) {
    for (const colorScheme of ["light", "dark"]) {
      await visit(path, { width: 360, colorScheme }, async (page) => {
        await page.locator(".books, .hits, .notice").first().waitFor();
        await fits(page);
        await isAccessible(page);
      });
    }
  }
});

test("no match, no server, too many, a mistake: each is said", async () => {
  await visit("/?q=zzxqv", { prepare: noMatch }, async (page) => {
    await page.getByText("Nothing has the words").waitFor();
  });
  let isAway = true;
  const away = (page) => answerWith(page, () => (isAway ? "nothing" : undefined));
  await visit("/", { prepare: away, expected: /Failed to load/ }, async (page) => {
    await page.getByRole("alert").filter({ hasText: "does not answer" }).waitFor();
    isAway = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "What is stored" }).waitFor();
  });
  let times = 0;
  const busy = (page) =>
    answerWith(page, () =>
      times++ === 0
        ? { status: 429, headers: { "retry-after": "1" }, errors: [{ message: "Too many requests." }] }
        : undefined,
    );
  await visit("/", { prepare: busy, expected: /429/ }, async (page) => {
    await page.getByRole("alert").filter({ hasText: "Too many requests." }).waitFor();
    // By itself.
    await page.getByRole("heading", { name: "What is stored" }).waitFor();
  });
  const refused = (page) => answerWith(page, () => ({ errors: [{ message: "This is too long." }] }));
  await visit("/?q=fire", { prepare: refused }, async (page) => {
    await page.getByRole("alert").filter({ hasText: "This is too long." }).waitFor();
    await isAccessible(page);
  });
});

const noMatch = (page) =>
  answerWith(page, (body) =>
    isSearch(body)
      ? {
          data: {
            found: {
              totalCount: 0,
              matchCount: 0,
              facets: [{ name: "family", values: [] }],
              pageInfo: { hasNextPage: false, endCursor: null },
              edges: [],
              meta: { message: "Nothing has the words of it.", warnings: [], correctedQuery: null },
            },
          },
        }
      : undefined,
  );

test("a server that wants a token gets it", async () => {
  const prepare = (page) =>
    answerWith(page, (_, request) =>
      request.headers().authorization === "Bearer sesame"
        ? undefined
        : { status: 401, errors: [{ message: "A token is needed.", extensions: { code: "UNAUTHENTICATED" } }] },
    );
  await visit("/", { prepare, expected: /401/ }, async (page) => {
    await isAccessible(page);
    await page.getByLabel("Token").fill("wrong");
    await page.getByRole("button", { name: "Use it" }).click();
    await page.getByText("does not know this token").waitFor();
    await page.getByLabel("Token").fill("sesame");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "What is stored" }).waitFor();
    assert.equal(await page.evaluate(() => localStorage.length), 0);
  });
});

test("an empty store says what to do, and one that is being filled how far it is", async () => {
  let state = { entityCount: 0, syncing: false };
  const prepare = (page) => changing(page, "Stored", ({ status }) => Object.assign(status, state));
  await visit("/", { prepare }, async (page) => {
    await page.getByText("lorekeeper sync").waitFor();
    await isAccessible(page);
  });
  state = { entityCount: 0, syncing: true };
  await visit("/", { prepare }, async (page) => {
    await page.getByRole("progressbar", { name: "Fetching" }).waitFor();
    await isAccessible(page);
    // It looks again by itself.
    state = { syncing: true, model: "a-model", passages: 100, embedded: 25 };
    const embedding = page.getByRole("progressbar", { name: /25 of 100 passages/ });
    await embedding.waitFor();
    assert.equal(await embedding.getAttribute("value"), "25");
    await isAccessible(page);
    state = { syncing: false, model: "a-model", passages: 100, embedded: 100 };
    await embedding.waitFor({ state: "detached" });
  });
});

test("more is shown when one asks for it", async () => {
  await visit("/?q=the+hearth", {}, async (page) => {
    await hits(page).first().waitFor();
    const first = await hits(page).count();
    const more = page.getByRole("button", { name: "More" });
    await more.click();
    await page.waitForFunction((before) => document.querySelectorAll(".hits a.hit").length > before, first);
    const links = await hits(page).evaluateAll((all) => all.map(({ href }) => href));
    assert.equal(new Set(links).size, links.length);
  });
  // While a new answer is awaited, nothing continues the old one.
  let answered;
  const later = new Promise((resolve) => (answered = resolve));
  const prepare = (page) =>
    answerWith(page, async (body) => {
      if (isSearch(body) && body.variables.query === "the hearth fire") {
        await later;
      }
    });
  await visit("/?q=the+hearth", { prepare }, async (page) => {
    const more = page.getByRole("button", { name: "More" });
    await more.waitFor();
    await box(page).fill("the hearth fire");
    await page.locator(".hits.waiting").waitFor();
    assert.ok(await more.isDisabled());
    answered();
    await page.locator(".hits:not(.waiting)").waitFor();
    assert.ok(await more.isEnabled());
    assert.match(
      await page.locator(".found [role=status]").innerText(),
      /^[\d,]+ match(es)?(, ([\d,]+|and) similar entr(y|ies))?$/,
    );
  });
});
