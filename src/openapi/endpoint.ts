// Serves each version's OpenAPI document (`?version=`, otherwise `service-version`): built once, revalidated by ETag.
import { stringify } from 'yaml';
import { contentResponse } from '../http/content.ts';
import type { JsonObject } from '../http/json-body.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import { OPENAPI_PATH } from '../paths.ts';
import { createCodecs } from '../rest/codec.ts';
import { buildOpenApi } from './document.ts';

/** Without anchors; quotes strings that YAML 1.1 would read as dates or booleans. */
const YAML = {
  compat: 'yaml-1.1',
  blockQuote: 'literal',
  lineWidth: 0,
  aliasDuplicateObjects: false,
} as const;

/** `origin` is the service's public one; a test deployment rehearses failures. */
export function createOpenApiEndpoint(versions: Versions, origin: string, isTest = false) {
  /** By path, version, stage and usable versions. */
  const served = new Map<
    string,
    { readonly text: string; readonly respond: () => Response }
  >();
  const codecOf = createCodecs(versions);

  function serveVersion(version: VersionName, path: string) {
    const key = `${path} ${version} ${versions.lifecycle(version).stage} ${versions.usable()}`;
    const known = served.get(key);
    if (known) return known;
    const document = buildOpenApi(versions, codecOf(version), { isTest, origin });
    const [type, text] =
      path === OPENAPI_PATH
        ? ['application/json; charset=utf-8', JSON.stringify(document)]
        : ['application/yaml', stringify(document, YAML)];
    const headers = { 'X-API-Version': version, Vary: 'service-version' };
    const made = { text, respond: contentResponse(type, text, headers) };
    served.set(key, made);
    return made;
  }

  return {
    /** A version's OpenAPI document, even of a future version. */
    document: (version: VersionName): JsonObject =>
      JSON.parse(serveVersion(version, OPENAPI_PATH).text),
    /** @throws {OperationFailure} invalid: the version can't be used. */
    handle(request: Request, { url }: { readonly url: URL }): Response {
      const { pathname, searchParams } = url;
      const asked = searchParams.get('version');
      const wanted = asked ?? request.headers.get('service-version') ?? versions.newest();
      const version = versions.select(wanted, asked === null ? undefined : 'version');
      return serveVersion(version, pathname).respond();
    },
  };
}
