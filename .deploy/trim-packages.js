// After each install: removes 130 MB of packages that the service never reads. JavaScript, because an older Node may run it.
import { readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const QUERY_COMPILERS_OF_OTHER_DATABASES = /^query_compiler_.*\.(cockroachdb|mysql|sqlite|sqlserver)\./;

const inPackage = (path) => fileURLToPath(new URL(`../node_modules/${path}/`, import.meta.url));

function entriesOf(directory) {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

const runtime = inPackage('@prisma/client/runtime');
for (const file of entriesOf(runtime)) if (QUERY_COMPILERS_OF_OTHER_DATABASES.test(file)) rmSync(runtime + file);

/** The service reads GraphiQL from the other format of its package. */
rmSync(inPackage('@graphql-yoga/render-graphiql/cjs'), { recursive: true, force: true });

/** The service reads the CommonJS format of OpenTelemetry's packages; two others are as large, and sources of debuggers. */
const openTelemetry = inPackage('@opentelemetry');
for (const name of entriesOf(openTelemetry))
  for (const format of ['esm', 'esnext'])
    rmSync(`${openTelemetry}${name}/build/${format}`, { recursive: true, force: true });
const conventions = inPackage('@opentelemetry/semantic-conventions/dist');
for (const file of entriesOf(conventions)) if (file.endsWith('.map')) rmSync(conventions + file);

/** Headers for add-ons in C; the package of the binary is named by its platform. */
const platforms = inPackage('node/node_modules');
for (const name of entriesOf(platforms).filter((entry) => entry.startsWith('node-')))
  rmSync(`${platforms}${name}/include`, { recursive: true, force: true });
