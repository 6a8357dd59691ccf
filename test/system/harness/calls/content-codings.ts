// The content codings of HTTP that the contract has (D42).
import {
  brotliCompressSync,
  brotliDecompressSync,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';

interface Coding {
  encode(bytes: string | Uint8Array): Uint8Array<ArrayBuffer>;
  decode(bytes: Uint8Array): Uint8Array;
}

export const CODINGS: Readonly<Record<string, Coding>> = {
  gzip: { encode: (bytes) => new Uint8Array(gzipSync(bytes)), decode: (bytes) => gunzipSync(bytes) },
  br: { encode: (bytes) => new Uint8Array(brotliCompressSync(bytes)), decode: (bytes) => brotliDecompressSync(bytes) },
  zstd: { encode: (bytes) => new Uint8Array(zstdCompressSync(bytes)), decode: (bytes) => zstdDecompressSync(bytes) },
};

/** The text of a body; that of the bytes as they are where they are not in the coding. */
export function decodedText(bytes: Uint8Array, coding: string | null): string {
  try {
    return textOf(CODINGS[coding ?? '']?.decode(bytes) ?? bytes);
  } catch {
    return textOf(bytes);
  }
}

const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
