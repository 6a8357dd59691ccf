// The files of the rehearsed release: what is loaded and read instead of, or after, files of the code.
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const ROOT = fileOf('../../../');

/** Modules that import those of the code and add to them. */
const CODE = fileOf('code/');

/** Lines of the schema beside the code's, and migrations after the code's. */
export const REHEARSED_ADDITIONS = fileOf('prisma/additions.prisma');
export const REHEARSED_MIGRATIONS = fileOf('prisma/migrations');

/** Recorded for a version that has no recorded examples in the code. */
export const REHEARSED_EXAMPLES = fileOf('examples.json');

/** The schema with the release's columns, and the code that Prisma generates from it. */
export const REHEARSED_SCHEMA = fileOf('.generated/');

/** By the place of the original, the module that is loaded instead. */
const MODULES = new Map(
  [
    'src/database/migrations/migration-files.ts',
    'src/graphql/types/enum-members.ts',
    'src/openapi/operation-examples.ts',
    'src/openapi/recorded-examples.ts',
    'src/products/product-fields.ts',
    'src/rest/releases.ts',
    'src/rest/routes.ts',
    'src/rest/rest-names.ts',
  ].map((place) => [ROOT + place, CODE + basename(place)]),
);

const GENERATED = `${ROOT}prisma/generated/`;

/** The module that the rehearsed release loads where another one, but none of its own, imports a module of the code. */
export function rehearsedModule(path: string, importer = CODE): string {
  if (path.startsWith(GENERATED)) return path.replace(`${ROOT}prisma/`, REHEARSED_SCHEMA);
  return (importer.startsWith(CODE) ? undefined : MODULES.get(path)) ?? path;
}
