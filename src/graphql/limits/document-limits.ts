// The limits of GraphQL documents (D45), which bound the cost of reading, validating and executing one.
import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { type DocumentNode, GraphQLError, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { FAILURES } from '../../operation/failure.ts';
import { cut, MAX_ERRORS } from '../../operation/field-errors.ts';
import { MAX_CACHED_LENGTH } from '../prepared/document-cache.ts';

/** More than the documents of front ends need, less than keeps a node busy. */
export const DOCUMENT_LIMITS = {
  depth: 15,
  aliases: 100,
  directives: 50,
  tokens: 4_000,
  cost: 10_000,
  nameLength: 255,
  introspections: 5,
};

const { depth, aliases, directives, tokens, cost, nameLength, introspections } = DOCUMENT_LIMITS;

const REFUSED = { code: FAILURES.invalidDocument.code };

/** A document beyond a limit is no syntax error, as the messages and codes of the library have it. */
const onReject = [
  (_: unknown, error: GraphQLError) => {
    error.message = error.message.replace(/^Syntax Error: /, '');
    Object.assign(error.extensions, REFUSED);
  },
];

const armor = EnvelopArmorPlugin({
  maxDepth: { n: depth, onReject },
  maxAliases: { n: aliases, allowList: [], onReject },
  maxDirectives: { n: directives, onReject },
  maxTokens: { n: tokens, onReject },
  costLimit: { maxCost: cost, onReject },
  blockFieldSuggestion: { enabled: false },
}) as unknown as Plugin;

/**
 * An error counts the lines in front of its place: a long document has no places, and the fiftieth error ends the
 * validation.
 */
const useDocumentBounds: Plugin = {
  onParse({ parseFn, setParseFn }) {
    setParseFn((source, options) => {
      const noLocation = String(source).length > MAX_CACHED_LENGTH;
      return bounded(parseFn(source, { ...options, noLocation }));
    });
  },
  onValidate({ validateFn, setValidationFn }) {
    setValidationFn((schema, document, rules) => validateFn(schema, document, rules, { maxErrors: MAX_ERRORS }));
  },
  onResultProcess({ result }) {
    for (const { errors = [] } of [result].flat() as { errors?: readonly GraphQLError[] }[]) {
      for (const error of errors) error.message = shortMessage(error.message);
    }
  },
};

export const documentLimits: readonly Plugin[] = [armor, useDocumentBounds];

/** Fields of Query that are answered at once, each with the whole schema if the document asks for it. */
const INTROSPECTIONS: ReadonlySet<string> = new Set(['__schema', '__type']);

/** Names are compared with those of the schema, and errors repeat them. */
function bounded(document: DocumentNode): DocumentNode {
  let introspected = 0;
  visit(document, {
    Field({ name }) {
      if (INTROSPECTIONS.has(name.value)) introspected++;
    },
    Name: ({ value }) => refuseBeyond('Name length', nameLength, value.length),
    EnumValue: ({ value }) => refuseBeyond('Name length', nameLength, value.length),
  });
  refuseBeyond('Introspection', introspections, introspected);
  return document;
}

function refuseBeyond(what: string, limit: number, found: number): void {
  if (found <= limit) return;
  throw new GraphQLError(`${what} limit of ${limit} exceeded, found ${found}.`, { extensions: REFUSED });
}

/** graphql-js repeats names and values of the document in its messages. */
const MAX_MESSAGE_LENGTH = 1_000;
const NAME_OR_VALUE = /"([^"]*)"|[^\s"]+/g;

const shortMessage = (message: string): string =>
  cut(
    message.replace(NAME_OR_VALUE, (text, quoted?: string) => (quoted === undefined ? cut(text) : `"${cut(quoted)}"`)),
    MAX_MESSAGE_LENGTH,
  );
