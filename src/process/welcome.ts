// The text that `npm start` prints: the addresses and, in the test environment, a demo owner and requests to paste.
import { type Config, localOrigin } from '../config.ts';
import { DEMO_IDS } from '../demo/demo-data.ts';
import type { DemoOwner } from '../demo/demo-owner.ts';
import { API_BASE_PATH, DASHBOARD_PATHS, DOCS_PATHS, GRAPHQL_PATH, METRICS_PATH } from '../paths.ts';

interface Ports {
  readonly service: number;
  readonly metrics: number | undefined;
}

export function welcomeText(
  { host, metrics, hasPasswords }: Config,
  ports: Ports,
  demoOwner: DemoOwner | undefined,
): string {
  const origin = localOrigin(host, ports.service);
  const addresses = [
    '',
    `  REST       ${origin}${API_BASE_PATH}`,
    `  GraphQL    ${origin}${GRAPHQL_PATH}`,
    `  Dashboard  ${origin}${DASHBOARD_PATHS.settings}`,
    `  Docs       ${origin}${DOCS_PATHS.guides}`,
    ...(metrics && ports.metrics ? [`  Metrics    ${localOrigin(metrics.host, ports.metrics)}${METRICS_PATH}`] : []),
  ];
  const next = demoOwner ? examples(origin, demoOwner, hasPasswords) : FIRST_STEPS;
  return [...addresses, ...next, '', 'Ctrl-C stops the service; the data stays.', '', ''].join('\n');
}

const FIRST_STEPS = [
  '',
  'Create a user who can sign in, and a token (stop the service first if the database is embedded):',
  '  npm run user -- create --email E --name N',
  '  npm run token -- create --email E --name N',
];

/** The demo tokens beside that of the owner. */
const OTHER_TOKENS = [
  ['reader', 'Reader    '],
  ['rival', 'Other     '],
  ['expired', 'Expired   '],
  ['revoked', 'Revoked   '],
] as const;

/** Passwords are kept as hashes. */
const OTHER_PASSWORD = ', whose password was printed once, or changed since: npm run user -- password sets another one';

const { rivals, offline } = DEMO_IDS.products;

/** An id that no product has. */
const NOBODYS = 999_999_999;

const examples = (
  origin: string,
  { email, password, tokens, productId }: DemoOwner,
  hasPasswords: boolean,
): string[] => [
  '',
  `  Demo owner ${email}${!hasPasswords ? '' : password ? ` / ${password}` : OTHER_PASSWORD}`,
  `  API token  ${tokens.owner}`,
  '',
  `To test a client (${origin}${DOCS_PATHS.guide('test-your-client')}), tokens of a user who can only read, of another owner, and two that are refused:`,
  ...OTHER_TOKENS.flatMap(([kind, label]) => (tokens[kind] ? [`  ${label} ${tokens[kind]}`] : [])),
  `  Ids in new demo data: product ${rivals} is of another owner, product ${offline} is offline, product ${NOBODYS} does not exist`,
  '',
  'Try REST:',
  `  curl -i -H 'Authorization: Bearer ${tokens.owner}' ${origin}${API_BASE_PATH}/product/${productId}`,
  '',
  'Try GraphQL:',
  `  curl -i -H 'Authorization: Bearer ${tokens.owner}' -H 'Content-Type: application/json' \\`,
  `    -d '{"query":"{ product(id: ${productId}) { id title rent online } }"}' ${origin}${GRAPHQL_PATH}`,
];
