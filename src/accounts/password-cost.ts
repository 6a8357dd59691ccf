// The cost of a password hash, in scrypt's parameters.

/** One of OWASP's equally strong choices, the one with the least memory: 32 MiB, and about 300 ms per guess. */
export const COST = { N: 2 ** 15, r: 8, p: 3 } as const;
