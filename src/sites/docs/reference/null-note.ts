// The sentence that inputs repeat at their fields.
/** What creates say of each optional field; a page says it once. */
export const NULL_NOTE = 'Null is the same as absent.';

export const withoutNullNote = (description = '') =>
  description.replace(NULL_NOTE, '').replace('  ', ' ').trim();
