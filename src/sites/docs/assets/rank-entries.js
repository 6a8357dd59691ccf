// @ts-check
// The ranking of the search, which the server and the browser run: every word must match, titles before headings before text.

/**
 * What can be found: the name of a guide, an operation, a type or a field, the page and the section that it belongs to, its
 * text, and its address.
 * @typedef {{ title: string, heading: string, text: string, path: string }} Entry
 */

/** Characters of a query; more are cut off. */
export const MAX_QUERY_LENGTH = 100;
const MAX_WORDS = 8;
const EXCERPT_LENGTH = 160;

/** What a word counts that begins a word of the field; a whole word counts twice. */
const WEIGHTS = { title: 9, heading: 4, text: 1 };

/** More than all words together: titles that are the query come first, then those that begin with it. */
const WHOLE_TITLE = 4 * WEIGHTS.title * MAX_WORDS;
const START_OF_TITLE = WHOLE_TITLE / 2;

/** `stockType`, `stock_type` and `stock type` are the same two words. */
const spaced = (/** @type {string} */ text) =>
  ` ${text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')} `.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');

/** The words of a field, compound ones also in one piece: `stocktype`. */
const searchable = (/** @type {string} */ text) => {
  const compounds = text.match(/[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+|(?<=\p{Ll})\p{Lu}[\p{L}\p{N}]*)+/gu) ?? [];
  return `${spaced(text)}${compounds.map((word) => `${word.replace(/[_-]/g, '').toLowerCase()} `).join('')}`;
};

/** `retry` finds `retries`, `throttle` finds `throttling`. */
const stemOf = (/** @type {string} */ word) => (word.length > 4 ? word.replace(/(?:ies|ing|ed|es|[esy])$/, '') : word);

/**
 * @param {string} field
 * @param {string} word
 */
function matchOf(field, word) {
  if (field.includes(` ${word} `)) return 2;
  if (field.includes(` ${word}`)) return 1;
  return field.includes(` ${stemOf(word)}`) ? 0.5 : 0;
}

/**
 * Prepares the entries once; the result ranks them for a query, the best first and at most `limit` of them, with `total`
 * the number of all that match.
 * @param {readonly Entry[]} entries
 */
export function createRanking(entries) {
  const prepared = entries.map((entry) => ({
    entry,
    name: spaced(entry.title),
    title: searchable(entry.title),
    heading: searchable(entry.heading),
    text: searchable(entry.text),
  }));

  return (/** @type {string} */ query, /** @type {number} */ limit) => {
    const asked = spaced(query.slice(0, MAX_QUERY_LENGTH));
    const words = asked.trim().split(' ').filter(Boolean).slice(0, MAX_WORDS);
    if (words.length === 0) return { total: 0, results: [] };
    const found = prepared.flatMap(({ entry, name, ...fields }) => {
      const scores = words.map((word) =>
        Math.max(
          WEIGHTS.title * matchOf(fields.title, word),
          WEIGHTS.heading * matchOf(fields.heading, word),
          WEIGHTS.text * matchOf(fields.text, word),
        ),
      );
      if (scores.includes(0)) return [];
      const bonus = name === asked ? WHOLE_TITLE : name.startsWith(asked.trimEnd()) ? START_OF_TITLE : 0;
      return [{ entry, score: scores.reduce((sum, score) => sum + score, bonus) }];
    });
    const results = found
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ entry }) => ({ ...entry, text: excerptOf(entry.text, words) }));
    return { total: found.length, results };
  };
}

/**
 * The part of a text around the first word of a query, cut at spaces.
 * @param {string} text
 * @param {readonly string[]} words
 */
function excerptOf(text, words) {
  const at = Math.max(0, text.search(new RegExp(`\\b(?:${words.map(stemOf).join('|')})`, 'i')));
  const start =
    text.length <= EXCERPT_LENGTH || at < EXCERPT_LENGTH / 2 ? 0 : text.indexOf(' ', at - EXCERPT_LENGTH / 2);
  const end = start + EXCERPT_LENGTH;
  const shown = end < text.length ? text.slice(start, text.lastIndexOf(' ', end)) : text.slice(start);
  return `${start > 0 ? '…' : ''}${shown.trim()}${end < text.length ? ' …' : ''}`;
}
