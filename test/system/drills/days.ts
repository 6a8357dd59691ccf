// The drill `days`: all tests with a clock on the day after the newest version begins, and after the oldest one ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { laterDays } from '../../support/later-days.ts';
import { type Row, rowOf } from './drill.ts';

export async function run(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { day, offset } of laterDays()) {
    const start = performance.now();
    const tests = spawn('npx', ['vitest', 'run'], {
      env: { ...process.env, CLOCK_OFFSET: String(offset) },
      stdio: 'inherit',
    });
    const [code] = await once(tests, 'close');
    const milliseconds = performance.now() - start;
    rows.push(
      rowOf(`all tests on ${day}`, [
        { milliseconds, fault: code === 0 ? undefined : `exit status ${code}` },
      ]),
    );
  }
  return rows;
}
