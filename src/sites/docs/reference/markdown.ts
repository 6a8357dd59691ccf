// Markdown of the OpenAPI document as HTML; the code wrote it, no client.
import { raw } from 'hono/html';
import { Marked } from 'marked';
import type { Html } from '../../pages/frame.ts';

const marked = new Marked();

export const markdown = (text: string): Html => raw(marked.parse(text, { async: false }));
