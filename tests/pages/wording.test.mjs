// Texts of the interface: all of them stand in `texts/en.json`, each is shown somewhere, and its placeholders are filled.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import ts from "typescript";

const { PAGES } = process.env;
const read = (path) => readFile(`${PAGES}/${path}`, "utf8");

const texts = JSON.parse(await read("texts/en.json"));
/** Each text by its path. */
const leaves = new Map();
const collect = (value, path) =>
  typeof value === "string"
    ? leaves.set(path, value)
    : Object.entries(value).forEach(([key, inner]) => collect(inner, path ? `${path}.${key}` : key));
collect(texts, "");

const names = [];
for (const folder of ["src", "plain"]) {
  names.push(...(await readdir(`${PAGES}/${folder}`, { recursive: true })).map((name) => `${folder}/${name}`));
}
const modules = await Promise.all(
  names
    .filter((name) => /(?<!\.d)\.(tsx?|js)$/.test(name))
    .map(async (name) => ts.createSourceFile(name, await read(name), ts.ScriptTarget.Latest, true)),
);
const pages = [
  "entity/entity",
  "entity/family",
  "entity/frame",
  "entity/missing",
  "plain/home",
  "plain/long",
  "plain/playground",
  "src/home/index",
  "src/playground/index",
];
const templates = await Promise.all(pages.map(async (name) => [name, await read(`${name}.html`)]));
const manifest = await read("plain/manifest.webmanifest");

const hasLetters = (text) => /\p{L}/u.test(text);
/** Attributes that people read or hear. */
const SHOWN = /^(aria-label|title|placeholder|alt|label)$/;

function walk(node, visit) {
  if (visit(node) !== false) {
    ts.forEachChild(node, (child) => walk(child, visit));
  }
}

/** Literal words that an expression may be. */
function words(node) {
  if (ts.isConditionalExpression(node)) {
    return [...words(node.whenTrue), ...words(node.whenFalse)];
  }
  if (ts.isBinaryExpression(node)) {
    return words(node.right);
  }
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  }
  return ts.isStringLiteralLike(node) ? [node.text] : [];
}

test("modules have no texts of their own", () => {
  const found = [];
  for (const module of modules) {
    const check = (node, all) =>
      all.filter(hasLetters).forEach((text) => found.push(`${module.fileName}: ${node.getText()} (${text.trim()})`));
    walk(module, (node) => {
      const isCode = ts.isJsxElement(node) && node.openingElement.tagName.getText() === "code";
      if (ts.isJsxText(node)) {
        check(node, [node.text]);
      } else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent) && node.expression) {
        check(node, words(node.expression));
      } else if (ts.isJsxAttribute(node) && SHOWN.test(node.name.getText()) && node.initializer) {
        const { initializer } = node;
        check(node, words(ts.isJsxExpression(initializer) ? initializer.expression : initializer));
      }
      return !isCode;
    });
  }
  assert.deepEqual(found, []);
});

/** Properties of elements and pages that people read or hear. */
const WRITTEN = /\.(textContent|innerText|title|placeholder|alt|ariaLabel)$/;

test("scripts write no texts of their own", () => {
  const found = [];
  for (const module of modules) {
    walk(module, (node) => {
      const isWriting =
        ts.isBinaryExpression(node) &&
        node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
        WRITTEN.test(node.left.getText());
      const isSaying = ts.isNewExpression(node) && /^(Option|\w*Error)$/.test(node.expression.getText());
      const written = isWriting ? [node.right] : isSaying ? (node.arguments ?? []) : [];
      const texts = written.flatMap(words).filter(hasLetters);
      texts.forEach((text) => found.push(`${module.fileName}: ${text}`));
    });
  }
  assert.deepEqual(found, []);
});

test("what the plain pages have in words stands in the texts", async () => {
  const found = [];
  for (const module of modules.filter(({ fileName }) => fileName.startsWith("plain/"))) {
    walk(module, (node) => {
      const isQuery = ts.isPropertyAssignment(node) && node.name.getText() === "query";
      const all = isQuery ? [/#.*/.exec(node.getText())?.[0] ?? ""] : words(node);
      all
        .filter((text) => /^(?!application).*\p{L}[,.]? \p{L}/su.test(text))
        .forEach((text) => found.push(`${module.fileName}: ${text}`));
      return !isQuery;
    });
  }
  const { name, short_name, description, shortcuts } = JSON.parse(manifest);
  for (const text of [name, short_name, description, ...shortcuts.map(({ name }) => name)]) {
    found.push(
      ...text
        .replaceAll(/\{\{ texts\.[\w.]+ \}\}/g, "")
        .split(/\P{L}/u)
        .filter(hasLetters),
    );
  }
  assert.deepEqual(found, []);
});

test("templates have no texts of their own", () => {
  for (const [name, template] of templates) {
    const bare = template
      .replaceAll(/<script type="module"[^]*?<\/script>|<!doctype html>/g, "")
      .replaceAll(/\{\{.*?\}\}|\{%.*?%\}|\{[\w.]+\}/g, "");
    const attributes = [...bare.matchAll(/(aria-label|title|placeholder|alt|description" content)="([^"]*)"/g)];
    const shown = [bare.replaceAll(/<[^>]*>/g, " "), ...attributes.map(([, , text]) => text)];
    assert.deepEqual(shown.filter(hasLetters), [], name);
  }
});

/** Names that a module gives to groups of texts. */
function aliases(module) {
  const imported = module.statements.filter(
    (node) => ts.isImportDeclaration(node) && node.moduleSpecifier.text.endsWith("/texts/en.json"),
  );
  const names = imported.flatMap(({ importClause }) =>
    importClause.namedBindings.elements.filter((one) => !one.isTypeOnly),
  );
  return new Map(names.map(({ name, propertyName }) => [name.text, (propertyName ?? name).text]));
}

/** The path that an expression names, such as `compare.back`; undefined where it is none. */
function pathOf(node, groups) {
  if (ts.isIdentifier(node)) {
    return groups.get(node.text);
  }
  const before = ts.isPropertyAccessExpression(node) ? pathOf(node.expression, groups) : undefined;
  return before && `${before}.${node.name.text}`;
}

test("each text is shown, and each that is shown is there", async () => {
  const used = new Set();
  for (const module of modules) {
    const groups = aliases(module);
    walk(module, (node) => {
      const path = ts.isImportDeclaration(node) || ts.isTypeNode(node) ? undefined : pathOf(node, groups);
      if (path) {
        used.add(path);
      }
      return !path && !ts.isImportDeclaration(node) && !ts.isTypeNode(node);
    });
  }
  for (const template of [...templates.map(([, template]) => template), manifest]) {
    [...template.matchAll(/\btexts\.([\w.]+)|\{(\w+\.\w+)\}/g)].forEach(([, one, other]) => used.add(one ?? other));
  }
  const server = await read("../src/http/entity_pages.rs");
  for (const [, path] of server.matchAll(/\btexts::text\(&?(?:format!\()?\s*"\/(\w+\/[\w/{}]+)"/g)) {
    const families = path.includes("{code}") ? Object.keys(texts.families) : [""];
    families.forEach((family) => used.add(path.replace("{code}", family).replaceAll("/", ".")));
  }
  // A group that is used as a whole uses all of it.
  const isUsed = (path) => path.split(".").some((_, index, keys) => used.has(keys.slice(0, index + 1).join(".")));
  assert.deepEqual(
    [...leaves.keys()].filter((path) => !isUsed(path)),
    [],
  );
  const known = (path) => [...leaves.keys()].some((leaf) => `${leaf}.`.startsWith(`${path}.`));
  assert.deepEqual(
    [...used].filter((path) => !known(path)),
    [],
  );
});

test("placeholders are filled", () => {
  let count = 0;
  for (const module of modules) {
    const groups = aliases(module);
    const check = (text, values, given) => {
      if (ts.isConditionalExpression(text)) {
        check(text.whenTrue, values, given);
        check(text.whenFalse, values, given);
        return;
      }
      const path = pathOf(text, groups);
      if (!path || values?.properties?.some(ts.isSpreadAssignment)) {
        return;
      }
      const names = [...given, ...(values?.properties ?? []).map(({ name }) => name.text)];
      for (const [leaf, words] of leaves) {
        if (leaf === path || leaf.startsWith(`${path}.`)) {
          const missing = [...words.matchAll(/\{(\w+)\}/g)].filter(([, name]) => !names.includes(name));
          assert.deepEqual(
            missing.map(([whole]) => whole),
            [],
            `${module.fileName}: ${leaf}`,
          );
          count += 1;
        }
      }
    };
    walk(module, (node) => {
      const name = ts.isCallExpression(node) ? node.expression.getText() : "";
      if (name === "filled" || name === "pieces") {
        check(node.arguments[0], node.arguments[1], []);
      } else if (name === "counted") {
        check(node.arguments[1], node.arguments[2], ["count"]);
      }
    });
  }
  assert.ok(count > 80, `${count} texts with placeholders`);
});
