// A password hash that takes 1 ms instead of 300 ms, in the projects with a database, because tests sign in hundreds of
// times. `accounts/passwords.unit.test.ts` tests the real cost; commands and services in child processes have it too.
export const COST = { N: 2 ** 7, r: 8, p: 3 } as const;
