// The Arazzo document of a version: workflows of several requests, in the version's names.
import type { JsonObject } from '../http/json-body.ts';
import { IDEMPOTENCY_KEY } from '../operation/idempotency.ts';
import type { Release } from '../operation/release-changes.ts';
import { OPENAPI_YAML_PATH } from '../paths.ts';
import { type RestOperationName, ROUTES } from '../rest/routes.ts';
import type { Codec } from '../rest/wire-codec.ts';
import { withRequired } from './required-fields.ts';

const ARAZZO_VERSION = '1.0.1';

/** The version's workflows; their OpenAPI document is at `origin`. */
export function buildArazzo({ date, label }: Release, codec: Codec, origin: string): JsonObject {
  const workflows = workflowsOf(createSteps(codec)).filter(({ steps }) =>
    steps.every(({ operationId }) => codec.view.has(operationId)),
  );
  return {
    arazzo: ARAZZO_VERSION,
    info: {
      title: 'Workflows of the Rental Marketplace Owner API',
      version: date,
      summary: `${label}: first product, bundle, safe update, retry, rejected input`,
      description:
        "Each workflow takes an owner's token as input and can be repeated on a test deployment.",
    },
    sourceDescriptions: [
      { name: 'ownerApi', type: 'openapi', url: `${origin}${OPENAPI_YAML_PATH}?version=${date}` },
    ],
    workflows: workflows.map((workflow) => ({ ...workflow, inputs: INPUTS })),
  };
}

const INPUTS = {
  type: 'object',
  required: ['token'],
  properties: {
    token: { type: 'string', format: 'password', description: 'A user API token, `svc_test_…`.' },
  },
};

const TOKEN = { name: 'Authorization', in: 'header', value: 'Bearer {$inputs.token}' };

type Step = JsonObject & { readonly operationId: RestOperationName };

interface Workflow {
  readonly workflowId: string;
  readonly summary: string;
  readonly description: string;
  readonly steps: readonly Step[];
}

type Steps = ReturnType<typeof createSteps>;

/** Creates workflow steps in the names and values of a version. */
function createSteps(codec: Codec) {
  const header = (name: string, value: string) => ({ name, in: 'header', value });
  const status = (code: number) => ({ condition: `$statusCode == ${code}` });

  function body(operation: RestOperationName, input: object): JsonObject {
    const { envelope, fields } = ROUTES.find((route) => route.operation.name === operation) ?? {};
    if (!envelope || !fields) throw new Error(`${operation} has no body`);
    const whole = operation === 'updateProduct' ? input : withRequired(codec, fields, input);
    return { contentType: 'application/json', payload: envelope.wrap(codec.write(fields, whole)) };
  }

  return {
    header,
    /** The name of a field in errors and bodies. */
    name: (object: string, field: string) => codec.wire.name(object, field),
    create: (stepId: string, input: object, more: object = {}): Step => ({
      ...{ stepId, operationId: 'createProduct', parameters: [TOKEN] },
      requestBody: body('createProduct', input),
      successCriteria: [status(201)],
      outputs: { id: `$response.body#/${codec.wire.name('CreatedProduct', 'id')}` },
      ...more,
    }),
    bundle: (stepId: string, input: object): Step => ({
      ...{ stepId, operationId: 'createBundle', parameters: [TOKEN] },
      requestBody: body('createBundle', input),
      successCriteria: [status(201)],
      outputs: { id: `$response.body#/${codec.wire.name('CreatedBundle', 'id')}` },
    }),
    read: (stepId: string, id: string, ...conditions: readonly string[]): Step => ({
      ...{
        stepId,
        operationId: 'readProduct',
        parameters: [TOKEN, { name: 'id', in: 'path', value: id }],
      },
      successCriteria: [status(200), ...conditions.map((condition) => ({ condition }))],
      outputs: { etag: '$response.header.ETag' },
    }),
    update: (stepId: string, id: string, input: object, tag: string, code: number): Step => ({
      ...{ stepId, operationId: 'updateProduct' },
      parameters: [TOKEN, { name: 'id', in: 'path', value: id }, header('If-Match', tag)],
      requestBody: body('updateProduct', input),
      successCriteria: [status(code)],
    }),
    refused: (stepId: string, input: object, ...conditions: readonly string[]): Step => ({
      ...{ stepId, operationId: 'createProduct', parameters: [TOKEN] },
      requestBody: body('createProduct', input),
      successCriteria: [status(400), ...conditions.map((condition) => ({ condition }))],
    }),
  };
}

const TENT = { title: 'Four-person tent', rent: 24.5, sku: 'TENT-4P' };
const MAT = { title: 'Sleeping mat', rent: 3.2, stockType: 'BULK', quantity: 20 };
const PACK = { title: 'Camping weekend' };
const item = (step: string, quantity: number) => ({ adId: `$steps.${step}.outputs.id`, quantity });

const workflowsOf = ({
  header,
  name,
  create,
  bundle,
  read,
  update,
  refused,
}: Steps): readonly Workflow[] => [
  {
    workflowId: 'firstProduct',
    summary: 'Create a product and read it',
    description: 'The create returns the ID with which the product is read.',
    steps: [
      create('createTent', TENT),
      read(
        'readTent',
        '$steps.createTent.outputs.id',
        `$response.body#/product/${name('Product', 'title')} == '${TENT.title}'`,
      ),
    ],
  },
  {
    workflowId: 'bundleOfTwo',
    summary: 'Create a bundle of two products',
    description: 'Without a rent, the bundle costs the sum of its items times their quantities.',
    steps: [
      create('createTent', TENT),
      create('createMat', MAT),
      bundle('createPack', { ...PACK, items: [item('createTent', 1), item('createMat', 4)] }),
      read(
        'readPack',
        '$steps.createPack.outputs.id',
        `$response.body#/product/${name('Product', 'rent')} == ${TENT.rent + 4 * MAT.rent}`,
      ),
    ],
  },
  {
    workflowId: 'updateIfUnchanged',
    summary: 'Update a product unless someone else changed it',
    description: 'Send the `ETag` of a read in `If-Match`; an outdated one returns 412.',
    steps: [
      create('createTent', TENT),
      read('readTent', '$steps.createTent.outputs.id'),
      update(
        'updateTent',
        '$steps.createTent.outputs.id',
        { rent: 26 },
        '$steps.readTent.outputs.etag',
        200,
      ),
      update(
        'updateTooLate',
        '$steps.createTent.outputs.id',
        { rent: 27 },
        '$steps.readTent.outputs.etag',
        412,
      ),
    ],
  },
  {
    workflowId: 'retryWithKey',
    summary: 'Repeat a create without creating twice',
    description: 'The second request has the same key and input, so it returns the first response.',
    steps: ['createOnce', 'createAgain'].map((stepId, index) =>
      create(stepId, TENT, {
        parameters: [TOKEN, header(IDEMPOTENCY_KEY, 'workflow-retry-with-key')],
        ...(index === 1 && {
          successCriteria: [
            { condition: '$statusCode == 201' },
            { condition: "$response.header.Idempotency-Replayed == 'true'" },
            {
              condition: `$response.body#/${name('CreatedProduct', 'id')} == $steps.createOnce.outputs.id`,
            },
          ],
        }),
      }),
    ),
  },
  {
    workflowId: 'rejectedInput',
    summary: 'Get all errors of an input at once',
    description: 'Each error has a field, a code and a message; nothing is created.',
    steps: [
      refused(
        'createWithoutPrice',
        { ...TENT, title: '', rent: 0 },
        `$response.body#/errors/0/field == '${name('Product', 'title')}'`,
        "$response.body#/errors/0/code == 'REQUIRED'",
        "$response.body#/errors/1/code == 'MIN_VALUE'",
      ),
    ],
  },
];
