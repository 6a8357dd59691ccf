// A service whose entry of a future version doesn't fit the code doesn't start, so that no midnight breaks it.
import { expect, onTestFinished, test } from 'vitest';
import { migratedDirectory } from '../support/data-directory.ts';
import { startService } from './service.ts';

const ENTRY = `{ date: '2131-01-01', label: '', summary: 'x', changes: [
  { limit: 'Product.images', was: { max: 5 }, is: { max: 300 } } ] }`;

/** Adds the entry at the end of the list. */
const HOOKS = `import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/rest/releases.ts')) return loaded;
    return { ...loaded, source: String(loaded.source).replace(/\\];\\s*$/, ${JSON.stringify(`${ENTRY}];`)}) };
  },
});`;

test('a service does not start with an entry that fails on its day', async () => {
  const { path, remove } = await migratedDirectory();
  onTestFinished(remove);
  const started = startService({
    DATA_DIR: path,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(HOOKS)}`,
  });
  await expect(started).rejects.toThrow(
    /The releases don't fit the code on 2131-01-01: RangeError: A list of 300 entries/,
  );
});
