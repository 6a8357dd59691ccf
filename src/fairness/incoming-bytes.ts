// Bytes of bodies in few chunks: those that are collected, and those that nobody reads yet. While a request waits for its
// slot or for room, Node keeps up to 64 KiB of it.
import { IncomingMessage } from 'node:http';

/** At most twice as long as its bytes, however many chunks they arrive in; a chunk of one byte takes 300 by itself. */
export class GrowingBytes {
  #bytes = new Uint8Array();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(chunk: Uint8Array): void {
    const length = this.#length + chunk.byteLength;
    if (length > this.#bytes.byteLength) {
      const room = Math.max(length, 2 * this.#length);
      // Frees the former buffer immediately.
      this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(room));
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
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
    this.#short.add(chunk);
    return this.#short.length < LEAST_CHUNK || this.#pushShort();
  }

  #pushShort(): boolean {
    const bytes = this.#short?.all();
    this.#short = undefined;
    return bytes === undefined || super.push(bytes);
  }
}
