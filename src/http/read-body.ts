// Reads the body of a request within a bound: bytes are counted while they stream, whatever Content-Length says.
import { type BodyReading, SMALL_BODY } from './body-room.ts';

/** Bytes that are read and dropped after a body has exceeded its bound; beyond them the connection is closed. */
const MAX_DROPPED_BYTES = 8 * 1024 * 1024;

/** The body is larger than its bound, or the client broke it off, or other bodies have its room. */
export type BodyFault = 'tooLarge' | 'brokenOff' | 'noRoom';

type Chunks = AsyncIterator<Uint8Array>;

/** The bytes of the body; none for a request without one. */
export async function readBody(
  request: Request,
  maxBytes: number,
  reading?: BodyReading,
): Promise<Uint8Array | BodyFault> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  if (length > maxBytes) return 'tooLarge';
  if (length <= SMALL_BODY) return readWhole(request, length);
  const { body } = request;
  if (!body) return new Uint8Array();
  const chunks: Chunks = body[Symbol.asyncIterator]();
  const kept = { chunks: [] as Uint8Array[], isDropped: false };
  const whole = readChunks(chunks, kept, maxBytes, reading);
  if (!reading) return whole;
  const noRoom = Promise.withResolvers<BodyFault>();
  reading.onGivenUp = () => {
    kept.chunks.length = 0;
    kept.isDropped = true;
    noRoom.resolve('noRoom');
  };
  return Promise.race([whole, noRoom.promise]);
}

async function readChunks(
  chunks: Chunks,
  kept: { readonly chunks: Uint8Array[]; readonly isDropped: boolean },
  maxBytes: number,
  reading?: BodyReading,
): Promise<Uint8Array | BodyFault> {
  try {
    for (let size = 0; ; ) {
      const { done, value } = await chunks.next();
      if (kept.isDropped) return dropBody(chunks, 'noRoom', reading);
      if (done) return kept.chunks.length === 1 && kept.chunks[0] ? kept.chunks[0] : Buffer.concat(kept.chunks);
      size += value.byteLength;
      if (size > maxBytes) return dropBody(chunks, 'tooLarge', reading);
      kept.chunks.push(value);
      if (reading && !(await reading.takeRoom(size))) return dropBody(chunks, 'noRoom', reading);
    }
  } catch {
    return 'brokenOff';
  }
}

/** An iteration over the stream takes twice as long. Node reads no more of a body than its Content-Length says. */
async function readWhole(request: Request, length: number): Promise<Uint8Array | BodyFault> {
  const bytes = await request.bytes().catch(() => undefined);
  return bytes?.byteLength === length ? bytes : 'brokenOff';
}

function dropBody(chunks: Chunks, fault: BodyFault, reading?: BodyReading): BodyFault {
  void dropRest(chunks, reading);
  return fault;
}

/** Without it the connection would be closed, and the client could lose the response. */
async function dropRest(chunks: Chunks, reading?: BodyReading): Promise<void> {
  try {
    for (let size = 0; size < MAX_DROPPED_BYTES; ) {
      await reading?.nextTurn();
      const { done, value } = await chunks.next();
      if (done) return;
      size += value.byteLength;
    }
    await chunks.return?.();
  } catch {
    // The client has closed the connection.
  }
}
