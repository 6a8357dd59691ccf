// A call as a `curl` command that repeats it. Tokens stand as $TOKEN and $RIVAL_TOKEN: none is ever printed.
import type { Call } from './client.ts';

/** Longer commands are cut: nobody pastes them. */
const MAX_BODY_LENGTH = 4_000;

/** The variables that stand for tokens; inside single quotes a shell leaves them as they are, so they are quoted double. */
const VARIABLES = { owner: '$TOKEN', rival: '$RIVAL_TOKEN', nobody: undefined };

export function curl(origin: string, { method, path, headers = {}, body, credential }: Call): string {
  const { who, place = 'header', header, query } = credential ?? { who: 'owner' };
  const variable = VARIABLES[who];
  const queryToken = query ?? (place === 'header' ? undefined : variable);
  const url = `${origin}${path}`;
  const parts = ['curl -i'];
  if (method !== 'GET') parts.push(method === 'HEAD' ? '--head' : `-X ${method}`);
  if (header !== undefined) parts.push(`-H ${quoted(`Authorization: ${header}`)}`);
  else if (variable && place !== 'query') parts.push(`-H "Authorization: Bearer ${variable}"`);
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`--data-binary ${bodyText(body)}`);
  const joint = path.includes('?') ? '&' : '?';
  const suffix = queryToken === undefined ? '' : `"${joint}token=${queryToken}"`;
  return `${parts.join(' ')} ${quoted(url)}${suffix}`;
}

const bodyText = (body: string | Uint8Array): string => {
  if (typeof body !== 'string')
    return `$'${[...body].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`;
  const json = visible(body);
  return json.length > MAX_BODY_LENGTH
    ? `${quoted(json.slice(0, MAX_BODY_LENGTH))} # cut: ${json.length} characters`
    : quoted(json);
};

/** Characters that a terminal does not show, as JSON can spell them. */
const visible = (json: string) =>
  json.replaceAll(
    /[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
