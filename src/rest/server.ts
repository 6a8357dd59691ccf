// The REST API (section 4): finds the route of a request and runs its operation, both in the request's version.
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
import { type Codec, createCodecs } from './codec.ts';
import { findPath } from './find-route.ts';
import { isServed, type Route, statusOf } from './route.ts';
import { ROUTES } from './routes.ts';
import { revisionsOf, validators } from './validators.ts';

/** A route in the request's version, with the ID in the path. */
interface Found {
  readonly route: Route;
  readonly id: string | undefined;
  readonly codec: Codec;
}

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
      const codec = codecOf(admitted.version);
      const { id, routes = [] } = findPath(exchange.url.pathname) ?? {};
      const served = routes.filter((route) => isServed(codec.view, route));
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const route = served.find((one) => one.method === method);
      if (!route) return rejectMethod(served);
      return serve(services, { route, id, codec }, request, exchange, admitted);
    },
    reject: (_, failure, { version = '', ranOperations }) =>
      respondFailure(failure, spelling(version, ranOperations.at(-1)?.operation)),
  };
}

async function serve(
  services: Services,
  { route, id, codec }: Found,
  request: Request,
  exchange: Exchange,
  admitted: Admitted,
): Promise<Response> {
  const { operation, envelope, fields, reply } = route;
  const body = async () =>
    fields &&
    envelope &&
    codec.read(fields, envelope.open(objectBody(await admitted.body())));
  const output = await run(
    operation,
    operationContext(services, exchange, admitted, codec.view),
    {
      id,
      ifRevision: () => revisionsOf(request, codec),
      ...(envelope && { body }),
    },
  );
  const answer = reply(output);
  const sent = codec.write(route.answer, answer.body);
  // A replay has no ETag: the product may have changed since the first response, and the client hasn't seen that.
  const tags = isReplay(exchange) ? {} : validators(route, codec, output, sent);
  return respond({
    status: statusOf(route),
    body: sent,
    headers: { ...answer.headers, ...tags },
  });
}

/** The error for a method that a path doesn't support; the path is unknown in a version without its operations. */
function rejectMethod(served: readonly Route[]): Response {
  if (served.length === 0) return respondUnknownPath();
  const allow = served.flatMap(({ method }) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  );
  return respondFailure({ kind: 'methodNotAllowed', allow });
}
