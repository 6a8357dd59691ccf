// Who is signed in, and what they may do.
import type { ReadViewerQuery } from '../generated/graphql.ts';

export interface Viewer {
  readonly id: string;
  readonly mayWrite: boolean;
}

export const viewerOf = (data: ReadViewerQuery | undefined): Viewer | undefined =>
  data && { id: data.__typename, mayWrite: true };
