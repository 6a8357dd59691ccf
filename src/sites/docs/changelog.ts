// The changelog: each released version with its dates, its changes as sentences, and examples before and after; as a
// page and a feed.
import { html } from 'hono/html';
import { createExamples, type Examples } from '../../openapi/examples.ts';
import type { Version } from '../../operation/versions.ts';
import { DOCS_PATHS } from '../../paths.ts';
import { releaseNotes, versionBefore } from '../../rest/release-notes.ts';
import { endpointOf, isServed } from '../../rest/route.ts';
import { ROUTES } from '../../rest/routes.ts';
import { createCodecs } from '../../rest/wire-codec.ts';
import { type Html, prose } from '../pages/frame.ts';
import { code, type DocsSource, type Page } from './layout.ts';

const day = (date: Date) => date.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** A version's stage as text. */
export const stageOf = ({ stage, deprecatedAt, sunsetAt }: Version): string => {
  if (!deprecatedAt || !sunsetAt) return stage;
  if (stage === 'supported')
    return `supported; deprecated from ${day(deprecatedAt)}, ends ${day(sunsetAt)}`;
  return stage === 'deprecated' ? `deprecated; ends ${day(sunsetAt)}` : `ended ${day(sunsetAt)}`;
};

export const titleOf = ({ date, label }: Version): string => `${date} (${label})`;

export function changelogPage({ versions }: DocsSource): Page {
  const codecOf = createCodecs(versions);
  const list = versions.list();
  const section = (version: Version) => html`<section id="${version.date}">
<h2><a href="#${version.date}">${titleOf(version)}</a></h2>
<p>Released ${version.date}; ${stageOf(version)}.</p>
${changesIn(versions, version)}
${examplesIn(version)}
</section>`;

  function examplesIn({ date }: Version): Html[] {
    const before = versionBefore(versions, date);
    if (!before) return [];
    const [older, newer] = [createExamples(codecOf(before)), createExamples(codecOf(date))];
    return ROUTES.filter((one) =>
      [before, date].every((version) => isServed(codecOf(version).view, one)),
    ).flatMap((route) => {
      const { name } = route.operation;
      const pairs = (['request', 'answer'] as const).flatMap((part) => {
        const [was, is] = pairOf(older[name][part], newer[name][part]) ?? [];
        const label = `The ${part === 'answer' ? 'response' : part} in`;
        if (!was || !is) return [];
        return [
          html`<div class="pair">${code(marked(was, is), `${label} ${before}`)}${code(marked(is, was), `${label} ${date}`)}</div>`,
        ];
      });
      if (pairs.length === 0) return [];
      return [html`<h3 id="${date}-${name}"><code>${endpointOf(route)}</code></h3>${pairs}`];
    });
  }

  return {
    site: 'changelog',
    title: 'Changelog',
    contents: [
      {
        title: '',
        links: list.map((version) => ({ href: `#${version.date}`, title: titleOf(version) })),
      },
    ],
    content: html`<h1>Changelog</h1>
<p class="lead">Every version with its changes; also as an <a href="${DOCS_PATHS.changelogFeed}">Atom feed</a>.</p>
<p>Your token keeps its version: a newer one changes nothing until you <a href="${DOCS_PATHS.guide('versions', 'moving')}">move to it</a>.</p>
${list.map(section)}`,
  };
}

/** A version's summary and changes. */
export const changesIn = (versions: DocsSource['versions'], { date, summary }: Version): Html => {
  const notes = releaseNotes(versions, date);
  const before = versions.list().find((version) => version.date === versionBefore(versions, date));
  return html`<p>${summary}</p>
${notes.length > 0 && html`<ul>${notes.map(({ sentence }) => html`<li>${prose(sentence)}</li>`)}</ul>`}
${before?.deprecatedAt && before.sunsetAt && html`<p>The version ${before.date} is deprecated from ${day(before.deprecatedAt)} on, and ends ${day(before.sunsetAt)}.</p>`}`;
};

/** The first example that differs in the newer version, as lines of JSON. */
function pairOf(older: Examples = {}, newer: Examples = {}) {
  const linesOf = (example: Examples[string] | undefined): readonly string[] =>
    example && 'value' in example ? JSON.stringify(example.value, null, 2).split('\n') : [];
  return Object.keys(newer)
    .map((name) => [linesOf(older[name]), linesOf(newer[name])] as const)
    .find(([was, is]) => was.join() !== is.join());
}

/** The lines, with the ones missing in the other text highlighted. */
function marked(lines: readonly string[], others: readonly string[]): Html[] {
  const bare = (line: string) => line.trim().replace(/,$/, '');
  const known = new Set(others.map(bare));
  return lines.map((line) =>
    known.has(bare(line)) ? html`${line}\n` : html`<mark>${line}</mark>\n`,
  );
}

/**
 * An Atom feed (RFC 4287) with an entry per version. The IDs consist of the deployment's origin and the version's date,
 * so they never change.
 */
export async function changelogFeed({ versions, origin }: DocsSource): Promise<string> {
  const page = `${origin}${DOCS_PATHS.changelog}`;
  const entry = async (version: Version) => html`<entry>
<id>${page}#${version.date}</id>
<title>${titleOf(version)}</title>
<updated>${startOf(version.date)}</updated>
<link rel="alternate" type="text/html" href="${page}#${version.date}"/>
<content type="html">${String(await changesIn(versions, version))}</content>
</entry>`;
  return String(
    await html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${page}</id>
<title>Versions of the Rental Marketplace Owner API</title>
<updated>${startOf(versions.newest())}</updated>
<author><name>Rental Marketplace</name></author>
<link rel="self" type="application/atom+xml" href="${origin}${DOCS_PATHS.changelogFeed}"/>
<link rel="alternate" type="text/html" href="${page}"/>
${versions.list().map(entry)}
</feed>
`,
  );
}

const startOf = (day: string) => `${day}T00:00:00Z`;
