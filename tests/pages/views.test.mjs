// Views: the pages that AI assistants show, in a frame without an origin of its own, by the rules of MCP Apps.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { server, visit } from "./browser.mjs";

/** What a host allows a view by default: nothing from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'none'";

/** A host, as small as it can be: it hands calls on and notes what it is asked for. */
const HOST = `<!doctype html><title>Host</title><iframe sandbox="allow-scripts" style="width: 60rem; height: 40rem"></iframe>
<script>
  window.asked = [];
  const frame = document.querySelector("iframe");
  const send = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
  addEventListener("message", async ({ source, data: { id, method, params } }) => {
    if (source !== frame.contentWindow) return;
    asked.push({ method, params });
    if (method === "ui/initialize") {
      send({ id, result: { protocolVersion: "2026-01-26", hostInfo: { name: "host", version: "1" },
        hostCapabilities: { serverTools: {}, openLinks: {} }, hostContext: { theme: window.theme } } });
    } else if (method === "ui/notifications/initialized") {
      send({ method: "ui/notifications/tool-input", params: { arguments: window.input } });
      send({ method: "ui/notifications/tool-result", params: window.result });
    } else if (method === "tools/call") {
      const answer = await window.callTool(params);
      send({ id, ...answer });
    } else if (id !== undefined) {
      send({ id, result: {} });
    }
  });
</script>`;

let session = "";

/** Asks the server's /mcp; the whole answer. */
async function ask(method, params) {
  const response = await fetch(`${server}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(session && { "mcp-session-id": session }) },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  session ||= response.headers.get("mcp-session-id") ?? "";
  return response.json();
}

const hello = {
  protocolVersion: "2025-11-25",
  clientInfo: { name: "test", version: "1" },
  capabilities: { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } },
};
await ask("initialize", hello);
const { tools } = (await ask("tools/list", {})).result;

/** Calls a tool and shows its view; `look` gets the frame, and what the host was asked for. */
async function show(name, input, { theme = "light", result, callTool } = {}, look) {
  const tool = tools.find((tool) => tool.name === name);
  const { contents } = (await ask("resources/read", { uri: tool._meta.ui.resourceUri })).result;
  const [{ text: html }] = contents;
  const bytes = gzipSync(html, { level: 9 }).length;
  assert(bytes <= 120_000, `the view of ${name} has ${bytes} bytes`);
  const answered = result ?? (await ask("tools/call", { name, arguments: input })).result;
  const framed = html.replace("<head>", `<head><meta http-equiv="content-security-policy" content="${POLICY}">`);
  const prepare = async (page) => {
    await page.exposeFunction("callTool", async (params) => {
      const { error, result } = callTool?.(params) ?? (await ask("tools/call", params));
      return { error, result };
    });
    await page.addInitScript((given) => Object.assign(window, given), { theme, input, result: answered });
    await page.route("**/host", (route) => route.fulfill({ contentType: "text/html", body: HOST }));
  };
  await visit("/host", { prepare }, async (page) => {
    await page.evaluate((html) => (document.querySelector("iframe").srcdoc = html), framed);
    const asked = (method) =>
      page.evaluate((method) => window.asked.filter((one) => one.method === method).map(({ params }) => params), method);
    await look(page.frameLocator("iframe"), asked, page);
  });
}

test("a card shows a record, leads on, and rolls", async () => {
  await show("get", { ids: ["creature:hearth-2014:ash-drake"] }, { theme: "dark" }, async (view, asked) => {
    await view.locator(".card h1", { hasText: "Ash Drake" }).waitFor();
    assert.equal(await view.locator("html").evaluate((root) => getComputedStyle(root).colorScheme), "dark");
    assert.equal(await view.getByRole("button", { name: "Back" }).count(), 0, "there is nothing to go back to");
    await view.locator("button.dice").first().press("Enter");
    await view.locator(".rolls strong").first().waitFor();
    await view.locator(".relations a").first().press("Enter");
    await view.getByRole("button", { name: "Back" }).press("Enter");
    await view.locator(".card h1", { hasText: "Ash Drake" }).waitFor();
    const sizes = await asked("ui/notifications/size-changed");
    assert(sizes.length > 0 && sizes.every(({ height }) => height > 0 && height <= 720), JSON.stringify(sizes));
    const calls = await asked("tools/call");
    assert(calls.every(({ name }) => name === "view_data"), JSON.stringify(calls));
  });
});

test("a list asks what the tool was asked, and narrows it", async () => {
  const input = { type: "dragon", armor_class_min: 10 };
  await show("search_creature", input, {}, async (view) => {
    await view.locator(".found a", { hasText: "Ash Drake" }).first().waitFor();
    const box = view.getByRole("combobox").or(view.getByRole("searchbox")).first();
    assert.equal(await box.inputValue(), 'type:"dragon" armorClass>=10');
    await view.locator(".found a", { hasText: "Ash Drake" }).first().press("Enter");
    await view.locator(".card h1", { hasText: "Ash Drake" }).waitFor();
  });
});

test("an encounter is given to the conversation", async () => {
  const input = { party: [5, 5, 5], creatures: [{ id: "creature:hearth-2014:ash-drake", count: 2 }] };
  await show("plan_encounter", input, {}, async (view, asked) => {
    await view.locator(".members strong", { hasText: "Ash Drake" }).waitFor();
    await view.getByRole("button", { name: "Give it to the conversation" }).press("Enter");
    await view.getByText("It is in the conversation.").waitFor();
    const [{ role, content }] = await asked("ui/message");
    assert.equal(role, "user");
    const given = JSON.stringify({ party: input.party, creatures: input.creatures });
    assert(content[0].text.includes(given), content[0].text);
  });
});

test("what goes wrong is a sentence", async () => {
  const failed = { isError: true, content: [{ type: "text", text: "level is 12, but must be less." }] };
  await show("search_spell", {}, { result: failed }, (view) =>
    view.getByText("level is 12, but must be less.").waitFor(),
  );
  // As the server answers a call of a tool that there is not.
  const { error } = await ask("tools/call", { name: "view_soup", arguments: {} });
  assert.match(error.message, /There is no tool "view_soup"/);
  const callTool = () => ({ error });
  await show("get", { ids: ["creature:hearth-2014:ash-drake"] }, { callTool }, (view) =>
    view.getByText('There is no tool "view_soup"').waitFor(),
  );
});
