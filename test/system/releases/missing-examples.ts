// What a version's examples lack: required fields without an example in their shape.

import { OPERATION_EXAMPLES } from '../../../src/openapi/operation-examples.ts';
import type { Codec } from '../../../src/rest/codec.ts';
import { isServed } from '../../../src/rest/route.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { withRequired } from '../contract/required-fields.ts';

/** Each with a fix. */
export function missingExamples(codec: Codec): readonly string[] {
  const told = ROUTES.flatMap((route) => {
    const { operation, fields, path } = route;
    if (!fields || !isServed(codec.view, route)) return [];
    const file =
      path === '/bundle' ? 'bundles/bundle-shape.ts' : 'products/product-fields.ts';
    return Object.values(OPERATION_EXAMPLES[operation.name]).flatMap(({ input = {} }) => {
      const filled = codec.view
        .shape(fields)
        .safeParse(withRequired(codec, fields, input), { reportInput: true });
      const absent = filled.error?.issues.filter((issue) => issue.input === undefined) ?? [];
      return absent.map(
        (issue) => `${issue.path.map(String).at(-1)} has no example: add it in ${file}`,
      );
    });
  });
  return [...new Set(told)];
}
