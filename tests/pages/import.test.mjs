// Imports on the page: dropped, previewed, refused, and imported. The server's admin token is in ADMIN_TOKEN.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, fits, isAccessible, visit } from "./browser.mjs";

const { ADMIN_TOKEN } = process.env;

const BOOK = `{"Fen Book" {:orcpub.dnd.e5/spells {:mire-bolt {:key :mire-bolt :name "Mire Bolt" :level 2
  :school "evocation" :option-pack "Fen Book" :casting-time "1 action" :range "60 feet" :duration "Instantaneous"
  :components {:verbal true} :description "Mud for 3d6 damage." :spell-lists {:wizard true}}}}}`;
const file = (text, name = "fen.orcbrew") => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(text),
});
const count = async () => (await ask('{ spells(search: "Mire Bolt", first: 1) { nodes { name } } }')).spells.nodes;

test("a book is dropped, previewed and imported", async () => {
  await visit("/?family=spell", { width: 390, expected: /401/ }, async (page) => {
    await page.locator(".hits a.hit").first().waitFor();
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "fen.orcbrew"));
      dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
    }, BOOK);
    await page.waitForURL("**/import");
    await page.getByText("Only the admin may import.").waitFor();
    await isAccessible(page);
    // A token that is none, or no longer one: the file stays.
    await page.getByLabel("Token").fill("expired");
    await page.getByRole("button", { name: "Use it" }).click();
    await page.getByText("does not know this token").waitFor();
    await page.getByLabel("Token").fill(ADMIN_TOKEN);
    await page.getByRole("button", { name: "Use it" }).click();
    await page.getByRole("heading", { name: "What would be imported" }).waitFor();
    await page.getByRole("row", { name: /fen-book Spells 1/ }).waitFor();
    assert.deepEqual(
      (await count()).filter(({ name }) => name === "Mire Bolt"),
      [],
    );
    await fits(page);
    await isAccessible(page);
    await page.getByRole("button", { name: "Import it" }).click();
    await page.getByRole("heading", { name: "Imported" }).waitFor();
    await isAccessible(page);
    await page.getByRole("link", { name: "Open fen-book" }).click();
    await page.locator(".hits a.hit").filter({ hasText: "Mire Bolt" }).waitFor();
  });
});

test("a file that is no book is refused with a sentence", async () => {
  const prepare = (page) => page.addInitScript((token) => (sessionStorage["lorekeeper-token"] = token), ADMIN_TOKEN);
  await visit("/import", { prepare, expected: /400/ }, async (page) => {
    await page.locator("input[type=file]").setInputFiles(file("no book", "notes.txt"));
    await page.getByRole("alert").filter({ hasText: "Nothing was imported." }).waitFor();
    await isAccessible(page);
  });
});
