// What the guides offer to repeat a write, in each language, behind a proxy that loses responses.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { EVENTUALLY } from '../../support/eventually.ts';
import { has } from '../../support/programs.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { blocksOf } from './guide-blocks.ts';
import { startLosingProxy } from './losing-proxy.ts';
import { serveDemoApp } from './serve-app.ts';

const LANGUAGES = [
  { language: 'Shell', program: 'curl', run: ['sh', 'main'], head: '' },
  { language: 'Python', program: 'requests', run: ['python3', 'main'], head: '' },
  { language: 'PHP', program: 'php', run: ['php', 'main'], head: '<?php\n' },
] as const;

for (const { language, program, run, head } of LANGUAGES) {
  test.runIf(has(program))(
    `a create in ${language} whose responses are lost is done once, and not before Retry-After (D40)`,
    async () => {
      const app = await serveDemoApp();
      const proxy = await startLosingProxy(() => app.origin, {
        1: 'dropped',
        2: 'badGateway',
        3: 'unavailable',
      });
      onTestFinished(proxy.close);
      const { path: directory, remove } = await temporaryDirectory();
      onTestFinished(remove);
      const blocks = await blocksOf(['retries', 'limits'], proxy.origin);
      for (const { label, code } of blocks)
        if (/\.(?:py|php)$/.test(label)) await writeFile(join(directory, label), code);
      const main = blocks.find(
        ({ label, code }) => label === language && /Idempotency-Key|--retry/.test(code),
      );
      await writeFile(join(directory, 'main'), `${head}${main?.code}`);
      const before = await app.db.product.count();
      const [command, ...args] = run;
      const { stdout } = await promisify(execFile)(command, args, {
        cwd: directory,
        env: { ...process.env, TOKEN: app.token },
        timeout: 4 * EVENTUALLY,
      });
      expect(stdout).toContain('201');
      const [, , third, fourth, ...others] = proxy.passed().map(({ at }) => at);
      // The third response has a Retry-After of a second.
      expect(Number(fourth) - Number(third)).toBeGreaterThanOrEqual(1000);
      expect(others).toEqual([]);
      expect(await app.db.product.count()).toBe(before + 1);
    },
  );
}
