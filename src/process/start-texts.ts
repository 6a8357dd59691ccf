// What startup prints: the addresses, with a demo owner and requests to paste.
import { LINK_MINUTES, signInLinkUrl } from '../accounts/sign-in-links.ts';
import { type Config, localOrigin } from '../config.ts';
import { DEMO_IDS } from '../demo/demo-data.ts';
import type { DemoOwner } from '../demo/demo-owner.ts';
import {
  API_BASE_PATH,
  DASHBOARD_PATHS,
  DOCS_PATHS,
  GRAPHQL_PATH,
  METRICS_PATH,
  PRODUCTS_PATH,
} from '../paths.ts';

/** A node that serves. */
export interface Started {
  readonly port: number;
  readonly metricsPort: number | undefined;
  /** Null if the database accepts no writes. */
  readonly demoOwner: DemoOwner | null | undefined;
}

export function welcomeText(
  { host, metrics, publicOrigin, isLocal }: Config,
  { port, metricsPort, demoOwner }: Started,
) {
  // PORT may be 0.
  const origin = publicOrigin.replace(localOrigin(host, 0), localOrigin(host, port));
  // Behind a proxy or in a container, that address isn't one for readers of the log.
  const metricsLine =
    metrics && metricsPort && isLocal
      ? `  Metrics    ${localOrigin(metrics.host, metricsPort)}${METRICS_PATH}\n`
      : '';
  return `
  REST       ${origin}${API_BASE_PATH}
  GraphQL    ${origin}${GRAPHQL_PATH}
  Dashboard  ${origin}${DASHBOARD_PATHS.settings}
  Docs       ${origin}${DOCS_PATHS.guides}
${metricsLine}
${nextSteps(origin, demoOwner)}Press Ctrl-C to stop the service. Your data is kept.

`;
}

/** The text as one line of the log. */
export const welcomeLine = (text: string) =>
  `${JSON.stringify({ level: 'info', time: new Date().toISOString(), msg: text })}\n`;

/** With an empty line at its end. */
function nextSteps(origin: string, demoOwner: Started['demoOwner']) {
  if (demoOwner === null) return '';
  return `${demoOwner ? examples(origin, demoOwner) : FIRST_STEPS}\n\n`;
}

const FIRST_STEPS = `\
Create a user who can sign in, and a token. If the database is embedded, stop the service first:
  node src/command.js user create --email E --name N
  node src/command.js user sign-in --email E
  node src/command.js token create --email E --name N`;

const OTHER_TOKENS = [
  ['reader', 'Read only '],
  ['rival', 'Other user'],
  ['expired', 'Expired   '],
  ['revoked', 'Revoked   '],
] as const;

function examples(origin: string, { email, link, tokens }: DemoOwner) {
  const signIn = link
    ? `${signInLinkUrl(origin, link)} (once, within ${LINK_MINUTES} minutes)`
    : `${origin}${DASHBOARD_PATHS.signIn} (one click)`;
  const others = OTHER_TOKENS.flatMap(([kind, label]) =>
    tokens[kind] ? [`  ${label} ${tokens[kind]}`] : [],
  );
  return `\
  Demo owner ${email}
  Sign in    ${signIn}
  API token  ${tokens.owner}

Tokens to test your client with (see ${origin}${DOCS_PATHS.guide('test-your-client')}):
${others.join('\n')}

Try it:
  curl -i -H 'Authorization: Bearer ${tokens.owner}' ${origin}${PRODUCTS_PATH}/${DEMO_IDS.products.tent}`;
}
