// The REST API (section 4): each route runs its operation; requests and responses are in the request's version.
import { getPath } from 'hono/utils/url';
import { isReplay, operationContext, type Surface } from '../gate/exchange.ts';
import { objectBody } from '../http/json-body.ts';
import { respond, respondFailure, respondUnknownPath } from '../http/respond.ts';
import type { Services } from '../operation/context.ts';
import { run } from '../operation/run.ts';
import { DOMAIN_SPELLING, type Spelling } from '../operation/spelling.ts';
import type { VersionView } from '../operation/version-view.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import { findPath } from './find-route.ts';
import { isServed, type Route, statusOf } from './route.ts';
import { ROUTES } from './routes.ts';
import { revisionsOf, validators } from './validators.ts';
import { createCodecs } from './wire-codec.ts';

export function createRestServer(services: Services, versions: Versions): Surface {
  const codecOf = createCodecs(versions);

  function spelling(version: VersionName, operation: string | undefined): Spelling {
    const fields = ROUTES.find((row) => row.operation.name === operation)?.fields;
    return fields ? codecOf(version).spelling(fields) : DOMAIN_SPELLING;
  }

  return {
    name: 'REST',
    route: (pathname) => findPath(pathname)?.template,
    spelling,
    async handle(request, exchange, admitted) {
      const { routes = [], id } = findPath(getPath(request)) ?? {};
      const view = versions.view(admitted.version);
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const route = routes.find((one) => one.method === method && isServed(view, one));
      if (!route) return refuseMethod(view, routes);
      const { operation, envelope, fields, reply } = route;
      const codec = codecOf(admitted.version);
      const body = async () =>
        fields && envelope && codec.read(fields, envelope.open(objectBody(await admitted.body())));
      const output = await run(operation, operationContext(services, exchange, admitted, view), {
        id,
        ifRevision: () => revisionsOf(request, codec),
        ...(envelope && { body }),
      });
      const answer = reply(output);
      const sent = codec.write(route.answer, answer.body);
      // A replay has no ETag: the product may have changed since the first response, and the client hasn't seen that.
      const tags = isReplay(exchange) ? {} : validators(route, codec, output, sent);
      const headers = { ...answer.headers, ...tags };
      return respond({ status: statusOf(route), body: sent, headers });
    },
    refuse: (_, failure, { version = '', outcomes }) =>
      respondFailure(failure, spelling(version, outcomes.at(-1)?.operation)),
  };
}

/** The error for a method that a path doesn't support; the path is unknown in a version without its operations. */
function refuseMethod(view: VersionView, routes: readonly Route[]): Response {
  const allow = routes
    .filter((route) => isServed(view, route))
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  if (allow.length === 0) return respondUnknownPath();
  return respondFailure({ kind: 'methodNotAllowed', allow });
}
