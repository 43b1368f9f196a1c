// A reader's presses on a phone: a search, a card, dice, filters, a table, and an encounter that is run.

import assert from "node:assert/strict";
import { ask, visit } from "./browser.mjs";

/** How many times slower than this machine's the phone's processor is. */
const SLOWER = Number(process.env.SLOWER ?? 4);

const { spells, creatures } = await ask(
  `{ spells(first: 1, orderBy: [{ field: NAME }]) { nodes { id name } }
     creatures(first: 1, orderBy: [{ field: CHALLENGE_RATING, direction: DESC }]) { nodes { id } } }`,
);
const [spell] = spells.nodes;
const [creature] = creatures.nodes;

/** Presses as a reader does them, each with what it does: `[what, milliseconds until it was answered]`. */
export async function presses() {
  const watch = (page) =>
    page.addInitScript(() => {
      window.presses = [];
      new PerformanceObserver((list) => {
        for (const { duration, interactionId } of list.getEntries()) {
          if (interactionId) {
            window.presses.push(duration);
          }
        }
      }).observe({ type: "event", durationThreshold: 16, buffered: true });
    });
  const all = [];
  await visit("/?family=spell", { prepare: watch, width: 390 }, async (page) => {
    const client = await page.context().newCDPSession(page);
    await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const did = async (what) => {
      await page.waitForTimeout(300);
      const durations = await page.evaluate(() => window.presses.splice(0));
      all.push(...durations.map((duration) => [what, duration]));
    };
    const settled = () => page.locator(".hits:not(.waiting)").waitFor();
    const button = (name) => page.getByRole("button", { name });
    const first = page.locator(".hits a.hit").first();

    await first.waitFor();
    await page.locator("#search").pressSequentially(spell.name.slice(0, 8), { delay: 40 });
    await settled();
    await page.locator("#search").fill(spell.name);
    await page.waitForURL((url) => url.searchParams.get("q") === spell.name);
    await first.filter({ hasText: spell.name }).waitFor();
    await did("typing");

    await first.click();
    await page.locator(".entity h1").waitFor();
    await did("a card");
    await page.locator(".actions .collect").first().click();
    await page.locator(".actions .collect[aria-pressed=true]").waitFor();
    await page.getByRole("link", { name: "Your list 1" }).waitFor();
    await did("the star");
    await page.locator(".back").click();
    await page.locator(".entity h1").waitFor({ state: "detached" });
    await did("going back");

    await page.goto(new URL("/?family=spell", page.url()).href);
    await first.waitFor();
    await page.locator(".facets > details > summary").click();
    const level = page.getByRole("group", { name: "Level", exact: true }).locator("label");
    for (const at of [0, 1, 0]) {
      await level.nth(at).click();
      await settled();
    }
    await did("filters");

    await page.goto(new URL("/?family=creature", page.url()).href);
    await first.waitFor();
    await button("Table").click();
    await page.locator(".frame tbody tr").first().waitFor();
    await did("the table");
    for (const head of ["HP", "HP", "AC", "CR", "HP"]) {
      await page.locator(".frame thead a").filter({ hasText: head }).click();
      await page.waitForTimeout(200);
      await settled();
    }
    await did("sorting");
    await button("Table").click();
    await page.locator(".hits ol").waitFor();

    await page.goto(new URL(`/?family=creature&id=${creature.id}`, page.url()).href);
    const die = page.locator(".entity .dice").first();
    await die.waitFor();
    for (const roll of [1, 2, 3]) {
      await die.click();
      await page
        .getByRole("log")
        .locator("p")
        .nth(roll - 1)
        .waitFor();
    }
    await button("Clear rolls").click();
    await did("rolling");

    await page.getByRole("link", { name: "Encounter" }).click();
    await page.locator(".choices > li button").first().click();
    await page.locator(".members li").first().waitFor();
    await did("a creature of an encounter");
    await button("Run it: roll initiative").click();
    // One creature alone has each turn, and each is a round.
    for (let round = 2; round <= 6; round += 1) {
      await button("Next turn").click();
      await page.getByRole("heading", { name: `Round ${round}` }).waitFor();
    }
    await page.locator(".points input").first().fill("3");
    await button(/^Damage /)
      .first()
      .click();
    await button("Undo").click();
    await did("running it");
  });
  assert.ok(all.length >= 15, `presses that were seen: ${all.join(" ")}`);
  return all;
}

/** Bytes on the wire until the first card is there. */
export async function firstCard() {
  let bytes = 0;
  const prepare = async (page) => {
    const client = await page.context().newCDPSession(page);
    await client.send("Network.enable");
    client.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  };
  await visit(`/?id=${spell.id}`, { prepare, width: 390 }, async (page) => {
    await page.locator(".entity h1").waitFor();
    await page.waitForLoadState("networkidle");
  });
  return bytes;
}

/** What a share of durations is within. */
export function within(share, durations) {
  const inOrder = durations.toSorted((one, other) => one - other);
  return inOrder[Math.min(Math.floor(inOrder.length * share), inOrder.length - 1)];
}
