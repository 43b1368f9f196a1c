// Looks at every kind of page by hand, with whatever content a server has: axe, the width, and pictures to be looked at. See
// docs/development/testing.md.

import { mkdir } from "node:fs/promises";
import { test } from "node:test";
import { ask, fits, isAccessible, visit } from "./browser.mjs";

const { SHOTS, ONLY } = process.env;

const FAMILIES = ["spell", "creature", "equipment", "character_option", "rule"];
const LISTS = "spells creatures equipment characterOptions rules".split(" ");
const found = await ask(
  `{ ${LISTS.map((list) => `${list}(first: 40) { nodes { id } }`).join(" ")} documents(first: 1, orderBy: [{ field: NAME }]) { nodes { key } } }`,
);
/** Some of each family, not only the first by name. */
const ids = LISTS.flatMap((list) => [0, 17, 39].flatMap((at) => found[list].nodes[at]?.id ?? []));
const creatures = found.creatures.nodes.slice(0, 3).map(({ id }) => id);
const pathOf = (id) => `/${id.replaceAll(":", "/")}`;
const table = (page) => page.addInitScript(() => localStorage.setItem("lorekeeper-view", "table"));
const noScript = (page) => page.route("**/*.js", (route) => route.abort());
const open = (text) => async (page) => {
  await page.locator("summary").filter({ hasText: text }).first().click();
};

/** What each page is called, its address, what is done before it is opened and before it is looked at. */
const PAGES = [
  ["start", "/"],
  ["search", "/?q=fire"],
  ["no-match", "/?q=qqqqzzzz&family=rule"],
  ["no-family", "/?family=nothing"],
  ...FAMILIES.flatMap((family) => [
    [`list-${family}`, `/?family=${family}`],
    [`table-${family}`, `/?family=${family}`, table],
    [`plain-list-${family}`, `/${family}`, noScript],
  ]),
  ["filters", "/?family=creature&type=dragon&type=-fiend", undefined, open("More filters")],
  ["columns", "/?family=spell", table, open("Columns")],
  ...ids.map((id) => [`card-${id.replaceAll(":", "-")}`, pathOf(id)]),
  ...ids.filter((_, at) => at % 3 === 0).map((id) => [`plain-${id.replaceAll(":", "-")}`, pathOf(id), noScript]),
  ["missing", "/spell/no/fire-ball"],
  ["compare", `/?beside=${ids[0]}&id=${ids[1]}`],
  ["list", `/list?name=Session&ids=${ids.slice(0, 6)}&note=1*Only+at+dawn`],
  ["book", "/book"],
  ["encounter", `/encounter?party=4x5&creatures=${creatures.map((id) => `${id}*2`)}`],
  [
    "fight",
    `/encounter?party=4x5&creatures=${creatures.map((id) => `${id}*2`)}`,
    undefined,
    async (page) => {
      await page.getByRole("button", { name: "Run it: roll initiative" }).click();
      await page.locator(".fight li").first().waitFor();
    },
  ],
  ["players", "/encounter?players=nobody"],
  ["import", "/import"],
];

for (const [width, colorScheme] of [
  [1280, "light"],
  [390, "dark"],
  [1280, "dark"],
  [390, "light"],
]) {
  for (const [name, path, prepare, act] of PAGES.filter(([name]) => name.includes(ONLY ?? ""))) {
    test(`${name}, ${width}, ${colorScheme}`, async () => {
      const expected = /404|ERR_FAILED/;
      await visit(path, { width, colorScheme, prepare, expected }, async (page) => {
        await page.locator("main h1").first().waitFor({ state: "attached" });
        await page.waitForLoadState("networkidle");
        const folded = page.locator(".facets > details:not([open]) > summary");
        if (act && (await folded.count())) {
          await folded.first().click();
        }
        await act?.(page);
        if (SHOTS) {
          await mkdir(SHOTS, { recursive: true });
          await page.screenshot({ path: `${SHOTS}/${name}-${width}-${colorScheme}.png` });
        }
        await fits(page);
        await isAccessible(page);
      });
    });
  }
}
