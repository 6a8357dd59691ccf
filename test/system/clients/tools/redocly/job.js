// The workflows of the Arazzo document, run by `redocly respect`.
const { execFile } = require('node:child_process');
const { promisify } = require('node:util');

/** Whether each succeeded; otherwise the error has the tool's output. */
exports.job = async ({ token }) => {
  const args = ['respect', 'arazzo.yaml', '--input', `token=${token}`];
  const { stdout } = await promisify(execFile)('redocly', args, {
    env: { ...process.env, NO_COLOR: '1' },
  });
  return /Workflows: (.*)/.exec(stdout)?.[1];
};
