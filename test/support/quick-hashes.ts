// Password hashes that cost 1 ms instead of 300 ms in the projects with a database, because tests sign in hundreds of
// times. `accounts/passwords.unit.test.ts` tests the real cost; commands and services in child processes have it too.
import { randomBytes, scryptSync } from 'node:crypto';

const FILE = '/src/accounts/passwords.ts';
const COST = 'N: 2 ** 15';
const QUICK_COST = 'N: 2 ** 7';

/** Its users have hashes of their known passwords. */
const DEMO_FILE = '/src/demo/demo-data.json';

function quickHash(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 2 ** 7, r: 8, p: 3 });
  return ['scrypt', 2 ** 7, 8, 3, salt.toString('base64'), key.toString('base64')].join('$');
}

export const quickHashes = {
  name: 'quick-hashes',
  enforce: 'pre',
  transform(source: string, path: string) {
    if (path.endsWith(DEMO_FILE)) {
      const { people, ...data } = JSON.parse(source);
      for (const person of Object.values<Record<string, string>>(people))
        person.passwordHash = quickHash(person.password ?? '');
      return JSON.stringify({ people, ...data });
    }
    if (!path.endsWith(FILE)) return source;
    if (!source.includes(COST)) throw new Error(`${FILE} has no ${COST}`);
    return source.replace(COST, QUICK_COST);
  },
} as const;
