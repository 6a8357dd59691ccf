// The released shape of each version, as files next to this one; `npm run record` writes missing and extended ones.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Set by `npm run record`. */
export const RECORDING = process.env.RECORD_CONTRACT !== undefined;

const file = (name: string) => join(import.meta.dirname, name);

export const openApiFile = (version: string) => file(`openapi-${version}.json`);
export const schemaFile = (version: string) => file(`schema-${version}.graphql`);
export const examplesFile = (version: string) =>
  file(`../../../src/openapi/recorded/${version}.json`);
export const goldenFile = (version: string) => file(`golden-${version}.json`);

/** The recorded text; undefined before the first recording. */
export const recorded = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8') : undefined;

export const record = (path: string, text: string) => writeFileSync(path, text);

export const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
