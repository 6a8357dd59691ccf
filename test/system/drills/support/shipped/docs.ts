// Reads every page of the documentation of nodes: one that is not answered 200 has failed.

import type { Row } from '../../drill.ts';
import { type Answer, rowOf } from '../send.ts';

const FIRST_PAGES = ['/docs', '/docs/changelog.atom', '/docs/schema.graphql', '/openapi.json'];
const MOST_PAGES = 1_000;
/** Another spelling of a page leads to it. */
const FINE = [200, 308];

export async function readDocs(what: string, origins: readonly string[]): Promise<Row> {
  const answers = await Promise.all(origins.map(readAll));
  return rowOf(what, answers.flat(), FINE);
}

async function readAll(origin: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = [...FIRST_PAGES];
  const known = new Set(waiting);
  for (const path of waiting) {
    const start = performance.now();
    const response = await fetch(`${origin}${path}`, { redirect: 'manual', headers: { Accept: 'text/html' } });
    const text = await response.text();
    if (!FINE.includes(response.status)) process.stderr.write(`${path}: ${response.status}\n`);
    answers.push({ status: response.status, id: 0, isReplay: false, milliseconds: performance.now() - start });
    for (const [, link = ''] of text.matchAll(/href="(\/docs(?:\/[^"#?]*)?)/g)) {
      if (known.has(link) || link.includes('/assets/') || known.size >= MOST_PAGES) continue;
      known.add(link);
      waiting.push(link);
    }
  }
  return answers;
}
