// A version in the documentation, for guides the newest: bodies, answers and names, which are written as the domain has them.
import type { z } from 'zod';
import type { JsonObject } from '../../../http/json-body.ts';
import { withRequired } from '../../../openapi/examples.ts';
import type { Versions } from '../../../operation/versions.ts';
import { ROUTES } from '../../../rest/routes.ts';
import { createCodecs } from '../../../rest/wire-codec.ts';

export type NewestVersion = ReturnType<typeof createNewestVersion>;

export function createNewestVersion(versions: Versions, version = versions.newest()) {
  const codec = createCodecs(versions)(version);
  const { view } = codec;

  /** The fields of a request, and those that the version requires. @throws if the domain does not have one of them. */
  function requestOf(operation: string, fields: object): JsonObject {
    const shape = fieldsOf(operation);
    const unknown = shape.safeParse(fields).error?.issues.find(({ code }) => code === 'unrecognized_keys');
    if (unknown) throw new Error(`${operation}: ${unknown.message}`);
    return withRequired(codec, shape, fields);
  }

  return {
    version,
    /** With these a request has this version, whatever that of its token is; a new token has the newest. */
    restHeaders: version === versions.newest() ? {} : { 'service-version': version },
    codec,
    hasOnRest: view.has,
    hasOnGraphQL: versions.union(version).has,
    /** A body in its envelope, such as `{ product: { … } }`. */
    restBody(operation: string, body: JsonObject): JsonObject {
      const write = (fields: unknown) => codec.write(fieldsOf(operation), requestOf(operation, fields as object));
      return Object.fromEntries(Object.entries(body).map(([envelope, inner]) => [envelope, write(inner)]));
    },
    /** The fields in the names of the domain, which GraphQL has, with those that the version requires. */
    input: requestOf,
  };
}

/** The row of an operation on REST. */
export function routeOf(operation: string): (typeof ROUTES)[number] {
  const route = ROUTES.find((one) => one.operation.name === operation);
  if (!route) throw new Error(`REST has no operation ${operation}`);
  return route;
}

/** The shape of the fields in the body of an operation. */
export function fieldsOf(operation: string): z.ZodObject {
  const { fields } = routeOf(operation);
  if (!fields) throw new Error(`A request of ${operation} has no body`);
  return fields;
}
