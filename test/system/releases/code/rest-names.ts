// The names of REST for the fields that the rehearsed release adds.
import { REST_NAMES as RELEASED } from '../../../../src/rest/rest-names.ts';

export { REST_ENUMS } from '../../../../src/rest/rest-names.ts';

export const REST_NAMES = {
  ...RELEASED,
  rehearsedSize: 'rehearsed_size',
  widthMillimetres: 'width_millimetres',
  lengthMillimetres: 'length_millimetres',
  rehearsedFiles: 'rehearsed_files',
  rehearsedTags: 'rehearsed_tags',
};
