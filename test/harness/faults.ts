// Faults to plant between the harness and the service: each falsifies requests or answers.
import type { TestApp } from '../support/app.ts';

type Send = (request: Request) => Promise<Response>;

export interface Fault {
  readonly name: string;
  /** The suite that finds it. */
  readonly suite: string;
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
    aspect: /status 422 is not documented/,
    longest: 600,
    plant: (send) => async (request) => {
      const response = await send(request);
      if (response.status !== 400 || isGraphQL(request)) return response;
      return new Response(response.body, { status: 422, headers: response.headers });
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
];
