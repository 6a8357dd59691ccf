// A hash of a password costs 300 ms, and tests sign in some hundred times: in the projects with a database each costs 1 ms.
// Its real cost is pinned by `accounts/passwords.unit.test.ts`; commands and services as processes have it too.
const FILE = '/src/accounts/passwords.ts';
const COST = 'N: 2 ** 15';
const QUICK_COST = 'N: 2 ** 7';

export const quickHashes = {
  name: 'quick-hashes',
  enforce: 'pre',
  transform(source: string, path: string) {
    if (!path.endsWith(FILE)) return source;
    if (!source.includes(COST)) throw new Error(`${FILE} has no ${COST}`);
    return source.replace(COST, QUICK_COST);
  },
} as const;
