// The files of this folder that the documentation shows or offers, read once, so that a running process doesn't read a
// later release's.
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('./', import.meta.url);

const files = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.') && !name.endsWith('.ts'))
    .map((name) => [name, readFileSync(new URL(name, FOLDER))]),
);

/** @throws if there is no such file. */
export function guideFile(name: string) {
  const file = files.get(name);
  if (!file) throw new Error(`No file ${name}`);
  return file;
}
