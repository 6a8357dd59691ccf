// The formats of environment variables. Their errors complete the sentence "NAME: …" and never show a value.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { DAY_SECONDS } from '../time.ts';

/** Plain decimals only: no sign, no exponent, no white space. */
export const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,10}$/, error)
    .transform(Number)
    .refine((value) => value >= min && value <= max, error);
};

export const port = wholeNumber(0, 65_535);

/** As a URL has it. */
export const hostInUrl = (value: string) => (value.includes(':') ? `[${value}]` : value);

const isHost = (value: string) =>
  /^[\w.:-]+$/.test(value) && URL.canParse(`http://${hostInUrl(value)}`);

export const host = z
  .string()
  .refine(isHost, 'must be an IP address or a host name, without brackets, port or scheme')
  .default('127.0.0.1');

/** At most a day: counters in memory use Node's timers, which overflow beyond 24 days. */
export const windowSeconds = wholeNumber(1, DAY_SECONDS);

export const choice = <const Values extends readonly string[]>(...values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

/** Docker's `--env-file` keeps quotes, which are a part of the value then. */
export const freeText = z
  .string()
  .regex(/^(?!(['"]).*\1$)/s, 'must not be in quotes')
  .min(1);

/** A pipe, because further rules can only read a valid URL. */
export const httpUrl = (error: string) =>
  z.url({ protocol: /^https?$/, error }).pipe(z.string());

/** Of an app, such as `capacitor://localhost`: browsers send it, but `URL` knows no origin of such a scheme. */
const APP_ORIGIN = /^(?!https?:)[a-z][a-z\d+.-]*:\/\/[\w.-]+(?::\d{1,5})?$/;

const isOrigin = (value: string) =>
  value === '*' ||
  APP_ORIGIN.test(value) ||
  (/^https?:[^*]+$/.test(value) && URL.parse(value)?.origin === value);

export const origins = z
  .string()
  .transform((value) => value.split(',').map((origin) => origin.trim()))
  .refine(
    (list) => list.every(isOrigin),
    'must be * or origins such as https://shop.example or capacitor://localhost, separated by commas; ' +
      'name each host, because * stands for all origins only',
  );

export const publicOrigin = httpUrl('must be an origin such as https://api.example.com')
  .refine(
    (url) => new URL(url).href === `${new URL(url).origin}/`,
    'must be an origin without a path: give the service its own host name',
  )
  .transform((url) => new URL(url).origin);

/** The machine itself. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

export const isLoopback = (hostname: string) => LOOPBACK.test(hostname);

/** Its endpoints are discovered below it (OpenID Connect Discovery 1.0). Codes travel by http only on this machine. */
export const issuer = httpUrl('must be a URL such as https://accounts.example.com')
  .refine(
    (url) => url.startsWith('https:') || isLoopback(new URL(url).hostname),
    'must start with https:, except on localhost',
  )
  .refine(
    (url) => !/microsoftonline\.\w+\/(?:common|organizations|consumers)\b/i.test(url),
    'must have the ID of your tenant, such as https://login.microsoftonline.com/TENANT-ID/v2.0',
  )
  .refine(
    (url) => !/[?#@]|\/\.well-known\//.test(url),
    'must be the issuer that the provider names, without a query, a user or /.well-known/',
  );

export const contact = z
  .string()
  .regex(
    /^(?:mailto:|https:\/\/|tel:)[\x21-\x7e]+$/,
    'must be a mailto:, https: or tel: URI',
  );

/**
 * A value in a file, as supervisors provide secrets. It is read again each time, because they replace it; if that
 * fails, the last value is used. Errors name the file, never its content.
 */
export const inFile = (textSchema: z.ZodType<string>) =>
  z.string().transform((path, { addIssue }) => {
    const read = () => textSchema.safeParse(readFileSync(path, 'utf8').trim());
    try {
      const { data, error } = read();
      if (data !== undefined) return readAgain(data, () => read().data);
      addIssue(`the text of ${path} ${error?.issues[0]?.message}`);
    } catch (error) {
      addIssue(`can't be read: ${(error as Error).message}`);
    }
    return z.NEVER;
  });

function readAgain(first: string, read: () => string | undefined) {
  let last = first;
  return () => {
    try {
      last = read() ?? last;
    } catch {}
    return last;
  };
}
