// Part of the guide on typed clients: further generators that work with the OpenAPI document and the GraphQL schema.
import type { Html } from '../../pages/frame.ts';
import { prose, table } from '../layout.ts';

const SETTINGS: Readonly<Record<string, string>> = {
  '@hey-api/openapi-ts':
    "`auth: ({ scheme }) => (scheme === 'bearer' ? token : undefined)`. With `auth: token` the token is in the URL too.",
  orval: "`client: 'fetch'` and `baseUrl: { getBaseUrlFromSpecification: true }`.",
  kubb: "`pluginOas({ serverIndex: 0 })`, `pluginClient({ client: 'fetch' })`, and the header `Content-Type: application/json`.",
  'swagger-typescript-api': 'The token in `baseApiParams.headers`. A failure rejects; its body is in `error`.',
  Postman:
    'Import the document with “Enable optional parameters” off: it sends every header otherwise. The token is the variable `bearerToken`.',
  'GraphQL Code Generator': "The client preset with `scalars: { Date: 'string', DateTime: 'string' }`.",
  'relay-compiler':
    "`customScalarTypes: { Date: 'string', DateTime: 'string' }`. Ids are unique for each type, not for all, so the `Environment` " +
    'needs `getDataID: ({ id }, type) => (id === undefined ? undefined : type + id)`.',
};

export const otherGenerators: Html = table(
  ['Generator', 'Settings with which its client works'],
  Object.entries(SETTINGS).map(([name, setting]) => [name, prose(setting)]),
  'Other generators',
);
