// What others see of a service that has much to do: how long their requests wait, and the memory that it takes.
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from '../../../process/service.ts';
import { type Answer, type Node, send } from './send.ts';

interface Read extends Node {
  readonly path: string;
}

/** The answers to each read, sent again and again beside the work, at least once. */
export async function beside(reads: readonly Read[], pause: number, work: () => Promise<unknown>): Promise<Answer[][]> {
  let isOver = false;
  const loops = reads.map(async (node) => {
    const answers: Answer[] = [];
    do {
      // On a connection of its own, as a client that has not been there before.
      answers.push(await send(node, 'GET', node.path, undefined, { Connection: 'close' }));
      await delay(pause);
    } while (!isOver);
    return answers;
  });
  await work().finally(() => {
    isOver = true;
  });
  return await Promise.all(loops);
}

/** The most memory that a service has from now on, as Linux counts it. */
export async function watchPeak({ process: { pid } }: Service) {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  return {
    async megabytes(): Promise<number> {
      const [, kibibytes] = /VmHWM:\s*(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
      return Math.round(Number(kibibytes) / 1024);
    },
  };
}
