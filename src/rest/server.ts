// The REST API (section 4): the five routes behind a router; requests and responses are in the request's version.
import { Hono } from 'hono';
import {
  type Admitted,
  type Exchange,
  isReplay,
  operationContext,
  type Surface,
} from '../gate/exchange.ts';
import { objectBody } from '../http/json-body.ts';
import { respond, respondFailure, respondUnknownPath } from '../http/respond.ts';
import type { Services } from '../operation/context.ts';
import { run } from '../operation/run.ts';
import { DOMAIN_SPELLING, type Spelling } from '../operation/spelling.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import { API_BASE_PATH } from '../paths.ts';
import { isServed, type Route, statusOf } from './route.ts';
import { ROUTES, templateOf } from './routes.ts';
import { revisionsOf, validators } from './validators.ts';
import { createCodecs } from './wire-codec.ts';

interface Bindings {
  readonly exchange: Exchange;
  readonly admitted: Admitted;
}

/** A HEAD request as GET; the body is dropped when the response is sent. */
const asGet = (request: Request): Request =>
  request.method === 'HEAD' ? new Request(request.url, { headers: request.headers }) : request;

export function createRestServer(services: Services, versions: Versions): Surface {
  const codecOf = createCodecs(versions);
  const router = new Hono<{ Bindings: Bindings }>().basePath(API_BASE_PATH);
  for (const route of ROUTES) {
    router.on(route.method, route.path, ({ req, env }) =>
      serve(route, req.raw, req.param('id'), env),
    );
  }
  for (const path of new Set(ROUTES.map((route) => route.path))) {
    router.all(path, ({ env }) => refuseMethod(path, env.admitted.version));
  }
  router.notFound(respondUnknownPath);
  // Without this, Hono would send its own response; the gate handles the error.
  router.onError((fault) => {
    throw fault;
  });

  function spelling(version: VersionName, operation: string | undefined): Spelling {
    const fields = ROUTES.find((row) => row.operation.name === operation)?.fields;
    return fields ? codecOf(version).spelling(fields) : DOMAIN_SPELLING;
  }

  async function serve(
    route: Route,
    request: Request,
    id: string | undefined,
    { exchange, admitted }: Bindings,
  ) {
    const { path, operation, envelope, fields, reply } = route;
    const { version } = admitted;
    const view = versions.view(version);
    if (!isServed(view, route)) return refuseMethod(path, version);
    const codec = codecOf(version);
    const output = await run(operation, operationContext(services, exchange, admitted, view), {
      id,
      ifRevision: () => revisionsOf(request, codec),
      ...(envelope &&
        fields && {
          body: async () => codec.read(fields, envelope.open(objectBody(await admitted.body()))),
        }),
    });
    const answer = reply(output);
    const body = codec.write(route.answer, answer.body);
    // A replay has no ETag: the product may have changed since the first response, and the client hasn't seen that.
    const tags = isReplay(exchange) ? {} : validators(route, codec, output, body);
    return respond({ status: statusOf(route), body, headers: { ...answer.headers, ...tags } });
  }

  /** The error for a method that a path doesn't support; the path is unknown in a version without its operations. */
  function refuseMethod(path: string, version: VersionName): Response {
    const view = versions.view(version);
    const allow = ROUTES.filter((row) => row.path === path && isServed(view, row)).flatMap(
      ({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]),
    );
    return allow.length > 0
      ? respondFailure({ kind: 'methodNotAllowed', allow })
      : respondUnknownPath();
  }

  return {
    name: 'REST',
    route: templateOf,
    spelling,
    handle: async (request, exchange, admitted) =>
      router.fetch(asGet(request), { exchange, admitted }),
    refuse: (_, failure, { version = '', outcomes }) =>
      respondFailure(failure, spelling(version, outcomes.at(-1)?.operation)),
  };
}
