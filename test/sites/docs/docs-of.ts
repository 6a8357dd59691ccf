// The documentation of a deployment with the default throttle; a page that can not be made fails the test.
import type { Versions } from '../../../src/operation/versions.ts';
import { createDocs, type Docs } from '../../../src/sites/docs/server.ts';
import type { DocsSource } from '../../../src/sites/docs/source.ts';

const raise = (fault: Error): void => {
  throw fault;
};

export const docsOf = (versions: Versions, origin: string, onFault = raise, more: Partial<DocsSource> = {}): Docs =>
  createDocs(
    { versions, throttle: { points: 120, windowSeconds: 60 }, refusedRequestDays: 7, origin, ...more },
    onFault,
  );
