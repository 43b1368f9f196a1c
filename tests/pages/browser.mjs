// A browser on the pages of a running server. It fails a test on what nobody should see: an error on the console,
// a request to elsewhere, a script of somebody else's.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

const { SERVER, CHROMIUM } = process.env;

/** The server's address, without a final slash. */
export const server = SERVER;

let browser;
before(async () => {
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    // Root has no sandbox; nothing but the server is there to be found. A graphics card in software costs more than it does.
    args: ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
  });
});
after(() => browser?.close());

/**
 * Opens a page and hands it to `look`. `expected` are the errors on the console that belong to the test, `origin` is another
 * address of the server, `provider` that of its login.
 */
export async function visit(path, options, look) {
  const { width = 1200, colorScheme = "light", hasTouch = false, expected = /(?!)/, prepare } = options;
  // A service worker would hide requests from tests that answer them.
  const { serviceWorkers = "block", origin = server, provider = origin } = options;
  const viewport = { width, height: 850 };
  const context = await browser.newContext({ viewport, colorScheme, hasTouch, serviceWorkers });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !expected.test(message.text())) {
      problems.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && ![origin, provider].includes(url.origin)) {
      problems.push(`request to elsewhere: ${url}`);
    }
  });
  try {
    await prepare?.(page);
    await page.goto(origin + path);
    await look(page);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

/** What the server answers to a query. */
export async function ask(query) {
  const response = await fetch(`${server}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = await response.json();
  assert.equal(errors, undefined);
  return data;
}

/** Answers the page's queries in the server's place; `undefined` leaves them to the server. */
export async function answerWith(page, answer) {
  await page.route("**/graphql", async (route) => {
    const request = route.request();
    const made = request.method() === "POST" ? await answer(request.postDataJSON(), request) : undefined;
    if (made === "nothing") {
      return route.abort();
    }
    if (made === undefined) {
      return route.fallback();
    }
    const { status = 200, headers = {}, ...body } = made;
    return route.fulfill({
      status,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  });
}

/** Changes what the server answers to an operation of the page, as `change` does it with the data and the variables. */
export function changing(page, operation, change) {
  return answerWith(page, async (body) => {
    if (!body.query.startsWith(`query ${operation}`)) {
      return undefined;
    }
    const response = await fetch(`${server}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    change(answer.data, body.variables);
    return answer;
  });
}

/** The page is no wider than the window. */
export async function fits(page) {
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= window, `${page.url().slice(0, 200)} is ${wide} wide in ${window}`);
}

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Nothing that WCAG 2.2 AA forbids, as far as a program can tell. */
export async function isAccessible(page) {
  // Pale is only what gives way to an answer that is awaited.
  await page.locator(".waiting").first().waitFor({ state: "detached" });
  // The answer takes its color in a moment.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await window.axe.run({ runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  });
  assert.deepEqual(violations, [], page.url().slice(0, 200));
}
