// Requests of every operation with damaged bytes: nothing that a client sends causes an internal error.
import fc from 'fast-check';
import { type AnsweredCall, type Call, SURFACES, type Surface } from '../calls/call.ts';
import { parsed } from '../calls/client.ts';
import { prepare } from '../calls/prepare.ts';
import { findingIn } from '../check/answer.ts';
import { hasVersion, VERSION_HEADER } from '../check/headers.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import { character } from '../generate/values.ts';
import type { World } from '../world.ts';
import { isWrite, type Suite, validInput } from './suite.ts';

type Damage = (call: Call) => Call;

interface DamagedCase {
  readonly surface: Surface;
  readonly operation: RestOperation;
  readonly input: unknown;
  readonly byGet: boolean;
  readonly edits: readonly Damage[];
}

/** What is wrong with a response to any request; undefined for a correct one. */
export function failureOf({
  status,
  headers,
  text,
}: Pick<AnsweredCall, 'status' | 'headers' | 'text'>): string | undefined {
  const type = headers.get('content-type') ?? '';
  if (status < 200 || status > 499) return `status ${status}: ${text}`;
  if (!hasVersion({ headers })) return `no ${VERSION_HEADER}`;
  if (text.includes('"code":"INTERNAL"')) return `a masked error: ${text}`;
  if (text === '' || type.startsWith('text/html')) return undefined;
  if (/\bat \S+ \(|node_modules|prisma|SELECT |P20\d\d/i.test(text))
    return `internals: ${text}`;
  // GraphQL streams to clients that ask for it.
  const isStream = /^(?:text\/event-stream|multipart\/mixed)/.test(type);
  return isStream || (type.includes('json') && parsed(text) !== undefined)
    ? undefined
    : `no JSON but ${type}: ${text}`;
}

/** JSON and GraphQL tokens, separated by spaces. */
const NOISE = [
  ...String.raw`
    { } ( [ ] ! : = | & @ $ ... " """ # , - 0 -1 1.0 1.5 1e3 1e-999 1e999 2147483648 99999999999999999999
    null true NaN undefined 01 'a' "" "\u0000" "\ud800" "\udfff\ud800" "\u202e" "{{7*7}}" "../../etc/passwd"
    "http://[::1]:80/" "__proto__" "constructor" "then" "toJSON" "product":{}, "data":{}, "operationName":5,
    "extensions":[], [1,[2]] @skip(if:true) @include(if:$x) @defer @stream(initialCount:1) ...F a:
    __typename query mutation subscription extend $input $id:ID=null (id:{}) (input:$missing)`
    .trim()
    .split(/\s+/),
  '\u0000',
  '\ufeff',
  '\ud800',
  `"${'x'.repeat(70_000)}"`,
];

const DOCUMENTS = [
  'query Q($id: ID!) { product(id: $id) { ...P } } fragment P on Product { id title equipments { name quantity } }',
  'query ($id: ID!, $deep: Boolean = true) { rental(id: $id) { items @include(if: $deep) { product { title } } } }',
  'mutation { a: createProduct(input: {}) { id } b: updateProduct(id: "1", input: null) { success } }',
  '{ __schema { types { name fields { name type { name ofType { name ofType { name } } } } } } }',
  'query A { __typename } query B { product(id: 2) { id } } subscription S { x }',
  '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A product(id: 1) { id } }',
];

/** JSON and GraphQL tokens. */
const TOKEN = /\.\.\.|[$@]?\w+|"(?:\\.|[^"\\])*"|[^\s\w]/g;

const textChange: fc.Arbitrary<(text: string) => string> = fc
  .record({
    kind: fc.constantFrom(
      'drop',
      'double',
      'swap',
      'insert',
      'insert',
      'replace',
      'replace',
      'repeat',
      'cut',
      'nest',
    ),
    at: fc.nat(),
    noise: fc.oneof(fc.constantFrom(...NOISE), fc.string({ unit: character, maxLength: 5 })),
  })
  .map(({ kind, at, noise }) => (text) => {
    if (kind === 'cut') return text.slice(0, at % (text.length + 1));
    if (kind === 'nest')
      return '[{"product":'.repeat(at % 3_000) + text + '}]'.repeat(at % 3_000);
    const tokens = text.match(TOKEN) ?? [''];
    const index = at % tokens.length;
    const [token = '', next = ''] = tokens.slice(index);
    const put = {
      drop: [],
      double: [token, token],
      swap: [next, token],
      insert: [noise, token],
      replace: [noise],
    };
    const entries = kind === 'repeat' ? Array(at % 300).fill(token) : put[kind];
    return tokens.toSpliced(index, kind === 'swap' ? 2 : 1, ...entries).join(' ');
  });

const inBody =
  (change: (text: string) => string): Damage =>
  (call) =>
    typeof call.body === 'string' ? { ...call, body: change(call.body) } : call;

/** Changes the document of a GraphQL request whose body stays JSON. */
const inDocument = (change: (text: string) => string): Damage =>
  inBody((body) => {
    const { query, ...others } = (parsed(body) ?? {}) as { query?: unknown };
    return typeof query === 'string'
      ? JSON.stringify({ query: change(query), ...others })
      : body;
  });

/** The characters that Node's HTTP parser accepts: every visible one, and obs-text. */
const headerText = fc
  .array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 60 })
  .map((codes) => String.fromCharCode(...codes.filter((code) => code !== 0x7f)).trim());
const targetText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0x21, max: 0x7e }),
      fc.constantFrom(...Buffer.from('/%.?&=#')),
    ),
    { maxLength: 60 },
  )
  .map((codes) => String.fromCharCode(...codes));

const words = (text: string) => fc.constantFrom(...text.split(' '));

const header = fc
  .tuple(
    words(
      'Content-Type Accept service-version Content-Encoding Origin X-Forwarded-For X-HTTP-Method-Override Range Cookie Accept-Encoding If-None-Match If-Match Idempotency-Key Access-Control-Request-Method',
    ),
    fc.oneof(
      words(
        'text/plain */* application/x-www-form-urlencoded application/graphql multipart/mixed text/event-stream a/b;;;=,',
      ),
      headerText,
    ),
  )
  .map(
    ([name, value]): Damage =>
      (call) => ({ ...call, headers: { ...call.headers, [name]: value } }),
  );

const token = fc.oneof(words('Bearer bearer Basic'), headerText).map(
  (value): Damage =>
    (call) => ({ ...call, credential: { who: 'nobody', header: value } }),
);

/** The ID, the query or the whole path. */
const path = fc
  .tuple(
    fc.constantFrom(/[^/]*$/, /$/, /.*/s),
    fc.oneof(
      words(
        '/healthz /openapi.json /dashboard 2147483648 01 %31 %00 %E0%A4%A __proto__ ?token= ?token[]=1 ?%',
      ),
      targetText,
    ),
  )
  .map(
    ([part, text]): Damage =>
      (call) => ({
        ...call,
        path: call.path.replace(part, () => text).replace(/^(?!\/)/, '/'),
      }),
  );

const method = words('GET POST PUT HEAD OPTIONS DELETE PATCH QUERY').map(
  (name): Damage =>
    ({ body, ...call }) => ({
      ...call,
      method: name,
      ...(body && name !== 'GET' && name !== 'HEAD' && { body }),
    }),
);

const damage = fc.oneof(
  { weight: 6, arbitrary: textChange.map(inBody) },
  { weight: 4, arbitrary: textChange.map(inDocument) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...DOCUMENTS).map((document) => inDocument(() => document)),
  },
  ...[header, token, path, method].map((arbitrary) => ({ weight: 1, arbitrary })),
);

export function damagedRequestSuite(world: World): Suite<DamagedCase> {
  const [id] = world.fixtures.changing;

  const casesOf = (operation: RestOperation): fc.Arbitrary<DamagedCase> =>
    fc.record({
      surface: fc.constantFrom(...SURFACES),
      operation: fc.constant(operation),
      input: isWrite(operation.name)
        ? validInput(world, operation.name)
        : fc.constant(undefined),
      byGet: fc.boolean(),
      edits: fc.array(damage, { minLength: 1, maxLength: 4 }),
    });
  return {
    arbitrary: fc.oneof(...world.rest.operations.map(casesOf)),
    async run({ surface, operation, input, byGet, edits }) {
      const { calls } = prepare(world, { operation, id, input, options: { byGet } });
      const call = edits.reduce((sent, edit) => edit(sent), calls[surface]);
      const answered = await world.client.send(surface, call);
      const failure = failureOf(answered);
      if (failure) throw findingIn(answered, 'response to a damaged request', failure);
    },
  };
}
