// The README's requests and pages, unchanged, on a service with the demo data.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen } from '../../../src/http/listen.ts';
import { createDemoApp, type DemoApp } from '../../support/demo-app.ts';
import { has } from '../../support/programs.ts';
import { readDocument } from './documents.ts';

const ORIGIN = 'http://127.0.0.1:4000';
const README = readDocument('README.md');
const requests = README.commands.filter((command) => command.startsWith('curl '));
const pages = README.links.filter((link) => link.startsWith(ORIGIN));
const isTest = has('curl');

let app: DemoApp;
let server: Listening;
beforeAll(async () => {
  app = await createDemoApp(new Date('2026-07-10T12:00:00Z'));
  server = await listen(app.app, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.stop();
  await app.close();
});

const atTheServer = (text: string) =>
  text.replaceAll(ORIGIN, `http://127.0.0.1:${server.port}`);

/** The responses as the README shows them: the parts of their texts between `…`. */
const shown = [...README.text.matchAll(/^```\n(HTTP\/[\s\S]*?)^```$/gm)].map(
  ([, text = '']) => text.split('…').map((part) => part.trim()),
);

test.runIf(isTest)(
  'the first requests return what the README shows, over REST and over GraphQL',
  async () => {
    expect(requests).toHaveLength(2);
    for (const [index, command] of requests.entries()) {
      const variables = { ...process.env, TOKEN: app.token };
      const { stdout } = await promisify(execFile)('sh', ['-c', atTheServer(command)], {
        env: variables,
      });
      const response = stdout.replaceAll('\r', '');
      for (const part of shown[index] ?? ['no response']) expect(response).toContain(part);
    }
  },
);

test.each(pages)('%s exists', async (link) => {
  const { status } = await fetch(atTheServer(link), { headers: { Accept: 'text/html' } });
  expect(status).toBe(200);
});
