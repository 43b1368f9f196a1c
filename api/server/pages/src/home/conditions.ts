// Conditions in the search box: `level:3 class:wizard -ritual`. The server reads them; here they are only told from words.

/** A key with its sign, exact words, or a word that must not be there. */
const CONDITION = /(^|[\s(!-])[a-z][\w-]*\s?(:|[<>]=?|!?=)|["“”]|(^|[\s(])-[\w(]/i;

/** Whether a text has conditions. */
export function isConditions(text: string): boolean {
  return CONDITION.test(text);
}

/** The arguments that stand for what is in the search box. */
export function searchedFor(text: string): { query: string | null; where: string | null } {
  const typed = text.trim() || null;
  return isConditions(text) ? { query: null, where: typed } : { query: typed, where: null };
}
