// `npm run sbom`: the packages of a production install, all of them and no other.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { manifest, ROOT, readText } from './deploy-files.ts';

const FILE = 'sbom.cdx.json';

interface Sbom {
  readonly bomFormat: string;
  readonly components: readonly { readonly name: string; readonly 'bom-ref': string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

test('has every dependency of the service, also those that development needs too, and none of development alone', () => {
  onTestFinished(() => rmSync(join(ROOT, FILE), { force: true }));
  execFileSync(process.execPath, ['.deploy/sbom.js'], { cwd: ROOT, stdio: 'ignore' });
  const { bomFormat, components, dependencies }: Sbom = JSON.parse(readText(FILE));
  expect(bomFormat).toBe('CycloneDX');
  const names = new Set(components.map(({ name }) => name));
  expect(Object.keys(manifest.dependencies).filter((name) => !names.has(name))).toEqual([]);
  expect(
    Object.keys(manifest.devDependencies).filter((name) => names.has(name) && !name.startsWith('@types/')),
  ).toEqual([]);
  const refs = new Set(components.map((one) => one['bom-ref']));
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
});
