// Preloaded into a service (`node --import`), it adds the code of the rehearsed release, dated REHEARSED_DATE.
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Release } from '../../../src/operation/release-changes.ts';
import { edited, rehearsedFile } from './edits.ts';
import { ensureGenerated } from './generate.ts';

await ensureGenerated();

registerHooks({
  load(url, context, nextLoad) {
    const file = url.startsWith('file:') ? rehearsedFile(fileURLToPath(url)) : undefined;
    const loaded = nextLoad(file ? pathToFileURL(file).href : url, context);
    return loaded.source ? { ...loaded, source: edited(url, String(loaded.source)) } : loaded;
  },
});

// The hook loads the service's modules.
const { RELEASES } = await import('../../../src/rest/releases.ts');
const { rehearsedFrom, V2 } = await import('./rehearsal.ts');

const { REHEARSED_DATE: date = V2 } = process.env;
(RELEASES as Release[]).splice(0, RELEASES.length, ...rehearsedFrom(date));
