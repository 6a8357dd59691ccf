// Text of HTML that the service writes: without tags, with its characters instead of their references.

export const unescaped = (html: string): string =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

export const textOf = (html: string): string => unescaped(html.replace(/<[^>]*>/g, ''));
