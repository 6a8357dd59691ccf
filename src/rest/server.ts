// The REST surface (section 4): the five rows behind a router, answers in the version of the request.
import { Hono } from 'hono';
import type { Admitted, Exchange } from '../gate/exchange.ts';
import { operationContext } from '../gate/exchange.ts';
import { respond, respondFailure, respondInternalError } from '../http/respond.ts';
import type { Failure } from '../operation/failure.ts';
import { run, type Services } from '../operation/operation.ts';
import type { VersionName } from '../operation/versions.ts';
import { API_BASE_PATH } from '../paths.ts';
import { readFields } from './read-fields.ts';
import { isUpdate, ROUTES, type Route } from './routes.ts';
import { type ApiVersions, changesFor, hasOperation } from './version-change.ts';
import { fieldAsSent, toOlderAnswer } from './versioned-fields.ts';

interface Bindings {
  readonly exchange: Exchange;
  readonly admitted: Admitted;
}

export interface RestServer {
  /** Answers a request that the gate let in. */
  handle(request: Request, exchange: Exchange, admitted: Admitted): Promise<Response>;
  /** Answers a request that it did not let in. */
  refuse(request: Request, failure: Failure): Response;
}

/** `onFault` is told of faults that are masked in the answer. */
export function createRestServer(
  services: Services,
  versions: ApiVersions,
  onFault: (exchange: Exchange, cause: unknown) => void,
): RestServer {
  const router = new Hono<{ Bindings: Bindings }>().basePath(API_BASE_PATH);
  for (const route of ROUTES) {
    router.on(route.method, route.path, ({ req, env }) => serve(route, req.raw, req.param('id'), env));
  }
  for (const path of new Set(ROUTES.map((route) => route.path))) {
    router.all(path, ({ env }) => refuseMethod(path, env.admitted.version));
  }
  router.notFound(() => respondFailure({ kind: 'notFound' }));
  router.onError((cause, { env }) => {
    onFault(env.exchange, cause);
    return respondInternalError();
  });

  async function serve(route: Route, request: Request, id: string | undefined, { exchange, admitted }: Bindings) {
    const { path, operation, envelope, selection, status, reply, resource } = route;
    const { version } = admitted;
    if (!hasOperation(versions, version, operation.name)) return refuseMethod(path, version);
    const changes = changesFor(versions, version, operation.name);
    const result = await run(operation, operationContext(services, exchange, admitted), {
      id,
      selection,
      ...(envelope && { body: () => readFields(request, envelope, changes, isUpdate(route)) }),
    });
    if (result.failure) {
      return respondFailure(result.failure, (at) => fieldAsSent(changes, at));
    }
    const answer = reply(result.value);
    return respond({ status, ...answer, body: toOlderAnswer(changes, answer.body, resource) });
  }

  /** A path is unknown in a version that has none of its operations. */
  function refuseMethod(path: string, version: VersionName): Response {
    const allow = ROUTES.filter(
      (row) => row.path === path && hasOperation(versions, version, row.operation.name),
    ).flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    return respondFailure(allow.length > 0 ? { kind: 'methodNotAllowed', allow } : { kind: 'notFound' });
  }

  return {
    handle: async (request, exchange, admitted) => router.fetch(request, { exchange, admitted }),
    refuse: (_, failure) => respondFailure(failure),
  };
}
