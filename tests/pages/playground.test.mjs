// GraphiQL, served by the program itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { fits, server, visit } from "./browser.mjs";

const { examples } = await import(pathToFileURL(`${process.env.PAGES}/plain/examples.js`));

const isQuery = (response) =>
  response.request().method() === "POST" && !response.request().postData()?.includes("IntrospectionQuery");

/** Runs the query of the open tab; the answer as it came. */
async function run(page) {
  const answered = page.waitForResponse(isQuery);
  await page.locator(".graphiql-execute-button").click();
  return answered;
}

/** Replaces what an editor has. */
async function write(page, editor, text) {
  await page.locator(editor).first().click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

const ready = (page) => page.locator(".graphiql-query-editor .view-line").nth(3).waitFor();

/** Where the first element of a selector is, once it has a place and stays in it for some frames. */
async function settled(page, selector) {
  const found = await page.waitForFunction(async (selector) => {
    const place = () => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return box?.width > 0 && box.height > 0 ? JSON.stringify(box) : undefined;
    };
    const before = place();
    for (let frame = 0; frame < 5; frame++) {
      await new Promise(requestAnimationFrame);
    }
    return before !== undefined && place() === before ? JSON.parse(before) : undefined;
  }, selector);
  return found.jsonValue();
}

test("the first tab's query runs and shows data", async () => {
  for (const colorScheme of ["light", "dark"]) {
    await visit("/graphql", { colorScheme }, async (page) => {
      await ready(page);
      await run(page);
      await page.locator(".graphiql-response .view-lines").filter({ hasText: "Fireball" }).waitFor();
      const background = await page.evaluate(
        () => getComputedStyle(document.querySelector(".graphiql-container")).backgroundColor,
      );
      const [red] = background.match(/\d+/g).map(Number);
      assert.equal(red < 128, colorScheme === "dark", background);
    });
  }
});

test("each example has a tab and is answered without errors", async () => {
  await visit("/graphql", {}, async (page) => {
    await ready(page);
    const tabs = page.getByRole("tab");
    assert.equal(await tabs.count(), examples.length);
    for (const [index, { key, query }] of examples.entries()) {
      await tabs.nth(index).locator("button").first().click();
      const title = /^query (\w+)/m.exec(query)[1];
      assert.equal((await tabs.nth(index).innerText()).trim(), title);
      const answer = await (await run(page)).json();
      assert.equal(answer.errors, undefined, key);
      assert.ok(answer.data, key);
    }
  });
});

test("the documentation comes from the schema", async () => {
  await visit("/graphql", {}, async (page) => {
    await ready(page);
    await page.getByRole("button", { name: "Show Documentation Explorer" }).click();
    const docs = page.locator(".graphiql-plugin");
    await docs.getByRole("link", { name: "Query", exact: true }).click();
    await docs.getByRole("link", { name: "creatures", exact: true }).click();
    await docs.getByText("CreatureFilter").first().waitFor();
  });
});

test("what was run is in the history", async () => {
  await visit("/graphql", {}, async (page) => {
    await ready(page);
    await run(page);
    await page.getByRole("button", { name: "Show History" }).click();
    await page.locator(".graphiql-plugin").getByText("OneSpellInEveryBook").first().waitFor();
  });
});

test("the token goes along: of the headers editor, else of the home page", async () => {
  const prepare = (page) => page.addInitScript(() => sessionStorage.setItem("lorekeeper-token", "of-the-home-page"));
  await visit("/graphql", { prepare }, async (page) => {
    await ready(page);
    const sent = async () => (await run(page)).request().headers().authorization;
    assert.equal(await sent(), "Bearer of-the-home-page");
    await page.getByRole("button", { name: "Headers", exact: true }).click();
    await write(
      page,
      ".graphiql-editor-tool:not(.hidden) .monaco-editor .view-lines >> visible=true",
      '{"Authorization": "Bearer of-the-editor"}',
    );
    assert.equal(await sent(), "Bearer of-the-editor");
  });
});

test("subscriptions go to the server's own socket", async () => {
  const heard = [];
  // What a server answers by graphql-transport-ws; which subscriptions there are is not for the page to say.
  const answer = (socket) => {
    socket.onMessage((text) => {
      const { type, id, payload } = JSON.parse(text);
      heard.push(type);
      if (type === "connection_init") {
        socket.send(JSON.stringify({ type: "connection_ack" }));
      } else if (type === "subscribe") {
        assert.match(payload.query, /^subscription Anything/);
        socket.send(JSON.stringify({ type: "next", id, payload: { data: { anything: "that happens" } } }));
        socket.send(JSON.stringify({ type: "complete", id }));
      }
    });
  };
  const prepare = (page) => page.routeWebSocket(`${server.replace("http", "ws")}/graphql/ws`, answer);
  await visit("/graphql", { prepare }, async (page) => {
    await ready(page);
    await write(page, ".graphiql-query-editor .view-lines", "subscription Anything { __typename }");
    await page.locator(".graphiql-execute-button").click();
    await page.locator(".graphiql-response .view-lines").filter({ hasText: "that happens" }).waitFor();
    assert.deepEqual(heard.slice(0, 2), ["connection_init", "subscribe"]);
  });
});

test("a phone is wide enough, and has the answer on it", async () => {
  await visit("/graphql", { width: 360 }, async (page) => {
    await ready(page);
    await run(page);
    // While the answer comes the editor replaces its lines: one that is there now may be gone when it is measured.
    const box = await settled(page, ".graphiql-response .view-line");
    assert.ok(box.x < 300, JSON.stringify(box));
    await fits(page);
  });
});
