// Arbitrary requests to both surfaces: near enough to right ones to get far, and wrong somewhere.
import fc from 'fast-check';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { documentText, graphqlBody } from './graphql-texts.ts';
import { damaged, jsonText, restBundleText, restProductText } from './json-texts.ts';

export interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** Stands for a valid token, so that requests can be printed; see `withToken`. */
export const TOKEN = '<token>';

export const withToken = (request: FuzzRequest, token: string): FuzzRequest => ({
  ...request,
  target: request.target.replaceAll(TOKEN, token),
  headers: request.headers.map(([name, value]) => [name, value.replaceAll(TOKEN, token)]),
});

const mostly = <Value>(right: fc.Arbitrary<Value>, wrong: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: wrong });

/** The characters that Node's HTTP parser takes: every visible one, and obs-text. */
const headerText = fc
  .array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 60 })
  .map((codes) => String.fromCharCode(...codes.filter((code) => code !== 0x7f)).trim());
const targetText = fc
  .array(fc.oneof(fc.integer({ min: 0x21, max: 0x7e }), fc.constantFrom(...Buffer.from('/%.?&=#'))), { maxLength: 60 })
  .map((codes) => String.fromCharCode(...codes));

/** One of the words of a text. */
const words = (text: string) => fc.constantFrom(...text.split(' '));

const method = words('GET POST PUT HEAD OPTIONS DELETE PATCH TRACE QUERY');
const id = fc.oneof(
  words('1 2 3 4 5 6'),
  words('0 -1 2147483647 2147483648 1e3 01 +1 1.0 %31 %00 %E0%A4%A __proto__ NaN'),
  targetText,
);
const path = fc.oneof(
  fc.constantFrom('/product', '/bundle', '/rental', '', '/'),
  id.map((given) => `/product/${given}`),
  id.map((given) => `/rental/${given}`),
  targetText.map((given) => `/${given}`),
);
const query = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(`?token=${TOKEN}`, '?token=', `?token=${TOKEN}&token=x`, '?token[]=1', '?%', '?a=%FF'),
  },
  { weight: 1, arbitrary: targetText.map((given) => `?${given.replaceAll('#', '')}`) },
);

const authorization = mostly(
  fc.constant(`Bearer ${TOKEN}`),
  fc.oneof(
    fc.constantFrom('', 'Bearer', `bearer  ${TOKEN}`, `Basic ${TOKEN}`, `${TOKEN}`, `Bearer ${TOKEN}x`),
    headerText,
  ),
);
const contentType = mostly(
  fc.constant('application/json'),
  fc.oneof(
    words('text/plain application/x-www-form-urlencoded application/graphql application/graphql+json a/b;;;=,'),
    fc.constantFrom(
      '',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/vnd.api+json',
    ),
    headerText,
  ),
);
const TYPES = '*/* application/json application/graphql-response+json';
const accept = mostly(
  words(TYPES),
  fc.oneof(words(`${TYPES} text/event-stream multipart/mixed image/png`), headerText),
);
const version = mostly(
  fc.constant(NEWEST_VERSION),
  fc.oneof(fc.constantFrom('2024-01-01', 'latest', `${NEWEST_VERSION} `), headerText),
);
const others = fc.tuple(
  words(
    'Content-Encoding Origin X-Forwarded-For X-HTTP-Method-Override Range Cookie Accept-Encoding If-None-Match Access-Control-Request-Method Expect Upgrade',
  ),
  headerText,
);

const headers = fc
  .tuple(authorization, contentType, fc.option(accept), fc.option(version, { freq: 4 }), fc.option(others, { freq: 3 }))
  .map(([auth, type, accepted, dated, other]) => [
    ['Authorization', auth] as const,
    ['Content-Type', type] as const,
    ...(accepted === null ? [] : [['Accept', accepted] as const]),
    ...(dated === null ? [] : [['service-version', dated] as const]),
    ...(other === null ? [] : [other]),
  ]);

const restBody = damaged(
  fc.oneof(
    restProductText.map((product) => `{"product":${product}}`),
    restBundleText.map((bundle) => `{"bundle":${bundle}}`),
    restProductText.map((attributes) => `{"data":{"type":"products","attributes":${attributes}}}`),
    fc.tuple(jsonText, jsonText).map(([one, two]) => `{"product":${one},"data":${two}}`),
    jsonText,
  ),
);

/** Right in method and path, and wrong further in. */
const restCall = fc.oneof(
  fc.constantFrom({ method: 'POST', path: '/product' }, { method: 'POST', path: '/bundle' }),
  id.map((given) => ({ method: 'PUT', path: `/product/${given}` })),
);

export const restRequest: fc.Arbitrary<FuzzRequest> = fc
  .tuple(mostly(restCall, fc.record({ method, path })), query, headers, restBody)
  .map(([call, search, head, body]) => ({
    method: call.method,
    target: `/api/token-secured${call.path}${search}`,
    headers: head,
    body,
  }));

const getQuery = fc
  .tuple(documentText, jsonText)
  .map(([document, variables]) => `?query=${encode(document)}&variables=${encode(variables)}`.slice(0, 8_000));
const encode = (text: string) => encodeURIComponent(text.toWellFormed());

const graphqlCall = fc.oneof(
  { weight: 7, arbitrary: fc.record({ method: fc.constant('POST'), search: query }) },
  { weight: 2, arbitrary: fc.record({ method: fc.constant('GET'), search: getQuery }) },
  { weight: 1, arbitrary: fc.record({ method, search: fc.oneof(query, getQuery) }) },
);

export const graphqlRequest: fc.Arbitrary<FuzzRequest> = fc
  .tuple(graphqlCall, headers, graphqlBody)
  .map(([{ method: verb, search }, head, body]) => ({
    method: verb,
    target: `/graphql${search}`,
    headers: head,
    body,
  }));

/** Anything at all, anywhere. */
const strayRequest: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    method,
    fc.oneof(targetText, fc.constantFrom('healthz', 'readyz', '', 'openapi.json', 'dashboard', '*', '/x')),
    headers,
    jsonText,
  )
  .map(([verb, target, head, body]) => ({
    method: verb,
    target: target === '*' ? target : `/${target}`,
    headers: head,
    body,
  }));

export const fuzzRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 9, arbitrary: restRequest },
  { weight: 9, arbitrary: graphqlRequest },
  { weight: 2, arbitrary: strayRequest },
);
