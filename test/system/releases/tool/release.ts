// `npm run release`: the steps of src/rest/README.md for the latest release, with everything that is missing.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  parseCommandLine,
  print,
  runCommand,
} from '../../../../src/commands/command-line.ts';
import { RELEASES } from '../../../../src/rest/releases.ts';
import { close, closingOf, filesWithWord } from './close.ts';
import { stepsOf } from './steps.ts';

const USAGE = `Usage:
  npm run release                       the steps of the latest release: what is done, what is missing and what comes next
  npm run release -- --close DATE       remove the recordings of a version that has ended, and list what is left to edit

The steps are explained in src/rest/README.md.`;

const AFTER_STEPS =
  'Next: npm test. Then deploy to every node before the day; nothing changes for clients until then.';

const ENTRIES = fileURLToPath(new URL('../../../../src/rest/releases.ts', import.meta.url));

async function closeVersion(date: string): Promise<void> {
  const closing = closingOf(RELEASES, date, await readFile(ENTRIES, 'utf8'), filesWithWord);
  await close(closing, ENTRIES);
  print(
    [`${date} is closed. Left to edit:`, ...closing.left.map((one) => `  ${one}`)].join('\n'),
  );
  print('Then: npm run generate && npm test');
}

await runCommand(USAGE, async () => {
  const { values } = parseCommandLine({ close: { type: 'string' } });
  if (values.close !== undefined) return closeVersion(values.close);
  const steps = await stepsOf(RELEASES);
  const { date, label } = RELEASES.at(-1) ?? {};
  const lines = steps.flatMap(({ name, missing, notes = [] }, index) => [
    `${missing.length > 0 ? 'missing' : 'done   '}  ${index + 1}. ${name}`,
    ...[...missing, ...notes].map((one) => `            ${one}`),
  ]);
  const next = steps.find(({ missing }) => missing.length > 0)?.next;
  print([`Release ${date} (${label})\n`, ...lines, ''].join('\n'));
  print(next ? `Next: ${next}` : AFTER_STEPS);
});
