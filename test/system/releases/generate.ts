// Prisma's client with the rehearsed release's fields, generated when the first of its modules is loaded.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GENERATED, REHEARSED_SCHEMA, ROOT, rehearsedFile } from './edits.ts';

const SCHEMA = join(ROOT, 'prisma/schema.prisma');
/** By a place in the schema, the lines after it. */
const LINES = {
  '  cost                 Decimal?    @db.Decimal\n': `  rehearsed      String @default("EUR")
  rehearsedSize  Json?  @map("rehearsed_size")
  rehearsedFiles Json   @default("[]") @map("rehearsed_files")
  rehearsedTags  Json   @default("[]") @map("rehearsed_tags")
`,
  '  CANCELLED @map("cancelled")\n': '  REHEARSED @map("rehearsed")\n',
};

async function generate(): Promise<void> {
  const schema = await readFile(SCHEMA, 'utf8');
  const rehearsed = Object.entries(LINES).reduce((text, [place, lines]) => {
    if (!text.includes(place))
      throw new Error(`schema.prisma has no place for the rehearsed release: ${place}`);
    return text.replace(place, place + lines);
  }, schema);
  const known = await readFile(REHEARSED_SCHEMA, 'utf8').catch(() => '');
  if (known === rehearsed && existsSync(join(GENERATED, 'pothos.ts'))) return;
  await mkdir(GENERATED, { recursive: true });
  await writeFile(REHEARSED_SCHEMA, rehearsed);
  const prisma = join(ROOT, 'node_modules/.bin/prisma');
  await promisify(execFile)(prisma, ['generate', '--schema', REHEARSED_SCHEMA], { cwd: ROOT });
}

let generated: Promise<void> | undefined;

/** Generates it once. */
export const ensureGenerated = (): Promise<void> => {
  generated ??= generate();
  return generated;
};

/** The source of a generated module; undefined for any other one. */
export async function loadRehearsed(path: string): Promise<string | undefined> {
  const file = rehearsedFile(path);
  if (!file) return undefined;
  await ensureGenerated();
  return readFile(file, 'utf8');
}
