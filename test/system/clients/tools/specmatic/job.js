// The contract tests that Specmatic generates from the document and its examples, run as the demo owner.
const { execFile } = require('node:child_process');
const { promisify } = require('node:util');

/** Its counts; exits with an error if a test fails. */
exports.job = async ({ token, graphqlUrl }) => {
  const base = new URL('/api/token-secured', graphqlUrl).href;
  const env = { ...process.env, bearer: token, queryToken: token };
  const { stdout } = await promisify(execFile)(
    'specmatic',
    ['test', 'openapi.json', `--testBaseURL=${base}`],
    { env },
  );
  return /Tests run: .*/.exec(stdout)?.[0];
};
