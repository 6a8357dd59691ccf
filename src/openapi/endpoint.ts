// Serves the OpenAPI document of each version (`?version=`, else `service-version`): built once, revalidated by its ETag.
import { Response } from '@whatwg-node/fetch';
import { etagOf } from '../http/etag.ts';
import type { JsonObject } from '../http/json-body.ts';
import { isRead, refuseWrite, respondFailure } from '../http/respond.ts';
import { invalid, OperationFailure } from '../operation/failure.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import { createCodecs } from '../rest/wire-codec.ts';
import { buildOpenApi } from './document.ts';

export interface OpenApiEndpoint {
  /** The document of a version, also of a future one. */
  document(version: VersionName): JsonObject;
  handle(request: Request, url: URL): Response;
}

/** `origin` is the public one of the service. */
export function createOpenApiEndpoint(versions: Versions, origin: string): OpenApiEndpoint {
  const served = new Map<VersionName, { readonly text: string; readonly etag: string }>();
  const codecOf = createCodecs(versions);

  function build(version: VersionName) {
    const release = versions.releases.find(({ date }) => date === version);
    if (!release) throw new Error(`No version ${version}`);
    const text = JSON.stringify(buildOpenApi(release, codecOf(version), origin));
    const built = { text, etag: etagOf(text) };
    served.set(version, built);
    return built;
  }

  return {
    document: (version) => JSON.parse(build(version).text),
    handle(request, { searchParams }) {
      if (!isRead(request)) return refuseWrite();
      const asked = searchParams.get('version');
      const version = versions.select(asked ?? request.headers.get('service-version'), versions.newest());
      if (version instanceof OperationFailure)
        return respondFailure(asked === null ? version.failure : atVersion(version).failure);
      const { text, etag } = served.get(version) ?? build(version);
      return new Response(text, {
        headers: {
          ETag: etag,
          'Cache-Control': 'no-cache',
          'Content-Type': 'application/json; charset=utf-8',
          Vary: 'service-version',
        },
      });
    },
  };
}

/** The failure of a version, at the query parameter instead of the header of the API. */
const atVersion = ({ failure }: OperationFailure): OperationFailure =>
  invalid(failure.kind === 'invalid' ? failure.errors.map((error) => ({ ...error, path: ['version'] })) : []);
