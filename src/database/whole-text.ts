// Keeps a byte order mark at the start of a text that PGlite reads (D14: text is stored as sent).
// PGlite decodes each value by itself with a plain TextDecoder, which takes such a mark for a signature and drops it.
// It makes its decoders at any time and takes none from outside, so the default of the class is what can be changed;
// code that wants a mark dropped says `ignoreBOM: false`.

class WholeTextDecoder extends TextDecoder {
  constructor(label?: string, options?: TextDecoderOptions) {
    super(label, { ignoreBOM: true, ...options });
  }
}

globalThis.TextDecoder = WholeTextDecoder;
