// `npm run sbom`: writes sbom.cdx.json, the packages of a production install as CycloneDX, by package-lock.json.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'sbom.cdx.json';
const MAX_BYTES = 64 * 2 ** 20;

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

// npm's own --omit=dev leaves out each package that a development package needs too, such as graphql and zod.
const NPM = [
  'sbom',
  '--package-lock-only',
  '--workspaces=false',
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
];

/** `name@version` of each package of a production install, with the optional ones. */
function productionPackages() {
  const { packages } = readJson('package-lock.json');
  return new Set(
    Object.entries(packages)
      .filter(
        ([path, { dev, devOptional, link }]) =>
          path.includes('node_modules/') && !dev && !devOptional && !link,
      )
      .map(
        ([path, { name, version }]) =>
          `${name ?? path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`,
      ),
  );
}

const all = JSON.parse(execFileSync('npm', NPM, { encoding: 'utf8', maxBuffer: MAX_BYTES }));
const { name } = readJson('package.json');
const kept = productionPackages();
const components = all.components.filter((one) => kept.has(`${one.name}@${one.version}`));
const refs = new Set([
  all.metadata.component['bom-ref'],
  ...components.map((one) => one['bom-ref']),
]);
const dependencies = all.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => refs.has(ref)) }));
const metadata = { ...all.metadata, component: { ...all.metadata.component, name } };
writeFileSync(
  FILE,
  `${JSON.stringify({ ...all, metadata, components, dependencies }, null, 2)}\n`,
);
process.stdout.write(`Wrote ${FILE} with ${components.length} packages.\n`);
