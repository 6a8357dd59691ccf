// What `npm start` prints: where everything is and, in the test environment, a demo owner and requests to paste.

import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { createToken } from '../accounts/tokens.ts';
import { type Config, localOrigin } from '../config.ts';
import { DEMO_OWNER, seedDemoData } from '../demo/demo-data.ts';
import type { VersionName } from '../operation/versions.ts';
import { API_BASE_PATH, DASHBOARD_PATHS, DOCS_PATHS, GRAPHQL_PATH } from '../paths.ts';

interface Started {
  readonly db: PrismaClient;
  readonly config: Config;
  readonly port: number;
  readonly version: VersionName;
}

const TOKEN_NAME = 'Printed by npm start';

export async function welcome(started: Started): Promise<string> {
  const { config, port } = started;
  const origin = localOrigin(config.host, port);
  const places = [
    '',
    `  REST       ${origin}${API_BASE_PATH}`,
    `  GraphQL    ${origin}${GRAPHQL_PATH}`,
    `  Dashboard  ${origin}${DASHBOARD_PATHS.settings}`,
    `  Docs       ${origin}${DOCS_PATHS.guides}`,
  ];
  const demo = config.environment === 'test' ? await demoOwner(started) : undefined;
  const next = demo ? examples(origin, demo) : FIRST_STEPS;
  return [...places, ...next, '', 'Ctrl-C stops it; the data stays.', '', ''].join('\n');
}

const FIRST_STEPS = [
  '',
  'Create a user who can sign in, and a token (with the server stopped, where the database is embedded):',
  '  npm run user -- create --email E --name N',
  '  npm run token -- create --email E --name N',
];

interface Demo {
  readonly token: string;
  readonly productId: number;
}

/** A fresh token of the demo owner, where there is one; an empty database gets the demo data first. */
async function demoOwner({ db, config, version }: Started): Promise<Demo | undefined> {
  const { environment } = config;
  if ((await db.user.count()) === 0) await seedDemoData(db, { environment, version });
  const owner = await db.user.findUnique({ where: { email: DEMO_OWNER.email }, select: { id: true } });
  if (!owner) return undefined;
  const product = await db.product.findFirst({
    where: { ownerId: owner.id },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  if (!product) return undefined;
  await db.apiToken.deleteMany({ where: { userId: owner.id, name: TOKEN_NAME, lastUsedAt: null } });
  const { value } = await createToken(db, { userId: owner.id, name: TOKEN_NAME, environment, version });
  return { token: value, productId: product.id };
}

const examples = (origin: string, { token, productId }: Demo): string[] => [
  '',
  `  Demo owner ${DEMO_OWNER.email} / ${DEMO_OWNER.password}`,
  `  API token  ${token}`,
  '',
  'Try REST:',
  `  curl -i -H 'Authorization: Bearer ${token}' ${origin}${API_BASE_PATH}/product/${productId}`,
  '',
  'Try GraphQL:',
  `  curl -i -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\`,
  `    -d '{"query":"{ product(id: ${productId}) { id title rent online } }"}' ${origin}${GRAPHQL_PATH}`,
];
