// `npm run schema`: prints the GraphQL schema to `schema.graphql`.
import { writeFile } from 'node:fs/promises';
import { printedSchema } from '../graphql/schema.ts';
import { atLastRelease } from '../rest/releases.ts';
import { parseCommandLine, runCommand } from './command-line.ts';

const USAGE = `Usage:
  npm run schema

Writes the GraphQL schema of the code to schema.graphql.`;

await runCommand(USAGE, async () => {
  parseCommandLine({});
  await writeFile(
    new URL('../../schema.graphql', import.meta.url),
    printedSchema(atLastRelease()),
  );
});
