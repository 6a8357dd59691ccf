// Bodies that nobody reads yet: while a request waits for its slot or for room, Node keeps up to 64 KiB of it.
import { IncomingMessage } from 'node:http';
import { GrowingBytes } from './growing-bytes.ts';

/** In bytes. Shorter chunks wait for others once the stream has something to read. */
const LEAST_CHUNK = 4 * 1024;

/** A request whose unread body is in few chunks, because Node takes 500 bytes for a chunk of one. */
export class IncomingRequest extends IncomingMessage {
  #short: GrowingBytes | undefined;

  override push(chunk: Uint8Array | null): boolean {
    if (!chunk || chunk.byteLength >= LEAST_CHUNK || this.readableLength === 0) {
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
