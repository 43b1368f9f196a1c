// Bad input and bad days: a sentence, and nothing lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, fits, isAccessible, server, visit } from "./browser.mjs";

const star = (page, at = 0) => page.locator(".hits .collect").nth(at);
const listLink = (page, number) => page.getByRole("link", { name: `Your list ${number}` });

test("a link with three thousand entries is kept as lists", async () => {
  const ids = Array.from({ length: 3000 }, (_, index) => `spell:x:n${index}`);
  await visit(`/list?name=All&ids=${ids}`, { width: 360 }, async (page) => {
    await page.getByText("The link has 3,000 entries, and a list has up to 100").waitFor();
    await page.getByText("spell:x:n0 is not stored here.").waitFor();
    await fits(page);
    await page.getByRole("button", { name: "Keep it as 30 lists" }).click();
    await page.getByRole("list", { name: "Your lists" }).getByRole("button").nth(29).waitFor();
    const { all } = await page.evaluate(() => JSON.parse(localStorage.getItem("lorekeeper-lists")));
    assert.equal(all.join().split("spell:x:n").length - 1, 3000);
    await isAccessible(page);
  });
});

test("a link that is too long for a server stands behind #", async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `equipment:no-such-book:magic-item:nothing-${index}`);
  const notes = ids.map((_, index) => `&note=${index + 1}*${"long ".repeat(40)}${index}`).join("");
  let link = "";
  await visit(`/list?name=Long&ids=${ids}${notes}`, {}, async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("The link was copied.").waitFor();
    link = await page.evaluate(() => navigator.clipboard.readText());
  });
  assert.ok(link.startsWith(`${server}/list#`) && link.length > 20_000, `${link.slice(0, 60)} (${link.length})`);
  await visit(link.slice(server.length), { width: 360 }, async (page) => {
    await page.getByRole("heading", { name: "Long" }).waitFor();
    await page.getByText("long long 99").waitFor();
    assert.equal(await page.locator(".cards > li").count(), 100);
    await page.getByRole("button", { name: "Keep this list" }).click();
    await page.waitForURL("**/list");
    await page.getByRole("textbox", { name: `Note on ${ids[99]}` }).waitFor();
  });
  // A hundred thousand characters and more.
  const many = Array.from({ length: 3000 }, (_, index) => `equipment:no-such-book:magic-item:nothing-${index}`);
  await visit(`/list#ids=${many}`, {}, async (page) => {
    await page.getByText("The link has 3,000 entries, and a list has up to 100").waitFor();
  });
});

test("a first visitor's link of more than a server takes opens the list, or says why not", async () => {
  const ids = Array.from({ length: 3000 }, (_, index) => `equipment:no-such-book:magic-item:nothing-${index}`);
  const expected = /414/;
  for (const [width, colorScheme] of [
    [1280, "light"],
    [390, "dark"],
  ]) {
    await visit(`/list?name=All&ids=${ids}`, { width, colorScheme, expected }, async (page) => {
      await page.getByText("The link has 3,000 entries, and a list has up to 100").waitFor();
      await page.getByRole("heading", { name: "All", exact: true }).waitFor();
      await fits(page);
    });
    const prepare = (page) => page.route("**/*.js", (route) => route.abort());
    const failing = /414|ERR_FAILED/;
    await visit(`/list?ids=${ids}`, { width, colorScheme, prepare, expected: failing }, async (page) => {
      await page.getByRole("heading", { name: "The link is too long" }).waitFor();
      await fits(page);
      await isAccessible(page);
      await page.getByRole("link", { name: "To the start page" }).waitFor();
    });
  }
  // What no page of this kind is of stays told.
  await visit(`/spell?q=${"long ".repeat(20_000)}`, { expected }, async (page) => {
    await page.getByRole("heading", { name: "The link is too long" }).waitFor();
  });
});

test("a link for which there is no room is told, and kept by nobody in part", async () => {
  const prepare = (page) =>
    page.addInitScript(() => {
      const all = Array.from({ length: 49 }, (_, index) => `?ids=spell:x:n${index}`);
      localStorage.setItem("lorekeeper-lists", JSON.stringify({ all, at: 0 }));
      const encounters = Array.from({ length: 50 }, (_, index) => `?creatures=cr:1*${index + 1}`);
      localStorage.setItem("lorekeeper-encounters", JSON.stringify({ all: encounters, at: 0 }));
    });
  const ids = Array.from({ length: 150 }, (_, index) => `spell:y:n${index}`);
  await visit(`/list?ids=${ids}`, { prepare, width: 360 }, async (page) => {
    await page.getByText("keeps up to 50 lists, and has room for 1 more").waitFor();
    assert.ok(await page.getByRole("button", { name: "Keep it as 2 lists" }).isDisabled());
    await fits(page);
    await isAccessible(page);
    await page.goto(`${server}/encounter?party=3x5&creatures=cr:2`);
    await page.getByText("keeps up to 50 encounters").waitFor();
    assert.ok(await page.getByRole("button", { name: "Keep this encounter" }).isDisabled());
  });
});

test("a long name of a list fits into the head of a page, and a family that is none is told", async () => {
  const prepare = (page) =>
    page.addInitScript(() => {
      const all = [`?ids=spell:x:y&name=${"treasure".repeat(7)}`];
      localStorage.setItem("lorekeeper-lists", JSON.stringify({ all, at: 0 }));
    });
  for (const width of [1280, 360]) {
    await visit("/?family=%3Cb%3Enothing", { prepare, width }, async (page) => {
      await page.getByText("Nothing here is called “<b>nothing”.").waitFor();
      await page.getByRole("link", { name: /^treasure/ }).waitFor();
      await fits(page);
      await isAccessible(page);
    });
  }
  await visit("/?family=classes", {}, async (page) => {
    await page.getByRole("link", { name: "Remove Kind: Class" }).waitFor();
    await page.locator(".hits a.hit").first().waitFor();
  });
});

test("names are text, in whichever direction they run", async () => {
  const hostile = '<img src=x onerror="window.harmed=1">';
  for (const path of ["/list", "/encounter"]) {
    await visit(`${path}?ids=spell:no:body&creatures=cr:1&name=${encodeURIComponent(hostile)}`, {}, async (page) => {
      await page.getByRole("heading", { name: hostile }).waitFor();
      assert.equal(await page.evaluate(() => window.harmed), undefined);
    });
    await visit(
      `${path}?ids=spell:no:body&creatures=cr:1&name=${encodeURIComponent("רשימה אחת")}`,
      {},
      async (page) => {
        const heading = page.getByRole("heading", { level: 1 });
        await heading.filter({ hasText: "רשימה" }).waitFor();
        assert.equal(await heading.evaluate((element) => getComputedStyle(element).direction), "rtl");
        await isAccessible(page);
      },
    );
  }
  // The name of a combatant comes from the link, too.
  const fight = `in=${encodeURIComponent(`5*0**1*pc:${hostile}`)}&round=1&turn=1`;
  await visit(`/encounter?${fight}`, {}, async (page) => {
    await page.locator(".fight strong").filter({ hasText: hostile }).first().waitFor();
    assert.equal(await page.evaluate(() => window.harmed), undefined);
    await isAccessible(page);
  });
});

test("storage that is full or forbidden is told, and nothing is lost in this tab", async () => {
  const full = (page) =>
    page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
  const forbidden = (page) =>
    page.addInitScript(() =>
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("forbidden", "SecurityError");
        },
      }),
    );
  for (const prepare of [full, forbidden]) {
    await visit("/?family=spell", { prepare, width: 360 }, async (page) => {
      await star(page).click();
      await page.getByText("This browser’s storage is full or forbidden").waitFor();
      await listLink(page, 1).click();
      await page.locator(".cards h1").first().waitFor();
      await fits(page);
      await isAccessible(page);
    });
  }
});

test("two tabs keep what both collect", async () => {
  await visit("/?family=spell", {}, async (page) => {
    const other = await page.context().newPage();
    await other.goto(`${server}/?family=spell`);
    await star(page, 0).click();
    await star(other, 1).click();
    await listLink(page, 2).waitFor();
    await listLink(other, 2).waitFor();
  });
});

test("a note that is being written stays when another tab changes the list", async () => {
  await visit("/?family=spell", {}, async (page) => {
    await star(page, 0).click();
    await listLink(page, 1).click();
    const note = page.getByRole("textbox", { name: /^Note on/ }).first();
    await note.pressSequentially("Only at");
    const other = await page.context().newPage();
    await other.goto(`${server}/?family=spell`);
    await star(other, 1).click();
    await page.locator(".cards > li").nth(1).waitFor();
    await note.pressSequentially(" dawn");
    await note.press("Tab");
    await page.reload();
    assert.equal(await note.inputValue(), "Only at dawn");
  });
});

test("a network that goes in the middle of a search loses nothing", async () => {
  await visit("/", { expected: /ERR_INTERNET_DISCONNECTED/ }, async (page) => {
    await page.getByRole("heading", { name: "Books" }).waitFor();
    await page.locator("#search").fill("ember");
    await page.locator(".hits a.hit").first().waitFor();
    await page.context().setOffline(true);
    await page.locator("#search").pressSequentially(" ward");
    await page.getByRole("alert").filter({ hasText: "Without a network this is not here" }).waitFor();
    assert.equal(await page.locator("#search").inputValue(), "ember ward");
    await isAccessible(page);
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".hits a.hit").filter({ hasText: "Ember Ward" }).first().waitFor();
  });
});

test("what went away is told, and offers what is near", async () => {
  await visit("/spell/srd-2014/ember-wart", { expected: /404/ }, async (page) => {
    await page.getByRole("link", { name: "Ember Ward" }).first().waitFor();
    await isAccessible(page);
  });
  await visit("/?id=spell:srd-2014:gone", {}, (page) => page.getByText("not stored here any more").waitFor());
});

test("an entry that was taken off a list comes back with its note", async () => {
  const { spells } = await ask("{ spells(first: 2) { nodes { id name } } }");
  const [first, second] = spells.nodes;
  const text = `?ids=${first.id},${second.id}&note=1*Only+at+dawn`;
  const prepare = (page) =>
    page.addInitScript((text) => (localStorage["lorekeeper-lists"] ??= JSON.stringify({ all: [text], at: 0 })), text);
  for (const width of [1280, 390]) {
    await visit("/list", { prepare, width }, async (page) => {
      await page.locator(".cards .collect").first().click();
      const back = page.getByRole("button", { name: "Put it back" });
      await page.getByText(`${first.name} is off the list.`).waitFor();
      assert.ok(await back.evaluate((button) => button === document.activeElement));
      await fits(page);
      await isAccessible(page);
      await back.press("Enter");
      await page.locator(".cards h1").nth(1).waitFor();
      assert.equal(await page.locator(".cards .note").first().inputValue(), "Only at dawn");
      assert.equal(await back.count(), 0);
    });
  }
});

test("the keyboard skips what stands before the content", async () => {
  for (const path of ["/?family=creature", "/encounter", "/list"]) {
    await visit(path, {}, async (page) => {
      await page.locator("main").waitFor();
      if (path.includes("family")) {
        await page.locator(".hits a.hit").first().waitFor();
      }
      await page.keyboard.press("Tab");
      const skip = page.locator("header .skip");
      assert.ok(await skip.evaluate((button) => button === document.activeElement));
      await isAccessible(page);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      assert.ok(
        await page.evaluate(() => document.activeElement.closest(".hits") ?? document.activeElement.closest("main")),
      );
      if (path.includes("family")) {
        assert.ok(
          await page
            .locator(".hits a.hit")
            .first()
            .evaluate((hit) => hit === document.activeElement),
        );
      }
    });
  }
});
