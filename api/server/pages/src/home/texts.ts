// Templates of sentences: texts of the interface, `texts/en.json`, with placeholders such as `{name}`.

import type { ComponentChildren } from "preact";

/** A text as pieces, with values in the place of its placeholders. */
export function pieces(text: string, values: Record<string, ComponentChildren>): ComponentChildren[] {
  return text.split(/\{(\w+)\}/).map((piece, index) => (index % 2 > 0 ? values[piece] : piece));
}

/** A text with values in the place of its placeholders. */
export function filled(text: string, values: Record<string, string | number>): string {
  return pieces(text, values).join("");
}

/** A text for each form of a number that a language has. */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

const cardinal = new Intl.PluralRules("en");
const ordinal = new Intl.PluralRules("en", { type: "ordinal" });

/** The text for a number of things: `1 match`, `2 matches`. */
export function cardinalOf(number: number, forms: Forms): string {
  return forms[cardinal.select(number)] ?? forms.other;
}

/** The text for a place in an order: `1st`, `2nd`. */
export function ordinalOf(number: number, forms: Forms): string {
  return forms[ordinal.select(number)] ?? forms.other;
}
