// What the client preset of GraphQL Code Generator makes of the schema and of the operations of the back office.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildASTSchema, lexicographicSortSchema, parse, printSchema, visit } from 'graphql';
import { SCHEMA } from '../support/released-schema.ts';

const OPERATIONS = new URL('back-office/src/api/operations.ts', import.meta.url);

/** As `codegen.ts` of a front end would have it; enums are texts, because browsers get the code without a compiler. */
const CONFIG = {
  scalars: { Date: 'string', DateTime: 'string' },
  strictScalars: true,
  useTypeImports: true,
  enumType: 'string-literal',
  importExtension: '.ts',
};

/** Without descriptions and in the order of names, so that the types change with the schema alone. */
const SDL = visit(parse(printSchema(lexicographicSortSchema(SCHEMA))), {
  enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
});

export async function generateBackOffice() {
  const documents = [...readFileSync(OPERATIONS, 'utf8').matchAll(/graphql\(`([^`]*)`\)/g)].map(([, rawSDL = '']) => ({
    rawSDL,
    document: parse(rawSDL),
    location: OPERATIONS.pathname,
  }));
  const files = await preset.buildGeneratesSection({
    baseOutputDir: './',
    schema: SDL,
    schemaAst: buildASTSchema(SDL),
    documents,
    config: CONFIG,
    presetConfig: { fragmentMasking: false },
    plugins: [],
    pluginMap: {},
    pluginContext: {},
  });
  return Promise.all(files.map(async (file) => ({ filename: basename(file.filename), content: await codegen(file) })));
}
