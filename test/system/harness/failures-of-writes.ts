// Failures of creates and updates.
import { type Failure, foundBy } from './failure.ts';
import {
  answered,
  answeredWith,
  archivedOn,
  by,
  documented,
  falsified,
  idOf,
  isGraphQL,
  isReplayedPut,
  isRest,
  KEY,
  type Loose,
  misread,
  on,
  replaced,
  sentWith,
  withHeaders,
  withoutKey,
  withRequestHeaders,
} from './plants.ts';

const tooMany = (of: string, suite: string, field: string, most: number): Failure[] =>
  foundBy(suite, 4_500, {
    [`${of} is accepted`]: [
      /MAX_ITEMS/,
      misread((input) => {
        const list = input?.[field];
        if (Array.isArray(list) && list.length === most + 1) list.pop();
      }),
    ],
  });

export const FAILURES_OF_WRITES: readonly Failure[] = [
  ...foundBy('update a product', 2_500, {
    'one API drops a code': [
      /GraphQL/,
      falsified(({ data }) => {
        const [payload]: Loose[] = Object.values(data ?? {});
        if (payload?.errors)
          payload.errors = payload.errors.filter(({ code }: Loose) => code !== 'MIN_VALUE');
      }, isGraphQL),
    ],
    'a rejected update changes a field': [
      /A rejected update changed a field: archived/,
      archivedOn(on(400, by('PUT'))),
    ],
    'the APIs have different messages for a rule': [
      /REST and GraphQL differ in their messages of errors/,
      replaced(isRest, 'Must not be null', 'Missing'),
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
  ...foundBy(
    'create a product',
    3_500,
    {
      "an error has another version's field name": [
        /REST errors/,
        falsified((body) => {
          for (const error of body.errors ?? [])
            if (error.field === 'daily_rent') error.field = 'rent';
        }),
      ],
    },
    'newer',
  ),
  ...foundBy(
    'update a product',
    3_500,
    {
      "GraphQL applies the token's version instead of service-version": [
        /GraphQL (result|errors)/,
        (send) => async (request) => {
          const version = request.headers.get('service-version');
          if (!version || !isGraphQL(request)) return send(request);
          const response = await send(
            withRequestHeaders(request, { 'service-version': null }),
          );
          return withHeaders(response, { 'X-API-Version': version });
        },
      ],
    },
    'older',
  ),
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
        if (typeof input?.title === 'string' && [...input.title].length === 255)
          input.title += 'x';
      }),
    ],
    "a create doesn't return the remaining number": [
      /RateLimit-Policy on rest: null/,
      answeredWith({ RateLimit: null, 'RateLimit-Policy': null }, on(201)),
    ],
    'a response has more than 50 errors': [
      /REST errors/,
      falsified(({ errors }) => {
        if (errors?.length === 50) errors.push(errors[0]);
      }, isRest),
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
  ...foundBy('send back a product unchanged', 1_500, {
    'an invalid time is ignored': [
      /REST result: expected invalid \["updated_at INVALID_FORMAT"\], got ok/,
      misread((input) => {
        if (input && typeof input.updated_at === 'object') delete input.updated_at;
      }),
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
      /A repeated or rejected request changed a product: (?:archived|updatedAt)/,
      archivedOn(isReplayedPut),
    ],
    'a replay has the current ETag': [
      /The ETag of a repeated write/,
      answeredWith({ ETag: '"2025-08-16.9"' }, isReplayedPut),
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
      misread((_input, { variables }) => {
        if (variables) delete variables.ifRevision;
      }),
    ],
    "a conflict doesn't return the stored revision": [
      /The revision of a conflict: nothing/,
      falsified(({ errors = [] }) => {
        for (const { extensions } of errors) delete extensions?.revision;
      }, isGraphQL),
    ],
    'a write keeps the ETag': [
      /Revision and ETag after an update/,
      answeredWith({ ETag: '"2025-08-16.1"' }, on(200, by('GET'))),
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
