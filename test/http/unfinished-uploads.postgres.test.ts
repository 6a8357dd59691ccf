// Uploads that end before their body is read don't count toward the create rate limit (D31, D43).
import { beforeEach, expect, test } from 'vitest';
import { budget } from '../support/app.ts';
import { recordedLog } from '../support/log.ts';
import { openServedApp } from './served-app.ts';

const LIMIT = 5;
/** More than one user may upload at once, see `src/fairness/bodies.ts`. */
const TOO_MANY = 17;
const JSON_TYPE = 'Content-Type: application/json';

const log = recordedLog();
const app = await openServedApp({
  config: { throttle: budget(LIMIT, 86_400) },
  logger: log.logger,
});
beforeEach(() => {
  log.lines.length = 0;
});

/** A connection that has sent all of a large body but its last bytes. */
async function uploading(path: string) {
  const connection = await app.connect();
  const head = app.head('POST', path, JSON_TYPE, 'Content-Length: 20000');
  connection.send(`${head}\r\n{"product":{"title":"${'a'.repeat(18_000)}`);
  return connection;
}

test.each(['/product', '/bundle'])(
  'uploads to %s that are aborted, or rejected for lack of room, leave the rate limit as it was (D31)',
  async (path) => {
    const before = await app.remainingCreates();
    const connections = await Promise.all(
      Array.from({ length: TOO_MANY }, () => uploading(path)),
    );
    const answers = connections.map((one) => one.answer());
    expect(await Promise.any(answers)).toMatchObject({ status: 503 });
    for (const one of connections) one.close();
    await Promise.allSettled(answers);
    const ended = () => log.logged().map((line) => line.msg);
    await expect
      .poll(() => ended().filter((end) => end === 'aborted').length)
      .toBeGreaterThan(LIMIT);
    await expect.poll(() => ended().length).toBeGreaterThanOrEqual(TOO_MANY);
    expect(await app.remainingCreates()).toBe(before);
  },
);
