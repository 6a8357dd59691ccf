// The contract tests that Portman generates, run as the demo owner.
const { execFile } = require('node:child_process');
const { writeFile } = require('node:fs/promises');
const { promisify } = require('node:util');

/** The only setting besides the tests: the token. */
const configOf = (token) => ({
  version: 1.0,
  tests: {
    contractTests: [
      {
        openApiOperation: '*::/*',
        statusSuccess: { enabled: true },
        schemaValidation: { enabled: true },
      },
    ],
  },
  globals: { securityOverwrites: { bearer: { token } } },
});

/** The results of its assertions; exits with an error if one fails. */
exports.job = async ({ token, graphqlUrl }) => {
  await writeFile('portman.json', JSON.stringify(configOf(token)));
  const base = new URL('/api/token-secured', graphqlUrl).href;
  const args = [
    '-l',
    'openapi.json',
    '-b',
    base,
    '-c',
    'portman.json',
    '--runNewman',
    '-o',
    'collection.json',
  ];
  const { stdout } = await promisify(execFile)('portman', args);
  return stdout.match(/✓ .*/g).map((line) => line.slice(2).trim());
};
