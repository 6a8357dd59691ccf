// The blocks of code in guides, as a service at an origin serves them.
import { createVersions } from '../../../src/operation/versions.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { docsOf, opening } from '../../sites/docs/docs-of.ts';

/** Their labels, such as a language or a file name, and their code without its indentation. */
export async function blocksOf(guides: readonly string[], origin?: string) {
  const open = opening(docsOf(createVersions(RELEASES), origin ? { origin } : {}));
  const pages = await Promise.all(guides.map((id) => open(`/docs/guides/${id}.md`)));
  return pages.flatMap(({ body }) =>
    [...body.matchAll(/^( *)```(\S+)\n(.*?)^ *```$/gms)].map(
      ([, margin = '', label = '', code = '']) => ({
        label,
        code: code.replaceAll(new RegExp(`^${margin}`, 'gm'), ''),
      }),
    ),
  );
}
