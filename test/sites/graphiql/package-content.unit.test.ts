// The content that is read from the module of the package is the one that an import gives.
import { expect, test } from 'vitest';
import { packageContent } from '../../../src/sites/graphiql/server.ts';

test.each(['js', 'css', 'editorWorkerService', 'graphqlWorker', 'jsonWorker'])('%s', async (name) => {
  const exports: Record<string, string> = await import('@graphql-yoga/render-graphiql/graphiql');
  expect(
    packageContent(name, 'file.js')
      .read()
      .equals(Buffer.from(exports[name] ?? '')),
  ).toBe(true);
});

test('an export that the module lacks is a fault', () => {
  expect(() => packageContent('none', 'file.js').read()).toThrow('has no line for none');
});
