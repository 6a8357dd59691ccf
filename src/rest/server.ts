// The REST surface (section 4): the five rows behind a router, answers in the version of the request.
import { Hono } from 'hono';
import {
  type Admitted,
  type Exchange,
  type FaultReport,
  isReplay,
  operationContext,
  type Surface,
} from '../gate/exchange.ts';
import { respond, respondFailure } from '../http/respond.ts';
import type { Services } from '../operation/context.ts';
import type { Spelling } from '../operation/field-errors.ts';
import { run } from '../operation/run.ts';
import type { VersionName } from '../operation/versions.ts';
import { API_BASE_PATH } from '../paths.ts';
import { readFields } from './read-fields.ts';
import { isUpdate, ROUTES, type Route } from './routes.ts';
import { revisionsOf, validators } from './validators.ts';
import { type ApiVersions, changesFor, hasOperation } from './version-change.ts';
import { fieldAsSent, toOlderAnswer } from './versioned-fields.ts';
import { WIRE_SPELLING } from './wire.ts';

interface Bindings {
  readonly exchange: Exchange;
  readonly admitted: Admitted;
}

/** HEAD is answered as GET; its body is left out when the response is sent. */
const asGet = (request: Request): Request =>
  request.method === 'HEAD' ? new Request(request.url, { headers: request.headers }) : request;

export function createRestServer(services: Services, versions: ApiVersions, onFault: FaultReport): Surface {
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
    return respondFailure({ kind: 'internal' });
  });

  const spelling = (version: VersionName, operation: string): Spelling => ({
    ...WIRE_SPELLING,
    field: (path) => fieldAsSent(changesFor(versions, version, operation), path),
  });

  async function serve(route: Route, request: Request, id: string | undefined, { exchange, admitted }: Bindings) {
    const { path, operation, envelope, selection, status, reply, resource } = route;
    const { version } = admitted;
    const shape = operation.input;
    if (!hasOperation(versions, version, operation.name)) return refuseMethod(path, version);
    const changes = changesFor(versions, version, operation.name);
    const result = await run(operation, operationContext(services, exchange, admitted), {
      id,
      selection,
      ifRevision: revisionsOf(request, version),
      ...(envelope &&
        shape && { body: () => readFields(admitted.body, envelope, { changes, shape, isUpdate: isUpdate(route) }) }),
    });
    if (result.failure) return respondFailure(result.failure, spelling(version, operation.name));
    const answer = reply(result.value);
    const body = toOlderAnswer(changes, answer.body, resource);
    // The product may have changed since the first answer: the client has not seen the revision that it has now (D41).
    const tags = isReplay(exchange) ? {} : validators(route, version, result.value, body);
    return respond({ status, body, headers: { ...answer.headers, ...tags } });
  }

  /** A path is unknown in a version that has none of its operations. */
  function refuseMethod(path: string, version: VersionName): Response {
    const allow = ROUTES.filter(
      (row) => row.path === path && hasOperation(versions, version, row.operation.name),
    ).flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    return respondFailure(allow.length > 0 ? { kind: 'methodNotAllowed', allow } : { kind: 'notFound' });
  }

  return {
    name: 'REST',
    spelling,
    handle: async (request, exchange, admitted) => router.fetch(asGet(request), { exchange, admitted }),
    refuse: (_, failure) => respondFailure(failure, WIRE_SPELLING),
  };
}
