// Reads the JSON body of a request within bounds (D11): size while it streams, encoding, UTF-8, syntax, depth.
import { invalidField, OperationFailure } from '../operation/failure.ts';
import { inflate } from './content-coding.ts';
import { readBody } from './read-body.ts';

const MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 32;

const JSON_TYPE = /^(?:application|text)\/(?:[\w.!#$&^-]+\+)?json$/;
const UTF8 = /^(?:utf-?8|us-ascii)$/;

const refused = (message: string, field = 'body') => invalidField(field, 'INVALID_FORMAT', message);

export type JsonObject = Readonly<Record<string, unknown>>;

/** The parsed body, an object. @throws {OperationFailure} too large, or invalid at `body`. */
export async function readJsonBody(request: Request): Promise<JsonObject> {
  const isCompressed = isGzip(request.headers.get('content-encoding') ?? '');
  checkType(request.headers.get('content-type') ?? '');
  const value = parseJson(decode(await readBytes(request, isCompressed)), 'body');
  if (isJsonObject(value)) return value;
  throw refused('Must be an object');
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text. @throws {OperationFailure} invalid at `field`: no JSON, or too deep. */
export function parseJson(text: string, field: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused(NOT_JSON, field);
  }
  if (levelsOf(text) > MAX_DEPTH) throw refused(`Must have at most ${MAX_DEPTH} levels`, field);
  return value;
}

/** A request without a content type is read as JSON. */
function checkType(contentType: string): void {
  if (contentType.trim() === '') return;
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (!JSON_TYPE.test(type)) throw refused('Content-Type must be application/json');
  if (!UTF8.test(charset?.replaceAll('"', '') ?? 'utf-8')) throw refused('The charset of Content-Type must be utf-8');
}

/** Whether the body is compressed; an empty coding is none (D42). */
function isGzip(contentEncoding: string): boolean {
  const coding = contentEncoding.trim().toLowerCase();
  if (coding === '' || coding === 'identity') return false;
  if (coding === 'gzip' || coding === 'x-gzip') return true;
  throw new OperationFailure({ kind: 'unsupportedMediaType' });
}

async function readBytes(request: Request, isCompressed: boolean): Promise<Uint8Array> {
  const sent = await readBody(request, MAX_BYTES);
  const body = isCompressed && typeof sent !== 'string' ? await inflate(sent, MAX_BYTES) : sent;
  if (body === 'tooLarge') throw new OperationFailure({ kind: 'tooLarge' });
  if (body === 'brokenOff') throw refused('Must be sent to its end');
  if (body === 'malformed') throw refused('Must be valid gzip');
  return body;
}

const NOT_JSON = 'Must be valid JSON in UTF-8';
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

function decode(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw refused(NOT_JSON);
  }
}

/** The levels of a JSON text. To walk the value instead takes longer than to parse it. */
function levelsOf(json: string): number {
  let [level, most, isInString] = [0, 0, false];
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') isInString = !isInString;
    else if (isInString) at += character === '\\' ? 1 : 0;
    else if (character === '[' || character === '{') most = Math.max(most, ++level);
    else if (character === ']' || character === '}') level--;
  }
  return most;
}
