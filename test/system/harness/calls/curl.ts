// Prints a call as a `curl` command that repeats it, with $TOKEN and $RIVAL_TOKEN in place of the tokens.
import type { Call } from './call.ts';

/** Longer bodies are cut: the command is for reading, no longer for pasting. */
const MAX_BODY_LENGTH = 4_000;
const MAX_BODY_BYTES = 1_000;

/** Shell variables in place of the tokens; double quotes around them, as a shell expands nothing in single quotes. */
const VARIABLES = { owner: '$TOKEN', rival: '$RIVAL_TOKEN', nobody: undefined };

export function curl(origin: string, { method, path, headers = {}, body, credential }: Call): string {
  const { who, tokenIn = 'header', header, query } = credential ?? { who: 'owner' };
  const variable = VARIABLES[who];
  const queryToken = query ?? (tokenIn === 'header' ? undefined : variable);
  const url = `${origin}${path}`;
  const parts = ['curl -i'];
  if (method !== 'GET') parts.push(method === 'HEAD' ? '--head' : `-X ${method}`);
  if (header !== undefined) parts.push(`-H ${quoted(`Authorization: ${header}`)}`);
  else if (variable && tokenIn !== 'query') parts.push(`-H "Authorization: Bearer ${variable}"`);
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`--data-binary ${bodyText(body)}`);
  const separator = path.includes('?') ? '&' : '?';
  const suffix = queryToken === undefined ? '' : `"${separator}token=${queryToken}"`;
  return `${parts.join(' ')} ${quoted(url)}${suffix}`;
}

const bodyText = (body: string | Uint8Array): string => {
  if (typeof body !== 'string') {
    const bytes = [...body.subarray(0, MAX_BODY_BYTES)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`);
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
