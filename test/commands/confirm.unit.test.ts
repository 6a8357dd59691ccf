// The question before a command that can't be undone.
import { PassThrough } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { confirm } from '../../src/commands/command-line.ts';
import { standardError } from '../../src/process/output.ts';

afterEach(() => void vi.restoreAllMocks());

/** Asks on a terminal; `isShown` unless stderr is redirected. Once asked, `answer` is typed, or the input ends. */
async function ask(answer: string | null, isShown = true) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: isShown });
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as never);
  vi.spyOn(process, 'stderr', 'get').mockReturnValue(output as never);
  const notes = vi.spyOn(standardError, 'write').mockReturnValue();
  output.once('data', () => (answer === null ? input.end() : input.write(answer)));
  await confirm('This erases it.', { yes: false });
  return notes.mock.calls;
}

test.each(['yes\n', ' YES\r\n'])('continues after %j', async (answer) => {
  expect(await ask(answer)).toEqual([['This erases it.\n']]);
});

test.each([
  ['no', 'no\n'],
  ['Enter', '\r'],
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
  ['the end of the input', null],
  ['the end of the input while stderr is a file', null, false],
])('does nothing after %s', async (_, answer, isShown = true) => {
  await expect(ask(answer, isShown)).rejects.toThrow(
    expect.objectContaining({ name: 'UsageError', message: 'Nothing was done.' }),
  );
});
