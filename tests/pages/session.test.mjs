// An evening's session, task by task, by the keyboard alone: on both widths and in both colour schemes.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { ask, fits, isAccessible, server, visit } from "./browser.mjs";

/** Presses a key on something that the keyboard reaches. */
async function press(locator, key = "Enter") {
  // At once: what is drawn anew in between would lose the focus.
  const isReached = await locator.evaluate((element) => {
    element.focus();
    return element === document.activeElement;
  });
  assert.ok(isReached, "the keyboard reaches it");
  await locator.press(key);
}

/** Types into the search box from anywhere. */
async function search(page, text) {
  await page.locator("body").press("/");
  await page.keyboard.type(text);
}

const hits = (page) => page.locator(".hits a.hit");
const button = (page, name) => page.getByRole("button", { name });
const link = (page, name) => page.getByRole("link", { name });
const turn = (page) => page.locator(".fight [role=status]").first();

async function isWell(page) {
  await fits(page);
  await isAccessible(page);
}

const TASKS = {
  "find a spell of both editions": async (page) => {
    await search(page, "ember ward");
    await hits(page).filter({ hasText: "Ember Ward" }).first().waitFor();
    await press(page.getByRole("link", { name: /^Ember Ward, 2024/ }).first());
    await page.waitForURL("**id=spell:srd-2024:ember-ward**");
    await press(page.locator(".entity .versions").getByRole("link", { name: /^Ember Ward, 2014/ }));
    await page.waitForURL("**id=spell:srd-2014:ember-ward**");
    await page.locator(".entity h1").filter({ hasText: "Ember Ward" }).waitFor();
    await isWell(page);
  },
  "compare the editions": async (page) => {
    await press(link(page, "Compare with 2024"));
    await page.getByRole("region", { name: "Comparison" }).waitFor();
    await page.locator(".comparison mark, .comparison ins, .comparison .row").first().waitFor();
    await isWell(page);
  },
  "narrow a list": async (page) => {
    await page.goto(`${server}/?family=spell`);
    await hits(page).first().waitFor();
    const before = await page.locator(".summary [role=status]").innerText();
    if (!(await page.getByRole("group", { name: "Level", exact: true }).isVisible())) {
      await press(page.locator(".facets summary").first());
    }
    await press(page.getByRole("group", { name: "Level", exact: true }).getByRole("checkbox").first(), " ");
    await page.waitForURL("**level=*");
    await page.locator(".summary [role=status]").filter({ hasNotText: before }).waitFor();
  },
  "sort a table": async (page) => {
    await page.goto(`${server}/?family=creature`);
    await press(button(page, "Table"));
    await press(page.getByRole("columnheader", { name: /^HP/ }).locator("a, button"));
    await page.waitForURL("**sort=*");
    await page.locator(".frame tbody tr").first().waitFor();
    await isWell(page);
    await press(button(page, "Table"));
  },
  "open a stat block and roll its dice": async (page) => {
    await page.goto(`${server}/?family=creature`);
    await hits(page).first().waitFor();
    await press(hits(page).filter({ hasText: "Soot Gremlin" }).first());
    await page.locator(".entity h1").filter({ hasText: "Soot Gremlin" }).waitFor();
    await press(page.locator(".entity .dice").first());
    await page.getByRole("log").locator("p").first().waitFor();
    await isWell(page);
    await press(button(page, "Clear rolls"));
  },
  "see it among what was opened lately": async (page) => {
    await page.goto(`${server}/`);
    const lately = page.getByRole("region", { name: "Opened lately" });
    await lately.getByRole("link", { name: "Soot Gremlin" }).waitFor();
    await press(lately.getByRole("link", { name: "Soot Gremlin" }));
    await page.waitForURL("**/creature/srd-2014/soot-gremlin");
    await page.goBack();
    await lately.waitFor();
    await page.goForward();
    await page.locator(".entity h1").filter({ hasText: "Soot Gremlin" }).waitFor();
    await isWell(page);
  },
  "collect entries": async (page) => {
    await page.goto(`${server}/?family=spell`);
    await hits(page).first().waitFor();
    for (const at of [0, 1, 2]) {
      await press(page.locator(".hits .collect").nth(at), " ");
    }
    await link(page, "Your list 3").waitFor();
  },
  "name the list": async (page) => {
    await press(link(page, "Your list 3"));
    await press(button(page, "Rename"));
    await page.getByLabel("Name of the list").fill("Session 4");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Session 4" }).waitFor();
    await link(page, "Session 4 3").waitFor();
    await isWell(page);
  },
  "put the list in order": async (page) => {
    const names = () => page.locator(".cards h1").allInnerTexts();
    await page.locator(".cards h1").nth(2).waitFor();
    const [first, second] = await names();
    await press(button(page, `${first}: one place down`));
    await page.waitForFunction((name) => document.querySelector(".cards h1")?.textContent === name, second);
    assert.deepEqual((await names()).slice(0, 2), [second, first]);
  },
  "write a note": async (page) => {
    await page.locator(".cards .note").first().fill("Only at dawn");
    await page.keyboard.press("Enter");
    await page.reload();
    await page.locator(".cards h1").first().waitFor();
    assert.equal(await page.locator(".cards .note").first().inputValue(), "Only at dawn");
    await isWell(page);
  },
  "begin a second list and go back to the first": async (page) => {
    await press(button(page, "New list"));
    await page.getByLabel("Name of the list").fill("Treasure");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing is on it yet.").waitFor();
    await isWell(page);
    await press(page.getByRole("list", { name: "Your lists" }).getByRole("button", { name: "Session 4" }));
    await page.locator(".cards h1").nth(2).waitFor();
  },
  "send the list to a player": async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await press(button(page, "Copy link"));
    await page.getByText("Link copied").waitFor();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    await visit(address.slice(server.length), {}, async (other) => {
      await other.getByRole("heading", { name: "Session 4" }).waitFor();
      await other.getByText("Only at dawn").waitFor();
      assert.equal(await other.locator(".cards h1").count(), 3);
      await isAccessible(other);
    });
  },
  "save the list as a file": async (page) => {
    const saved = async (format) => {
      await page.getByLabel("Format").selectOption(format);
      const [download] = await Promise.all([page.waitForEvent("download"), press(button(page, "Download"))]);
      return [download.suggestedFilename(), await readFile(await download.path(), "utf8")];
    };
    const names = await page.locator(".cards h1").allInnerTexts();
    const [table, rows] = await saved("CSV");
    assert.equal(table, "Session 4.csv");
    assert.equal(rows.trim().split("\r\n").length, 4);
    assert.match(rows, /"Only at dawn"/);
    const [, text] = await saved("Markdown");
    assert.ok(text.startsWith("> Only at dawn"), text.slice(0, 80));
    assert.ok(names.every((name) => text.includes(`# ${name}`)));
    const [, json] = await saved("JSON");
    assert.deepEqual(
      JSON.parse(json).map(({ name }) => name),
      names,
    );
  },
  "set the party": async (page) => {
    await press(link(page, "Encounter"));
    await press(button(page, "One less: characters of level 1"));
    await page.getByRole("combobox", { name: /^of level/ }).focus();
    await page.keyboard.type("5");
    await page.waitForURL("**/encounter?party=3x5**");
    await page.locator(".choices > li").first().waitFor();
    await isWell(page);
  },
  "draw a mixed group, and another": async (page) => {
    await press(button(page, /^Draw a mixed group/));
    await page.locator(".members li").first().waitFor();
    await page.locator(".members .role").first().waitFor();
    assert.match(await page.locator(".judgement [role=status]").first().innerText(), /Low|Moderate/);
    await press(button(page, "Draw another group"));
    await page.getByText("Drawing…").waitFor({ state: "detached" });
    await page.locator(".members li").first().waitFor();
    await isWell(page);
  },
  "name the encounter": async (page) => {
    await press(button(page, "Rename"));
    await page.getByLabel("Name of the encounter").fill("The mill");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "The mill" }).waitFor();
    await page.waitForURL("**/encounter");
  },
  "roll initiative": async (page) => {
    if (await button(page, "Remove all creatures").isEnabled()) {
      await press(button(page, "Remove all creatures"));
    }
    await page.getByRole("searchbox", { name: "Search creatures" }).fill("soot gremlin");
    const choice = page.locator(".choices > li").filter({ hasText: "Soot Gremlin" }).first();
    await choice.waitFor();
    await press(choice.getByRole("button").first());
    await press(button(page, "One more: Soot Gremlin"));
    await press(button(page, "Run it: roll initiative"));
    await page.locator(".fight li").nth(1).waitFor();
    await turn(page).filter({ hasText: "Round 1" }).waitFor();
    await page.getByRole("log").getByText("Initiative of Soot Gremlin").waitFor();
    await press(button(page, "Clear rolls"));
    await isWell(page);
  },
  "let a character join": async (page) => {
    await page.getByRole("textbox", { name: "Character" }).fill("Ånna <b>");
    await page.getByRole("spinbutton", { name: "Initiative", exact: true }).fill("99");
    await page.keyboard.press("Enter");
    await page.locator(".fight li strong").first().filter({ hasText: "Ånna <b>" }).waitFor();
    assert.equal(await page.locator(".fight li").count(), 3);
  },
  "hit and heal": async (page) => {
    const points = page.getByLabel("Points that Soot Gremlin 1 loses or gets");
    const left = page.getByLabel("Hit points of Soot Gremlin 1", { exact: true });
    const whole = Number((await left.innerText()).split(" ")[0]);
    await points.fill("3");
    await page.keyboard.press("Enter");
    await left.filter({ hasText: `${whole - 3} /` }).waitFor();
    await points.fill("2");
    await press(button(page, "Heal Soot Gremlin 1"));
    await left.filter({ hasText: `${whole - 1} /` }).waitFor();
  },
  "add a condition and read its rule": async (page) => {
    await page.getByRole("combobox", { name: "Add a condition to Soot Gremlin 1" }).selectOption({ label: "Scorched" });
    const condition = page.locator(".condition").getByRole("link", { name: "Scorched" });
    await condition.waitFor();
    await page.locator(".condition button").focus();
    await page.keyboard.press("Shift+Tab");
    const preview = page.getByRole("tooltip");
    await preview.filter({ hasText: "Scorched" }).waitFor();
    await isWell(page);
    await page.keyboard.press("Escape");
    await preview.waitFor({ state: "detached" });
  },
  "run three rounds and undo one step": async (page) => {
    // Three combatants, from the first turn of round 1.
    const starts = page.locator(".fight li");
    while (!(await starts.first().getAttribute("aria-current"))) {
      await press(button(page, "Next turn"));
    }
    const round = async () => Number(/Round (\d+)/.exec(await turn(page).innerText())[1]);
    const first = await round();
    for (let step = 0; step < 9; step += 1) {
      await press(button(page, "Next turn"));
    }
    await turn(page)
      .filter({ hasText: `Round ${first + 3}` })
      .waitFor();
    const address = page.url();
    await press(button(page, "Next turn"));
    await page.waitForURL((url) => url.href !== address);
    await press(button(page, "Undo"));
    await page.waitForURL((url) => url.href === address);
    // It is there after a reload, and so is the way back.
    await page.reload();
    await turn(page)
      .filter({ hasText: `Round ${first + 3}` })
      .waitFor();
    await press(button(page, "Undo"));
    await turn(page)
      .filter({ hasText: `Round ${first + 2}` })
      .waitFor();
    await isWell(page);
    await press(button(page, "End it"));
    await page.locator(".fight").waitFor({ state: "detached" });
    await press(button(page, "Undo the end"));
    await turn(page).waitFor();
    await press(button(page, "End it"));
    await button(page, "Run it: roll initiative").waitFor();
  },
  "read the rules": async (page) => {
    await press(link(page, "Rules"));
    await page.getByRole("combobox", { name: "Book" }).selectOption("srd-2014");
    await page.locator(".rulebook .card h1").first().filter({ hasText: "Order of the Table" }).waitFor();
    await press(page.locator(".turn [rel=next]"));
    await page.locator(".rulebook .card h1").first().filter({ hasText: "Taking a Seat" }).waitFor();
    await press(page.locator(".turn [rel=prev]"));
    await page.locator(".rulebook .card h1").first().filter({ hasText: "Order of the Table" }).waitFor();
    await isWell(page);
    await page.getByRole("searchbox", { name: "Search these rules" }).fill("salt");
    await page.locator(".found-rules").getByRole("link", { name: "Passing the Salt" }).waitFor();
    await isWell(page);
  },
};

for (const [width, colorScheme] of [
  [1200, "light"],
  [1200, "dark"],
  [390, "light"],
  [390, "dark"],
]) {
  test(`a session at ${width}, ${colorScheme}`, async (t) => {
    const { creature } = await ask('{ creature(slug: "soot-gremlin") { id } }');
    assert.equal(creature.id, "creature:srd-2014:soot-gremlin");
    await visit("/", { width, colorScheme }, async (page) => {
      await page.getByRole("heading", { name: "Books" }).waitFor();
      for (const [name, task] of Object.entries(TASKS)) {
        await t.test(name, () => task(page));
      }
    });
  });
}
