// The sections of the REST reference that its operations share, in groups.
import type { Section } from '../layout.ts';
import { errorSection } from './error-section.ts';
import { requestHeaders, responseHeaders } from './header-sections.ts';
import { objectSections } from './object-sections.ts';
import type { RestReference } from './rest-reference.ts';

export type SharedSections = ReturnType<typeof sharedSections>;

export const sharedSections = (
  reference: RestReference,
): readonly { title: string; sections: readonly Section[] }[] => [
  {
    title: 'All operations',
    sections: [requestHeaders(reference), errorSection(reference), responseHeaders(reference)],
  },
  { title: 'Objects', sections: objectSections(reference) },
];
