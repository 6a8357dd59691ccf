// Bytes of bodies in few chunks: those that are read, and those that nobody reads yet. While a request waits for its
// slot or for room, Node keeps up to 64 KiB of it.
import { IncomingMessage } from 'node:http';
import { uploaded } from '../request-scope.ts';

/** At most twice as long as its bytes, however many chunks they arrive in; a chunk of one byte takes 300 by itself. */
export class GrowingBytes {
  #bytes = new Uint8Array();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Returns the length with the chunk. */
  add(chunk: Uint8Array): number {
    const length = this.#length + chunk.byteLength;
    if (length > this.#bytes.byteLength) {
      const room = Math.max(length, 2 * this.#length);
      // Frees the former buffer immediately.
      this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(room));
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
    return length;
  }

  /** The bytes so far, without a copy. */
  all(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** In bytes. Shorter chunks wait for others, or for the end of the body. */
const LEAST_CHUNK = 4 * 1024;

/** A request whose body comes in few chunks, because Node takes 500 bytes for a chunk of one. */
export class IncomingRequest extends IncomingMessage {
  #short: GrowingBytes | undefined;

  override push(chunk: Uint8Array | null): boolean {
    if (!chunk || chunk.byteLength >= LEAST_CHUNK) {
      this.#pushShort();
      return super.push(chunk);
    }
    this.#short ??= new GrowingBytes();
    return this.#short.add(chunk) < LEAST_CHUNK || this.#pushShort();
  }

  #pushShort(): boolean {
    const bytes = this.#short?.all();
    this.#short = undefined;
    return bytes === undefined || super.push(bytes);
  }
}

/** Bytes of a body that needs no room; the head of a request may have as many. */
export const SMALL_BODY = 16 * 1024;

/** A small body of known length: Node reads no more of it. */
export async function readSmallBody(
  request: Request,
  length: number,
): Promise<Uint8Array | 'brokenOff' | 'tooSlow'> {
  const bytes = await uploaded(request.bytes().catch(() => new Uint8Array()));
  return bytes === 'tooSlow' || bytes.byteLength === length ? bytes : 'brokenOff';
}
