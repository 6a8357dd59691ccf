// The changelog as an Atom feed (RFC 4287): an entry for each released version.
import { html } from 'hono/html';
import type { Version } from '../../operation/versions.ts';
import { DOCS_PATHS } from '../../paths.ts';
import { changesIn, titleOf } from './changelog-page.ts';
import type { DocsSource } from './source.ts';

/** The ids have the origin of the deployment and the day of the version: they never change. */
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
