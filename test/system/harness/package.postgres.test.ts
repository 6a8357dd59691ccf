// The harness as the package that a release has: it tests a deployment from a folder without a checkout.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import checkout from '../../../package.json' with { type: 'json' };
import { openServedApp } from '../../http/served-app.ts';
import { startLoopbackServer } from '../../support/loopback-server.ts';
import manifest from './package.json' with { type: 'json' };

const run = promisify(execFile);

test('it has the package versions that are tested here, and runs where the service runs', () => {
  expect({ ...checkout.dependencies, ...checkout.devDependencies }).toMatchObject(
    manifest.dependencies,
  );
  expect(manifest).toMatchObject({ engines: checkout.engines, version: checkout.version });
});

/** A gateway that requires a header, and serves the deployment under a path. */
async function startGateway(target: string) {
  const gateway = await startLoopbackServer((incoming, answer) => {
    const { url = '', method = '', headers } = incoming;
    if (headers['x-gate'] !== 'open' || !url.startsWith('/owner/'))
      return void answer.writeHead(418).end();
    const sent = request(
      `${target}${url.slice('/owner'.length)}`,
      { method, headers },
      (got) => {
        answer.writeHead(got.statusCode ?? 0, got.rawHeaders);
        got.pipe(answer);
      },
    );
    incoming.pipe(sent.on('error', () => answer.destroy()));
  });
  return { close: gateway.close, url: `${gateway.origin}/owner` };
}

const app = await openServedApp();
let folder: string;
beforeAll(async () => {
  // Below the checkout only for its packages; `npx` installs them elsewhere.
  folder = await mkdtemp(join(import.meta.dirname, '.trial-'));
  const { stdout: name } = await run(
    'npm',
    ['pack', '--silent', '--pack-destination', folder],
    {
      cwd: import.meta.dirname,
    },
  );
  await run('tar', ['xzf', name.trim(), '--strip-components=1'], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true }));

const GATE = ['--header', 'X-Gate: open'];

function start(url: string, suites: readonly string[], ...args: readonly string[]) {
  const command = join(folder, manifest.bin['owner-api-harness']);
  const chosen = suites.flatMap((name) => ['--suite', name]);
  return spawn(process.execPath, [command, '--url', url, ...chosen, ...args], {
    env: { TOKEN: app.owner.token },
    cwd: folder,
  });
}

async function ended(child: ReturnType<typeof start>) {
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    closed,
  ]);
  return { code: child.exitCode, stdout, stderr };
}

test('tests a deployment below a path, behind a gateway, and writes the report for CI', async () => {
  const { close, url } = await startGateway(app.origin);
  onTestFinished(close);
  const suites = ['update with a precondition', 'REST methods and paths', 'read a product'];
  const report = ['--reporter', 'junit', '--output', 'r.xml'];
  const child = start(url, suites, ...GATE, ...report, '--cases', '30', '--seed', '7');
  const { code, stdout, stderr } = await ended(child);
  expect([code, stdout], stderr).toEqual([0, '']);
  expect(stderr).toMatch(
    /^Seed 7\nREST methods and paths: \d+ cases\nread a product: \d+ cases\nupdate with a precondition: /,
  );
  expect(await readFile(join(folder, 'r.xml'), 'utf8')).toMatch(
    /failures="0"[\s\S]+<testcase classname="read a product"/,
  );
});

test("doesn't start with a version that the deployment doesn't have (D46)", async () => {
  expect(await ended(start(app.origin, [], '--version', '1999-01-01'))).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Use one of the versions \d{4}-\d\d-\d\d/),
  });
});

test('a deployment that goes away ends the run with a report of earlier findings, and exit status 2', async () => {
  const { close, url } = await startGateway(app.origin);
  const child = start(url, ['read a product', 'preflights'], ...GATE);
  child.stderr.on('data', (told: Buffer) => {
    if (`${told}`.includes('read a product')) close();
  });
  const { code, stdout } = await ended(child);
  expect(code).toBe(2);
  expect(stdout).toMatch(/^Query +fields +/m);
  expect(stdout.trimEnd()).toMatch(
    /\nNo findings\.\nThe run ended early\. The deployment stopped responding at case \d+ of "read a product": .+\.$/,
  );
});

test('an interrupt ends the run with its report', async () => {
  const options = ['--cases', '20000', '--reporter', 'json'];
  const child = start(app.origin, ['read a product'], ...options);
  child.stderr.on('data', (told: Buffer) => {
    if (`${told}`.includes('read a product')) child.kill('SIGINT');
  });
  const { code, stdout } = await ended(child);
  const report = { isCutOff: true, findings: [], coverage: expect.any(Array) };
  expect([code, JSON.parse(stdout)]).toEqual([130, expect.objectContaining(report)]);
});
