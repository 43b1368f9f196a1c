// The pages without a network: what was seen, and books that were chosen.

import assert from "node:assert/strict";
import { connect, createServer } from "node:net";
import { test } from "node:test";
import { ask, fits, isAccessible, server, visit } from "./browser.mjs";

const hits = (page) => page.locator(".hits a.hit");
/** What the browser says of requests that fail. */
const expected = /net::ERR_/;

/** A way to the server that can be cut: not every browser holds its workers to what it plays to pages. */
async function openWire() {
  const { hostname, port } = new URL(server);
  const sockets = new Set();
  let isCut = false;
  const wire = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket) && other.destroy());
    }
  });
  const cut = (now) => {
    isCut = now;
    if (now) {
      sockets.forEach((socket) => socket.destroy());
    }
  };
  await new Promise((listening) => wire.listen(0, "127.0.0.1", listening));
  const close = () => {
    cut(true);
    wire.close();
  };
  return { origin: `http://127.0.0.1:${wire.address().port}`, cut, close };
}

async function withWorker(path, look) {
  const wire = await openWire();
  try {
    const options = { serviceWorkers: "allow", expected, origin: wire.origin };
    await visit(path, options, async (page) => {
      await page.evaluate(() => navigator.serviceWorker.ready);
      // The first visit is not the worker's; the next ones are.
      await page.reload();
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await look(page, wire);
    });
  } finally {
    wire.close();
  }
}

test("the pages can be installed", async () => {
  const response = await fetch(`${server}/assets/manifest.webmanifest`);
  assert.equal(response.headers.get("content-type"), "application/manifest+json");
  const { start_url, icons, shortcuts } = await response.json();
  for (const path of [start_url, ...icons.map(({ src }) => src), ...shortcuts.map(({ url }) => url)]) {
    assert.equal((await fetch(server + path)).status, 200, path);
  }
  await visit("/", {}, async (page) => {
    assert.equal(await page.locator('link[rel="manifest"]').getAttribute("href"), "/assets/manifest.webmanifest");
  });
});

test("what was seen is there without a network", async () => {
  await withWorker("/", async (page, { origin, cut }) => {
    await page.goto(`${origin}/?q=ember`);
    await hits(page).first().waitFor();
    await page.goto(`${origin}/spell/srd-2014/ember-ward`);
    await page.locator("#page .entity h1").waitFor();
    await page.goto(`${origin}/`);
    await page.getByRole("heading", { name: "Books" }).waitFor();
    cut(true);
    await page.goto(`${origin}/?q=ember`);
    await hits(page).filter({ hasText: "Ember Ward" }).first().waitFor();
    await page.getByText("There is no network: this is what was seen before").waitFor();
    await fits(page);
    await isAccessible(page);
    await page.goto(`${origin}/spell/srd-2014/ember-ward`);
    await page.locator(".entity h1").filter({ hasText: "Ember Ward" }).waitFor();
    // Pages that were not open before are there; what was not asked before is told.
    for (const path of ["/encounter", "/list", "/book"]) {
      await page.goto(origin + path);
      await page.locator("main h1").waitFor();
    }
    await page.goto(`${origin}/?q=something+new`);
    await page.getByRole("alert").filter({ hasText: "Without a network this is not here" }).waitFor();
    cut(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".found [role=status]").filter({ hasNotText: "Searching" }).waitFor();
    await page.getByText("There is no network").waitFor({ state: "detached" });
  });
});

test("an address that the server refuses for its length is shown", async () => {
  const ids = Array.from({ length: 3000 }, (_, index) => `equipment:no-such-book:magic-item:nothing-${index}`);
  assert.equal((await fetch(`${server}/list?ids=${ids}`)).status, 414);
  await withWorker("/list", async (page, { origin }) => {
    await page.goto(`${origin}/list?ids=${ids}`);
    await page.getByText("The link has 3,000 entries, and a list has up to 100").waitFor();
  });
});

test("a chosen book works without a network", async () => {
  const { documents } = await ask("{ documents(first: 50) { nodes { key name displayName } } }");
  const book = documents.nodes.find(({ key }) => key === "hearth-2014");
  const name = book.displayName ?? book.name;
  const { creatures } = await ask(
    '{ creatures(documents: ["hearth-2014"], first: 60, orderBy: [{ field: NAME }]) { nodes { name challengeRatingText } } }',
  );
  const rating = creatures.nodes.find(({ name }) => name === "Ash Drake").challengeRatingText;
  const rated = creatures.nodes.filter(({ challengeRatingText }) => challengeRatingText === rating);
  assert.ok(rated.length < creatures.nodes.length);
  await withWorker("/", async (page, { origin, cut }) => {
    const keep = page.getByRole("button", { name: new RegExp(`^(Keep|Kept) offline: ${name}$`) });
    await keep.click();
    await keep.filter({ hasText: "Kept offline" }).waitFor();
    await isAccessible(page);
    cut(true);
    await page.goto(`${origin}/?family=creature&q=ash`);
    await hits(page).filter({ hasText: "Ash Drake" }).first().click();
    await page.locator(".entity h1").filter({ hasText: "Ash Drake" }).waitFor();
    // A filter narrows what is kept, or the page says that it does not.
    const names = () => page.locator(".hits .name").allInnerTexts();
    await page.goto(`${origin}/?family=creature&challengeRating=${encodeURIComponent(rating)}`);
    await page.getByText("Without a network the names in the books").waitFor();
    assert.deepEqual(
      await names(),
      rated.map(({ name }) => name),
    );
    await page.goto(`${origin}/?family=creature&legendary=true&sort=-name`);
    await page.getByText("Not heeded: Legendary.").waitFor();
    assert.deepEqual(await names(), creatures.nodes.map(({ name }) => name).reverse());
    await isAccessible(page);
    cut(false);
    await page.goto(`${origin}/`);
    await keep.filter({ hasText: "Kept offline" }).click();
    await keep.filter({ hasText: "Keep offline" }).waitFor();
  });
});

test("versions of one thing are one entry without a network, too", async () => {
  const { documents } = await ask("{ documents(first: 50) { nodes { key name displayName } } }");
  const names = ["srd-2014", "srd-2024"].map((key) => documents.nodes.find((book) => book.key === key));
  await withWorker("/", async (page, { origin, cut }) => {
    for (const { name, displayName } of names) {
      const keep = page.locator(".keep button").and(page.getByLabel(`: ${displayName ?? name}`));
      await keep.click();
      await keep.filter({ hasText: "Kept offline" }).waitFor();
    }
    cut(true);
    await page.goto(`${origin}/?family=spell&q=ember+ward`);
    await page
      .locator(".hits")
      .getByRole("link", { name: /^Ember Ward, 2014/ })
      .waitFor();
    assert.equal(await hits(page).filter({ hasText: "Ember Ward" }).count(), 1);
    await page.goto(`${origin}/spell/srd-2014/ember-ward`);
    await page
      .locator(".entity .versions")
      .getByRole("link", { name: /^Ember Ward, 2024/ })
      .click();
    await page.waitForURL("**/spell/srd-2024/ember-ward");
    await page.locator(".entity h1").filter({ hasText: "Ember Ward" }).waitFor();
    await isAccessible(page);
  });
});
