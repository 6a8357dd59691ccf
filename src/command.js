#!/usr/bin/env node
// Runs a command from any directory, for systemd and cron: `src/command.js user list`. In JavaScript, so that an older
// Node can read it too and run the command with the project's Node.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const LEAST_NODE = 24;
const FOLDER = join(import.meta.dirname, 'commands');
const OWN_NODE = join(import.meta.dirname, '../node_modules/.bin/node');

// Files with a hyphen are parts of commands.
const names = readdirSync(FOLDER).flatMap((file) => /^([a-z]+)\.ts$/.exec(file)?.[1] ?? []);
const [name = '', ...words] = process.argv.slice(2);
const file = join(FOLDER, `${name}.ts`);

if (!names.includes(name)) {
  process.stderr.write(`Usage:\n  src/command.js ${names.join('|')} …\n`);
  process.exit(1);
} else if (Number.parseInt(process.versions.node, 10) >= LEAST_NODE) {
  process.argv = [process.execPath, file, ...words];
  // A path isn't a URL: the directory may have a # in its name.
  await import(pathToFileURL(file).href);
} else {
  const { status, error } = spawnSync(OWN_NODE, [file, ...words], { stdio: 'inherit' });
  if (error)
    process.stderr.write(
      `Node ${LEAST_NODE} or newer is required. Install it, or run \`npm ci --ignore-scripts=false\`.\n`,
    );
  process.exit(status ?? 1);
}
