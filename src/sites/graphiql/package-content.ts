// The files of GraphiQL in its package: one module of string literals, each the content of a file.
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { Content } from '../pages/static-assets.ts';

const PACKAGE = '@graphql-yoga/render-graphiql';

/** Each line of the module is `export const NAME = "…";`, with a JSON string. */
const LINE_END = '";\n';

/**
 * The content of an export of the module, as a file of the given name. The module is read, not imported: an import keeps its
 * 9 MB in memory until the process ends.
 */
export const packageContent = (name: string, file: string): Content => ({
  file,
  read() {
    const path = join(dirname(findPackageJSON(PACKAGE, import.meta.url) ?? ''), 'esm/graphiql.js');
    const module = readFileSync(path);
    const head = `export const ${name} = `;
    const at = module.indexOf(head);
    const end = module.indexOf(LINE_END, at);
    if (at === -1 || end === -1) throw new Error(`${PACKAGE} has no line for ${name}`);
    return Buffer.from(JSON.parse(module.toString('utf8', at + head.length, end + 1)));
  },
});
