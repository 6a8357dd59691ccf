// The limits of GraphQL documents, which bound the cost of parsing, validating and executing one, and the cache of
// parsed documents.
import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { type DocumentNode, GraphQLError, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { MAX_ERRORS } from '../../operation/check.ts';
import { FAILURES } from '../../operation/failures.ts';
import { cut } from '../../text.ts';
import { levelsOf } from './nesting.ts';

/** Limits above the documents of front ends, and below those that keep a node busy. */
export const DOCUMENT_LIMITS = {
  depth: 15,
  valueDepth: 32,
  aliases: 100,
  directives: 50,
  tokens: 4_000,
  cost: 10_000,
  nameLength: 255,
  introspections: 5,
};

/** More documents than front ends have; a parsed one of the maximum length can take a megabyte. */
const MAX_DOCUMENTS = 100;
export const MAX_CACHED_LENGTH = 8_000;

const { depth, valueDepth, aliases, directives, tokens, cost, nameLength, introspections } =
  DOCUMENT_LIMITS;

const REJECTED = { code: FAILURES.invalidDocument.code };

/** Corrects the library's message and code: it calls a document beyond a limit a syntax error. */
const onReject = [
  (_: unknown, error: GraphQLError) => {
    error.message = error.message.replace(/^Syntax Error: /, '');
    Object.assign(error.extensions, REJECTED);
  },
];

const armor = EnvelopArmorPlugin({
  maxDepth: { n: depth, flattenFragments: true, onReject },
  maxAliases: { n: aliases, allowList: [], onReject },
  maxDirectives: { n: directives, onReject },
  maxTokens: { n: tokens, onReject },
  costLimit: { maxCost: cost, flattenFragments: true, onReject },
  blockFieldSuggestion: { enabled: false },
}) as unknown as Plugin;

/**
 * Locating an error takes time proportional to the document's length: errors of long ones have no location, and
 * validation stops early.
 */
const useDocumentBounds: Plugin = {
  onParse({ parseFn, setParseFn }) {
    setParseFn((source, options) => {
      const document = String(source);
      const { fields, values } = levelsOf(document, tokens);
      rejectBeyond('Query depth', depth, fields);
      rejectBeyond('Value depth', valueDepth, values);
      const noLocation = document.length > MAX_CACHED_LENGTH;
      return withinBounds(parseFn(source, { ...options, noLocation }));
    });
  },
  onValidate({ validateFn, setValidationFn }) {
    setValidationFn((schema, document, rules) =>
      validateFn(schema, document, rules, { maxErrors: MAX_ERRORS }).map(withLimit),
    );
  },
};

/** The most comparisons of fields with the same name; beyond that, graphql-js only reports that it has stopped. */
const COMPARISONS = 500_000;

const withLimit = (error: GraphQLError) =>
  error.message === 'Validation aborted.'
    ? rejected(`Repeated fields limit of ${COMPARISONS} comparisons exceeded.`)
    : error;

const rejected = (message: string) => new GraphQLError(message, { extensions: REJECTED });

export const documentLimits = [armor, useDocumentBounds];

/** Fields of Query that can each return the whole schema. */
const INTROSPECTIONS = new Set(['__schema', '__type']);

/** Limits introspection, and names, which responses repeat for each entry of a list. */
function withinBounds(document: DocumentNode): DocumentNode {
  let introspected = 0;
  visit(document, {
    Field({ name }) {
      if (INTROSPECTIONS.has(name.value)) introspected++;
    },
    Name: ({ value }) => rejectBeyond('Name length', nameLength, value.length),
  });
  rejectBeyond('Introspection', introspections, introspected);
  return document;
}

function rejectBeyond(name: string, limit: number, found: number) {
  if (found > limit) throw rejected(`${name} limit of ${limit} exceeded, found ${found}.`);
}

/** The maximum length of a message, because graphql-js repeats names and values of the document. */
const MAX_MESSAGE_LENGTH = 1_000;
const NAME_OR_VALUE = /"([^"]*)"|[^\s"]+/g;

/** An error's message, cut: names and values from a document may be as long as the document. */
export const shortMessage = (message: string) =>
  cut(
    message.replace(NAME_OR_VALUE, (text, quoted?: string) =>
      quoted === undefined ? cut(text) : `"${cut(quoted)}"`,
    ),
    MAX_MESSAGE_LENGTH,
  );

/**
 * Caches valid documents within the limits. Yoga's own caches keep 1,024 documents of any size, and as many syntax
 * errors with theirs: a thousand large rejected requests take a gigabyte.
 */
export const createDocumentCache = () =>
  new LRUCache<string, DocumentNode>({
    max: MAX_DOCUMENTS,
    maxEntrySize: MAX_CACHED_LENGTH,
    sizeCalculation: (_, text) => text.length,
  });

/** The errors of a document are created again each time. */
export const NO_ERROR_CACHE = { get: () => undefined, set() {} };
