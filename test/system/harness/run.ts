#!/usr/bin/env node
// `npm run harness`, and the package's command, which says what to do if its packages are missing.

try {
  await import('./command.ts');
} catch (error) {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  const isMissing = code === 'ERR_MODULE_NOT_FOUND';
  const advice = 'The harness needs all packages: run `npm ci`, without --omit.';
  process.stderr.write(isMissing ? `${message}\n${advice}\n` : `${stack}\n`);
  process.exitCode = 2;
}
