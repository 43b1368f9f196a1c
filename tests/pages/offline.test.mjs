// The pages without a network: what was seen, and books that were chosen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, fits, isAccessible, server, visit } from "./browser.mjs";

const hits = (page) => page.locator(".hits a.hit");
/** What the browser says of requests that fail. */
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

async function withWorker(path, look) {
  await visit(path, { serviceWorkers: "allow", expected }, async (page) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    // The first visit is not the worker's; the next ones are.
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await look(page, (offline) => page.context().setOffline(offline));
  });
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
  await withWorker("/", async (page, setOffline) => {
    await page.goto(`${server}/?q=ember`);
    await hits(page).first().waitFor();
    await page.goto(`${server}/spell/srd-2014/ember-ward`);
    await page.locator("#page .entity h1").waitFor();
    await page.goto(`${server}/`);
    await page.getByRole("heading", { name: "Books" }).waitFor();
    await setOffline(true);
    await page.goto(`${server}/?q=ember`);
    await hits(page).filter({ hasText: "Ember Ward" }).first().waitFor();
    await page.getByText("There is no network: this is what was seen before").waitFor();
    await fits(page);
    await isAccessible(page);
    await page.goto(`${server}/spell/srd-2014/ember-ward`);
    await page.locator(".entity h1").filter({ hasText: "Ember Ward" }).waitFor();
    // Pages that were not open before are there; what was not asked before is told.
    for (const path of ["/encounter", "/list", "/book"]) {
      await page.goto(server + path);
      await page.locator("main h1").waitFor();
    }
    await page.goto(`${server}/?q=something+new`);
    await page.getByRole("alert").filter({ hasText: "The server does not answer" }).waitFor();
    await setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".found [role=status]").filter({ hasNotText: "Searching" }).waitFor();
    await page.getByText("There is no network").waitFor({ state: "detached" });
  });
});

test("an address that the server refuses for its length is shown", async () => {
  const ids = Array.from({ length: 3000 }, (_, index) => `equipment:no-such-book:magic-item:nothing-${index}`);
  assert.equal((await fetch(`${server}/list?ids=${ids}`)).status, 414);
  await withWorker("/list", async (page) => {
    await page.goto(`${server}/list?ids=${ids}`);
    await page.getByText("The link has 3,000 entries, and a list has up to 100").waitFor();
  });
});

test("a chosen book works without a network", async () => {
  const { documents } = await ask("{ documents(first: 50) { nodes { key name displayName } } }");
  const book = documents.nodes.find(({ key }) => key === "hearth-2014");
  const name = book.displayName ?? book.name;
  await withWorker("/", async (page, setOffline) => {
    const keep = page.getByRole("button", { name: `${name} without a network` });
    await keep.click();
    await keep.filter({ hasText: "Kept offline" }).waitFor();
    await isAccessible(page);
    await setOffline(true);
    await page.goto(`${server}/?family=creature&q=ash`);
    await hits(page).filter({ hasText: "Ash Drake" }).first().click();
    await page.locator(".entity h1").filter({ hasText: "Ash Drake" }).waitFor();
    await setOffline(false);
    await page.goto(`${server}/`);
    await keep.filter({ hasText: "Kept offline" }).click();
    await keep.filter({ hasText: "Keep offline" }).waitFor();
  });
});
