// Faults to plant between the harness and the service, each of which falsifies requests or responses.
import { gzipSync } from 'node:zlib';
import type { TestApp } from '../../support/app.ts';

type Send = (request: Request) => Promise<Response>;
type Plant = (send: Send, app: TestApp) => Send;

export interface Fault {
  readonly name: string;
  /** The suite that finds it. */
  readonly suite: string;
  /** The version under test, on a service with the rehearsed release; if absent, only the released one. */
  readonly version?: 'older' | 'newer';
  /** The aspect of the finding. */
  readonly aspect: RegExp;
  /** No command of the smallest case is as long as this. */
  readonly longest: number;
  readonly plant: Plant;
}

// biome-ignore lint/suspicious/noExplicitAny: faults read bodies of every shape
type Loose = any;

type Kind = (request: Request, response: Response) => boolean;

const isGraphQL = ({ url }: Request) => new URL(url).pathname === '/graphql';
const isRest = (request: Request) => new URL(request.url).pathname.startsWith('/api/');
const isReplayed = ({ headers }: Response) => headers.get('idempotency-replayed') === 'true';
const idOf = ({ url }: Request) => Number(url.split('/').at(-1)?.split('?')[0]);
const by =
  (verb: string): Kind =>
  ({ method }) =>
    method === verb;
/** Responses with a status to requests of these kinds. */
const on =
  (status: number, ...kinds: readonly Kind[]): Kind =>
  (request, response) =>
    response.status === status && kinds.every((kind) => kind(request, response));

/** Changes a response, or returns another one. */
const answered =
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

/** Changes the JSON of a response, in place or as text. */
const falsified = (change: (body: Loose, request: Request) => unknown): Plant =>
  answered(async (response, request) => {
    const text = await response.text();
    if (text === '' || !(response.headers.get('content-type') ?? '').includes('json'))
      return new Response(text || null, response);
    const body = JSON.parse(text);
    const other = change(body, request);
    return new Response(typeof other === 'string' ? other : JSON.stringify(body), response);
  });

/** Changes the schema of a new product in the OpenAPI document. */
const documented = (change: (input: Loose) => unknown): Plant =>
  falsified(({ components }) => {
    if (components) change(components.schemas.CreateProductInput);
  });

/** Changes the JSON of a request, whose `input` is a write's, in either wrapper object or a variable. */
const misread =
  (change: (input: Loose, app: TestApp, body: Loose) => unknown): Plant =>
  (send, app) =>
  async (request) => {
    const text =
      request.method === 'GET' || request.method === 'HEAD' ? '' : await request.clone().text();
    // No input is a list; some lists are too deep for JSON.stringify.
    const body = text.startsWith('[') ? undefined : parsed(text);
    if (typeof body !== 'object' || body === null) return send(request);
    const input = body.product ?? body.bundle ?? body.data?.attributes ?? body.variables?.input;
    await change(typeof input === 'object' ? input : undefined, app, body);
    const changed = JSON.stringify(body);
    // Only a changed body is serialized again: others have number spellings that JSON.stringify doesn't keep.
    return send(
      changed === JSON.stringify(parsed(text)) ? request : new Request(request, { body: changed }),
    );
  };

function parsed(text: string): Loose {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Changes = Readonly<Record<string, string | null>>;

/** The headers with some values changed, or removed if null. */
function changed(headers: Headers, changes: Changes): Headers {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(changes))
    value === null ? all.delete(name) : all.set(name, value);
  return all;
}

const withHeaders = ({ body, status, headers }: Response, changes: Changes): Response =>
  new Response(body, { status, headers: changed(headers, changes) });

const withRequestHeaders = (request: Request, changes: Changes): Request =>
  new Request(request, { headers: changed(request.headers, changes) });

/** Changes headers of certain responses. */
const answeredWith = (changes: Changes, is: Kind = () => true): Plant =>
  answered((response, request) =>
    is(request, response) ? withHeaders(response, changes) : response,
  );

/** Changes one header of requests that have it; null removes it. */
const sentWith =
  (name: string, change: (value: string, request: Request) => string | null): Plant =>
  (send) =>
  (request) => {
    const value = request.headers.get(name);
    return send(
      value === null ? request : withRequestHeaders(request, { [name]: change(value, request) }),
    );
  };

const KEY = 'Idempotency-Key';
const withoutKey = (request: Request) => withRequestHeaders(request, { [KEY]: null });

/** Gives certain responses another status. */
const answeredAs = (status: number, is: Kind): Plant =>
  answered((response, request) =>
    is(request, response)
      ? new Response(response.body, { status, headers: response.headers })
      : response,
  );

/** Changes the product of a request with a certain response. */
const touched = (data: { archived: boolean }, is: Kind): Plant =>
  answered(async (response, request, _, { db }) => {
    if (is(request, response)) await db.product.updateMany({ where: { id: idOf(request) }, data });
    return response;
  });

/** Replaces a string in certain responses. */
const replaced = (is: (request: Request) => boolean, text: string, other: string): Plant =>
  falsified((body, request) => is(request) && JSON.stringify(body).replaceAll(text, other));

type Row = readonly [aspect: RegExp, plant: Plant];

/** The faults that one suite finds, in cases whose commands are all shorter than `longest`. */
const foundBy = (suite: string, longest: number, faults: Readonly<Record<string, Row>>): Fault[] =>
  Object.entries(faults).map(([name, [aspect, plant]]) => ({
    suite,
    longest,
    name,
    aspect,
    plant,
  }));

/** As above, with a version under test. */
const of = (
  version: 'older' | 'newer',
  suite: string,
  faults: Readonly<Record<string, Row>>,
): Fault[] => foundBy(suite, 3_500, faults).map((fault) => ({ ...fault, version }));

const tooMany = (of: string, suite: string, field: string, most: number): Fault[] =>
  foundBy(suite, 4_500, {
    [`${of} is accepted`]: [
      /MAX_ITEMS/,
      misread((input) => {
        const list = input?.[field];
        if (Array.isArray(list) && list.length === most + 1) list.pop();
      }),
    ],
  });

export const FAULTS: readonly Fault[] = [
  ...foundBy('update a product', 2_500, {
    'one API drops a code': [
      /GraphQL/,
      falsified((body, request) => {
        const payload: Loose = isGraphQL(request) ? Object.values(body.data ?? {})[0] : undefined;
        if (payload?.errors)
          payload.errors = payload.errors.filter(({ code }: Loose) => code !== 'MIN_VALUE');
      }),
    ],
    'a rejected update changes a field': [
      /A rejected update changed a field: archived/,
      touched({ archived: true }, on(400, by('PUT'))),
    ],
    'the APIs have different messages for a rule': [
      /REST and GraphQL differ in their messages of errors/,
      replaced(isRest, 'This field is required', 'Missing'),
    ],
    'one API returns a value of the wrong type': [
      /GraphQL response, \w+ has other members or values than \w+/,
      replaced(isGraphQL, '"quantity":1,', '"quantity":"1",'),
    ],
    'null does not clear a field': [
      /: barcode is "[^"]*", not null/,
      misread((input) => {
        if (input?.barcode === null) delete input.barcode;
      }),
    ],
  }),

  ...of('newer', 'create a product', {
    "an error has another version's field name": [
      /REST errors/,
      falsified((body) => {
        for (const error of body.errors ?? [])
          if (error.field === 'daily_rent') error.field = 'rent';
      }),
    ],
  }),
  ...of('older', 'update a product', {
    "GraphQL applies the token's version instead of service-version": [
      /GraphQL (result|errors)/,
      (send) => async (request) => {
        const version = request.headers.get('service-version');
        if (!version || !isGraphQL(request)) return send(request);
        const response = await send(withRequestHeaders(request, { 'service-version': null }));
        return withHeaders(response, { 'X-API-Version': version });
      },
    ],
  }),
  ...foundBy('create a product', 3_500, {
    "a variable's error doesn't name the variable": [
      /GraphQL location of errors/,
      falsified((body) => {
        for (const error of body.errors?.[0]?.extensions?.errors ?? []) delete error.variable;
      }),
    ],
    'a limit is off by one on both APIs': [
      /result|errors/,
      misread((input) => {
        if (typeof input?.title === 'string' && [...input.title].length === 255) input.title += 'x';
      }),
    ],
    "a create doesn't return the remaining number": [
      /RateLimit-Policy on rest: null/,
      answeredWith({ RateLimit: null, 'RateLimit-Policy': null }, on(201)),
    ],
    'a response has more than 50 errors': [
      /more than 50 items/,
      falsified((body, request) => {
        if (isRest(request) && body.errors?.length === 50) body.errors.push(body.errors[0]);
      }),
    ],
    'a create has no ETag': [/The ETag of a create/, answeredWith({ ETag: null }, on(201))],
    'the document allows what the service rejects': [
      /REST response, a valid body is rejected/,
      documented((input) => delete input.not),
    ],
    'the document forbids what the service accepts': [
      /REST response, an invalid body is accepted/,
      documented((input) => {
        input.minProperties = 30;
      }),
    ],
  }),
  ...foundBy('create a bundle', 1_100, {
    "a bundle's rent is not the sum of its items' rents": [
      /What was created is read back differently: rent/,
      misread((input) => {
        if (Array.isArray(input?.items)) input.rent ??= 1;
      }),
    ],
  }),

  ...foundBy('read a product', 1_500, {
    'one API skips an ownership check': [
      /REST result/,
      answered(async (response, request, _, { app, db, owner, rival }) => {
        if (response.status !== 403 || request.method !== 'GET' || !isRest(request))
          return response;
        const { ownerId } = await db.product.findUniqueOrThrow({ where: { id: idOf(request) } });
        const { token } = ownerId === owner.id ? owner : rival;
        return app.fetch(
          new Request(request.url, { headers: { Authorization: `Bearer ${token}` } }),
        );
      }),
    ],
    'each response has other spaces': [
      /A second read/,
      (send) => {
        let count = 0;
        return async (request) => {
          const response = await send(request);
          return new Response((await response.text()) + ' '.repeat(++count % 7), response);
        };
      },
    ],
  }),
  ...foundBy('read the caller and a bundle', 1_500, {
    "a bundle's rent differs from its product's": [
      /A bundle differs from its product: rent/,
      falsified(({ data }) => {
        if (data?.bundle?.rent) data.bundle.rent += 1;
      }),
    ],
  }),
  ...foundBy('simulated errors', 2_500, {
    'an update is done despite a simulated error': [
      /REST result: expected notFound, got ok/,
      sentWith('Prefer', (code, { method }) =>
        method === 'PUT' && code === 'code=404' ? null : code,
      ),
    ],
  }),
  ...foundBy('send back a product unchanged', 1_500, {
    'an invalid time is ignored': [
      /REST result: expected invalid \["updated_at INVALID_FORMAT"\], got ok/,
      misread((input) => {
        if (input && typeof input.updated_at === 'object') delete input.updated_at;
      }),
    ],
  }),

  ...foundBy('tokens and versions', 300, {
    "a rejected token isn't told why": [
      /WWW-Authenticate on rest: Bearer$/,
      answeredWith({ 'WWW-Authenticate': 'Bearer' }, on(401, isRest)),
    ],
  }),
  ...foundBy('REST methods and paths', 200, {
    'a header is missing on one kind of response': [
      /X-API-Version/i,
      answeredWith({ 'X-API-Version': null }, on(404, isRest)),
    ],
  }),
  ...foundBy('wrapper objects', 600, {
    'a status is undocumented': [/status 418 is not documented/, answeredAs(418, on(400, isRest))],
  }),
  ...foundBy('damaged requests', 5_000, {
    'an error contains its stack': [
      /response to a damaged request: internals/,
      falsified((body, request) => {
        if (isRest(request) && body.errors) body.stack = new Error('Fault').stack;
      }),
    ],
  }),
  ...foundBy('GraphQL requests that are not executed', 400, {
    'a mutation with GET is executed': [
      /GraphQL status of GET: 200, not 405/,
      answeredAs(200, on(405, by('GET'))),
    ],
  }),
  ...foundBy('HEAD instead of GET', 200, {
    'HEAD has another status than GET': [
      /HEAD instead of GET, its status: 200, not 404/,
      answeredAs(200, on(404, by('HEAD'))),
    ],
  }),
  ...foundBy('preflights', 300, {
    'a preflight needs a token': [
      /WWW-Authenticate on graphql: null/,
      answeredAs(401, (request) => isGraphQL(request) && request.method === 'OPTIONS'),
    ],
    // The wildcard does not cover this header (Fetch, section 3.3.5).
    'a preflight does not allow a header': [
      /cross-origin request headers of a preflight: .* without authorization/,
      answeredWith({ 'Access-Control-Allow-Headers': '*' }),
    ],
    "a page can't read a header of the contract": [
      /cross-origin exposed headers: .* without Deprecation/,
      answeredWith({ 'Access-Control-Expose-Headers': 'X-API-Version, Allow' }),
    ],
  }),

  ...foundBy('repeat a write with an idempotency key', 2_500, {
    'an overlong key is cut': [
      /result: expected invalid .*Idempotency-Key INVALID_FORMAT.*, got ok/,
      sentWith(KEY, (key) => key.slice(0, 255)),
    ],
    'one API ignores a key': [
      /GraphQL (?:header Idempotency-Replayed of a repeated request: null|result: expected keyReused, got ok)/,
      sentWith(KEY, (key, request) => (isGraphQL(request) ? null : key)),
    ],
    'a key that was used for another request is executed': [
      /REST result: expected keyReused, got ok/,
      answered((response, request, send) =>
        response.status === 422 ? send(withoutKey(request)) : response,
      ),
    ],
    'a replay changes the product': [
      /A repeated or rejected request changed a product: (?:archived|updated_at)/,
      touched(
        { archived: true },
        ({ method }, response) => method === 'PUT' && isReplayed(response),
      ),
    ],
    'a replay has the current ETag': [
      /The ETag of a repeated write/,
      answeredWith(
        { ETag: '"2025-08-16.9"' },
        ({ method }, response) => method === 'PUT' && isReplayed(response),
      ),
    ],
    "a request doesn't wait for the first one with its key": [
      /The replays of two requests at once with one key: 0/,
      (send) => {
        const underWay = new Set<string>();
        return async (request) => {
          const key = request.headers.get(KEY) ?? '';
          if (underWay.has(key)) return send(withoutKey(request));
          if (key) underWay.add(key);
          return send(request).finally(() => underWay.delete(key));
        };
      },
    ],
  }),

  ...foundBy('update with a precondition', 2_500, {
    'If-Match is ignored': [
      /REST result: expected conflict, got (ok|invalid)/,
      sentWith('If-Match', () => null),
    ],
    'ifRevision is ignored': [
      /GraphQL result: expected conflict, got (ok|invalid)/,
      misread((_input, _app, { variables }) => {
        if (variables) delete variables.ifRevision;
      }),
    ],
    "a conflict doesn't return the stored revision": [
      /The revision of a conflict: nothing/,
      falsified((body, request) => {
        if (isGraphQL(request))
          for (const { extensions } of body.errors ?? []) delete extensions?.revision;
      }),
    ],
    'a write keeps the ETag': [
      /Revision and ETag after an update/,
      answeredWith({ ETag: '"2025-08-16.1"' }, on(200, by('GET'))),
    ],
  }),
  ...foundBy('conditional reads', 300, {
    'If-None-Match is ignored': [
      /The status of a conditional read: 200, not 304/,
      sentWith('If-None-Match', () => null),
    ],
    'a shared cache can keep a read': [
      /REST Cache-Control: \["max-age=60"\]/,
      answeredWith({ 'Cache-Control': 'max-age=60' }, on(200, isRest)),
    ],
  }),

  ...foundBy('response compression', 2_500, {
    'an encoding of weight 0 is used': [
      /Content-Encoding: is gzip, not one of/,
      sentWith('Accept-Encoding', (accept) => (accept.startsWith('gzip;q=0') ? 'gzip' : accept)),
    ],
    'an encoded response has other content': [
      /text by Accept-Encoding|the (response|answer) is not/,
      answered(async (response) =>
        response.headers.get('Content-Encoding') === 'gzip'
          ? new Response(gzipSync('x'), response)
          : response,
      ),
    ],
  }),
  ...foundBy('request bodies with Content-Encoding', 6_000, {
    'an unknown encoding is ignored': [
      /response to a body with Content-Encoding: \["an unknown coding","ok"\]/,
      sentWith('Content-Encoding', (coding) => (coding === 'x-unknown' ? null : coding)),
    ],
  }),

  ...foundBy('aborted requests', 2_500, {
    'an aborted update is half done': [
      /An aborted update is half done/,
      (send, { db }) =>
        async (request) => {
          const text = request.method === 'PUT' ? await request.clone().text() : '';
          request.signal.addEventListener('abort', () => {
            if (text.includes('Aborted'))
              db.product
                .updateMany({ where: { id: idOf(request) }, data: { barcode: 'Half' } })
                .catch(() => undefined);
          });
          return send(request);
        },
    ],
  }),

  ...tooMany('a bundle of 31 items', 'create a bundle', 'items', 30),
  ...tooMany('an update with 51 equipments', 'update a product', 'equipments', 50),
];
