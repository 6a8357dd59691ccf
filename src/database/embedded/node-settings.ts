// Settings of Node for PGlite: its WebAssembly code is compiled once, and its texts keep a byte order mark.
import { setFlagsFromString } from 'node:v8';

/**
 * The baseline compiler of V8 alone: the optimizing one takes 600 MB for one function of PGlite, and requests take the same CPU
 * time. On the command line `--liftoff-only` implies the others; in a running process it does not.
 */
const FLAGS = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

for (const flag of FLAGS) setFlagsFromString(flag);

/**
 * PGlite decodes each value with a plain TextDecoder, which drops the mark (D14: text is stored as sent), and accepts no other
 * decoder. So the default of the global class changes; other code can pass `ignoreBOM: false`.
 */
globalThis.TextDecoder = class extends TextDecoder {
  constructor(label?: string, options?: TextDecoderOptions) {
    super(label, { ignoreBOM: true, ...options });
  }
};
