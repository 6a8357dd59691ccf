// Serves the OpenAPI document of each version (`/openapi.json?version=`): built once, revalidated by its ETag.
import { Response } from '@whatwg-node/fetch';
import { etagOf } from '../http/etag.ts';
import type { JsonObject } from '../http/json-body.ts';
import { isRead, refuseWrite } from '../http/reads.ts';
import { respondFailure } from '../http/respond.ts';
import { invalid, OperationFailure } from '../operation/failure.ts';
import type { VersionName } from '../operation/versions.ts';
import { ROUTES } from '../rest/routes.ts';
import { type ApiVersions, hasOperation } from '../rest/version-change.ts';
import { buildOpenApi } from './document.ts';
import { olderDocument } from './older-document.ts';

interface Served {
  readonly text: string;
  readonly etag: string;
}

export interface OpenApiEndpoint {
  /** The document of a usable version. */
  document(version: VersionName): JsonObject;
  handle(request: Request, url: URL): Response;
}

/** `origin` is the one at which clients reach the service. */
export function createOpenApiEndpoint(versions: ApiVersions, origin: string): OpenApiEndpoint {
  const served = new Map<VersionName, Served>();

  function document(name: VersionName): JsonObject {
    const version = versions.list().find(({ date }) => date === name);
    if (!version) throw new Error(`No version ${name}`);
    const routes = ROUTES.filter(({ operation }) => hasOperation(versions, name, operation.name));
    const newest = JSON.parse(JSON.stringify(buildOpenApi(version, routes, origin))) as JsonObject;
    return olderDocument(newest, versions.changesAfter(name));
  }

  /** A version that is released later changes the document of those before: each is kept under the newest of its time. */
  function serve(version: VersionName): Served {
    const key = `${version} ${versions.newest()}`;
    const known = served.get(key);
    if (known) return known;
    const text = JSON.stringify(document(version));
    const built = { text, etag: etagOf(text) };
    served.set(key, built);
    return built;
  }

  return {
    document,
    handle(request, { searchParams }) {
      if (!isRead(request)) return refuseWrite();
      const version = versions.select(searchParams.get('version'), versions.newest());
      if (version instanceof OperationFailure) return respondFailure(atVersion(version).failure);
      const { text, etag } = serve(version);
      return new Response(text, {
        headers: { ETag: etag, 'Cache-Control': 'no-cache', 'Content-Type': 'application/json; charset=utf-8' },
      });
    },
  };
}

/** The failure of a version names the parameter of this request, not the header of the API. */
const atVersion = ({ failure }: OperationFailure): OperationFailure =>
  invalid(failure.kind === 'invalid' ? failure.errors.map((error) => ({ ...error, path: ['version'] })) : []);
