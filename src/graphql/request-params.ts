// The parameters of a GraphQL request, from a body or a query string within the same bounds as on REST.
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { isJsonObject, objectBody, parseJson } from '../http/json-body.ts';
import { OperationFailure } from '../operation/failure.ts';
import { notOfKind } from '../operation/messages.ts';
import type { ServerContext } from './builder.ts';
import { badRequest, graphqlError, NOT_EXECUTED, requestError } from './failures.ts';

/** Replaces Yoga's parsers: forms, multipart and text are refused. */
export const useRequestParams: Plugin<ServerContext> = {
  onRequestParse({ serverContext, setRequestParser }) {
    const { params } = serverContext as unknown as ServerContext;
    setRequestParser(async () => params);
  },
};

/** The parameters of a request. @throws {GraphQLError} for a request that is not GraphQL. */
export async function readParams(request: Request, url: URL, body: () => Promise<unknown>): Promise<GraphQLParams> {
  try {
    return checked(request.method === 'POST' ? await fromBody(request, body) : fromQuery(url));
  } catch (error) {
    throw error instanceof OperationFailure ? requestError(error.failure) : error;
  }
}

type Params = Readonly<Record<string, unknown>>;

async function fromBody(request: Request, body: () => Promise<unknown>): Promise<Params> {
  if (!/^application\/(?:graphql\+)?json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new OperationFailure({ kind: 'unsupportedMediaType' });
  }
  const params = await body();
  if (Array.isArray(params)) throw badRequest('Batches are not taken: send each operation as a request of its own');
  return objectBody(params);
}

const fromQuery = ({ searchParams }: URL): Params =>
  Object.fromEntries(
    ['query', 'operationName', 'variables', 'extensions'].flatMap((name) => {
      const text = searchParams.get(name);
      if (!text) return [];
      return [[name, name === 'variables' || name === 'extensions' ? parseJson(text, name) : text]];
    }),
  );

/** The parameters of GraphQL over HTTP: the type of each, and whether it may be absent. */
const PARAMETERS: Readonly<Record<string, { readonly fits: (value: unknown) => boolean; readonly type: string }>> = {
  query: { fits: (value) => typeof value === 'string' && value !== '', type: 'a text that is not empty' },
  operationName: { fits: (value) => (value ?? '') === '' || typeof value === 'string', type: 'a text' },
  variables: { fits: (value) => (value ?? null) === null || isJsonObject(value), type: 'an object' },
  extensions: { fits: (value) => (value ?? null) === null || isJsonObject(value), type: 'an object' },
};

/** The parameters, if they are those of a GraphQL request. */
function checked(params: Params): GraphQLParams {
  for (const [name, { fits, type }] of Object.entries(PARAMETERS)) {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (fits(value)) continue;
    if (name === 'query' && !value && asksForStored(params))
      throw graphqlError({ kind: 'persistedQuery' }, { http: NOT_EXECUTED });
    throw badRequest(value ? notOfKind(`${name} must be ${type}`, value) : `${name} must be ${type}`);
  }
  const isUnknown = (name: string) => !Object.hasOwn(PARAMETERS, name) && params[name] !== null;
  if (Object.keys(params).some(isUnknown)) {
    throw badRequest(`A GraphQL request has no parameters but ${Object.keys(PARAMETERS).join(', ')}`);
  }
  return params;
}

/** Whether a client sends the hash of a document, which it sends whole when the answer says that no document is stored. */
const asksForStored = ({ extensions }: Params): boolean =>
  isJsonObject(extensions) && isJsonObject(extensions.persistedQuery);
