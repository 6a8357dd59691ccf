// The examples of the endpoint that the rehearsed release adds.
import { DEMO_IDS } from '../../../../src/demo/demo-data.ts';
import { OPERATION_EXAMPLES as RELEASED } from '../../../../src/openapi/operation-examples.ts';

const { createBundle, ...others } = RELEASED;

export const OPERATION_EXAMPLES = {
  ...others,
  readBundle: { bundle: { summary: 'A bundle', target: DEMO_IDS.products.camping } },
  createBundle,
};
