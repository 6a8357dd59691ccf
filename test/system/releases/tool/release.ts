// `npm run release`: the steps of src/rest/README.md for the latest release, with everything that is missing.
import {
  parseCommandLine,
  print,
  runCommand,
} from '../../../../src/commands/command-line.ts';
import { RELEASES } from '../../../../src/rest/releases.ts';
import { stepsOf } from './steps.ts';

const USAGE = `Usage:
  npm run release     the steps of the latest release: what is done, what is missing and what comes next

The steps are explained in src/rest/README.md.`;

const AFTER_STEPS =
  'Next: npm test. Then deploy to every node before the day; nothing changes for clients until then.';

await runCommand(USAGE, async () => {
  parseCommandLine({});
  const steps = await stepsOf(RELEASES);
  const { date, label } = RELEASES.at(-1) ?? {};
  const lines = steps.flatMap(({ name, missing }, index) => [
    `${missing.length > 0 ? 'missing' : 'done   '}  ${index + 1}. ${name}`,
    ...missing.map((one) => `            ${one}`),
  ]);
  const next = steps.find(({ missing }) => missing.length > 0)?.next;
  print([`Release ${date} (${label})\n`, ...lines, ''].join('\n'));
  print(next ? `Next: ${next}` : AFTER_STEPS);
});
