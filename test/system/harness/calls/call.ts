// A request of a case, the JSON of its body, and the command that repeats it.
import { isDeepStrictEqual } from 'node:util';

export const SURFACES = ['rest', 'graphql'] as const;
export type Surface = (typeof SURFACES)[number];

/** The token of a call, and the parts of the request that carry it; `header` and `query` replace a part literally. */
export interface Credential {
  readonly who: 'owner' | 'rival' | 'nobody';
  readonly tokenIn?: 'header' | 'query' | 'both' | undefined;
  /** An Authorization header instead of the token of `who`. */
  readonly header?: string;
  /** A query parameter `token` instead of the token of `who`. */
  readonly query?: string;
}

export interface Call {
  readonly method: string;
  /** From the root of the deployment, without the token. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** By default the owner's token in a header. */
  readonly credential?: Credential;
}

/** A call and its response. */
export interface AnsweredCall {
  readonly surface: Surface;
  readonly call: Call;
  readonly status: number;
  readonly headers: Headers;
  /** The body after decoding its content encoding. */
  readonly text: string;
  /** The body parsed as JSON; undefined for a body that is not JSON. */
  readonly json: unknown;
}

/** A number in JSON with exactly this spelling. */
export class RawNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Marked, because JSON.stringify has no numbers of this kind. */
  toJSON(): string {
    return `raw number ${this.text}`;
  }
}

/** `value` as JSON; a lone surrogate becomes an escape, as in JSON.stringify. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/"raw number ([^"]*)"/g, '$1');

/** `value` after a server has parsed its JSON. */
export const asRead = (value: unknown): unknown => JSON.parse(jsonText(value));

/** Whether two JSON values are equal, ignoring the order of members and the sign of zero. */
export const sameJson = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(plain(one), plain(other));

/** In an object, because JSON has no undefined. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify({ value }));

/** What carries the token in a request, by the tokens of the users. */
export function carriersOf(
  tokens: Readonly<Record<Credential['who'], string | undefined>>,
  { who, tokenIn = 'header', header, query }: Credential = { who: 'owner' },
) {
  const token = tokens[who];
  const inHeader = token !== undefined && tokenIn !== 'query' ? `Bearer ${token}` : undefined;
  const inQuery = tokenIn === 'header' ? undefined : token;
  return { authorization: header ?? inHeader, query: query ?? inQuery };
}

/** Longer bodies are cut: the command can be read, but no longer pasted. */
const MAX_BODY_LENGTH = 4_000;
const MAX_BODY_BYTES = 1_000;

/** Shell variables replace the tokens, in double quotes because a shell expands nothing in single quotes. */
const VARIABLES = { owner: '$TOKEN', rival: '$RIVAL_TOKEN', nobody: undefined };

/** The deployment as commands name it. */
export interface Deployment {
  /** Its URL, without a trailing slash. */
  readonly root: string;
  /** The names of the headers of every request. */
  readonly headerNames: readonly string[];
}

/** The command that repeats a call; a shell variable, `$X_KEY` for `x-key`, replaces each value of `--header`. */
export function curl(
  { root, headerNames }: Deployment,
  { method, path, headers = {}, body, credential }: Call,
): string {
  const { authorization, query } = carriersOf(VARIABLES, credential);
  const url = `${root}${path}`;
  const parts = ['curl -i'];
  if (method !== 'GET') parts.push(method === 'HEAD' ? '--head' : `-X ${method}`);
  if (authorization !== undefined) {
    const line = `Authorization: ${authorization}`;
    parts.push(`-H ${credential?.header === undefined ? `"${line}"` : quoted(line)}`);
  }
  for (const name of headerNames)
    parts.push(`-H "${name}: $${name.toUpperCase().replaceAll(/\W/g, '_')}"`);
  for (const [name, value] of Object.entries(headers))
    parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`--data-binary ${bodyText(body)}`);
  const separator = path.includes('?') ? '&' : '?';
  const suffix = query === undefined ? '' : `"${separator}token=${query}"`;
  return `${parts.join(' ')} ${quoted(url)}${suffix}`;
}

const bodyText = (body: string | Uint8Array): string => {
  if (typeof body !== 'string') {
    const bytes = [...body.subarray(0, MAX_BODY_BYTES)].map(
      (byte) => `\\x${byte.toString(16).padStart(2, '0')}`,
    );
    return `$'${bytes.join('')}'${body.length > MAX_BODY_BYTES ? ` # cut: ${body.length} bytes` : ''}`;
  }
  const json = withVisibleCharacters(body);
  return json.length > MAX_BODY_LENGTH
    ? `${quoted(json.slice(0, MAX_BODY_LENGTH))} # cut: ${json.length} characters`
    : quoted(json);
};

/** JSON with its invisible characters as \u escapes. */
const withVisibleCharacters = (json: string) =>
  json.replaceAll(
    /[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
