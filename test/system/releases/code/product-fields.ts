// Fields that the rehearsed release adds to a product, after its rent.
import { z } from 'zod';
import {
  domainObject,
  list,
  quantity,
  requiredText,
  text,
} from '../../../../src/operation/field-types.ts';
import { productFields as released } from '../../../../src/products/product-fields.ts';
import { WRAPS } from './enum-members.ts';

export * from '../../../../src/products/product-fields.ts';

const { title, description, rent, ...others } = released;

export const productFields = {
  title,
  description,
  rent,
  rehearsed: requiredText(3).meta({
    description: 'ISO 4217 code of the rehearsed.',
    example: 'EUR',
  }),
  rehearsedSize: domainObject('RehearsedSize', 'The size of the rehearsed.', {
    widthMillimetres: quantity().meta({ description: 'Its width.' }),
    lengthMillimetres: quantity().meta({ description: 'Its length.' }),
    rehearsedWrap: z.enum(WRAPS).optional().meta({ description: 'What it is wrapped in.' }),
  }),
  rehearsedFiles: list(
    domainObject('RehearsedFile', 'A file on the rehearsed.', {
      title: requiredText(80).meta({ description: 'Its title.' }),
      url: text().meta({ description: 'Where it is.' }),
    }),
    { max: 3 },
  ).meta({ description: 'Files on the rehearsed, in order.' }),
  rehearsedTags: list(text(40), { max: 20 }).meta({
    description: 'MarkdownSpelling for the rehearsed.',
  }),
  ...others,
};
