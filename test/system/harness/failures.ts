// The failures that are planted between the harness and the service: all that it must find.
import { gzipSync } from 'node:zlib';
import { type Failure, foundBy } from './failure.ts';
import { FAILURES_OF_WRITES } from './failures-of-writes.ts';
import {
  answered,
  answeredAs,
  answeredWith,
  by,
  falsified,
  idOf,
  isGraphQL,
  isRest,
  on,
  sentWith,
} from './plants.ts';

export const FAILURES: readonly Failure[] = [
  ...FAILURES_OF_WRITES,
  ...foundBy('read a product', 1_500, {
    'one API skips an ownership check': [
      /REST result/,
      answered(async (response, request, _, { app, db, owner, rival }) => {
        if (response.status !== 403 || request.method !== 'GET' || !isRest(request))
          return response;
        const { ownerId } = await db.product.findUniqueOrThrow({
          where: { id: idOf(request) },
        });
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
    'a status is undocumented': [
      /status 418 is not documented/,
      answeredAs(418, on(400, isRest)),
    ],
  }),
  ...foundBy('damaged requests', 5_000, {
    'an error contains its stack': [
      /response to a damaged request: internals/,
      falsified((body) => {
        if (body.errors) body.stack = new Error('Failure').stack;
      }, isRest),
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
      /Content-Encoding: is gzip, not absent/,
      sentWith('Accept-Encoding', (accept) =>
        accept.startsWith('gzip;q=0') ? 'gzip' : accept,
      ),
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
];
