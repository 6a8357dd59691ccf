// Collects the bytes of a body in one buffer.

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
