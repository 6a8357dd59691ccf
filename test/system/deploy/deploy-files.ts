// The deployment files, read like the programs that they are for.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { VARIABLES } from '../../../src/config/variables.ts';
import type { Json } from '../../support/openapi-contract.ts';

export const ROOT = join(import.meta.dirname, '../../..');

export const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export const manifest: Json = JSON.parse(readText('package.json'));

/** What follows a word at the beginning of lines. */
const behind = (text: string, start: string): string[] =>
  [...text.matchAll(new RegExp(`^${start}(.+)$`, 'gm'))].map(([, value = '']) => value);

/** The arguments of each such instruction in the Dockerfile; a backslash at the end of a line continues it. */
export const argumentsOf = (name: string): string[] =>
  behind(readText('Dockerfile').replaceAll('\\\n', ''), `${name} +`);

/** The words of an instruction in its JSON form, after its options. */
export const markdownSpelling = (name: string): string[] =>
  JSON.parse(argumentsOf(name)[0]?.replace(/^[^[]*/, '') ?? '');

/** compose.yaml with `${NAME:-default}`, `${NAME:?message}` and `${NAME:+replacement}` replaced. */
export function readCompose(values: Readonly<Record<string, string>>): Json {
  const text = readText('compose.yaml').replaceAll(
    /\$\{(\w+):([-?+])([^}]*)\}/g,
    (_, name: string, kind: string, other: string) => {
      if (kind === '+') return name in values ? other : '';
      return values[name] ?? other;
    },
  );
  return parse(text, { merge: true }).services;
}

/** The values of a setting in the systemd unit, in order. */
export const unitSettings = (name: string): string[] =>
  behind(readText('.deploy/owner-api@.service'), `${name}=`);

/** Those that the service doesn't read. */
export const unknownOf = (names: readonly string[]) =>
  names.filter((name) => !Object.hasOwn(VARIABLES, name));

/** A file in place of a secret that a container has, until the test ends. */
export function secretFile(name: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, name);
  writeFileSync(file, 'postgres://owner_api_service:secret@postgres/owner_api\n');
  return file;
}
