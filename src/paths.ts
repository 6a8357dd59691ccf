// Every path of the service.

/** The REST API; the same in every version (section 9.2). */
export const API_BASE_PATH = '/api/token-secured';

/** The products (section 4.4); each is at its ID below, in both APIs. */
export const PRODUCTS_PATH = `${API_BASE_PATH}/product`;

export const GRAPHQL_PATH = '/graphql';

export const OPENAPI_PATH = '/openapi.json';
export const OPENAPI_YAML_PATH = '/openapi.yaml';

/** Whether the process is up, and whether it is ready, with a working database. */
export const HEALTH_PATHS = { up: '/healthz', ready: '/readyz' } as const;

/** Metrics for Prometheus, on a separate port. */
export const METRICS_PATH = '/metrics';

/**
 * The start page, the icon that browsers request by themselves, the static files of all pages, and the pictures of the
 * demo products.
 */
export const START_PATHS = {
  page: '/',
  favicon: '/favicon.ico',
  assets: '/assets',
  demoImages: '/demo/images',
} as const;

/** Well-known URIs (RFC 8615). */
export const WELL_KNOWN_PATHS = { security: '/.well-known/security.txt' } as const;

const DOCS = '/docs';

export const DOCS_PATHS = {
  /** The front page, which lists the guides. */
  guides: DOCS,
  guide: (id: string, section?: string) =>
    `${DOCS}/guides/${id}${section ? `#${section}` : ''}`,
  rest: `${DOCS}/rest`,
  graphql: `${DOCS}/graphql`,
  changelog: `${DOCS}/changelog`,
  sdl: `${DOCS}/schema.graphql`,
  importer: `${DOCS}/importers/import-products.py`,
  /** The introspected schema, for GraphiQL. */
  introspection: `${DOCS}/schema.json`,
  searchIndex: `${DOCS}/search-index.json`,
  /** What agents look for: the front page as Markdown (llmstxt.org). */
  agents: '/llms.txt',
} as const;

const DASHBOARD = '/dashboard';
const TOKENS = `${DASHBOARD}/tokens`;

/** The ID of a row, or its placeholder in a route's path. */
type RowId = number | ':id';

export const DASHBOARD_PATHS = {
  settings: DASHBOARD,
  signIn: `${DASHBOARD}/sign-in`,
  confirm: `${DASHBOARD}/confirm`,
  signOut: `${DASHBOARD}/sign-out`,
  provider: `${DASHBOARD}/sign-in/provider`,
  signInLink: `${DASHBOARD}/sign-in/link`,
  /** Where the provider sends users back to; registered there. */
  providerAnswer: `${DASHBOARD}/sign-in/provider/answer`,
  endedTokens: `${TOKENS}/ended`,
  newToken: `${TOKENS}/new`,
  token: (id: RowId) => `${TOKENS}/${id}`,
  renameToken: (id: RowId) => `${TOKENS}/${id}/rename`,
  rollToken: (id: RowId) => `${TOKENS}/${id}/roll`,
  revokeToken: (id: RowId) => `${TOKENS}/${id}/revoke`,
  usage: `${DASHBOARD}/usage`,
  requests: `${DASHBOARD}/requests`,
  account: `${DASHBOARD}/account`,
} as const;
