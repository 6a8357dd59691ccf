// Preloaded into a service (`node --import`), it adds the code of the rehearsed release, dated REHEARSED_DATE.
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { generateClient } from './generate.ts';
import { rehearsedModule } from './rehearsed-files.ts';

await generateClient();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    if (!resolved.url.startsWith('file:')) return resolved;
    const importer = context.parentURL && fileURLToPath(context.parentURL);
    const path = rehearsedModule(fileURLToPath(resolved.url), importer);
    return { ...resolved, url: pathToFileURL(path).href };
  },
});
