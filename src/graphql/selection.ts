// What a document selects: the Prisma selection of a field, planned once for each document that Yoga keeps, and whether it repeats values.
import { queryFromInfo } from '@pothos/plugin-prisma';
import { type GraphQLResolveInfo, Kind, type OperationDefinitionNode, visit } from 'graphql';
import type { Selection } from '../operation/operation.ts';

/** What follows from the operation of a document and its fragments alone. */
interface Facts {
  /** Selections by the first node of a field; absent where a variable decides which fields are selected. */
  readonly selections?: WeakMap<object, Selection>;
  readonly repeatsValues: boolean;
}

const known = new WeakMap<OperationDefinitionNode, Facts>();

function factsOf({ operation, fragments }: GraphQLResolveInfo): Facts {
  const kept = known.get(operation);
  if (kept) return kept;
  let isSteady = true;
  let repeatsValues = false;
  for (const node of [operation, ...Object.values(fragments)]) {
    visit(node, {
      Directive({ arguments: given = [] }) {
        isSteady &&= given.every(({ value }) => value.kind !== Kind.VARIABLE);
      },
      Field({ alias, name }) {
        repeatsValues ||= alias !== undefined || name.value === 'bundle';
      },
    });
  }
  const facts = { repeatsValues, ...(isSteady && { selections: new WeakMap() }) };
  known.set(operation, facts);
  return facts;
}

/** Whether a document may select a value of a record twice: by an alias, or of a product seen as a bundle. */
export const repeatsValues = (info: GraphQLResolveInfo): boolean => factsOf(info).repeatsValues;

/** The fields of payloads that have the written record: a bundle is a product too. */
const WRITTEN = { paths: [['product'], ['bundle']], typeName: 'Product', select: { id: true } };

/** Every column and relation that the document selects of the record of a field, or of a payload. */
export function selectionOf(context: object, info: GraphQLResolveInfo, isPayload = false): Selection {
  const { selections } = factsOf(info);
  const [node] = info.fieldNodes;
  const kept = node && selections?.get(node);
  if (kept) return kept;
  const planned: Selection = queryFromInfo({ context, info, ...(isPayload && WRITTEN) });
  if (node) selections?.set(node, planned);
  return planned;
}
