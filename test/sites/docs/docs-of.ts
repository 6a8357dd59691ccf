// The documentation of a deployment with the default throttle; a page that can not be made fails the test.
import type { Versions } from '../../../src/operation/versions.ts';
import { createDocs, type Docs } from '../../../src/sites/docs/server.ts';
import type { DocsSource } from '../../../src/sites/docs/source.ts';

const raise = (fault: Error): void => {
  throw fault;
};

export const docsOf = (versions: Versions, origin: string, onFault = raise, more: Partial<DocsSource> = {}): Docs =>
  createDocs(
    { versions, throttle: { points: 120, windowSeconds: 60 }, refusedRequestDays: 7, origin, ...more },
    onFault,
  );

const ORIGIN = 'https://api.example.com';

/** Every page below `/docs` that a link of another one leads to, on a test deployment. */
export async function pagesOf(versions: Versions, onFault?: (fault: Error) => void) {
  const docs = docsOf(versions, ORIGIN, onFault, { canRun: true });
  const open = async (path: string) => {
    const url = new URL(path, ORIGIN);
    // The service answers what is thrown with 500.
    const response = await docs
      .handle(new Request(url, { headers: { Accept: 'text/html' } }), url)
      .catch(() => new Response('', { status: 500 }));
    return { status: response.status, text: await response.text() };
  };
  const seen = new Map<string, { status: number; text: string }>();
  const waiting = ['/docs', '/docs/changelog.atom', '/docs/schema.graphql', '/docs/search?q=version'];
  for (const path of waiting) {
    if (seen.has(path)) continue;
    const page = await open(path);
    seen.set(path, page);
    const links = page.text.matchAll(/href="(\/docs(?:\/[^"#?]*)?)/g);
    waiting.push(...[...links].flatMap(([, link = '']) => (link.includes('/assets/') ? [] : [link])));
  }
  return seen;
}
