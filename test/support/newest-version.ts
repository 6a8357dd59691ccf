// The version that a token gets today and that answers name where no other one was asked for.
import { createVersions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';

export const NEWEST_VERSION = createVersions(RELEASES).newest();
