// The commit of a git checkout, read without git.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const GIT = join(import.meta.dirname, '../../.git');
const COMMIT = /^[0-9a-f]{40,64}$/;

/** Undefined where the code is no checkout, or its references are packed. */
export function checkedOutCommit(): string | undefined {
  try {
    const head = read('HEAD');
    const commit = head.startsWith('ref: ') ? read(head.slice('ref: '.length)) : head;
    return COMMIT.test(commit) ? commit : undefined;
  } catch {
    return undefined;
  }
}

const read = (name: string) => readFileSync(join(GIT, name), 'utf8').trim();
