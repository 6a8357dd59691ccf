// The variables on the pages mean the same to systemd's EnvironmentFile and to `node --env-file`.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { VARIABLES } from '../../../src/config/variables.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** `NAME=value` on its own line, or in code without a command after it. */
const ASSIGNMENT = /^([A-Z_]+)=(.*)$|`([A-Z_]+)=([^`\s]*)`/gm;

const shown = globSync(['README.md', '.deploy/*.md'], { cwd: ROOT }).flatMap((page) =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(ASSIGNMENT)]
    .map(([, name = '', value = '', inline = name, inlineValue = value]) => ({
      page,
      name: inline,
      value: inlineValue,
    }))
    .filter(({ name, value }) => Object.hasOwn(VARIABLES, name) && !value.includes('…')),
);

/**
 * Both read a value without quotes, white space, backslashes and `#` literally. In `node --env-file` a `#` begins a
 * comment, and in double quotes each has its own escapes; in single quotes both read everything literally.
 */
const PLAIN = /^[^\s'"`\\#]*$/;
const SINGLE_QUOTED = /^'([^'\\\n]*)'$/;

test('each value on the pages has a form that both read alike', () => {
  expect(shown).not.toEqual([]);
  const ambiguous = shown.filter(
    ({ value }) => !PLAIN.test(value) && !SINGLE_QUOTED.test(value),
  );
  expect(ambiguous).toEqual([]);
  for (const { name, value } of shown) {
    expect(parseEnv(`${name}=${value}`)).toEqual({
      [name]: SINGLE_QUOTED.exec(value)?.[1] ?? value,
    });
  }
});
