// The pages of a program that was built without npm. Their files are in every program.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fits, isAccessible, visit } from "./browser.mjs";

const policy = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const read = (path) => readFile(`${process.env.PAGES}/${path}`, "utf8");
const texts = JSON.parse(await read("texts/en.json"));

/** The plain page where the server may have the other one. */
async function plain(page, path, name) {
  const template = await read(`plain/${name}.html`);
  const body = template.replaceAll(/\{\{ texts\.([\w.]+) \}\}/g, (_, keys) => {
    const text = keys.split(".").reduce((texts, key) => texts[key], texts);
    return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  });
  await page.route(
    (url) => url.pathname === path,
    (route) =>
      route.request().method() === "GET"
        ? route.fulfill({
            contentType: "text/html; charset=utf-8",
            headers: { "content-security-policy": policy },
            body,
          })
        : route.continue(),
  );
}

test("a query is typed and answered", async () => {
  const prepare = (page) => plain(page, "/graphql", "playground");
  // The mistake below is answered with 400, and a request fails.
  await visit("/graphql", { prepare, expected: /400|ERR_FAILED/ }, async (page) => {
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByLabel("Answer").filter({ hasText: '"Fireball"' }).waitFor();
    await page.getByLabel("Query").fill("{ status { version } }");
    await page.getByLabel("Query").press("Control+Enter");
    await page.getByLabel("Answer").filter({ hasText: '"version"' }).waitFor();
    await page.getByLabel("Query").fill("{ nonsense }");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByLabel("Answer").filter({ hasText: '"errors"' }).waitFor();
    await page.getByLabel("Query").fill("{ status { version } }");
    await page.route("**/graphql", (route) => route.abort());
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByLabel("Answer").filter({ hasText: "The server does not answer" }).waitFor();
    await page.unroute("**/graphql");
    const examples = await page.getByLabel("Examples").locator("option").allTextContents();
    assert.ok(examples.length >= 7);
    for (const example of examples) {
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await page.getByLabel("Examples").selectOption(example);
      if (example !== examples[0]) {
        assert.equal((await (await answered).json()).errors, undefined, example);
      } else {
        answered.catch(() => {});
      }
    }
    await isAccessible(page);
  });
});

test("a phone is wide enough", async () => {
  for (const [path, name] of [
    ["/graphql", "playground"],
    ["/", "home"],
  ]) {
    await visit(path, { width: 360, prepare: (page) => plain(page, path, name) }, fits);
  }
});

test("the home page says what is missing, and leads on", async () => {
  await visit("/", { prepare: (page) => plain(page, "/", "home") }, async (page) => {
    assert.match(await page.locator("main").innerText(), /npm/);
    for (const link of await page.getByRole("link").all()) {
      const response = await fetch(new URL(await link.getAttribute("href"), page.url()), {
        headers: { accept: "text/html" },
      });
      assert.equal(response.status, 200, await link.innerText());
    }
    await isAccessible(page);
  });
});
