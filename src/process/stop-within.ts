// The steps of a stop within one time limit, whatever each of them waits for.
import { setTimeout as delay } from 'node:timers/promises';

/** Works that end at the same time, by name. */
type Stage = Readonly<Record<string, () => Promise<unknown> | undefined>>;

/** Ends each stage after the one before; returns the names of those that are not done in time. */
export async function stopWithin(milliseconds: number, stages: readonly Stage[]) {
  const unfinished = new Set(stages.flatMap((stage) => Object.keys(stage)));
  async function end() {
    for (const stage of stages) {
      const works = Object.entries(stage).map(async ([name, work]) => {
        await work();
        unfinished.delete(name);
      });
      await Promise.all(works);
    }
  }
  await Promise.race([end(), delay(milliseconds)]);
  return [...unfinished];
}
