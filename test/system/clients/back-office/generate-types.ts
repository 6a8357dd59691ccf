// The types of the operations, by GraphQL Code Generator's client preset: `npm run types` regenerates
// `src/generated/`.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, lexicographicSortSchema, parse, printSchema, visit } from 'graphql';
import { loadEnv } from 'vite';

const OPERATIONS = new URL('src/api/operations.ts', import.meta.url);
const GENERATED = new URL('src/generated/', import.meta.url);

/** Like `codegen.ts` would; enums are strings, because browsers get the code without a compiler. */
const CONFIG = {
  scalars: { Date: 'string', DateTime: 'string' },
  strictScalars: true,
  useTypeImports: true,
  enumType: 'string-literal',
  importExtension: '.ts',
};

/** Without descriptions and sorted by name, so that the types only change with the schema. */
const bare = (sdl: string) =>
  visit(parse(printSchema(lexicographicSortSchema(buildSchema(sdl)))), {
    enter: (node) =>
      'description' in node ? { ...node, description: undefined } : undefined,
  });

export async function generateTypes(sdl: string) {
  const documents = [
    ...readFileSync(OPERATIONS, 'utf8').matchAll(/graphql\(`([^`]*)`\)/g),
  ].map(([, rawSDL = '']) => ({
    rawSDL,
    document: parse(rawSDL),
    location: OPERATIONS.pathname,
  }));
  const files = await preset.buildGeneratesSection({
    baseOutputDir: './',
    schema: bare(sdl),
    schemaAst: buildSchema(sdl),
    documents,
    config: CONFIG,
    presetConfig: { fragmentMasking: false },
    plugins: [],
    pluginMap: {},
    pluginContext: {},
  });
  return Promise.all(
    files.map(async (file) => ({
      filename: basename(file.filename),
      content: await codegen(file),
    })),
  );
}

if (process.argv[1] === import.meta.filename) {
  const { VITE_GRAPHQL_URL } = loadEnv('development', import.meta.dirname);
  const response = await fetch(new URL('/docs/schema.graphql', VITE_GRAPHQL_URL));
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  for (const { filename, content } of await generateTypes(await response.text()))
    writeFileSync(new URL(filename, GENERATED), content);
}
