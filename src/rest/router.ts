// The REST API (section 4): one match of the path, then the operation of its route in the request's version.

import type { Admit, Admitted } from '../gate/gate.ts';
import type { Done, Seen } from '../gate/seen-request.ts';
import { type JsonObject, objectBody } from '../http/json-body.ts';
import { etagOf } from '../http/negotiation.ts';
import { respondFailure, respondText, respondUnknownPath } from '../http/respond.ts';
import type { ReadFields } from '../operation/check.ts';
import type { OperationContext, Services } from '../operation/context.ts';
import type { Written } from '../operation/operation.ts';
import { type Failed, failed } from '../operation/operation-failure.ts';
import type { Succeeded } from '../operation/ran.ts';
import { run } from '../operation/run.ts';
import { DOMAIN_SPELLING } from '../operation/spelling.ts';
import type { Versions } from '../operation/versions.ts';
import { API_BASE_PATH } from '../paths.ts';
import { type Codec, createCodecs } from './codec.ts';
import { revisionsIn } from './if-match.ts';
import { isServed, pathTemplate, type Route, statusOf } from './route.ts';
import { ROUTES } from './routes.ts';

const PATHS = Map.groupBy(ROUTES, pathTemplate);

/** The template of a path below the base, such as `/product/{id}`, and the ID in it; undefined for an unknown path. */
function match(pathname: string) {
  const [name, id, ...others] = pathname.slice(API_BASE_PATH.length + 1).split('/');
  const template = id === undefined ? `/${name}` : `/${name}/{id}`;
  const isKnown = PATHS.has(template) && id !== '' && others.length === 0;
  return isKnown ? { template, id } : undefined;
}

/** A route in a version, compiled once. */
type ServedRoute = ReturnType<typeof compileRoute>;

const compileRoute = (route: Route, codec: Codec) => ({
  ...route,
  status: statusOf(route),
  codec,
  input: route.fields && codec.object(route.fields),
  output: codec.object(route.response),
  /** How clients write the fields of its input. */
  spelling: route.fields ? codec.spelling(route.fields) : DOMAIN_SPELLING,
});

/** The routes of a version by path and method. */
function compile(codec: Codec) {
  const byMethod = (routes: readonly Route[]) =>
    new Map<string, ServedRoute>(
      routes
        .filter((route) => isServed(codec.view, route))
        .map((route) => [route.method, compileRoute(route, codec)]),
    );
  return new Map([...PATHS].map(([template, routes]) => [template, byMethod(routes)]));
}

export function createRestApi(services: Services, versions: Versions, admit: Admit) {
  const codecOf = createCodecs(versions);
  const apis = new Map(versions.releases.map(({ date }) => [date, compile(codecOf(date))]));

  return async (request: Request, seen: Seen): Promise<Done> => {
    const path = match(seen.url.pathname);
    const route = path && API_BASE_PATH + path.template;
    const gated = { api: 'REST', route, reject: respondFailure } as const;
    return admit(request, seen, gated, async (admitted) => {
      const routes = path && apis.get(admitted.version)?.get(path.template);
      const served = routes?.get(request.method === 'HEAD' ? 'GET' : request.method);
      return served
        ? runRoute(services, served, request, seen, admitted, path?.id)
        : { response: rejectMethod([...(routes?.keys() ?? [])]), ran: [] };
    });
  };
}

async function runRoute(
  services: Services,
  route: ServedRoute,
  request: Request,
  seen: Seen,
  admitted: Admitted,
  id: string | undefined,
) {
  const { headers } = request;
  const { operation, codec, spelling } = route;
  const body = await readFields(route, admitted.readBody);
  const { caller, slot } = admitted;
  const rehearsedStatus = seen.rehearsal?.status;
  const { view } = codec;
  const context: OperationContext = { ...services, caller, slot, view, rehearsedStatus };
  const condition = headers.get('if-match');
  const ran = await run(operation, context, {
    id,
    body,
    ifRevision: condition === null ? undefined : revisionsIn(condition, codec),
    idempotencyKey: headers.get('idempotency-key') ?? undefined,
  });
  const response = ran.failure
    ? respondFailure(ran.failure, spelling)
    : respondResult(route, ran);
  return { response, ran: [ran], spelling };
}

/** Undefined without a body. @throws {OperationFailure} unauthenticated */
async function readFields(
  { input, envelope }: ServedRoute,
  readBody: Admitted['readBody'],
): Promise<ReadFields | Failed | undefined> {
  if (!input || !envelope) return undefined;
  const body = await readBody();
  if ('failure' in body) return body;
  try {
    const { fields, errors } = envelope.open(objectBody(body.json));
    const read = input.read(fields);
    return { fields: read.value as JsonObject, errors: [...read.errors, ...errors] };
  } catch (error) {
    return failed(error);
  }
}

/** A result, which has a revision if it is a product's. */
type Result = Partial<Written>;

/**
 * The ETag names the revision of a product, and the bytes of anything else. A replay has none: the product may have
 * changed since the first response, which the client hasn't seen.
 */
function respondResult(
  route: ServedRoute,
  { output, isReplay }: Succeeded<Result>,
): Response {
  const { status, codec, reply } = route;
  const { body, headers } = reply(output);
  const text = JSON.stringify(route.output.write(body));
  if (isReplay) return respondText(status, text, headers);
  const { revision } = output;
  const ETag = revision === undefined ? etagOf(text) : codec.revisionTag(revision);
  return respondText(status, text, { ...headers, ETag });
}

/** The error for a method that a path doesn't support; the path is unknown in a version without its operations. */
function rejectMethod(methods: readonly string[]): Response {
  if (methods.length === 0) return respondUnknownPath();
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return respondFailure({ kind: 'methodNotAllowed', allow });
}
