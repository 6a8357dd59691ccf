// Faults to plant between the harness and the service: each falsifies requests or answers.
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { TestApp } from '../../support/app.ts';

type Send = (request: Request) => Promise<Response>;

export interface Fault {
  readonly name: string;
  /** The suite that finds it. */
  readonly suite: string;
  /** The version under test, on a service that has the rehearsed release; absent: the released one alone. */
  readonly version?: 'older' | 'newer';
  /** The aspect of the finding. */
  readonly aspect: RegExp;
  /** The part of the smallest case's commands that does not depend on the seed. */
  readonly command?: RegExp;
  /** The length that no command of the smallest case reaches. */
  readonly longest: number;
  readonly plant: (send: Send, app: TestApp) => Send;
}

// biome-ignore lint/suspicious/noExplicitAny: faults read bodies of every shape
type Loose = any;

const isGraphQL = ({ url }: Request) => new URL(url).pathname === '/graphql';
const isRest = (request: Request) => new URL(request.url).pathname.startsWith('/api/');

/** Changes the JSON of an answer. */
function falsified(change: (body: Loose, request: Request) => Loose): Fault['plant'] {
  return (send) => async (request) => {
    const response = await send(request.clone() as Request);
    const text = await response.text();
    if (text === '' || !(response.headers.get('content-type') ?? '').includes('json'))
      return new Response(text || null, response);
    return new Response(JSON.stringify(change(JSON.parse(text), request)), response);
  };
}

/** Changes the JSON of a request. */
function misread(change: (body: Loose, request: Request, app: TestApp) => Promise<Loose> | Loose): Fault['plant'] {
  return (send, app) => async (request) => {
    const text = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.clone().text();
    // No input is a list; some lists are too deep for JSON.stringify.
    const body = text.startsWith('[') ? undefined : parsed(text);
    if (typeof body !== 'object' || body === null) return send(request);
    const changed = JSON.stringify(await change(body, request, app));
    // Only a changed body is written again: others have numbers in spellings that JSON.stringify does not keep.
    if (changed === JSON.stringify(parsed(text))) return send(request);
    return send(new Request(request, { body: changed }));
  };
}

function parsed(text: string): Loose {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The input of a write on either surface, in either envelope. */
const inputOf = (body: Loose): Loose => body.product ?? body.bundle ?? body.data?.attributes ?? body.variables?.input;

const withHeaders = (response: Response, change: (headers: Headers) => void): Response => {
  const headers = new Headers(response.headers);
  change(headers);
  return new Response(response.body, { status: response.status, headers });
};

/** Changes the headers of a request. */
const withRequestHeaders = (request: Request, change: (headers: Headers) => void): Request => {
  const headers = new Headers(request.headers);
  change(headers);
  return new Request(request, { headers });
};

const withoutHeader = (request: Request, name: string): Request =>
  withRequestHeaders(request, (headers) => headers.delete(name));

function inflatedText(bytes: Uint8Array): string | undefined {
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return undefined;
  }
}

const IDEMPOTENCY_KEY = 'Idempotency-Key';
const ACCEPT_ENCODING = 'Accept-Encoding';

export const FAULTS: readonly Fault[] = [
  {
    name: 'a code is dropped on one surface',
    suite: 'update a product',
    aspect: /GraphQL/,
    longest: 2_000,
    plant: falsified((body, request) => {
      const payload: Loose = isGraphQL(request) ? Object.values(body.data ?? {})[0] : undefined;
      if (payload?.errors) payload.errors = payload.errors.filter(({ code }: Loose) => code !== 'MIN_VALUE');
      return body;
    }),
  },
  {
    name: 'GraphQL has the rules of the token, not those of service-version (D46)',
    suite: 'update a product',
    version: 'older',
    aspect: /GraphQL (result|errors)/,
    command: /service-version: 2025-08-16/,
    longest: 3_500,
    plant: (send) => async (request) => {
      const version = request.headers.get('service-version');
      if (!version || !isGraphQL(request)) return send(request);
      const response = await send(withoutHeader(request, 'service-version'));
      return withHeaders(response, (headers) => headers.set('X-API-Version', version));
    },
  },
  {
    name: 'an error names a field as another version does (D46)',
    suite: 'create a product',
    version: 'newer',
    aspect: /REST errors/,
    longest: 3_500,
    plant: falsified((body) => {
      for (const error of body.errors ?? []) if (error.field === 'daily_rent') error.field = 'rent';
      return body;
    }),
  },
  {
    name: 'a limit is off by one on both surfaces',
    suite: 'create a product',
    aspect: /result|errors/,
    command: /"title":"(?:a{255}|(?:\u{1F3D5}){255})"/u,
    longest: 3_000,
    plant: misread((body) => {
      const input = inputOf(body);
      if (typeof input?.title === 'string' && [...input.title].length === 255) input.title += 'x';
      return body;
    }),
  },
  {
    name: 'rents are added as floats',
    suite: 'create a bundle',
    aspect: /A created bundle is read back differently: rent/,
    command: /"items":\[\{/,
    longest: 700,
    plant: misread(async (body, _, app) => {
      const input = body.bundle ?? (String(body.query).includes('createBundle') ? body.variables?.input : undefined);
      if (!Array.isArray(input?.items) || (input.rent ?? null) !== null) return body;
      if (!input.items.every((item: Loose) => Number.isInteger(item?.quantity))) return body;
      const ids = input.items.map((item: Loose) => Number(item?.ad_id ?? item?.adId)).filter(Number.isInteger);
      const known = await app.db.product.findMany({
        where: { id: { in: ids.filter((id: number) => Math.abs(id) < 2 ** 31) } },
      });
      const rents = new Map(known.map(({ id, rent }) => [id, rent.toNumber()]));
      const sum = input.items.reduce(
        (total: number, item: Loose) =>
          total + (rents.get(Number(item?.ad_id ?? item?.adId)) ?? 0) * (item?.quantity ?? 0),
        0,
      );
      if (sum >= 0.01) input.rent = sum;
      return body;
    }),
  },
  {
    name: 'a check of ownership is skipped on one surface',
    suite: 'read a product',
    aspect: /REST result/,
    command:
      /^curl -i -H "Authorization: Bearer \$(?:RIVAL_)?TOKEN" 'http:\/\/localhost\/api\/token-secured\/product\/\d+'$/m,
    longest: 200,
    plant: (send, app) => async (request) => {
      const response = await send(request.clone() as Request);
      if (response.status !== 403 || request.method !== 'GET' || !isRest(request)) return response;
      const id = Number(request.url.split('/').at(-1)?.split('?')[0]);
      const { ownerId } = await app.db.product.findUniqueOrThrow({ where: { id } });
      const { token } = ownerId === app.owner.id ? app.owner : app.rival;
      return app.app.fetch(new Request(request.url, { headers: { Authorization: `Bearer ${token}` } }));
    },
  },
  {
    name: 'a refused token is not told why (D48)',
    suite: 'tokens and versions',
    aspect: /WWW-Authenticate on rest: Bearer$/,
    longest: 300,
    plant: (send) => async (request) => {
      const response = await send(request);
      if (response.status !== 401 || isGraphQL(request)) return response;
      return withHeaders(response, (headers) => headers.set('WWW-Authenticate', 'Bearer'));
    },
  },
  {
    name: 'a create does not tell what is left (D48)',
    suite: 'create a product',
    aspect: /RateLimit-Policy on rest: null/,
    longest: 2_500,
    plant: (send) => async (request) => {
      const response = await send(request);
      return response.status !== 201
        ? response
        : withHeaders(response, (headers) => {
            headers.delete('RateLimit');
            headers.delete('RateLimit-Policy');
          });
    },
  },
  {
    name: 'a header is missing on one kind of answer',
    suite: 'methods and paths of REST',
    aspect: /X-API-Version/i,
    longest: 200,
    plant: (send) => async (request) => {
      const response = await send(request);
      if (response.status !== 404 || isGraphQL(request)) return response;
      return withHeaders(response, (headers) => headers.delete('X-API-Version'));
    },
  },
  {
    name: 'a refused update changes a field',
    suite: 'update a product',
    aspect: /A refused update changed a field: archived/,
    command: /-X PUT/,
    longest: 600,
    plant: (send, app) => async (request) => {
      const response = await send(request.clone() as Request);
      if (request.method !== 'PUT' || response.status !== 400) return response;
      const id = Number(request.url.split('/').at(-1)?.split('?')[0]);
      await app.db.product.updateMany({ where: { id }, data: { archived: true } });
      return response;
    },
  },
  {
    name: 'an update touches a field that it was not given',
    suite: 'update a product',
    aspect: /(?:read back differently|The other surface reads other values after an update): online/,
    longest: 1_500,
    plant: misread((body) => {
      const input = inputOf(body);
      if (typeof input === 'object' && input?.images && !('online' in input)) input.online = false;
      return body;
    }),
  },
  {
    name: 'the surfaces have different messages for a rule',
    suite: 'update a product',
    aspect: /The surfaces disagree in their messages of errors/,
    longest: 2_500,
    plant: falsified((body, request) =>
      isRest(request) ? JSON.parse(JSON.stringify(body).replaceAll('This field is required', 'Missing')) : body,
    ),
  },
  {
    name: 'a status is not documented',
    suite: 'envelopes',
    aspect: /status 418 is not documented/,
    longest: 600,
    plant: (send) => async (request) => {
      const response = await send(request);
      if (response.status !== 400 || isGraphQL(request)) return response;
      return new Response(response.body, { status: 418, headers: response.headers });
    },
  },
  {
    name: 'a value of the wrong type on one surface',
    suite: 'update a product',
    aspect: /GraphQL answer, .*quantity is no Int/,
    longest: 2_500,
    plant: falsified((body, request) =>
      isGraphQL(request) ? JSON.parse(JSON.stringify(body).replaceAll('"quantity":1,', '"quantity":"1",')) : body,
    ),
  },
  {
    name: 'an unexpected fault is answered 500',
    suite: 'update a product',
    aspect: /REST result/,
    command: /-X PUT/,
    longest: 600,
    plant: (send) => async (request) => {
      const text = request.method === 'PUT' ? await request.clone().text() : '';
      const response = await send(request);
      if (!text.includes('"__proto__"')) return response;
      return new Response('{"error":"Internal server error"}', { status: 500, headers: response.headers });
    },
  },
  {
    name: 'a fault of a variable does not name the variable (D36)',
    suite: 'variables of the wrong type',
    aspect: /GraphQL place of errors/,
    longest: 2_500,
    plant: falsified((body) => {
      for (const error of body.errors?.[0]?.extensions?.errors ?? []) delete error.variable;
      return body;
    }),
  },
  {
    name: 'a mutation by GET is executed (D37)',
    suite: 'requests that GraphQL does not execute',
    aspect: /GraphQL status of GET: expected 405, got 200/,
    command: /^curl -i -H [^']*(?:-H '[^']*' )?'http:\/\/localhost\/graphql\?query=/m,
    longest: 400,
    plant: (send) => async (request) => {
      const { searchParams } = new URL(request.url);
      const query = searchParams.get('query');
      if (request.method !== 'GET' || !query?.includes('mutation')) return send(request);
      const headers = new Headers(request.headers);
      headers.set('Content-Type', 'application/json');
      const operationName = searchParams.get('operationName') ?? undefined;
      const body = JSON.stringify({ query, operationName });
      return send(new Request('http://localhost/graphql', { method: 'POST', headers, body }));
    },
  },
  {
    name: 'null does not clear a field (D13)',
    suite: 'update a product',
    aspect: /: barcode is "[^"]+", not null/,
    longest: 2_500,
    plant: misread((body) => {
      const input = inputOf(body);
      if (input?.barcode === null) delete input.barcode;
      return body;
    }),
  },
  {
    name: 'the code replaces a stored sku (D20)',
    suite: 'update a product',
    aspect: /: sku is "[^"]+", not "[^"]+"/,
    command: /"product":\{"code":"[^"]+"\}/,
    longest: 1_500,
    plant: misread((body) => {
      const input = inputOf(body);
      if (/^[\w-]+$/.test(String(input?.code ?? '')) && input.sku === undefined) input.sku = input.code;
      return body;
    }),
  },
  {
    name: 'a field that an update ignores is compared (D15)',
    suite: 'send back a product as it was read',
    aspect: /REST result: expected ok, got invalid \["created_at INVALID_FORMAT"\]/,
    command: /-X PUT/,
    longest: 1_500,
    plant: (send) => async (request) => {
      const input = request.method === 'PUT' ? inputOf(parsed(await request.clone().text()) ?? {}) : undefined;
      const response = await send(request);
      if (!input?.created_at || /^20\d\d-/.test(input.created_at) || !response.ok) return response;
      const error = { field: 'created_at', code: 'INVALID_FORMAT', message: 'Cannot be changed' };
      const body = JSON.stringify({ success: false, errors: [error] });
      return new Response(body, { status: 400, headers: response.headers });
    },
  },
  {
    name: 'an answer has more than 50 errors (D18)',
    suite: 'create a product',
    aspect: /REST errors/,
    longest: 3_500,
    plant: falsified((body, request) => {
      if (isRest(request) && body.errors?.length === 50) body.errors.push(body.errors[0]);
      return body;
    }),
  },
  {
    name: 'a document that was seen before is answered with its fields in another order',
    suite: 'documents that are sent again',
    aspect: /repeated document, the body of its answer/,
    command: /graphql/,
    longest: 1_500,
    plant: (send) => {
      const seen = new Set<string>();
      return async (request) => {
        const document = isGraphQL(request) && request.method === 'POST' ? await request.clone().text() : '';
        const response = await send(request);
        const wasSeen = seen.has(document);
        if (document.includes(' # ')) seen.add(document);
        if (!wasSeen) return response;
        const text = await response.text();
        const { data, ...rest } = JSON.parse(text);
        const reversed = (value: Loose): Loose =>
          value && typeof value === 'object' && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).reverse())
            : value;
        const product = data?.product && reversed(data.product);
        return new Response(product ? JSON.stringify({ ...rest, data: { product } }) : text, response);
      };
    },
  },
  {
    name: 'HEAD has another status than GET (D21)',
    suite: 'HEAD in place of GET',
    aspect: /HEAD, its status: 200, that of GET is 404/,
    command: /--head/,
    longest: 200,
    plant: (send) => async (request) => {
      const response = await send(request);
      return request.method === 'HEAD' && response.status === 404
        ? new Response(null, { status: 200, headers: response.headers })
        : response;
    },
  },
  {
    name: 'HEAD lacks a header of GET (D21)',
    suite: 'HEAD in place of GET',
    aspect: /HEAD, its header cache-control: null/,
    command: /--head/,
    longest: 200,
    plant: (send) => async (request) => {
      const response = await send(request);
      return request.method === 'HEAD' ? withHeaders(response, (headers) => headers.delete('Cache-Control')) : response;
    },
  },
  {
    name: 'a preflight needs a token',
    suite: 'preflights',
    aspect: /WWW-Authenticate on graphql: null/,
    command: /-X OPTIONS/,
    longest: 300,
    plant: (send) => async (request) => {
      const response = await send(request);
      if (!isGraphQL(request) || request.method !== 'OPTIONS') return response;
      return new Response(null, { status: 401, headers: response.headers });
    },
  },
  {
    name: 'a preflight does not allow a method',
    suite: 'preflights',
    aspect: /REST cross-origin methods of a preflight: .* without PUT/,
    command: /-X OPTIONS/,
    longest: 300,
    plant: (send) => async (request) =>
      withHeaders(await send(request), (headers) => headers.set('Access-Control-Allow-Methods', 'GET, POST')),
  },
  {
    name: 'a preflight does not allow a header',
    suite: 'preflights',
    aspect: /cross-origin request headers of a preflight: .* without authorization/,
    command: /-X OPTIONS/,
    longest: 300,
    plant: (send) => async (request) =>
      withHeaders(await send(request), (headers) => {
        const allowed = headers.get('Access-Control-Allow-Headers');
        // The wildcard does not cover this header (Fetch, section 3.3.5).
        if (allowed) headers.set('Access-Control-Allow-Headers', allowed.replace('Authorization, ', ''));
      }),
  },
  {
    name: 'a preflight has no version (D7)',
    suite: 'preflights',
    aspect: /X-API-Version/,
    command: /-X OPTIONS/,
    longest: 300,
    plant: (send) => async (request) => {
      const response = await send(request);
      return request.method === 'OPTIONS'
        ? withHeaders(response, (headers) => headers.delete('X-API-Version'))
        : response;
    },
  },
  {
    name: 'a page cannot read a refusal',
    suite: 'preflights',
    aspect: /REST cross-origin origin: https:\/\/app\.example is answered null/,
    longest: 300,
    plant: (send) => async (request) => {
      const response = await send(request);
      return isRest(request) && response.status === 401
        ? withHeaders(response, (headers) => headers.delete('Access-Control-Allow-Origin'))
        : response;
    },
  },
  {
    name: 'a page cannot read a header of the contract',
    suite: 'preflights',
    aspect: /cross-origin exposed headers: .* without Deprecation/,
    longest: 300,
    plant: (send) => async (request) =>
      withHeaders(await send(request), (headers) =>
        headers.set('Access-Control-Expose-Headers', 'X-API-Version, Allow'),
      ),
  },
  {
    name: 'a key is ignored on one surface (D40)',
    suite: 'repeat a write with its key',
    aspect: /GraphQL (?:header Idempotency-Replayed: is null|result: expected keyReused, got ok)/,
    command: /Idempotency-Key: /,
    longest: 2_500,
    plant: (send) => async (request) =>
      send(isGraphQL(request) ? withRequestHeaders(request, (headers) => headers.delete(IDEMPOTENCY_KEY)) : request),
  },
  {
    name: 'each surface has keys of its own (D40)',
    suite: 'repeat a write with its key',
    aspect: /header Idempotency-Replayed: is null on a repeated request|result: expected keyReused, got ok/,
    command: /Idempotency-Key: /,
    longest: 2_500,
    plant: (send) => async (request) => {
      const key = request.headers.get(IDEMPOTENCY_KEY);
      if (!key || !isRest(request)) return send(request);
      return send(
        withRequestHeaders(request, (headers) => headers.set(IDEMPOTENCY_KEY, key.replace(/"?$/, '-rest$&'))),
      );
    },
  },
  {
    name: 'a key that was used for another request is executed (D40)',
    suite: 'repeat a write with its key',
    aspect: /REST result: expected keyReused, got ok/,
    command: /Idempotency-Key: /,
    longest: 2_500,
    plant: (send) => async (request) => {
      const response = await send(request.clone() as Request);
      if (response.status !== 422) return response;
      return send(withRequestHeaders(request, (headers) => headers.delete(IDEMPOTENCY_KEY)));
    },
  },
  {
    name: 'a failure is kept under its key (D40)',
    suite: 'repeat a write with its key',
    aspect: /REST result: expected ok, got invalid/,
    command: /Idempotency-Key: /,
    longest: 2_500,
    plant: (send) => {
      const failures = new Map<string, Response>();
      return async (request) => {
        const key = request.headers.get(IDEMPOTENCY_KEY) ?? '';
        const known = failures.get(key)?.clone();
        if (known) return known as Response;
        const response = await send(request);
        if (key && isRest(request) && response.status === 400) failures.set(key, response.clone() as Response);
        return response;
      };
    },
  },
  {
    name: 'a replay changes the product (D40)',
    suite: 'repeat a write with its key',
    aspect: /A repeated or refused request changed a product: archived/,
    command: /Idempotency-Key: /,
    longest: 2_500,
    plant: (send, app) => async (request) => {
      const response = await send(request.clone() as Request);
      if (request.method !== 'PUT' || response.headers.get('idempotency-replayed') !== 'true') return response;
      const id = Number(request.url.split('/').at(-1)?.split('?')[0]);
      await app.db.product.updateMany({ where: { id }, data: { archived: true } });
      return response;
    },
  },
  {
    name: 'a replay has the ETag of now (D41)',
    suite: 'repeat a write with its key',
    aspect: /"2025-08-16\.9"/,
    command: /-X PUT/,
    longest: 2_500,
    plant: (send) => async (request) => {
      const response = await send(request);
      const isReplayedPut = request.method === 'PUT' && response.headers.get('idempotency-replayed') === 'true';
      return isReplayedPut ? withHeaders(response, (headers) => headers.set('ETag', '"2025-08-16.9"')) : response;
    },
  },
  {
    name: 'a repeated create makes another product (D40)',
    suite: 'repeat a write with its key',
    aspect: /The result of a repeated request/,
    command: /Idempotency-Key: /,
    longest: 2_500,
    plant: (send) => async (request) => {
      const response = await send(request.clone() as Request);
      if (response.headers.get('idempotency-replayed') !== 'true' || response.status !== 201) return response;
      const executed = await send(withRequestHeaders(request, (headers) => headers.delete(IDEMPOTENCY_KEY)));
      return withHeaders(executed, (headers) => {
        headers.set('Idempotency-Replayed', 'true');
        headers.delete('ETag');
      });
    },
  },
  {
    name: 'a request does not wait for the first with its key (D40)',
    suite: 'repeat a write with its key',
    aspect: /Two requests at once with one key: 0 of them are replayed/,
    command: /Idempotency-Key: /,
    longest: 2_500,
    plant: (send) => {
      const underWay = new Set<string>();
      return async (request) => {
        const key = request.headers.get(IDEMPOTENCY_KEY) ?? '';
        if (underWay.has(key)) return send(withRequestHeaders(request, (headers) => headers.delete(IDEMPOTENCY_KEY)));
        if (key) underWay.add(key);
        return send(request).finally(() => underWay.delete(key));
      };
    },
  },
  {
    name: 'a key that is too long is cut (D40)',
    suite: 'keys by their form',
    aspect: /result: expected invalid .*Idempotency-Key INVALID_FORMAT.*, got ok/,
    command: /Idempotency-Key: /,
    longest: 2_500,
    plant: (send) => async (request) =>
      send(
        withRequestHeaders(request, (headers) => {
          const key = headers.get(IDEMPOTENCY_KEY);
          if (key && key.length > 257) headers.set(IDEMPOTENCY_KEY, key.replaceAll('"', '').slice(0, 255));
        }),
      ),
  },
  {
    name: 'a key counts once for all mutations of a request (D40)',
    suite: 'mutations of one request under one key',
    aspect: /Two mutations under a new key/,
    command: /Idempotency-Key: /,
    longest: 600,
    plant: falsified((body, request) => {
      const payloads: Loose[] = Object.values(body.data ?? {});
      if (request.headers.has(IDEMPOTENCY_KEY))
        for (const payload of payloads) if (payload) payload.id = payloads[0].id;
      return body;
    }),
  },
  {
    name: 'If-Match is ignored (D41)',
    suite: 'update with a precondition',
    aspect: /REST result: expected conflict, got ok/,
    command: /-X PUT .*If-Match: /,
    longest: 500,
    plant: (send) => async (request) => send(withRequestHeaders(request, (headers) => headers.delete('If-Match'))),
  },
  {
    name: 'If-Match takes a weak tag (D41)',
    suite: 'update with a precondition',
    aspect: /REST result: expected conflict, got /,
    command: /-X PUT .*If-Match: W\//,
    longest: 500,
    plant: (send) => async (request) =>
      send(
        withRequestHeaders(request, (headers) => {
          const tag = headers.get('If-Match');
          if (tag) headers.set('If-Match', tag.replaceAll('W/', ''));
        }),
      ),
  },
  {
    name: 'If-Match that is no list of tags matches nothing (D41)',
    suite: 'update with a precondition',
    aspect: /REST result: expected invalid \["If-Match INVALID_FORMAT"\], got conflict/,
    command: /-X PUT .*If-Match: /,
    longest: 500,
    plant: (send) => async (request) =>
      send(
        withRequestHeaders(request, (headers) => {
          const tag = headers.get('If-Match');
          if (tag && /^\d+$|""/.test(tag)) headers.set('If-Match', '"x"');
        }),
      ),
  },
  {
    name: 'ifRevision is ignored (D41)',
    suite: 'update with a precondition',
    aspect: /GraphQL result: expected conflict, got ok/,
    command: /"ifRevision":\d/,
    longest: 2_500,
    plant: misread((body) => {
      if (body.variables) delete body.variables.ifRevision;
      return body;
    }),
  },
  {
    name: 'a conflict does not name the stored revision (D41)',
    suite: 'update with a precondition',
    aspect: /GraphQL revision of a conflict: is nothing/,
    command: /"ifRevision":\d/,
    longest: 2_500,
    plant: falsified((body, request) => {
      if (isGraphQL(request)) for (const { extensions } of body.errors ?? []) delete extensions?.revision;
      return body;
    }),
  },
  {
    name: 'field rules are checked before the precondition (D41)',
    suite: 'update with a precondition',
    aspect: /REST result: expected conflict, got invalid/,
    command: /If-Match: .*"title":""/,
    longest: 500,
    plant: (send) => async (request) => {
      const response = await send(request.clone() as Request);
      const isInvalid = response.status === 412 && (await request.clone().text()).includes('"title":""');
      return isInvalid ? send(withRequestHeaders(request, (headers) => headers.delete('If-Match'))) : response;
    },
  },
  {
    name: 'a create has no ETag (D41)',
    suite: 'create a product',
    aspect: /The ETag of a create/,
    command: /-X POST/,
    longest: 500,
    plant: (send) => async (request) => {
      const response = await send(request);
      return response.status === 201 ? withHeaders(response, (headers) => headers.delete('ETag')) : response;
    },
  },
  {
    name: 'an update over REST keeps the ETag (D41)',
    suite: 'update with a precondition',
    aspect: /Revision and ETag after an update/,
    longest: 2_500,
    plant: (send) => {
      const tags = new Map<string, string>();
      return async (request) => {
        const response = await send(request);
        const tag = response.headers.get('ETag');
        if (!tag || request.method !== 'GET') return response;
        const first = tags.get(request.url) ?? tag;
        tags.set(request.url, first);
        return withHeaders(response, (headers) => headers.set('ETag', first));
      };
    },
  },
  {
    name: 'a refused update raises the revision (D41)',
    suite: 'update with a precondition',
    aspect: /Revision and ETag after a refused update/,
    longest: 2_500,
    plant: (send, app) => async (request) => {
      const response = await send(request);
      if (response.status !== 412) return response;
      const id = Number(request.url.split('/').at(-1)?.split('?')[0]);
      await app.db.product.updateMany({ where: { id }, data: { archived: false } });
      return response;
    },
  },
  {
    name: 'If-None-Match is ignored (D41)',
    suite: 'conditional reads',
    aspect: /A conditional read: expected 304, got 200/,
    command: /If-None-Match: /,
    longest: 300,
    plant: (send) => async (request) => send(withRequestHeaders(request, (headers) => headers.delete('If-None-Match'))),
  },
  {
    name: 'any If-None-Match is answered 304 (D41)',
    suite: 'conditional reads',
    aspect: /A conditional read: expected 200, got 304/,
    command: /If-None-Match: /,
    longest: 300,
    plant: (send) => async (request) => {
      const response = await send(request);
      if (response.status !== 200 || !request.headers.has('If-None-Match')) return response;
      return new Response(null, { status: 304, headers: response.headers });
    },
  },
  {
    name: 'a 304 has no ETag (D41)',
    suite: 'conditional reads',
    aspect: /ETag/,
    command: /If-None-Match: /,
    longest: 300,
    plant: (send) => async (request) => {
      const response = await send(request);
      return response.status === 304 ? withHeaders(response, (headers) => headers.delete('ETag')) : response;
    },
  },
  {
    name: 'a coding of weight 0 is used (D42)',
    suite: 'answers by Accept-Encoding',
    aspect: /Content-Encoding: is gzip, not one of/,
    command: /Accept-Encoding: gzip;q=0/,
    longest: 2_500,
    plant: (send) => async (request) =>
      send(
        withRequestHeaders(request, (headers) => {
          if (headers.get(ACCEPT_ENCODING)?.startsWith('gzip;q=0')) headers.set(ACCEPT_ENCODING, 'gzip');
        }),
      ),
  },
  {
    name: 'zstd is not used (D42)',
    suite: 'answers by Accept-Encoding',
    aspect: /Content-Encoding of a large answer: is missing, not one of \["zstd"\]/,
    command: /Accept-Encoding: zstd/,
    longest: 2_500,
    plant: (send) => async (request) =>
      send(
        withRequestHeaders(request, (headers) => {
          if (headers.get(ACCEPT_ENCODING) === 'zstd') headers.delete(ACCEPT_ENCODING);
        }),
      ),
  },
  {
    name: 'a coded answer has other content (D42)',
    suite: 'answers by Accept-Encoding',
    aspect: /text by Accept-Encoding/,
    command: /Accept-Encoding: /,
    longest: 2_500,
    plant: (send) => async (request) => {
      const response = await send(request);
      if (response.headers.get('Content-Encoding') !== 'gzip') return response;
      const body = gunzipSync(await response.bytes());
      return new Response(gzipSync(body.subarray(1)), { status: response.status, headers: response.headers });
    },
  },
  {
    name: 'a small answer is coded (D42)',
    suite: 'answers by Accept-Encoding',
    aspect: /Content-Encoding of a small answer: gzip/,
    command: /Accept-Encoding: /,
    longest: 2_500,
    plant: (send) => async (request) => {
      const response = await send(request);
      if (response.headers.has('Content-Encoding') || !/^gzip$/i.test(request.headers.get(ACCEPT_ENCODING) ?? ''))
        return response;
      const body = gzipSync(await response.bytes());
      const coded = new Response(body, { status: response.status, headers: response.headers });
      return withHeaders(coded, (headers) => headers.set('Content-Encoding', 'gzip'));
    },
  },
  {
    name: 'a read does not vary by its coding (D42)',
    suite: 'answers by Accept-Encoding',
    aspect: /REST Vary of a read: .* without accept-encoding/,
    longest: 300,
    plant: (send) => async (request) =>
      withHeaders(await send(request), (headers) => headers.set('Vary', 'Authorization, service-version')),
  },
  {
    name: 'a shared cache can keep a read (D42)',
    suite: 'conditional reads',
    aspect: /REST Cache-Control: \["max-age=60"\]/,
    longest: 300,
    plant: (send) => async (request) => {
      const response = await send(request);
      return response.status === 200 && isRest(request)
        ? withHeaders(response, (headers) => headers.set('Cache-Control', 'max-age=60'))
        : response;
    },
  },
  {
    name: 'an answer of GraphQL can be kept (D42)',
    suite: 'answers by Accept-Encoding',
    aspect: /GraphQL Cache-Control: \[""\], not \["no-store"\]/,
    longest: 2_500,
    plant: (send) => async (request) => {
      const response = await send(request);
      return isGraphQL(request) ? withHeaders(response, (headers) => headers.delete('Cache-Control')) : response;
    },
  },
  {
    name: 'br is read in a request (D42)',
    suite: 'bodies with a Content-Encoding',
    aspect: /answer to a body with Content-Encoding: br: expected 415, got ok/,
    command: /Content-Encoding: br/,
    longest: 6_000,
    plant: (send) => async (request) => {
      if (request.headers.get('Content-Encoding') !== 'br') return send(request);
      const body = brotliDecompressSync(await request.clone().bytes());
      const { headers } = withoutHeader(request, 'Content-Encoding');
      return send(new Request(request.url, { method: request.method, headers, body }));
    },
  },
  {
    name: 'the limit of a body counts before inflation (D42)',
    suite: 'bodies with a Content-Encoding',
    aspect: /gzip of more than 1 MiB: expected 413, got ok|a bomb: expected 413, got ok/,
    command: /Content-Encoding: gzip/,
    longest: 6_000,
    plant: (send) => async (request) => {
      if (request.headers.get('Content-Encoding') !== 'gzip') return send(request);
      const compressed = await request.clone().bytes();
      const inflated = inflatedText(compressed);
      if (inflated === undefined || inflated.length <= 1024 * 1024) return send(request);
      return send(
        new Request(request.url, {
          method: request.method,
          headers: withoutHeader(request, 'Content-Encoding').headers,
          body: inflated.trim(),
        }),
      );
    },
  },
  {
    name: 'a body that is no gzip is read as it is (D42)',
    suite: 'bodies with a Content-Encoding',
    aspect: /no gzip: expected 400, got ok/,
    command: /Content-Encoding: gzip/,
    longest: 6_000,
    plant: (send) => async (request) => {
      const isPlain = request.headers.has('Content-Encoding') && (await request.clone().text()).startsWith('{');
      return send(isPlain ? withoutHeader(request, 'Content-Encoding') : request);
    },
  },
  {
    name: 'an aborted update is half done (D43)',
    suite: 'aborted requests',
    aspect: /An aborted update is half done/,
    longest: 2_500,
    plant: (send, app) => async (request) => {
      const text = request.method === 'PUT' ? await request.clone().text() : '';
      const id = Number(request.url.split('/').at(-1));
      request.signal.addEventListener('abort', () => {
        if (text.includes('Aborted'))
          app.db.product.updateMany({ where: { id }, data: { barcode: 'Half' } }).catch(() => undefined);
      });
      return send(request);
    },
  },
  ...[
    { of: 'a bundle of 31 items', suite: 'create a bundle', field: 'items', most: 30 },
    { of: 'an update with 51 equipments', suite: 'update a product', field: 'equipments', most: 50 },
    { of: 'a product with 51 equipments', suite: 'create a product', field: 'equipments', most: 50 },
  ].map(
    ({ of, suite, field, most }): Fault => ({
      ...{ name: `${of} is taken`, suite, aspect: /MAX_ITEMS/, longest: 4_500 },
      plant: misread((body) => {
        const list = inputOf(body)?.[field];
        if (Array.isArray(list) && list.length === most + 1) list.pop();
        return body;
      }),
    }),
  ),
  {
    name: 'a request that is aborted leaves a slot behind (D43)',
    suite: 'aborted requests',
    aspect: /A product cannot be read back/,
    longest: 2_500,
    plant: (send) => {
      let slots = 20;
      return async (request) => {
        if (slots <= 0) return new Response('{"error":"Service temporarily unavailable"}', { status: 503 });
        request.signal.addEventListener('abort', () => slots--);
        return send(request);
      };
    },
  },
];
