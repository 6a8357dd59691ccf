// Runs GraphQL Code Generator's client preset on the schema and on the job's documents next to this file.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, parse } from 'graphql';

const sdl = readFileSync('schema.graphql', 'utf8');
const documents = [
  ...readFileSync('job.ts', 'utf8').matchAll(/graphql\(\s*`([^`]*)`,?\s*\)/g),
].map(([, rawSDL]) => ({
  rawSDL,
  document: parse(rawSDL),
  location: 'job.ts',
}));

const files = await preset.buildGeneratesSection({
  baseOutputDir: 'generated/',
  schema: parse(sdl),
  schemaAst: buildSchema(sdl),
  documents,
  config: {
    scalars: { Date: 'string', DateTime: 'string' },
    strictScalars: true,
    useTypeImports: true,
  },
  presetConfig: {},
  plugins: [],
  pluginMap: {},
  pluginContext: {},
});
for (const file of files) {
  mkdirSync(dirname(file.filename), { recursive: true });
  writeFileSync(file.filename, await codegen(file));
}
