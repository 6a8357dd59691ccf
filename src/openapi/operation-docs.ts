// The documentation of each REST operation: its answer, its envelopes, the headers of success, its notes.
import { z } from 'zod';
import type { RestOperationName } from '../rest/routes.ts';
import { createdBundleAnswer, createdProductAnswer, productAnswer, rentalAnswer, updatedAnswer } from './answers.ts';
import { type Body, bundleBody, productBody } from './bodies.ts';
import type { HeaderName } from './headers.ts';
import { NOTES, type TAGS } from './notes.ts';

interface OperationDocs {
  readonly tag: keyof typeof TAGS;
  readonly notes: string;
  /** The shape of a successful answer. */
  readonly answer: z.ZodObject;
  /** The envelopes around the fields; absent for an operation without a body. */
  readonly body?: Body;
  /** The headers of success beside those of every answer. */
  readonly headers?: readonly HeaderName[];
}

export const OPERATION_DOCS: Readonly<Record<RestOperationName, OperationDocs>> = {
  readRental: { tag: 'rental', notes: NOTES.readRental, answer: z.object({ rentals: rentalAnswer }) },
  readProduct: { tag: 'product', notes: NOTES.readProduct, answer: z.object({ product: productAnswer }) },
  updateProduct: { tag: 'product', notes: NOTES.updateProduct, answer: updatedAnswer, body: productBody },
  createProduct: {
    tag: 'product',
    notes: NOTES.createProduct,
    answer: createdProductAnswer,
    body: productBody,
    headers: ['Location'],
  },
  createBundle: { tag: 'bundle', notes: NOTES.createBundle, answer: createdBundleAnswer, body: bundleBody },
};
