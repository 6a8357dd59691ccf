// Each field that the latest version requires has an example, which documents show.
import { expect, test } from 'vitest';
import { OPERATION_EXAMPLES } from '../../../src/openapi/operation-examples.ts';
import type { Versions } from '../../../src/operation/versions.ts';
import { createCodecs } from '../../../src/rest/codec.ts';
import { isServed } from '../../../src/rest/route.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { atLastRelease } from '../../support/at-last-release.ts';
import { withRelease } from '../../support/first-release.ts';
import { withRequired } from './required-fields.ts';

/** The fields without an example in their shape. */
function missingExamples(versions: Versions): readonly string[] {
  const codec = createCodecs(versions)(versions.newest());
  return ROUTES.flatMap((route) => {
    const { operation, fields } = route;
    if (!fields || !isServed(codec.view, route)) return [];
    return Object.values(OPERATION_EXAMPLES[operation.name]).flatMap(({ input = {} }) => {
      const filled = withRequired(codec, fields, input);
      const { error } = codec.view.shape(fields).safeParse(filled, { reportInput: true });
      const absent = error?.issues.filter((issue) => issue.input === undefined) ?? [];
      return absent.map(({ path }) => String(path.at(-1)));
    });
  });
}

test('each required field of the latest version has an example in its shape', () => {
  expect(missingExamples(atLastRelease())).toEqual([]);
});

test('notices a required field without an example', () => {
  const releases = withRelease('2031-03-01', { required: 'Product.images' });
  expect(missingExamples(atLastRelease(releases))).toContain('images');
});
