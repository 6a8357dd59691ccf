// `npm run release` begins a release, prints the steps of the versions page with their state, and says what to delete
// with an ended version.
import { readFile, writeFile } from 'node:fs/promises';
import { parseCommandLine, print, runCommand } from '../../../../src/commands/command-line.ts';
import { createVersions } from '../../../../src/operation/versions.ts';
import { UsageError } from '../../../../src/process/fatal-error.ts';
import { RELEASES } from '../../../../src/rest/releases.ts';
import { closingOf } from './closing.ts';
import { stepsOf } from './steps.ts';

const USAGE = `Usage:
  npm run release                       the steps of the newest release: what is done, what is missing
  npm run release -- new 2027-03-01     begins a release: its entry, dated on the day from which new tokens have it
  npm run release -- close 2025-08-16   what may be deleted when a version has ended, change by change

Each step is explained in src/rest/README.md.`;

const FILE = new URL('../../../../src/rest/releases.ts', import.meta.url);
const AFTER_STEPS = `Next: npm test. Then deploy it to every node before its day; nothing changes for clients until then.`;
const DAY = /^\d{4}-\d\d-\d\d$/;
const END = '\n  },\n];\n';

await runCommand(USAGE, async () => {
  const [command = 'steps', day = ''] = parseCommandLine(USAGE, {}, 2).positionals;
  if (command === 'steps') return printSteps();
  if (command === 'new') return begin(day);
  if (command === 'close') return close(day);
  throw new UsageError(`There is no command ${command}.\n${USAGE}`);
});

async function printSteps(): Promise<void> {
  const release = RELEASES.at(-1);
  if (!release || RELEASES.length === 1)
    return print(`No release has been made since the first.\n\n${USAGE}`);
  const steps = await stepsOf(release);
  const lines = steps.flatMap(([name, missing], index) => [
    `  ${(missing.length > 0 ? 'missing' : 'done').padEnd(7)}  ${index + 1}. ${name}`,
    ...missing.map((one) => `              ${one}`),
  ]);
  print(
    `Release ${release.date} (${release.label}), ${whenOf(release.date)}\n\n${lines.join('\n')}\n`,
  );
  const [, , next] = steps.find(([, missing]) => missing.length > 0) ?? [];
  print(next ? `Next: ${next}` : AFTER_STEPS);
}

function whenOf(date: string): string {
  const days = Math.ceil((Date.parse(date) - Date.now()) / 86_400_000);
  if (days > 1) return `in ${days} days`;
  return days === 1
    ? 'from the next midnight (UTC) on'
    : `in force: what clients have seen of it never changes`;
}

async function begin(day: string): Promise<void> {
  const last = RELEASES.at(-1);
  if (!DAY.test(day) || !new Date(day).toJSON()?.startsWith(day))
    throw new UsageError(`Give a day as YYYY-MM-DD.\n${USAGE}`);
  if (Date.parse(day) <= Date.now())
    throw new UsageError(
      `${day} has begun. Give a day after the end of the deployment: clients get the version at its midnight (UTC).`,
    );
  if (last && day <= last.date)
    throw new UsageError(
      `The release ${last.date} comes later. Give a day after it, or add the changes to its entry: nobody has seen it yet.`,
    );
  const [major, minor = 0] = (last?.label ?? '0.0').split('.');
  const source = await readFile(FILE, 'utf8');
  if (source.split(END).length !== 2)
    throw new UsageError(
      'src/rest/releases.ts does not end with the list of releases: add the entry by hand.',
    );
  const entry = `  {\n    date: '${day}',\n    label: '${major}.${Number(minor) + 1}.0',\n    summary: '',\n    changes: [],\n  },\n`;
  await writeFile(FILE, source.replace(END, `\n  },\n${entry}];\n`));
  print(`Wrote the entry of ${day} to src/rest/releases.ts.

What follows:
  1. entry      a summary, and a change for each thing that is another one; npm test knows fields and values
  2. columns    a line in prisma/schema.prisma for each new field, npm run generate, npm run migration -- --name …
  3. shapes     each new field in its shape, with an example; its row in test/system/harness/expect/product-fields.ts
  4. schema     npm run schema
  5. record     npm run record
  6. test       npm test
  7. deploy     to every node before ${day}

Next: write the changes into the entry. npm run release says at any time what is done and what is missing.`);
}

async function close(day: string): Promise<void> {
  const versions = createVersions(RELEASES);
  if (!RELEASES.some(({ date }) => date === day))
    throw new UsageError(
      `There is no version ${day}. There are ${RELEASES.map(({ date }) => date).join(', ')}.`,
    );
  const { stage, sunsetAt } = versions.lifecycle(day);
  if (stage !== 'sunset') {
    const end = sunsetAt?.toISOString().slice(0, day.length);
    throw new UsageError(
      `The version ${day} ${end ? `ends on ${end}` : 'has no successor'}: nothing of it may be deleted before its end.`,
    );
  }
  print(closingOf(RELEASES, day));
}
