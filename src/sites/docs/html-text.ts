// The text of HTML that hono has escaped.

const REFERENCES = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' } as const;

const unescaped = (html: string): string =>
  html.replace(/&(?:quot|#39|lt|gt|amp);/g, (reference) => REFERENCES[reference as keyof typeof REFERENCES]);

/** Without its tags, and with characters in place of their references. */
export const textOf = (html: string): string => unescaped(html.replace(/<[^>]*>/g, ''));
