// An example as Markdown: on each surface its request by curl and its response.

import type { ExampleRequest } from '../../pages/snippets/example-request.ts';
import { printCurl } from '../../pages/snippets/print-curl.ts';
import { printJson } from '../../pages/snippets/print-literal.ts';

export function exchangeMarkdown(origin: string, title: string, request: ExampleRequest): string {
  const { status, answer } = request;
  const response = answer ? `Response, ${status}:\n\n${fenced('json', printJson(answer))}` : `Response, ${status}.`;
  return `${title}:\n\n${fenced('sh', printCurl(origin, request))}\n\n${response}`;
}

const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
