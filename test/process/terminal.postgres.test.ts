// The service on a terminal that is stopped by Ctrl-S, or closed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { has } from '../support/programs.ts';
import { ROOT, START, startWith } from './log-sink.ts';

const onTerminal = test.skipIf(!has('python3'));

/** Python opens the terminal, because Node can't. */
async function startOnTerminal(kind: 'controlling' | 'other') {
  let shown = '';
  const service = await startWith((env) => {
    const program = join(import.meta.dirname, 'terminal.py');
    return spawn('python3', [program, `--${kind}`, process.execPath, ...START], {
      cwd: ROOT,
      env,
    });
  });
  const { stdin, stdout } = service.child;
  stdout?.on('data', (chunk) => (shown += chunk));
  const kill = (signal: NodeJS.Signals) =>
    void process.kill(Number(/^pid (\d+)$/m.exec(shown)?.[1]), signal);
  const after = (text: string) => expect.poll(() => shown).toContain(text);
  async function tell(word: 'stop' | 'go' | 'close') {
    stdin?.write(`${word}\n`);
    await after(`did ${word}`);
  }
  await after('pid ');
  onTestFinished(() => {
    if (!shown.includes('exit ')) kill('SIGKILL');
  });
  return { ...service, tell, kill, after };
}

onTerminal(
  'Ctrl-S on the terminal stops no request; Ctrl-Q shows the lines; SIGTERM ends it while stopped',
  async () => {
    const service = await startOnTerminal('controlling');
    await service.tell('stop');
    expect(await service.request(400)).toEqual(new Set([404]));
    await service.tell('go');
    await service.after('GET /readyz');
    await service.tell('stop');
    expect(await service.request(400)).toEqual(new Set([404]));
    service.kill('SIGTERM');
    await service.after('exit 0');
  },
);

onTerminal(
  'a terminal that closes without a signal costs no request, and SIGTERM stops the service',
  async () => {
    const service = await startOnTerminal('other');
    await service.tell('close');
    expect(await service.request(40)).toEqual(new Set([404]));
    service.kill('SIGTERM');
    await service.after('exit 0');
  },
);
