// What the harness expects of the fields that the rehearsed release adds.
import { FIELD_VALUES as RELEASED } from '../../harness/expect/product-field-values.ts';

const { title, description, rent, ...others } = RELEASED;

export const FIELD_VALUES = {
  title,
  description,
  rent,
  rehearsed: { unset: 'EUR', sample: 'CHF' },
  rehearsed_size: { unset: null, sample: { width_millimetres: 300, length_millimetres: 500 } },
  rehearsed_files: {
    unset: [],
    sample: [{ title: 'Manual', url: 'https://files.example/manual' }],
  },
  rehearsed_tags: { unset: [], sample: ['light'] },
  ...others,
};
