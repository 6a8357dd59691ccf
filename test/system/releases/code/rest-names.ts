// The values of REST for the enum that the rehearsed release adds.
import { REST_ENUMS as ENUMS } from '../../../../src/rest/rest-names.ts';

export { restName } from '../../../../src/rest/rest-names.ts';

export const REST_ENUMS = { ...ENUMS, rehearsedWrap: { BOX: 'box', FOIL: 'foil' } };
