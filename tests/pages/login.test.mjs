// The login of the pages: SERVER lets in only those who sign in at ISSUER, which is tests/login/provider.mjs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fits, isAccessible, server, visit } from "./browser.mjs";

const provider = process.env.ISSUER;
const KEY = "lorekeeper-token";
// Answers to what is asked before one has signed in.
const expected = /401|403/;

const signIn = (page) => page.locator("main").getByRole("link", { name: "Sign in", exact: true });
const signOut = (page) => page.getByRole("button", { name: "Sign out", exact: true });
const token = (page) => page.evaluate((key) => sessionStorage.getItem(key), KEY);

test("one signs in, comes back, asks in the playground, and signs out", async () => {
  for (const [width, colorScheme] of [
    [1200, "light"],
    [360, "dark"],
  ]) {
    await visit("/spell?q=soup", { expected, provider, width, colorScheme }, async (page) => {
      await page.getByText("This server answers only those who sign in.").waitFor();
      await fits(page);
      await isAccessible(page);
      const asked = page.waitForRequest((request) => request.url().startsWith(`${provider}/auth?`));
      await signIn(page).click();
      const { searchParams } = new URL((await asked).url());
      assert.equal(searchParams.get("resource"), server);
      assert.equal(searchParams.get("scope"), "openid read");
      assert.equal(searchParams.get("code_challenge_method"), "S256");
      await page.waitForURL(`${server}/spell?q=soup`);
      await signOut(page).waitFor();
      await fits(page);
      await isAccessible(page);
      const state = await page.evaluate(() => ({ ...sessionStorage }));
      assert.ok(state[KEY] && !("lorekeeper-login" in state), JSON.stringify(Object.keys(state)));
      await page.goto(`${server}/graphql`);
      await page.locator(".graphiql-query-editor .view-line").nth(3).waitFor();
      const isQuery = (response) => !/__schema/.test(response.request().postData() ?? "__schema");
      const answered = page.waitForResponse(isQuery);
      await page.locator(".graphiql-execute-button").click();
      assert.equal((await answered).status(), 200);
      await fits(page);
      await page.goto(server);
      await signOut(page).click();
      await signIn(page).waitFor();
      assert.equal(await token(page), null);
    });
  }
});

test("a token that is no longer good leads to the login", async () => {
  const prepare = (page) => page.addInitScript((key) => (sessionStorage[key] ??= "a.b.c"), KEY);
  await visit("/", { expected, provider, prepare }, async (page) => {
    await page.getByText("neither one of this server nor an access token").waitFor();
    const asked = page.waitForRequest((request) => request.url().startsWith(`${provider}/auth?`));
    await signIn(page).click();
    await asked;
    await page.waitForURL(`${server}/`);
    await signOut(page).waitFor();
  });
});

test("a token can be typed in, too", async () => {
  await visit("/", { expected, provider }, async (page) => {
    await page.getByText("With a token").click();
    await page.getByLabel("Token", { exact: true }).fill("a reader's own token");
    await page.getByRole("button", { name: "Use it" }).click();
    await signOut(page).waitFor();
  });
});

test("the playground leads to the login, and back", async () => {
  await visit("/graphql", { expected, provider }, async (page) => {
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL(`${server}/graphql`);
    await page.waitForFunction((key) => sessionStorage.getItem(key), KEY);
  });
});

test("imports ask for the scope of the admin", async () => {
  const file = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no book") };
  await visit("/import", { expected: /40[013]/, provider }, async (page) => {
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByText("Sign in as the admin").waitFor();
    const asked = page.waitForRequest((request) => request.url().startsWith(`${provider}/auth?`));
    await signIn(page).click();
    assert.equal(new URL((await asked).url()).searchParams.get("scope"), "openid read admin");
    await page.waitForURL(`${server}/import`);
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByText("Nothing was imported.").waitFor();
  });
});

test("what does not end a login of this tab is refused", async () => {
  for (const path of ["/login?state=theirs&code=theirs", "/login?state=theirs&error=access_denied&error_description=Harm"]) {
    await visit(path, { expected, provider }, async (page) => {
      await page.getByRole("alert").filter({ hasText: "not the end of a login" }).waitFor();
      assert.equal(new URL(page.url()).search, "");
      assert.equal(await token(page), null);
      assert.equal(await page.getByText("Harm").count(), 0);
      await isAccessible(page);
    });
  }
});

/** Begins a login whose answers come from `answers` in the place of the provider; the sentence that it ends with. */
async function sentence(answers, also = /(?!)/) {
  let said;
  const prepare = async (page) => {
    for (const [path, answer] of Object.entries(answers)) {
      await page.route((url) => url.origin === provider && url.pathname === path, answer);
    }
  };
  const all = new RegExp(`${expected.source}|${also.source}`);
  await visit("/", { expected: all, provider, prepare }, async (page) => {
    await signIn(page).click();
    said = await page.locator("main .bad").getByRole("alert").innerText();
    assert.equal(await token(page), null);
  });
  return said;
}

const toPage = (parameters) => (route) => {
  const state = new URL(route.request().url()).searchParams.get("state");
  const location = `${server}/login?${new URLSearchParams({ state, ...parameters })}`;
  return route.fulfill({ status: 302, headers: { location } });
};
const answering = (status, answer) => (route) =>
  route.fulfill({ status, json: answer, headers: { "access-control-allow-origin": server } });
const claims = (given) => `e30.${Buffer.from(JSON.stringify(given)).toString("base64url")}.`;

test("what goes wrong at the provider is told in a sentence", async () => {
  const code = toPage({ code: "code" });
  const denied = toPage({ error: "access_denied", error_description: "The keeper says no." });
  assert.match(await sentence({ "/auth": denied }), /refused the login: The keeper says no\./);
  assert.match(await sentence({ "/auth": toPage({ code: "code", iss: "https://other.example" }) }), /not the end/);
  const invalid = answering(400, { error: "invalid_grant" });
  assert.match(await sentence({ "/auth": code, "/token": invalid }, /400/), /refused the login: invalid_grant/);
  const away = (route) => route.abort();
  assert.match(await sentence({ "/auth": code, "/token": away }, /ERR_FAILED/), /gave no token/);
  for (const id_token of [
    undefined,
    "nonsense",
    claims({ iss: provider, aud: "pages", nonce: "another" }),
    claims({ iss: provider, aud: "another" }),
  ]) {
    const token = answering(200, { access_token: "theirs", token_type: "Bearer", id_token });
    assert.match(await sentence({ "/auth": code, "/token": token }), /not the end/, id_token);
  }
});

test("a login leads back to this server alone", async () => {
  for (const back of ["//elsewhere.example/", "https://elsewhere.example/", "javascript:alert(1)", "http://", ""]) {
    await visit("/", { expected, provider }, async (page) => {
      await signIn(page).waitFor();
      await page.evaluate((to) => void (location.href = to), `/login?${new URLSearchParams({ back })}`);
      await signOut(page).waitFor();
      assert.equal(page.url(), `${server}/`);
    });
  }
});
