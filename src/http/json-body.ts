// Reads the JSON body of a request within bounds (D11): size while it streams, encoding, UTF-8, syntax, depth.
import { invalidField, OperationFailure } from '../operation/failure.ts';

const MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 32;

const JSON_TYPE = /^(?:application|text)\/(?:[\w.!#$&^-]+\+)?json$/;
const UTF8 = /^(?:utf-?8|us-ascii)$/;

const refused = (message: string) => invalidField('body', 'INVALID_FORMAT', message);

/** The parsed body; fails as too large, or as invalid at `body`. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const coding = request.headers.get('content-encoding') ?? 'identity';
  if (coding.toLowerCase() !== 'identity') throw refused('Content-Encoding is not supported');
  if (!isJson(request.headers.get('content-type') ?? '')) throw refused('Content-Type must be application/json');
  const value = parse(await readBytes(request));
  if (isDeeper(value, MAX_DEPTH)) throw refused(`Must have at most ${MAX_DEPTH} levels`);
  return value;
}

/** A content type that is absent is taken as JSON. */
function isJson(contentType: string): boolean {
  if (contentType.trim() === '') return true;
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return JSON_TYPE.test(type) && UTF8.test(charset?.replaceAll('"', '') ?? 'utf-8');
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const tooLarge = () => new OperationFailure({ kind: 'tooLarge' });
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(strictUtf8.decode(bytes));
  } catch {
    throw refused('Must be valid JSON in UTF-8');
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1));
}
