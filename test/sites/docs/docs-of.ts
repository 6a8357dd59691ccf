// The documentation of a deployment with the default rate limits; a page that can't be generated fails the test.
import { createOpenApiEndpoint } from '../../../src/openapi/endpoint.ts';
import type { Versions } from '../../../src/operation/versions.ts';
import { GUIDE_GROUPS } from '../../../src/sites/docs/guides/guides.ts';
import type { DocsSource } from '../../../src/sites/docs/page.ts';
import { createDocs } from '../../../src/sites/docs/server.ts';

/** The IDs of all guides, in order. */
export const GUIDES = Object.values(GUIDE_GROUPS).flat();

export const ORIGIN = 'https://api.example.com';

export const sourceOf = (versions: Versions, more: Partial<DocsSource> = {}): DocsSource => ({
  versions,
  throttle: { points: 120, windowSeconds: 60 },
  origin: ORIGIN,
  documentOf: createOpenApiEndpoint(versions, more.origin ?? ORIGIN, more.isTest).document,
  ...more,
});

export const docsOf = (versions: Versions, more?: Partial<DocsSource>) =>
  createDocs(sourceOf(versions, more));

export const opening =
  (docs: ReturnType<typeof docsOf>) =>
  async (path: string, accept = 'text/html') => {
    const url = new URL(path, ORIGIN);
    const request = new Request(url, { headers: { Accept: accept } });
    const response = await docs(request, { url });
    return {
      status: response.status,
      headers: response.headers,
      body: await response.text(),
    };
  };

/** Every page below `/docs` that another one links to, on a test deployment. */
export async function linkedPages(versions: Versions) {
  const open = opening(docsOf(versions, { isTest: true }));
  const seen = new Map<string, { status: number; text: string }>();
  const waiting = ['/docs', '/docs/schema.graphql'];
  for (const path of waiting) {
    if (seen.has(path)) continue;
    // The service returns 500 for what is thrown.
    const { status, body: text } = await open(path).catch(() => ({ status: 500, body: '' }));
    seen.set(path, { status, text });
    const links = text.matchAll(/href="(\/docs(?:\/[^"#?]*)?)/g);
    waiting.push(
      ...[...links].flatMap(([, link = '']) => (link.includes('/assets/') ? [] : [link])),
    );
  }
  return seen;
}
