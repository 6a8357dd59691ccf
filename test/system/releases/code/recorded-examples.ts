// The recorded examples of the rehearsed release, on whatever day it is dated.
import { readFileSync } from 'node:fs';
import { recordedExamples as released } from '../../../../src/openapi/recorded-examples.ts';
import { REHEARSED_EXAMPLES } from '../rehearsed-files.ts';

const rehearsed = JSON.parse(readFileSync(REHEARSED_EXAMPLES, 'utf8'));

export function recordedExamples(version: string): ReturnType<typeof released> {
  const examples = released(version);
  return Object.keys(examples).length > 0 ? examples : rehearsed;
}
