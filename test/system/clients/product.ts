// The operations of a screen for one product, and what its form sends.

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** `revision` stands beside every field that the form edits, and is read nowhere without them. */
const FIELDS = 'id revision title rent quantity';

export const READ = `query ReadProduct($id: ID!) { product(id: $id) { ${FIELDS} } }`;

export const UPDATE = `mutation UpdateProduct($id: ID!, $input: UpdateProductInput!, $ifRevision: Int!) {
  updateProduct(id: $id, input: $input, ifRevision: $ifRevision) {
    success
    errors { field message }
    product { ${FIELDS} }
  }
}`;

export interface Draft {
  title: string;
  rent: number;
  quantity: number;
}

export interface Product extends Draft {
  readonly id: string;
  readonly revision: number;
}

export interface ReadData {
  readonly product: Product | null;
}

export interface UpdateData {
  readonly updateProduct: {
    readonly success: boolean;
    readonly errors: readonly FieldError[];
    readonly product: Product | null;
  } | null;
}

/** The fields whose values were changed, without the others. */
export function changes(from: Draft, { title, rent, quantity }: Draft): Partial<Draft> {
  return {
    ...(title !== from.title && { title }),
    ...(rent !== from.rent && { rent }),
    ...(quantity !== from.quantity && { quantity }),
  };
}
