// The names and values of REST for the fields that the rehearsed release adds.
import {
  REST_ENUMS as ENUMS,
  REST_NAMES as RELEASED,
} from '../../../../src/rest/rest-names.ts';

export const REST_NAMES = {
  ...RELEASED,
  rehearsedSize: 'rehearsed_size',
  widthMillimetres: 'width_millimetres',
  lengthMillimetres: 'length_millimetres',
  rehearsedWrap: 'rehearsed_wrap',
  rehearsedFiles: 'rehearsed_files',
  rehearsedTags: 'rehearsed_tags',
};

export const REST_ENUMS = { ...ENUMS, rehearsedWrap: { BOX: 'box', FOIL: 'foil' } };
