// The Prisma selection of a field, planned once for each document that Yoga keeps: it depends on the document alone.
import { queryFromInfo } from '@pothos/plugin-prisma';
import { type GraphQLResolveInfo, Kind, type OperationDefinitionNode, visit } from 'graphql';
import type { Selection } from '../operation/operation.ts';

/** The paths from a field to its record, and the type of the record. */
export interface RecordPaths {
  readonly paths: readonly (readonly string[])[];
  readonly typeName: string;
}

/** Selections by operation, which can merge a field with others, and by the first node of a field. */
const known = new WeakMap<OperationDefinitionNode, WeakMap<object, Selection> | 'varies'>();

const ID = { id: true } as const;

/** Every column and relation that the document selects of a record: that of the field, or the one at the paths of `record`. */
export function selectionOf(context: object, info: GraphQLResolveInfo, record?: RecordPaths): Selection {
  const selections = known.get(info.operation) ?? remember(info);
  const [node] = info.fieldNodes;
  const kept = selections !== 'varies' && node && selections.get(node);
  if (kept) return kept;
  const planned: Selection = queryFromInfo({
    context,
    info,
    ...(record && { paths: record.paths.map((path) => [...path]), typeName: record.typeName, select: ID }),
  });
  if (selections !== 'varies' && node) selections.set(node, planned);
  return planned;
}

function remember(info: GraphQLResolveInfo) {
  const selections = isSteady(info) ? new WeakMap<object, Selection>() : 'varies';
  known.set(info.operation, selections);
  return selections;
}

/** Whether no variable decides which fields are selected. */
function isSteady({ operation, fragments }: GraphQLResolveInfo): boolean {
  let steady = true;
  for (const node of [operation, ...Object.values(fragments)]) {
    visit(node, {
      Directive({ arguments: given = [] }) {
        if (given.some(({ value }) => value.kind === Kind.VARIABLE)) steady = false;
      },
    });
  }
  return steady;
}
