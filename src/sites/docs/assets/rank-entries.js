// @ts-check
// The search, which the browser runs with MiniSearch: entries with all words, else with similar words, else with
// some.

/**
 * What can be found: the name of a guide, an operation, a type or a field, the page and the section that it belongs to, its
 * text, other words that readers look for, and its address.
 * @typedef {{ title: string, heading: string, text: string, words?: string | undefined, path: string }} Entry
 */

/** The characters of a query that are used. */
export const MAX_QUERY_LENGTH = 100;
const MAX_WORDS = 8;
const EXCERPT_LENGTH = 160;

/** `stockType`, `stock_type` and `stock type` are the same two words. */
const spaced = (/** @type {string} */ text) =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The words of a text; compound ones also as one word: `stocktype`. */
function wordsOf(/** @type {string} */ text) {
  const compounds =
    text.match(/[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+|(?<=\p{Ll})\p{Lu}[\p{L}\p{N}]*)+/gu) ?? [];
  return [
    ...spaced(text).split(' '),
    ...compounds.map((word) => word.replace(/[_-]/g, '').toLowerCase()),
  ];
}

/** `retry` finds `retries`, `cache` finds `caching`: a word finds the words that start with its stem. */
const stemOf = (/** @type {string} */ word) =>
  word.length > 4 ? word.replace(/(?:ies|ing|ed|es|[esy])$/, '') : word;

/** Words so frequent in the pages that a search ignores them. */
const STOP_WORDS = new Set(
  'a an and are be can do does for how i in is it my of on or the there to what with'.split(
    ' ',
  ),
);

/** The words of a query, without filler words if others remain. */
function askedOf(/** @type {string} */ query) {
  const words = spaced(query.slice(0, MAX_QUERY_LENGTH)).split(' ').slice(0, MAX_WORDS);
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : words).join(' ');
}

/** Whether it is the page of an operation; REST creates bundles, which only GraphQL reads as such. */
const isOfOperation = (/** @type {string} */ path) => /^\/docs\/rest\/\w+$/.test(path);

const INDEX = { fields: ['title', 'words', 'heading', 'text'], tokenize: wordsOf };
const SOME = {
  tokenize: (/** @type {string} */ text) => text.split(' '),
  processTerm: stemOf,
  prefix: true,
  boost: { title: 9, words: 9, heading: 3 },
};
const ALL = { ...SOME, combineWith: /** @type {const} */ ('AND') };
const WHOLE = { tokenize: SOME.tokenize, processTerm: (/** @type {string} */ word) => word };
const NEARLY = { ...ALL, ...WHOLE, fuzzy: 0.25 };

/**
 * Prepares the entries once. The result ranks them for a query, the best first and at most `limit` of them: `total` is the
 * number of all that match, `suggestion` the words that the query is nearly, `isPartial` whether a word of it was left out.
 * @param {typeof import('minisearch').default} MiniSearch
 * @param {readonly Entry[]} entries
 */
export function createRanking(MiniSearch, entries) {
  const index = new MiniSearch(INDEX);
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  const names = entries.map(({ title, words = '' }) => [
    spaced(title),
    ...words.split(' ').map(spaced),
  ]);

  const wholeNames = new Map(names.map(([name = '']) => [name.replaceAll(' ', ''), name]));

  const isWord = (/** @type {string} */ word) => index.search(word, WHOLE).length > 0;

  /** An unknown word with two of its letters swapped, if that is a known word. */
  function unswapped(/** @type {string} */ word) {
    if (isWord(word)) return word;
    const swaps = [...word].map(
      (letter, at) =>
        word.slice(0, at) + word.slice(at + 1, at + 2) + letter + word.slice(at + 2),
    );
    return swaps.find(isWord) ?? word;
  }

  /** The name that the query almost is; otherwise the query with unknown words replaced by the nearest known ones. */
  function corrected(/** @type {string} */ asked) {
    const near = (/** @type {string} */ word, /** @type {number} */ fuzzy, prefix = false) =>
      index.autoSuggest(word, { ...NEARLY, fuzzy, prefix })[0]?.terms[0];
    const joined = asked.replaceAll(' ', '');
    const name = wholeNames.get(near(joined, 1) ?? near(joined, 0.15) ?? '');
    const nearest = (/** @type {string} */ word) =>
      near(word, 1) ?? near(word, 0.25) ?? near(word, 0, true) ?? word;
    const inWords = () =>
      asked.split(' ').map((word) => (isWord(word) ? word : nearest(word)));
    const suggestion = name ?? inWords().join(' ');
    return suggestion === asked ? undefined : suggestion;
  }

  function suggestionFor(/** @type {string} */ asked, /** @type {string} */ swapped) {
    return corrected(swapped) ?? (swapped === asked ? undefined : swapped);
  }

  /** Guides come first, then operations whose title has the query, then entries whose name is the query. */
  function boostOf(/** @type {number} */ id, /** @type {string} */ words) {
    const [name = ''] = names[id] ?? [];
    const { path = '' } = entries[id] ?? {};
    const ofPlace = path.startsWith('/docs/guides/') ? 3 : 1;
    if (isOfOperation(path) && askedOf(name).includes(words)) return 16;
    if (names[id]?.includes(words)) return ofPlace * (entries[id]?.words ? 32 : 8);
    return ofPlace * (name.startsWith(words) ? 2 : 1);
  }

  return (/** @type {string} */ query, /** @type {number} */ limit) => {
    const asked = askedOf(query);
    if (asked === '') return { total: 0, results: [], isPartial: false };
    const find = (/** @type {import('minisearch').SearchOptions} */ options, words = asked) =>
      index
        .search(words, {
          ...options,
          boostDocument: (/** @type {number} */ id) => boostOf(id, words),
        })
        .sort((a, b) => b.score - a.score || a.id - b.id);
    const exact = find(ALL);
    const swapped = asked.split(' ').map(unswapped).join(' ');
    const alike = swapped === asked ? find(NEARLY) : find(ALL, swapped);
    const near = exact.length > 0 ? exact : alike;
    const found = near.length > 0 ? near : find(SOME);
    return {
      total: found.length,
      results: found
        .slice(0, limit)
        .map(({ id, terms }) => excerpted(/** @type {Entry} */ (entries[id]), terms)),
      suggestion:
        exact.length > 0 || found.length === 0 ? undefined : suggestionFor(asked, swapped),
      isPartial: near.length === 0,
    };
  };
}

/**
 * An entry with the part of its text around the first word that was found, cut at spaces.
 * @param {Entry} entry
 * @param {readonly string[]} terms
 */
function excerpted({ title, heading, text, words, path }, terms) {
  // A section found only by its extra words is shown from its start.
  const at = words
    ? 0
    : Math.max(0, text.search(new RegExp(`(?<!\\p{L})(?:${terms.join('|')})`, 'iu')));
  const start =
    text.length <= EXCERPT_LENGTH || at < EXCERPT_LENGTH / 2
      ? 0
      : text.indexOf(' ', at - EXCERPT_LENGTH / 2);
  const end = start + EXCERPT_LENGTH;
  const shown =
    end < text.length ? text.slice(start, text.lastIndexOf(' ', end)) : text.slice(start);
  const excerpt = `${start > 0 ? '…' : ''}${shown.trim()}${end < text.length ? ' …' : ''}`;
  return { title, heading, text: excerpt, path };
}
