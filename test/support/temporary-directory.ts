// A directory for files of a test.
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** It lasts until its `remove`, or the end of the block of an `await using`. */
export const temporaryDirectory = () => mkdtempDisposable(join(tmpdir(), 'owner-api-'));
