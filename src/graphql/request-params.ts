// How a GraphQL request is read: the JSON of bodies and of query strings within the same bounds as that of REST.
import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { parseJson, readJsonBody } from '../http/json-body.ts';
import { OperationFailure } from '../operation/failure.ts';
import { requestError } from './failures.ts';

/** Forms, multipart and text are refused. */
export const useRequestParams: Plugin = {
  onRequestParse({ request, setRequestParser }) {
    if (request.method === 'POST') setRequestParser(() => refusing(() => fromBody(request)));
    if (request.method === 'GET') setRequestParser(() => refusing(async () => fromQuery(new URL(request.url))));
  },
};

async function refusing(read: () => Promise<GraphQLParams>): Promise<GraphQLParams> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof OperationFailure ? requestError(error.failure) : error;
  }
}

async function fromBody(request: Request): Promise<GraphQLParams> {
  if (!/^application\/(?:graphql\+)?json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw badRequest('Content-Type must be application/json', { status: 415, headers: { Accept: 'application/json' } });
  }
  return readJsonBody(request);
}

function fromQuery({ searchParams }: URL): GraphQLParams {
  const text = (name: string) => searchParams.get(name) || undefined;
  const json = (name: string) => (text(name) === undefined ? {} : { [name]: parseJson(text(name) ?? '', name) });
  const [query, operationName] = [text('query'), text('operationName')];
  return {
    ...(query && { query }),
    ...(operationName && { operationName }),
    ...json('variables'),
    ...json('extensions'),
  };
}

const badRequest = (message: string, http: object) =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http } });
