// `npm run sbom`: the packages of a production install, all of them and no other.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { manifest } from './deploy-files.ts';

const root = join(import.meta.dirname, '../../..');
const file = join(root, 'sbom.cdx.json');

interface Sbom {
  readonly bomFormat: string;
  readonly components: readonly { readonly name: string; readonly 'bom-ref': string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

test('has every dependency of the service, also those that development needs too, and none of development alone', () => {
  onTestFinished(() => rmSync(file, { force: true }));
  execFileSync(process.execPath, ['.deploy/sbom.js'], { cwd: root, stdio: 'ignore' });
  const { bomFormat, components, dependencies }: Sbom = JSON.parse(readFileSync(file, 'utf8'));
  expect(bomFormat).toBe('CycloneDX');
  const names = new Set(components.map(({ name }) => name));
  expect(Object.keys(manifest.dependencies).filter((name) => !names.has(name))).toEqual([]);
  expect(
    Object.keys(manifest.devDependencies).filter((name) => names.has(name) && !name.startsWith('@types/')),
  ).toEqual([]);
  const refs = new Set(components.map((one) => one['bom-ref']));
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
});
