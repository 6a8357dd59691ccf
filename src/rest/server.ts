// The REST surface (section 4): the five rows behind a router, answers in the version of the request.
import { Hono } from 'hono';
import { type Admitted, type Exchange, type FaultReport, operationContext, type Surface } from '../gate/exchange.ts';
import { readJsonBody } from '../http/json-body.ts';
import { respond, respondFailure } from '../http/respond.ts';
import type { Spelling } from '../operation/field-errors.ts';
import type { Services } from '../operation/operation.ts';
import { run } from '../operation/run.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import { API_BASE_PATH } from '../paths.ts';
import { ROUTES, type Route } from './routes.ts';
import { WIRE_SPELLING } from './wire.ts';

interface Bindings {
  readonly exchange: Exchange;
  readonly admitted: Admitted;
}

export function createRestServer(services: Services, versions: Versions, onFault: FaultReport): Surface {
  const router = new Hono<{ Bindings: Bindings }>().basePath(API_BASE_PATH);
  for (const route of ROUTES) {
    router.on(route.method, route.path, ({ req, env }) => serve(route, req.raw, req.param('id'), env));
  }
  for (const path of new Set(ROUTES.map((route) => route.path))) {
    router.all(path, () => respondFailure({ kind: 'methodNotAllowed', allow: allowed(path) }));
  }
  router.notFound(() => respondFailure({ kind: 'notFound' }));
  router.onError((cause, { env }) => {
    onFault(env.exchange, cause);
    return respondFailure({ kind: 'internal' });
  });

  const spelling = (version: VersionName, operation: string): Spelling => ({
    ...WIRE_SPELLING,
    field: (path) => versions.fieldIn(version, operation, WIRE_SPELLING.field(path)),
  });

  async function serve(route: Route, request: Request, id: string | undefined, { exchange, admitted }: Bindings) {
    const { operation, envelope, selection, status, reply } = route;
    const { version } = admitted;
    const result = await run(operation, operationContext(services, exchange, admitted), {
      id,
      selection,
      ...(envelope && {
        body: async () => envelope(versions.upgrade(version, operation.name, await readJsonBody(request))),
      }),
    });
    if (result.failure) return respondFailure(result.failure, spelling(version, operation.name));
    const answer = reply(result.value);
    return respond({ status, ...answer, body: versions.downgrade(version, operation.name, answer.body) });
  }

  return {
    name: 'REST',
    spelling,
    handle: async (request, exchange, admitted) => router.fetch(request, { exchange, admitted }),
    refuse: (_, failure) => respondFailure(failure, WIRE_SPELLING),
  };
}

/** The methods of a path; where GET is, HEAD is too. */
const allowed = (path: string): string[] =>
  ROUTES.filter((route) => route.path === path).flatMap(({ method }) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  );
