// The resident memory of a process of the service, asked for now and then.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Service } from '../../../process/service.ts';

const INTERVAL_MILLISECONDS = 500;
const KIBIBYTES_PER_MEBIBYTE = 1024;

const run = promisify(execFile);

export function watchMemory({ process: { pid }, output }: Service) {
  const seen: number[] = [];
  const ask = async () => {
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => {
      throw new Error(`the service has ended: ${output().stderr}`);
    });
    seen.push(Math.round(Number(stdout) / KIBIBYTES_PER_MEBIBYTE));
  };
  let asked = ask();
  const timer = setInterval(() => {
    asked = asked.then(ask);
    asked.catch(() => clearInterval(timer));
  }, INTERVAL_MILLISECONDS);
  return {
    /** @throws the service has ended before. */
    async stop(): Promise<{ readonly text: string; readonly mostMegabytes: number }> {
      clearInterval(timer);
      await asked;
      const mostMegabytes = Math.max(...seen);
      return { text: `${seen[0]} MB, at most ${mostMegabytes} MB`, mostMegabytes };
    },
  };
}
