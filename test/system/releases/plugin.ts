// Loads the modules of the rehearsed release in tests.
import type { Plugin } from 'vitest/config';
import { generateClient } from './generate.ts';
import { rehearsedModule } from './rehearsed-files.ts';

export const rehearsedRelease: Plugin = {
  name: 'rehearsed-release',
  enforce: 'pre',
  configResolved: generateClient,
  async resolveId(source, importer, options) {
    // Other paths are resolved already: cached code imports them, and Vite forgets who.
    if (!source.startsWith('.')) return undefined;
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
    return resolved && { ...resolved, id: rehearsedModule(resolved.id, importer) };
  },
};
