// The REST API (section 4): the five routes behind a router; requests and responses are in the request's version.
import { type Context, Hono } from 'hono';
import {
  type Admitted,
  type Exchange,
  isReplay,
  operationContext,
  type Surface,
} from '../gate/exchange.ts';
import { objectBody } from '../http/json-body.ts';
import { asGet, respond, respondFailure, respondUnknownPath } from '../http/respond.ts';
import type { Services } from '../operation/context.ts';
import { run } from '../operation/run.ts';
import { DOMAIN_SPELLING, type Spelling } from '../operation/spelling.ts';
import type { VersionView } from '../operation/version-view.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import { API_BASE_PATH } from '../paths.ts';
import { templateOf } from './find-route.ts';
import { isServed, type Route, statusOf } from './route.ts';
import { ROUTES } from './routes.ts';
import { revisionsOf, validators } from './validators.ts';
import { type Codec, createCodecs } from './wire-codec.ts';

interface Bindings {
  readonly exchange: Exchange;
  readonly admitted: Admitted;
}

interface Deps {
  readonly services: Services;
  readonly versions: Versions;
  readonly codecOf: (version: VersionName) => Codec;
}

export function createRestServer(services: Services, versions: Versions): Surface {
  const codecOf = createCodecs(versions);
  const router = createRouter({ services, versions, codecOf });

  function spelling(version: VersionName, operation: string | undefined): Spelling {
    const fields = ROUTES.find((row) => row.operation.name === operation)?.fields;
    return fields ? codecOf(version).spelling(fields) : DOMAIN_SPELLING;
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

function createRouter(deps: Deps) {
  const router = new Hono<{ Bindings: Bindings }>().basePath(API_BASE_PATH);
  for (const route of ROUTES) {
    router.on(route.method, route.path, (c) => serve(deps, route, c));
  }
  for (const path of new Set(ROUTES.map((route) => route.path))) {
    router.all(path, ({ env }) => refuseMethod(deps.versions.view(env.admitted.version), path));
  }
  router.notFound(respondUnknownPath);
  // Without this, Hono would send its own response; the gate handles the error.
  router.onError((error) => {
    throw error;
  });
  return router;
}

async function serve(
  { services, versions, codecOf }: Deps,
  route: Route,
  { req, env: { exchange, admitted } }: Context<{ Bindings: Bindings }>,
) {
  const { path, operation, envelope, fields, reply } = route;
  const view = versions.view(admitted.version);
  if (!isServed(view, route)) return refuseMethod(view, path);
  const codec = codecOf(admitted.version);
  const body = async () =>
    fields && envelope && codec.read(fields, envelope.open(objectBody(await admitted.body())));
  const output = await run(operation, operationContext(services, exchange, admitted, view), {
    id: req.param('id'),
    ifRevision: () => revisionsOf(req.raw, codec),
    ...(envelope && { body }),
  });
  const answer = reply(output);
  const sent = codec.write(route.answer, answer.body);
  // A replay has no ETag: the product may have changed since the first response, and the client hasn't seen that.
  const tags = isReplay(exchange) ? {} : validators(route, codec, output, sent);
  return respond({ status: statusOf(route), body: sent, headers: { ...answer.headers, ...tags } });
}

/** The error for a method that a path doesn't support; the path is unknown in a version without its operations. */
function refuseMethod(view: VersionView, path: string): Response {
  const allow = ROUTES.filter((row) => row.path === path && isServed(view, row)).flatMap(
    ({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]),
  );
  if (allow.length === 0) return respondUnknownPath();
  return respondFailure({ kind: 'methodNotAllowed', allow });
}
