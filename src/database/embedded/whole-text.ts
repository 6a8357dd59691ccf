// Keeps a byte order mark at the start of a text that PGlite reads (D14: text is stored as sent).
// PGlite decodes each value with a plain TextDecoder, which drops the mark, and accepts no other decoder. So the default
// of the global class changes; other code can pass `ignoreBOM: false`.

class WholeTextDecoder extends TextDecoder {
  constructor(label?: string, options?: TextDecoderOptions) {
    super(label, { ignoreBOM: true, ...options });
  }
}

globalThis.TextDecoder = WholeTextDecoder;
