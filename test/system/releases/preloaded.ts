// Preloaded into a service (`node --import`), it adds the code of the rehearsed release, dated REHEARSED_DATE.
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setup } from './generate.ts';
import { rehearsedModule } from './rehearsed-files.ts';

await setup();

const pathOf = (url: string): string => (url.startsWith('file:') ? fileURLToPath(url) : url);

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    if (!resolved.url.startsWith('file:')) return resolved;
    const path = rehearsedModule(pathOf(resolved.url), pathOf(context.parentURL ?? ''));
    return { ...resolved, url: pathToFileURL(path).href };
  },
});
