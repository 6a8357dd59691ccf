// All releases (section 9), oldest first, each with its changes.
import type { z } from 'zod';
import type { createBundleInput } from '../bundles/bundle-shape.ts';
import type { Change, FieldChange } from '../operation/change-kinds.ts';
import type { Named } from '../operation/field-types.ts';
import type { Release } from '../operation/release-changes.ts';
import { createVersions, type Versions } from '../operation/versions.ts';
import type { rentalShape } from '../rentals/rental-shape.ts';
import type { createdBundleAnswer, createdProductAnswer, productAnswer, updatedAnswer } from './answers.ts';
import type { RestOperationName } from './routes.ts';
import type { WIRE_ENUMS } from './wire.ts';

type Product = z.output<typeof productAnswer>;
type Rental = z.output<typeof rentalShape>;

/** The fields of the objects in a field: of its object, or of that of a list, and in those of its fields. */
type ObjectsIn<Field> =
  Field extends z.ZodPipe<z.ZodType, infer Value extends z.ZodType>
    ? ObjectsIn<Value>
    : Field extends { unwrap(): infer Inner }
      ? ObjectsIn<Inner>
      : Field extends Named<infer Name> & z.ZodObject<infer Shape>
        ? { readonly [Object_ in Name]: z.output<Field> } | ObjectsIn<Shape[keyof Shape]>
        : never;

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

type Nested = Intersection<ObjectsIn<(typeof productAnswer.shape)[keyof (typeof productAnswer)['shape']]>>;

/** The objects whose fields a release can change, the same in every operation; `Bundle` has the fields of create-bundle. */
interface Objects extends Nested {
  readonly Product: Product;
  readonly Bundle: z.output<typeof createBundleInput>;
  readonly Rental: Rental;
  readonly RentalItem: Rental['items'][number];
  readonly Account: Rental['owner'];
  readonly CreatedProduct: z.output<typeof createdProductAnswer>;
  readonly CreatedBundle: z.output<typeof createdBundleAnswer>;
  readonly Updated: z.output<typeof updatedAnswer>;
}

/** The values of a field on REST, by those of its enum. */
type ValuesOf<Field> = Field extends keyof typeof WIRE_ENUMS
  ? { readonly [Member in keyof (typeof WIRE_ENUMS)[Field]]: string | number }
  : never;

type ChangeOf<Object_ extends keyof Objects> = {
  [Field in keyof Objects[Object_] & string]: FieldChange<
    `${Object_}.${Field}`,
    Exclude<Objects[Object_][Field], null | undefined>,
    ValuesOf<Field>
  >;
}[keyof Objects[Object_] & string];

export type ApiChange = Change<{ [Name in keyof Objects]: ChangeOf<Name> }[keyof Objects], RestOperationName>;

/** The versions on the day of the last release without closed ones, for documents that are printed or recorded. */
export const atLastRelease = (releases: readonly Release[] = RELEASES): Versions =>
  createVersions(
    releases.filter(({ isClosed }) => !isClosed),
    () => new Date(releases.at(-1)?.date ?? 0),
  );

export const RELEASES: readonly Release<ApiChange>[] = [
  {
    date: '2025-08-16',
    label: '0.1.0',
    summary:
      'Initial release with the five operations: read a rental, read, create and update a product, create a bundle.',
    changes: [],
  },
];
