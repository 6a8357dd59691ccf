// Changes the source in one random place at a time, and lists the changes that no test near it notices.
// `npm run mutants -- --count 100 --seed 7 src/products src/gate`; if you interrupt it, `git diff` shows the last one.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

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
  [/(?<=^\s+)(?:await )?[\w.?]+\(.*\);$/g, ''],
  [/(?<=\? )([^?:]+) : ([^?:;]+)(?=[;,)])/g, '$2 : $1'],
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
    .flatMap((before, line) => (NOT_CODE.test(before) ? [] : changesOf(before, file, line)));
}

const changesOf = (before: string, file: string, line: number): Mutant[] =>
  MUTATIONS.flatMap(([pattern, replacement]) =>
    [...before.matchAll(pattern)].map(({ index, 0: found }) => {
      const rest = before.slice(index);
      const changed = rest.replace(new RegExp(pattern.source), replacement);
      const after =
        before.slice(0, index) + (changed === rest ? rest.slice(found.length) : changed);
      return { file, line, before, after };
    }),
  );

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The tests near a source file, nearest first: those of its folder, of every operation, of the APIs, of releases. */
function testsNear(file: string): string[] {
  const [, folder = ''] = file.split('/');
  const near = `test/${folder}`;
  const shared = ['operation', 'system/contract', 'system/races', 'system/releases'].map(
    (name) => `test/${name}`,
  );
  return [...(existsSync(near) ? [near] : []), ...shared.filter((other) => other !== near)];
}

/** A mutant may never end. */
const MOST_MILLISECONDS = 300_000;

function fails(tests: string): boolean {
  const projects = ['unit', 'postgres', 'releases'].flatMap((name) => ['--project', name]);
  const options = ['run', '--bail', '1', '--reporter', 'dot', ...projects];
  const { status, error } = spawnSync('vitest', [...options, tests], {
    timeout: MOST_MILLISECONDS,
    stdio: 'ignore',
  });
  if (error && !('code' in error && error.code === 'ETIMEDOUT')) throw error;
  return status !== 0;
}

function isKilled({ file, line, after }: Mutant): boolean {
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, source.split('\n').with(line, after).join('\n'));
  try {
    return testsNear(file).some(fails);
  } finally {
    writeFileSync(file, source);
  }
}

const folders =
  positionals.length > 0 ? positionals : ['src/operation', 'src/products', 'src/gate'];
const random = randomNumbers(Number(values.seed));
const all = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`)).flatMap(mutantsOf);
const chosen = all
  .map((mutant) => ({ mutant, order: random() }))
  .toSorted((a, b) => a.order - b.order)
  .slice(0, Number(values.count))
  .map(({ mutant }) => mutant);

const broken = testsNear('src/operation').find(fails);
if (broken) throw new Error(`${broken} fails without a mutant`);

let survived = 0;
for (const mutant of chosen) {
  if (isKilled(mutant)) continue;
  survived += 1;
  const { file, line, before, after } = mutant;
  process.stdout.write(`${file}:${line + 1}\n- ${before.trim()}\n+ ${after.trim()}\n`);
}
process.stdout.write(
  `${chosen.length - survived} of ${chosen.length} mutants killed, of ${all.length}.\n`,
);
