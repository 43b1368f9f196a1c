// The pages of the server as documents: valid, readable without a script, and taken over where scripts run.

import assert from "node:assert/strict";
import { test } from "node:test";
import { HtmlValidate } from "html-validate";
import { ask, fits, isAccessible, server, visit } from "./browser.mjs";

const validator = new HtmlValidate({ extends: ["html-validate:standard"] });

const FAMILIES = ["spell", "creature", "equipment", "character_option", "rule"];
const LISTS = "spells creatures equipment characterOptions rules".split(" ");

/** The paths of an entity of each family. */
async function entities() {
  const found = await ask(`{ ${LISTS.map((list) => `${list}(first: 1) { nodes { id } }`).join(" ")} }`);
  return LISTS.map((list) => `/${found[list].nodes[0].id.replaceAll(":", "/")}`);
}

test("every page is valid HTML", async () => {
  const lists = FAMILIES.map((family) => `/${family}`);
  for (const path of ["/", "/graphql", "/spell/no/emberward", ...lists, ...(await entities())]) {
    const response = await fetch(server + path, { headers: { accept: "text/html" } });
    const { results } = await validator.validateString(await response.text());
    const problems = results.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`));
    assert.deepEqual(problems, [], path);
  }
});

test("pages are whole without a script", async () => {
  for (const [index, path] of [...(await entities()), "/spell", "/rule", "/spell/no/ember-ward"].entries()) {
    const colorScheme = index % 2 ? "light" : "dark";
    const prepare = (page) => page.route("**/*.js", (route) => route.abort());
    await visit(
      path,
      { width: index % 2 ? 1200 : 360, colorScheme, prepare, expected: /404|ERR_FAILED/ },
      async (page) => {
        assert.match(await page.locator("main h1").first().innerText(), /\w/);
        await fits(page);
        await isAccessible(page);
      },
    );
  }
});

test("an item says how many variants it has, and links to them", async () => {
  const prepare = (page) => page.route("**/*.js", (route) => route.abort());
  await visit("/equipment?q=lucky+ladle", { prepare, expected: /ERR_FAILED/ }, async (page) => {
    const item = page.locator(".names > li").filter({ hasText: "Lucky Ladle, +1 or +2" }).first();
    await item.getByText("1 variant", { exact: true }).click();
    await item.getByRole("link", { name: "Lucky Ladle, +1", exact: true }).click();
    await page.locator("article h1").filter({ hasText: "Lucky Ladle, +1" }).waitFor();
  });
});

test("the compendium takes the place of an entity's page", async () => {
  await visit("/spell/srd-2014/ember-ward", {}, async (page) => {
    await page.locator("#page .entity h1").filter({ hasText: "Ember Ward" }).waitFor();
    await page.getByRole("button", { name: "Ember Ward on your list" }).click();
    await page.getByRole("link", { name: "Your list 1" }).click();
    await page.waitForURL("**/list");
    await page.goBack();
    await page.waitForURL("**/spell/srd-2014/ember-ward");
    await page.locator(".entity h1").filter({ hasText: "Ember Ward" }).waitFor();
    await isAccessible(page);
    await page.getByRole("link", { name: "Compare with 2024" }).click();
    await page.waitForURL("**id=spell:srd-2024:ember-ward**");
    await page.goBack();
    await page.goForward();
    await page.waitForURL("**id=spell:srd-2024:ember-ward**");
  });
});

test("where nothing is answered, the page of the server stays", async () => {
  const prepare = (page) => page.route("**/graphql", (route) => route.abort());
  await visit("/spell/srd-2014/ember-ward", { prepare, expected: /ERR_FAILED/ }, async (page) => {
    await page.waitForLoadState("networkidle");
    assert.equal(await page.locator("#page").count(), 0);
    await page.locator("article h1").filter({ hasText: "Ember Ward" }).waitFor();
  });
});

test("a page that the browser has already is whole when it is loaded again", async () => {
  for (const path of [...(await entities()), "/spell"]) {
    await visit(path, {}, async (page) => {
      // The reload asks whether the page is still current.
      for (const isAgain of [false, true, true]) {
        if (isAgain) {
          await page.reload();
        }
        if (path === "/spell") {
          const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
          assert.notEqual(paper, "rgba(0, 0, 0, 0)", "it has its style");
        } else {
          await page.locator("#page .entity h1").waitFor();
        }
      }
    });
  }
});

test("a page that is not there has a search", async () => {
  await visit("/spell/no/ember-ward", { expected: /404/ }, async (page) => {
    const box = page.getByRole("searchbox");
    assert.equal(await box.inputValue(), "ember ward");
    await box.press("Enter");
    await page.waitForURL("**/?q=ember+ward");
    await page.locator(".hits a.hit").first().waitFor();
  });
});
