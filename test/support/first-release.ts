// The first release only: invented ones follow it, whatever else has been released.
import { RELEASES } from '../../src/rest/releases.ts';

export const FIRST_RELEASE = RELEASES.slice(0, 1);
