// `npm run schema`: prints the GraphQL schema to `schema.graphql`.
import { writeFile } from 'node:fs/promises';
import { printedSchema } from '../graphql/schema.ts';

await writeFile(new URL('../../schema.graphql', import.meta.url), printedSchema());
