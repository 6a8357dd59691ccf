// Reads a request's JSON body within limits: size (while it streams), encoding, UTF-8, syntax, depth.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type BodyFailure, BodyReading, type BodyRoom } from '../fairness/bodies.ts';
import { readSmallBody, SMALL_BODY } from '../fairness/incoming-bytes.ts';
import type { Slot } from '../fairness/slots.ts';
import type { FieldError } from '../operation/field-error.ts';
import { notOfKind } from '../operation/messages.ts';
import {
  busy,
  headerMessage,
  invalidField,
  OperationFailure,
  unsupportedMedia,
} from '../operation/operation-failure.ts';
import { jsonError, utf8Error } from './json-error.ts';

/** In bytes, after inflation. */
export const MAX_BODY_BYTES = 1024 * 1024;
export const MAX_DEPTH = 32;

/** Fields and entries of a body on all levels. A hundred products with all their fields have fewer. */
export const MAX_VALUES = 20_000;

/** What Content-Type must be. */
export const JSON_ONLY = 'application/json';

const JSON_TYPE = /^(?:application|text)\/(?:[\w.!#$&^-]+\+)?json$/;
const UTF8 = /^(?:utf-?8|us-ascii)$/;

const invalidBody = (message: string, field = 'body') => invalidField(field, message);

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The parsed body. The request waits for its bytes without the slot.
 * @throws {OperationFailure} too large, invalid at `body`, or unavailable: no slot or no room.
 */
export async function readJsonBody(
  request: Request,
  slot: Slot,
  room: BodyRoom,
): Promise<unknown> {
  const coding = request.headers.get('content-encoding');
  const isCompressed = coding !== null && isGzip(coding);
  const type = request.headers.get('content-type') ?? JSON_ONLY;
  if (type !== JSON_ONLY) checkType(type);
  const bytes = await readBytes(request, isCompressed, slot, room);
  if (bytes.byteLength === 0) throw invalidBody('The body is empty');
  return parseJson(decode(bytes), 'body');
}

/** The body, which must be an object. @throws {OperationFailure} invalid at `body`. */
export function objectBody(body: unknown): JsonObject {
  if (isJsonObject(body)) return body;
  throw invalidBody(notOfKind('Must be an object', body));
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses JSON. @throws {OperationFailure} invalid at `field`: not JSON, too deep, or too many values. */
export function parseJson(text: string, field: string): unknown {
  checkBounds(text, field);
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody(jsonError(text), field);
  }
}

/** A request without a content type is read as JSON. */
function checkType(contentType: string) {
  if (contentType.trim() === '') return;
  const [type = '', ...parameters] = contentType
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length);
  if (!JSON_TYPE.test(type))
    throw invalidBody(headerMessage('Content-Type', JSON_ONLY, type));
  if (!UTF8.test(charset?.replaceAll('"', '') ?? 'utf-8'))
    throw invalidBody('The charset of Content-Type must be utf-8');
}

/** Whether the body is compressed; an empty coding means no. */
function isGzip(contentEncoding: string): boolean {
  const coding = contentEncoding.trim().toLowerCase();
  if (coding === '' || coding === 'identity') return false;
  if (coding === 'gzip' || coding === 'x-gzip') return true;
  throw unsupportedMedia('Content-Encoding', 'gzip or absent', contentEncoding);
}

async function readBytes(
  request: Request,
  isCompressed: boolean,
  slot: Slot,
  room: BodyRoom,
): Promise<Uint8Array> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  const large = length <= SMALL_BODY ? undefined : new BodyReading(room, slot.userId);
  try {
    const sent = await slot.awaiting(
      large ? large.read(request, MAX_BODY_BYTES) : readSmallBody(request, length),
    );
    if (typeof sent === 'string') throw bodyFailure(sent);
    await slot.add(isCompressed ? MAX_BODY_BYTES : sent.byteLength);
    return isCompressed ? await inflate(sent) : sent;
  } finally {
    large?.end();
  }
}

/** Inflates gzip content. */
async function inflate(content: Uint8Array): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(content, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new OperationFailure({ kind: 'tooLarge' });
    throw invalidBody('Must be valid gzip data');
  }
}

const INCOMPLETE: FieldError = {
  path: ['body'],
  code: 'INVALID_FORMAT',
  message: 'The body is incomplete',
};

export function bodyFailure(failure: BodyFailure): OperationFailure {
  if (failure === 'noRoom') return busy('body_room');
  if (failure === 'brokenOff')
    return new OperationFailure({
      kind: 'invalid',
      errors: [INCOMPLETE],
      isIncomplete: true,
    });
  return new OperationFailure(
    failure === 'tooSlow' ? { kind: 'tooSlow' } : { kind: 'tooLarge' },
  );
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

function decode(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw invalidBody(utf8Error(bytes));
  }
}

const [QUOTE, BACKSLASH, COMMA] = [...'"\\,'].map((character) => character.charCodeAt(0));
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'[]{}'].map((character) =>
  character.charCodeAt(0),
);

/** Scans the string once, far faster than V8 parses 100,000 fields and lists their names. */
function checkBounds(json: string, field: string) {
  let [level, values, isInString] = [0, 0, false];
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString) at += code === BACKSLASH ? 1 : 0;
    else if (code === COMMA) values++;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) level--;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values++;
      if (++level > MAX_DEPTH)
        throw invalidBody(`Must have at most ${MAX_DEPTH} levels`, field);
    }
    if (values > MAX_VALUES)
      throw invalidBody(`Must have at most ${MAX_VALUES} fields and entries`, field);
  }
}
