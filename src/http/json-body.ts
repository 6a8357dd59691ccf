// Reads the JSON body of a request within bounds (D11): size while it streams, encoding, UTF-8, syntax, depth.
import { invalidField, OperationFailure } from '../operation/failure.ts';

const MAX_BYTES = 1024 * 1024;
/** Of a body that is too large, this much more is read before its connection is ended. */
const MAX_PASSED_OVER = 8 * MAX_BYTES;
const MAX_DEPTH = 32;

const JSON_TYPE = /^(?:application|text)\/(?:[\w.!#$&^-]+\+)?json$/;
const UTF8 = /^(?:utf-?8|us-ascii)$/;

const refused = (message: string, field = 'body') => invalidField(field, 'INVALID_FORMAT', message);

export type JsonObject = Readonly<Record<string, unknown>>;

type Parts = AsyncIterator<Uint8Array>;

/** The parsed body, an object; fails as too large, or as invalid at `body`. */
export async function readJsonBody(request: Request): Promise<JsonObject> {
  const coding = request.headers.get('content-encoding') ?? 'identity';
  if (coding.toLowerCase() !== 'identity') throw refused('Content-Encoding is not supported');
  if (!isJson(request.headers.get('content-type') ?? '')) throw refused('Content-Type must be application/json');
  const value = parseJson(decode(await readBytes(request)), 'body');
  if (isJsonObject(value)) return value;
  throw refused('Must be an object');
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text; fails as invalid at `field` where it is none, or too deep. */
export function parseJson(text: string, field: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused(NOT_JSON, field);
  }
  if (isDeeper(value, MAX_DEPTH)) throw refused(`Must have at most ${MAX_DEPTH} levels`, field);
  return value;
}

/** A content type that is absent is taken as JSON. */
function isJson(contentType: string): boolean {
  if (contentType.trim() === '') return true;
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return JSON_TYPE.test(type) && UTF8.test(charset?.replaceAll('"', '') ?? 'utf-8');
}

async function readBytes({ headers, body }: Request): Promise<Uint8Array> {
  const tooLarge = () => new OperationFailure({ kind: 'tooLarge' });
  if (Number(headers.get('content-length') ?? 0) > MAX_BYTES) throw tooLarge();
  if (!body) return new Uint8Array();
  const parts = body[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await nextPart(parts);
    if (done) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    size += value.byteLength;
    if (size > MAX_BYTES) {
      void passOver(parts);
      throw tooLarge();
    }
    chunks.push(value);
  }
}

/** A body that breaks off is answered like one that is malformed, to whoever may still be there. */
const nextPart = (parts: Parts) =>
  parts.next().catch(() => {
    throw refused('Must be sent to its end');
  });

/** Reads on and forgets: to end the reading would end the connection, and take the answer from the client. */
async function passOver(parts: Parts): Promise<void> {
  try {
    for (let size = 0; size < MAX_PASSED_OVER; ) {
      const { done, value } = await parts.next();
      if (done) return;
      size += value.byteLength;
    }
    await parts.return?.();
  } catch {
    // The client has gone.
  }
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

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1));
}
