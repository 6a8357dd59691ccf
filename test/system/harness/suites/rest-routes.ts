// Methods and paths of REST that the OpenAPI document does not have (D21).
import fc from 'fast-check';
import type { AnsweredCall, Call } from '../calls/call.ts';
import { pathOf } from '../calls/send-pair.ts';
import { checkAnswer, checkHeaders } from '../check/answer.ts';
import { Finding, shown } from '../check/finding.ts';
import { observeRest } from '../check/observed-answer.ts';
import type { ExpectedAnswer } from '../expect/expected-answer.ts';
import type { World } from '../world.ts';
import type { Suite } from './suite.ts';

interface RouteCase {
  readonly call: Call;
  readonly expected: ExpectedAnswer;
  /** The methods in the header Allow. */
  readonly allow?: readonly string[];
}

/** Paths of the first version: one that the version under test has withdrawn is unknown to it. */
const RELEASED_PATHS = ['/product', '/product/1', '/bundle', '/rental/1'];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function restRouteSuite(world: World): Suite<RouteCase> {
  const cases = [...knownPaths(world), ...unknownPaths(world)].flatMap((route): RouteCase[] => [
    route,
    { call: { ...route.call, credential: { who: 'nobody' } }, expected: { kind: 'unauthenticated' } },
  ]);

  async function run({ call, expected, allow }: RouteCase): Promise<void> {
    const answered = await world.client.send('rest', call);
    const observed = observeRest(answered);
    world.tally.count('routes', 'rest', observed);
    checkHeaders(answered);
    checkBody(answered);
    checkAnswer(observed, expected, answered);
    if (allow) checkAllow(allow, answered);
  }

  return {
    name: 'methods and paths of REST',
    share: 3,
    isThrottled: false,
    arbitrary: fc.constantFrom(...cases),
    examples: cases,
    run,
  };
}

/** Exactly these methods are in the header Allow, in any order. */
export function checkAllow(allow: readonly string[], answered: AnsweredCall): void {
  const named = (answered.headers.get('allow') ?? '').split(/\s*,\s*/).toSorted();
  if (shown(named) === shown([...allow].toSorted())) return;
  throw new Finding('The Allow header', `has ${shown(named)}, not ${shown(allow)}`, [answered], answered.surface);
}

function knownPaths({ rest, fixtures }: World): RouteCase[] {
  const id = fixtures.online[0]?.id ?? 0;
  return [...new Set(rest.operations.map(({ path }) => path))].flatMap((path) => {
    const documented = rest.operations.filter((operation) => operation.path === path).map(({ method }) => method);
    const allow = documented.includes('GET') ? [...documented, 'HEAD'] : documented;
    const call = { path: pathOf({ path }, id) };
    const others = METHODS.filter((method) => !allow.includes(method));
    return others.map(
      (method): RouteCase => ({ call: { method, ...call }, expected: { kind: 'methodNotAllowed' }, allow }),
    );
  });
}

function unknownPaths({ rest }: World): RouteCase[] {
  const base = (rest.operations[0]?.path ?? '').split('/').slice(0, -2).join('/');
  const known = rest.operations.map(({ path }) => path.replace('{id}', '1'));
  const withdrawn = RELEASED_PATHS.filter((path) => !known.includes(`${base}${path}`));
  return [
    '',
    '/',
    '/products',
    '/product/1/images',
    '/bundle/1',
    '/rental',
    '/product/',
    '/PRODUCT/1',
    '/%E0%A4%A',
    '/graphql',
    ...withdrawn,
  ].map((path) => ({ call: { method: 'GET', path: `${base}${path}` }, expected: { kind: 'notFound' } }));
}

/** A refusal is JSON with one sentence; over HTTP an answer to HEAD has no body. */
function checkBody(answered: AnsweredCall): void {
  const { call, text, json, status } = answered;
  if (call.method === 'HEAD' || typeof (json as { error?: unknown } | undefined)?.error === 'string') return;
  throw new Finding('The body of a refusal', `${status} ${shown(text)}`, [answered], 'rest');
}
