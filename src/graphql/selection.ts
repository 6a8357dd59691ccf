// What a document selects of a record: the shape of the row to load, and whether it repeats values.
import { queryFromInfo } from '@pothos/plugin-prisma';
import {
  type FieldNode,
  type GraphQLResolveInfo,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { BRIEF, LONG_FIELDS, type ProductSelection } from '../products/product-rows.ts';

/** Facts that follow from the document's operation and fragments alone. */
interface Facts {
  repeatsValues: boolean;
  /** Whether a variable decides which fields are selected. */
  isVariable: boolean;
}

const known = new WeakMap<OperationDefinitionNode, Facts>();

function factsOf({ operation, fragments }: GraphQLResolveInfo): Facts {
  const kept = known.get(operation);
  if (kept) return kept;
  const facts: Facts = { repeatsValues: false, isVariable: false };
  for (const node of [operation, ...Object.values(fragments)]) {
    visit(node, {
      Directive({ arguments: given = [] }) {
        facts.isVariable ||= given.some(({ value }) => value.kind === Kind.VARIABLE);
      },
      Field({ alias, name }) {
        facts.repeatsValues ||= alias !== undefined || name.value === 'bundle';
      },
    });
  }
  known.set(operation, facts);
  return facts;
}

/** Whether a document may select a record's value twice: by an alias, or through a product read as a bundle. */
export const repeatsValues = (info: GraphQLResolveInfo) => factsOf(info).repeatsValues;

/** By field node, for documents that Yoga keeps: planning a selection takes 15 µs, for each item of a bundle. */
const selections = new WeakMap<FieldNode, ProductSelection>();

const isBrief = (product: object | undefined) =>
  product !== undefined && Object.keys(product).every((name) => name in BRIEF);

interface Select {
  readonly items?: { readonly select?: { readonly product?: { readonly select?: object } } };
}

/** The row to load for the field of `info`. Selections of the same shape share a query, so documents share batches. */
export function selectionOf(context: object, info: GraphQLResolveInfo): ProductSelection {
  const [first, ...others] = info.fieldNodes;
  // The operations of a document may select a shared field with different other nodes.
  const node = others.length === 0 ? first : undefined;
  const kept = node && selections.get(node);
  if (kept) return kept;
  const { select = {} } = queryFromInfo({ context, info }) as { select?: Select };
  const { items } = select;
  const product = items?.select?.product?.select;
  const selection: ProductSelection = {
    longTexts: LONG_FIELDS.some((name) => name in select),
    items: items !== undefined,
    // Documents that repeat values load products separately, a few per turn of the event loop.
    referred: isBrief(product) && !('paidAccounts' in select) && !repeatsValues(info),
  };
  if (node && !factsOf(info).isVariable) selections.set(node, selection);
  return selection;
}
