// Plants between the harness and the service, each of which falsifies requests or responses.
import type { TestApp } from '../../support/app.ts';
import { parsed } from './calls/client.ts';

type Send = (request: Request) => Promise<Response>;
export type Plant = (send: Send, app: TestApp) => Send;

// biome-ignore lint/suspicious/noExplicitAny: failures read bodies of every shape
export type Loose = any;

type Kind = (request: Request, response: Response) => boolean;

export const isGraphQL = ({ url }: Request) => new URL(url).pathname === '/graphql';
export const isRest = (request: Request) => new URL(request.url).pathname.startsWith('/api/');
export const isReplayedPut: Kind = ({ method }, { headers }) =>
  method === 'PUT' && headers.get('idempotency-replayed') === 'true';
export const idOf = ({ url }: Request) => Number(url.split('/').at(-1)?.split('?')[0]);
export const by =
  (verb: string): Kind =>
  ({ method }) =>
    method === verb;
/** Responses with a status to requests of these kinds. */
export const on =
  (status: number, ...kinds: readonly Kind[]): Kind =>
  (request, response) =>
    response.status === status && kinds.every((kind) => kind(request, response));

/** Changes a response, or returns another one. */
export const answered =
  (
    change: (
      response: Response,
      request: Request,
      send: Send,
      app: TestApp,
    ) => Response | Promise<Response>,
  ): Plant =>
  (send, app) =>
  async (request) =>
    change(await send(request.clone() as Request), request, send, app);

/** Changes the JSON of certain responses, in place or as text. */
export const falsified = (change: (body: Loose) => unknown, is: Kind = () => true): Plant =>
  answered(async (response, request) => {
    const isJson = response.headers.get('content-type')?.includes('json');
    if (!isJson || !is(request, response)) return response;
    const text = await response.text();
    if (text === '') return new Response(null, response);
    const body = JSON.parse(text);
    const other = change(body);
    return new Response(typeof other === 'string' ? other : JSON.stringify(body), response);
  });

/** Changes the schema of a new product in the OpenAPI document. */
export const documented = (change: (input: Loose) => unknown): Plant =>
  falsified(({ components }) => {
    if (components) change(components.schemas.CreateProductInput);
  });

/** Changes the JSON of a request, whose `input` is a write's, in either wrapper object or a variable. */
export const misread =
  (change: (input: Loose, body: Loose) => unknown): Plant =>
  (send) =>
  async (request) => {
    const text =
      request.method === 'GET' || request.method === 'HEAD'
        ? ''
        : await request.clone().text();
    // No input is a list; some lists are too deep for JSON.stringify.
    const body: Loose = text.startsWith('[') ? undefined : parsed(text);
    if (typeof body !== 'object' || body === null) return send(request);
    const before = JSON.stringify(body);
    const input =
      body.product ?? body.bundle ?? body.data?.attributes ?? body.variables?.input;
    change(typeof input === 'object' ? input : undefined, body);
    const after = JSON.stringify(body);
    // Only a changed body is serialized again: others have number spellings that JSON.stringify doesn't keep.
    return send(after === before ? request : new Request(request, { body: after }));
  };

type Changes = Readonly<Record<string, string | null>>;

/** The headers with some values changed, or removed if null. */
function changed(headers: Headers, changes: Changes): Headers {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(changes))
    value === null ? all.delete(name) : all.set(name, value);
  return all;
}

export const withHeaders = (
  { body, headers, status: own }: Response,
  changes: Changes,
  status = own,
): Response => new Response(body, { status, headers: changed(headers, changes) });

export const withRequestHeaders = (request: Request, changes: Changes): Request =>
  new Request(request, { headers: changed(request.headers, changes) });

/** Changes headers of certain responses. */
export const answeredWith = (changes: Changes, is: Kind = () => true): Plant =>
  answered((response, request) =>
    is(request, response) ? withHeaders(response, changes) : response,
  );

/** Changes one header of requests that have it; null removes it. */
export const sentWith =
  (name: string, change: (value: string, request: Request) => string | null): Plant =>
  (send) =>
  (request) => {
    const value = request.headers.get(name);
    return send(
      value === null
        ? request
        : withRequestHeaders(request, { [name]: change(value, request) }),
    );
  };

export const KEY = 'Idempotency-Key';
export const withoutKey = (request: Request) => withRequestHeaders(request, { [KEY]: null });

/** Gives certain responses another status. */
export const answeredAs = (status: number, is: Kind): Plant =>
  answered((response, request) =>
    is(request, response) ? withHeaders(response, {}, status) : response,
  );

/** Archives the product of a request with a certain response. */
export const archivedOn = (is: Kind): Plant =>
  answered(async (response, request, _, { db }) => {
    const where = { id: idOf(request) };
    if (is(request, response))
      await db.product.updateMany({ where, data: { archived: true } });
    return response;
  });

/** Replaces a string in certain responses. */
export const replaced = (is: Kind, text: string, other: string): Plant =>
  falsified((body) => JSON.stringify(body).replaceAll(text, other), is);
