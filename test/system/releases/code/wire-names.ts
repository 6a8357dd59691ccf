// The names of REST for the fields that the rehearsed release adds.
import { WIRE_NAMES as RELEASED } from '../../../../src/rest/wire-names.ts';

export { WIRE_ENUMS } from '../../../../src/rest/wire-names.ts';

export const WIRE_NAMES = {
  ...RELEASED,
  rehearsedSize: 'rehearsed_size',
  widthMillimetres: 'width_millimetres',
  lengthMillimetres: 'length_millimetres',
  rehearsedFiles: 'rehearsed_files',
  rehearsedTags: 'rehearsed_tags',
};
