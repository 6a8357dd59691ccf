// Preloaded into a service (`node --import`): the rehearsed release is one of its releases, dated REHEARSED_DATE.
import type { Release } from '../../src/operation/release-changes.ts';
import { type ApiChange, RELEASES } from '../../src/rest/releases.ts';
import { rehearsal } from './rehearsal.ts';

const { REHEARSED_DATE: date = rehearsal.date } = process.env;
(RELEASES as Release<ApiChange>[]).push({ ...rehearsal, date });
