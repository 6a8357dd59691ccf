// Paths and methods that the document does not have (D21), and HEAD where GET is; REST alone.
import fc from 'fast-check';
import { Finding, shown } from '../check/finding.ts';
import { restOutcome } from '../check/outcome.ts';
import { checkVersion, expectOutcome } from '../check/pair.ts';
import type { Call, Exchange } from '../exchange/client.ts';
import { pathOf } from '../exchange/send-pair.ts';
import type { Expected } from '../expect/outcome.ts';
import type { World } from '../world.ts';
import type { Suite } from './suite.ts';

interface RouteCase {
  readonly call: Call;
  readonly expected: Expected['kind'] | 'methodNotAllowed';
  /** The methods that Allow must name. */
  readonly allow?: readonly string[];
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function routeSuite(world: World): Suite<RouteCase> {
  const cases = [...knownPaths(world), ...unknownPaths(world)].flatMap((route) => [
    route,
    { call: { ...route.call, credential: { who: 'nobody' } as const }, expected: 'unauthenticated' as const },
  ]);

  async function run({ call, expected, allow }: RouteCase): Promise<void> {
    const exchange = await world.client.send('rest', call);
    world.tally.count('routes', 'rest', restOutcome(exchange));
    checkVersion(exchange);
    checkBody(exchange);
    expectOutcome(restOutcome(exchange), { kind: expected } as Expected, exchange);
    const named = (exchange.headers.get('allow') ?? '').split(', ').toSorted();
    if (!allow || shown(named) === shown([...allow].toSorted())) return;
    throw new Finding('The Allow header', `names ${shown(named)}, not ${shown(allow)}`, [exchange], 'rest');
  }

  return {
    name: 'paths and methods',
    share: 1,
    creates: 0,
    arbitrary: fc.constantFrom(...cases),
    examples: cases,
    run,
  };
}

function knownPaths({ rest, fixtures }: World): RouteCase[] {
  const id = fixtures.online[0]?.id ?? 0;
  return [...new Set(rest.operations.map(({ path }) => path))].flatMap((path) => {
    const documented = rest.operations.filter((operation) => operation.path === path).map(({ method }) => method);
    const allow = documented.includes('GET') ? [...documented, 'HEAD'] : documented;
    const call = { path: pathOf({ path }, id) };
    const others = METHODS.filter((method) => !allow.includes(method));
    const head: RouteCase = { call: { method: 'HEAD', ...call }, expected: 'ok' };
    return [
      ...others.map((method): RouteCase => ({ call: { method, ...call }, expected: 'methodNotAllowed', allow })),
      ...(path.includes('product') && allow.includes('HEAD') ? [head] : []),
    ];
  });
}

function unknownPaths({ rest }: World): RouteCase[] {
  const base = (rest.operations[0]?.path ?? '').split('/').slice(0, -2).join('/');
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
  ].map((path) => ({ call: { method: 'GET', path: `${base}${path}` }, expected: 'notFound' }));
}

/** Every refusal is JSON with one sentence; an answer to HEAD has no body. */
function checkBody(exchange: Exchange): void {
  const { call, text, json, status } = exchange;
  const isRight =
    call.method === 'HEAD' ? text === '' : typeof (json as { error?: unknown } | undefined)?.error === 'string';
  if (!isRight) throw new Finding('The body of a refusal', `${status} ${shown(text)}`, [exchange], 'rest');
}
