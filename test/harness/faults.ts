// Faults to plant into a service that has none: each falsifies what passes between the harness and the app.
import type { TestApp } from '../support/app.ts';

type Send = (request: Request) => Promise<Response>;

export interface Fault {
  readonly name: string;
  /** What the harness must say of it. */
  readonly aspect: RegExp;
  /** What the smallest case that shows it must have in a command, where that is always the same. */
  readonly command?: RegExp;
  /** No command of the smallest case is longer. */
  readonly longest: number;
  readonly plant: (send: Send, app: TestApp) => Send;
}

// biome-ignore lint/suspicious/noExplicitAny: faults reach into bodies of every shape
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
    // No input is a list; some bodies are lists too deep to be written again.
    const body = text.startsWith('[') ? undefined : parsed(text);
    if (typeof body !== 'object' || body === null) return send(request);
    const changed = JSON.stringify(await change(body, request, app));
    // A body is sent again only where it was changed: others may be spelled as no serializer would.
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

/** The input of a write, on whichever surface and in whichever envelope. */
const inputOf = (body: Loose): Loose => body.product ?? body.bundle ?? body.data?.attributes ?? body.variables?.input;

const withHeaders = (response: Response, change: (headers: Headers) => void): Response => {
  const headers = new Headers(response.headers);
  change(headers);
  return new Response(response.body, { status: response.status, headers });
};

export const FAULTS: readonly Fault[] = [
  {
    name: 'a code is dropped on one surface',
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
    aspect: /outcome|errors/,
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
    aspect: /What was created is not what is read: rent/,
    command: /"items":\[\{/,
    longest: 700,
    plant: misread(async (body, _, app) => {
      const input = body.bundle ?? (body.query?.includes('createBundle') ? body.variables?.input : undefined);
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
    aspect: /REST outcome/,
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
    aspect: /X-API-Version/i,
    longest: 200,
    plant: (send) => async (request) => {
      const response = await send(request);
      if (response.status !== 404 || isGraphQL(request)) return response;
      return withHeaders(response, (headers) => headers.delete('X-API-Version'));
    },
  },
  {
    name: 'a refused update changes something',
    aspect: /A refused update changed something: archived/,
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
    aspect:
      /(?:An update did not leave what it should|does not read what was written|What was created is not what is read): online/,
    longest: 1_500,
    plant: misread((body) => {
      const input = inputOf(body);
      if (typeof input === 'object' && input?.images && !('online' in input)) input.online = false;
      return body;
    }),
  },
  {
    name: 'the surfaces say a rule in different words',
    aspect: /The surfaces disagree in their errors/,
    longest: 2_500,
    plant: falsified((body, request) =>
      isRest(request) ? JSON.parse(JSON.stringify(body).replace('SKU is required for unit stock', 'No SKU')) : body,
    ),
  },
  {
    name: 'a status is not documented',
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
    aspect: /GraphQL answer, .*quantity is no Int/,
    longest: 2_500,
    plant: falsified((body, request) =>
      isGraphQL(request) ? JSON.parse(JSON.stringify(body).replaceAll('"quantity":1,', '"quantity":"1",')) : body,
    ),
  },
  {
    name: 'an unexpected fault shows itself as a 500',
    aspect: /REST outcome|errors/,
    command: /-X PUT/,
    longest: 600,
    plant: (send) => async (request) => {
      const text = request.method === 'PUT' ? await request.clone().text() : '';
      const response = await send(request);
      if (!text.includes('"__proto__"')) return response;
      return new Response('{"error":"Internal server error"}', { status: 500, headers: response.headers });
    },
  },
];
