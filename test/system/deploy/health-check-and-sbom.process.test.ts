// The Dockerfile's HEALTHCHECK, run as Docker does, and `npm run sbom`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HEALTH_PATHS } from '../../../src/paths.ts';
import { startLoopbackServer } from '../../support/loopback-server.ts';
import type { Json } from '../../support/openapi-contract.ts';
import { manifest, markdownSpelling, ROOT, readText } from './deploy-files.ts';

const [program = '', ...args] = markdownSpelling('HEALTHCHECK');

async function check(port: number): Promise<number> {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOSTNAME: '127.0.0.1', PORT: String(port) },
    stdio: 'ignore',
  });
  const [code] = await once(child, 'exit');
  return code;
}

test("a process is healthy if its /healthz returns 200, and not if it returns an error or doesn't listen", async () => {
  let status = 200;
  const { port, close } = await startLoopbackServer(({ url }, response) => {
    response.writeHead(url === HEALTH_PATHS.up ? status : 404).end();
  });
  expect(await check(port)).toBe(0);
  status = 500;
  expect(await check(port)).toBe(1);
  await close();
  expect(await check(port)).toBe(1);
});

const FILE = 'sbom.cdx.json';

test('the SBOM has every dependency of the service, and none that only development needs', () => {
  onTestFinished(() => rmSync(join(ROOT, FILE), { force: true }));
  execFileSync(process.execPath, ['.deploy/sbom.js'], { cwd: ROOT, stdio: 'ignore' });
  const { bomFormat, components, dependencies }: Json = JSON.parse(readText(FILE));
  expect(bomFormat).toBe('CycloneDX');
  const names = new Set(components.map(({ name }: Json) => name));
  expect(Object.keys(manifest.dependencies).filter((name) => !names.has(name))).toEqual([]);
  expect(
    Object.keys(manifest.devDependencies).filter(
      (name) => names.has(name) && !name.startsWith('@types/'),
    ),
  ).toEqual([]);
  const refs = new Set(components.map((one: Json) => one['bom-ref']));
  const dependedOn = dependencies.flatMap(({ dependsOn }: Json) => dependsOn);
  expect(dependedOn.filter((ref: string) => !refs.has(ref))).toEqual([]);
});
