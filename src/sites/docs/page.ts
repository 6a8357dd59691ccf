// What the documentation is made from, and what a page is: Markdown with anchors, examples and tables.
import type { Lifecycle, VersionName, Versions } from '../../operation/versions.ts';
import { isoDay } from '../../time.ts';
import type { Site } from '../pages/frame.ts';

export interface DocsSource {
  readonly versions: Versions;
  /** The service's public origin, for the commands to paste. */
  readonly origin: string;
  /** Whether no data is real: readers can run the examples and rehearse errors. */
  readonly isTest?: boolean;
  readonly throttle: { readonly points: number; readonly windowSeconds: number };
  /** The OpenAPI document of a version. */
  readonly documentOf: (version: VersionName) => object;
}

export interface Page {
  readonly path: string;
  /** Pages of one site and version link to each other. */
  readonly site: Site;
  readonly version: VersionName;
  /** The heading above its link. */
  readonly group: string;
  readonly title: string;
  /** In a sentence, for the page, lists and the search; empty if the title says it all. */
  readonly summary: string;
  /** Beside its title in search results, such as `REST · POST /bundle`. */
  readonly place: string;
  /** Other words by which the search finds it. */
  readonly words?: string | undefined;
  /**
   * The content below title and summary. Headings and the first cells of tables may end in an anchor and search words,
   * as in `## Compression {#compression gzip}`. A block `example` is the JSON of a `ShownExample`.
   */
  readonly text: () => string;
}

export interface ShownExample {
  /** Its ID among the recorded examples, and on the page. */
  readonly id: string;
  readonly label: string;
  /** The example on the same page that creates what this one reads. */
  readonly after?: string;
  /** Whether a long response is cut after its first fields. */
  readonly isCut?: true;
}

/** A block of Markdown that shows an example. */
export const exampleBlock = (example: ShownExample) =>
  `\`\`\`example\n${JSON.stringify(example)}\n\`\`\``;

/** Without empty ones. */
export const paragraphs = (...parts: readonly (string | null | undefined | false)[]) =>
  parts.filter(Boolean).join('\n\n');

interface Field {
  readonly name: string;
  readonly id: string;
  readonly type: readonly (string | false | undefined)[];
  readonly text: string;
}

/** Fields as a list in Markdown: name and type on a line, what it means below. */
export const fieldList = (fields: readonly Field[]) =>
  fields
    .map(({ name, id, type, text }) =>
      paragraphs(
        `- [\`${name}\`](#${id}) {#${id}} ${type.filter(Boolean).join(', ')}`,
        text && `  ${text.replaceAll('\n', ' ')}`,
      ),
    )
    .join('\n\n');

/** A table in Markdown. */
export const markdownTable = (
  heads: readonly string[],
  rows: readonly (readonly string[])[],
) => [heads, heads.map(() => '---'), ...rows].map(tableRow).join('\n');

/** A row of a table; line breaks in a cell become spaces. */
export const tableRow = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

/** A version's stage as text. */
export function stageOf({ stage, deprecatedAt, sunsetAt }: Lifecycle) {
  if (!deprecatedAt || !sunsetAt) return stage;
  if (stage === 'sunset') return `ended ${isoDay(sunsetAt)}`;
  const end = `ends ${isoDay(sunsetAt)}`;
  return stage === 'deprecated'
    ? `deprecated; ${end}`
    : `supported; deprecated from ${isoDay(deprecatedAt)}, ${end}`;
}

/** What creates say of each optional field; a page says it once. */
export const NULL_NOTE = 'Null is the same as absent.';

export const withoutNullNote = (description = '') =>
  description.replace(NULL_NOTE, '').replace('  ', ' ').trim();
