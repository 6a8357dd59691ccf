// The format of the database's URL. Its errors name places in a password, never its characters.
import { z } from 'zod';

/** As meant: from the colon after the user to the last at sign. The port of a host, a path and a query aren't one. */
const PASSWORD = /^\w+:\/\/[^:@/?#]*:(?!\d+\/[^@]*\?)(.*)@/s;

/** The place of a password's character at which a URL's parser ends it, or that it can't decode; undefined: none. */
function passwordError(url: string) {
  const parsed = URL.parse(url);
  const isWhole = parsed?.password && !/@/.test(parsed.pathname + parsed.hash);
  const at = isWhole
    ? undecodable(parsed.password)
    : (PASSWORD.exec(url)?.[1] ?? '').search(/[/?#]/);
  return at === -1
    ? undefined
    : `must have character ${at + 1} of its password percent-encoded, such as %2F for / and %25 for %`;
}

/** Like pg, takes a percent sign without two digits as itself. */
function undecodable(password: string) {
  try {
    decodeURIComponent(password.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
    return -1;
  } catch {
    return password.search(/%[89a-f]/i);
  }
}

export const databaseUrl = z
  .url({
    protocol: /^postgres(?:ql)?$/,
    hostname: /./,
    error: ({ input }) =>
      passwordError(String(input)) ?? 'must be a URL such as postgres://user@host/name',
  })
  // The other rules can only read a valid URL.
  .pipe(z.string())
  .refine((url) => passwordError(url) === undefined, {
    error: ({ input }) => passwordError(String(input)) ?? '',
  })
  .refine(
    (url) => ['public', null].includes(new URL(url).searchParams.get('schema')),
    'must not have the parameter schema: the service works in the schema public',
  )
  .refine(
    (url) => !new URL(url).searchParams.has('pgbouncer'),
    'must not have the parameter pgbouncer: use the session mode of the pooler, which needs none',
  );
