// The README's requests and pages, unchanged, on a service with the demo data.
import { afterAll, expect, test } from 'vitest';
import { hasCurl, runCurl } from '../../sites/docs/run-curl.ts';
import { createDemoApp } from '../../support/demo-app.ts';
import { serve } from '../../support/serve.ts';
import { readDocument } from './documents.ts';

const ORIGIN = 'http://127.0.0.1:4000';
const README = readDocument('README.md');
const requests = README.commands.filter((command) => command.startsWith('curl '));
const pages = README.links.filter((link) => link.startsWith(ORIGIN));

const app = await serve(() => createDemoApp(new Date('2026-07-10T12:00:00Z')));
afterAll(app.close);

const atTheServer = (text: string) => text.replaceAll(ORIGIN, app.origin);

/** The responses as the README shows them: the parts of their texts between `…`. */
const shown = [...README.text.matchAll(/^```\n(HTTP\/[\s\S]*?)^```$/gm)].map(
  ([, text = '']) => text.split('…').map((part) => part.trim()),
);

test.runIf(hasCurl)(
  'the first requests return what the README shows, over REST and over GraphQL',
  async () => {
    expect(requests).toHaveLength(2);
    for (const [index, command] of requests.entries()) {
      const { text } = await runCurl(atTheServer(command), app.token);
      for (const part of shown[index] ?? ['no response']) expect(text).toContain(part);
    }
  },
);

test.each(pages)('%s exists', async (link) => {
  const { status } = await fetch(atTheServer(link), { headers: { Accept: 'text/html' } });
  expect(status).toBe(200);
});
