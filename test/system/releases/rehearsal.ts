// The versions with the rehearsed release among them, by day.
import { createVersions, type Versions } from '../../../src/operation/versions.ts';
import { RELEASES } from './code/releases.ts';

export { rehearsal, V2 } from './code/releases.ts';

export const V1 = RELEASES[0]?.date ?? '';

/** The service on a day. */
export const rehearsedOn = (day: string | (() => Date)): Versions =>
  createVersions(RELEASES, typeof day === 'string' ? () => new Date(day) : day);
