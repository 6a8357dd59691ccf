// Changes the source in one random place at a time, and lists the changes that no test near it notices.
// `npm run mutants -- --count 100 --seed 7 src/products src/gate`; if you interrupt it, `git diff` shows the last one.
// A test that fails for another reason counts too, so read which test it was.
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';

/** What a mutant replaces, and by what. */
const MUTATIONS: readonly (readonly [RegExp, string])[] = [
  [/===/g, '!=='],
  [/!==/g, '==='],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ && /g, ' || '],
  [/ (?:\|\||\?\?) /g, ' && '],
  [/ \+ /g, ' - '],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/(?<=[(=] ?)!(?=\w)/g, ''],
  [/\.some\(/g, '.every('],
  [/\.every\(/g, '.some('],
  [/\bif \((?=.*\)\s*(?:return|throw|continue))/g, 'if (false && '],
  [/(?<=^\s+)(?:await )?[\w.?]+\((?:(?!\) ).)*\);$/g, ''],
  [/(?<=\? )([^?:()]+(?:\([^()]*\))?) : ([^?:;,()]+(?:\([^()]*\))?)(?=[;,)])/g, '$2 : $1'],
];

/** Lines that don't run, or hold only text for people. */
const NOT_CODE =
  /^\s*(?:\/\/|\/?\*|import\b|export (?:type|interface)|type\b|interface\b|readonly\b|\}? ?from\b|(?:description|summary|title|meaning)\b)/;

interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
  },
});

function mutantsOf(file: string): Mutant[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((before, line) => (NOT_CODE.test(before) ? [] : changesOf(before, file, line)))
    .filter(parses);
}

const changesOf = (before: string, file: string, line: number): Mutant[] =>
  MUTATIONS.flatMap(([pattern, replacement]) =>
    [...before.matchAll(pattern)].map(({ index }) => {
      const here = new RegExp(pattern, 'y');
      here.lastIndex = index;
      return { file, line, before, after: before.replace(here, replacement) };
    }),
  );

const sourceOf = ({ file, line, after }: Mutant): string =>
  readFileSync(file, 'utf8').split('\n').with(line, after).join('\n');

function parses(mutant: Mutant): boolean {
  try {
    return stripTypeScriptTypes(sourceOf(mutant)) !== '';
  } catch {
    return false;
  }
}

/** Random, but the same for the same seed, whatever else changes. */
const orderOf = ({ file, line, after }: Mutant): string =>
  hash('sha256', `${values.seed} ${file} ${line} ${after}`);

/** The tests near a source file, nearest first: those of its folder, of the APIs, of operations, of releases. */
function testsNear(file: string): string[] {
  const [, folder = ''] = file.split('/');
  const shared = ['system/contract', 'operation', 'system/releases', 'http', 'system/races'];
  return [...new Set([folder, ...shared])].map((name) => `test/${name}`);
}

/** One process for all mutants starts the database and reads the other modules once. */
const vitest = await createVitest('test', {
  watch: true,
  bail: 1,
  reporters: [],
  project: ['unit', 'postgres', 'releases'],
  testTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
});
await vitest.standalone();

/** The first file of tests that fails, folder by folder. */
async function failing(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    // Failures of the last run would count toward `bail`.
    vitest.state.idMap.clear();
    vitest.state.filesMap.clear();
    const tests = await vitest.globTestSpecifications([folder]);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(tests);
    const failed = testModules.find((module) => !module.ok());
    if (failed || unhandledErrors.length > 0) return failed?.relativeModuleId ?? folder;
  }
  return undefined;
}

/** The tests, or the compiler, that notice a mutant. */
async function killerOf(mutant: Mutant): Promise<string | undefined> {
  const { file } = mutant;
  const source = readFileSync(file, 'utf8');
  const write = (text: string) => {
    writeFileSync(file, text);
    vitest.invalidateFile(resolve(file));
  };
  write(sourceOf(mutant));
  const [nearest = '', ...others] = testsNear(file);
  try {
    const killer = await failing([nearest]);
    if (killer || spawnSync('tsc').status !== 0) return killer ?? 'tsc';
    return await failing(others);
  } finally {
    write(source);
  }
}

const folders = positionals.length > 0 ? positionals : ['src'];
const all = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`)).flatMap(mutantsOf);
const chosen = all
  .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
  .slice(0, Number(values.count));

const broken = await failing(testsNear('src/operation'));
if (broken) throw new Error(`${broken} fails without a mutant`);

let killed = 0;
for (const [index, mutant] of chosen.entries()) {
  const killer = await killerOf(mutant);
  if (killer) killed += 1;
  const { file, line, before, after } = mutant;
  const end = killer
    ? `killed by ${killer}`
    : `SURVIVED\n- ${before.trim()}\n+ ${after.trim()}`;
  process.stdout.write(`${killed} of ${index + 1}: ${file}:${line + 1} ${end}\n`);
}
process.stdout.write(`${killed} of ${chosen.length} mutants killed, of ${all.length}.\n`);
await vitest.close();
