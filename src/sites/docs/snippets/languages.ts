// The languages of the example requests, and the figures that show code in each of them.
import { html } from 'hono/html';
import type { Html } from '../../pages/frame.ts';
import { code } from '../layout.ts';
import type { ExampleRequest } from './example-request.ts';
import { printCurl } from './print-curl.ts';
import { printJavaScript } from './print-javascript.ts';
import { printJson } from './print-literal.ts';
import { printPhp } from './print-php.ts';
import { printPython } from './print-python.ts';

export const LANGUAGES = {
  curl: { name: 'curl', print: printCurl },
  javascript: { name: 'JavaScript', print: printJavaScript },
  python: { name: 'Python', print: printPython },
  php: { name: 'PHP', print: printPhp },
} as const;

export type Language = keyof typeof LANGUAGES;

const languages = Object.keys(LANGUAGES) as Language[];

interface Tabs {
  readonly id: string;
  readonly label: string;
  readonly texts: Readonly<Record<Language, string>>;
  /** The status of the answer, for code that is a whole request. */
  readonly status?: number;
}

/** The same code in each language; radio buttons select one without a script. */
export const codeTabs = ({
  id,
  label,
  texts,
  status,
}: Tabs): Html => html`<figure class="code tabs" id="${id}"${status ? html` data-status="${status}"` : ''}>
<figcaption>${label}</figcaption>
<fieldset><legend>Language: ${label}</legend>
${languages.map(
  (language) =>
    html`<label><input type="radio" name="${id}" value="${language}"${language === 'curl' ? html` checked` : ''}>${LANGUAGES[language].name}</label>`,
)}
</fieldset>
${languages.map(
  (language) =>
    html`<pre data-language="${language}" tabindex="0" role="group" aria-label="${label}, ${LANGUAGES[language].name}"><code>${texts[language]}</code></pre>`,
)}
</figure>`;

/** An example request in each language, and its answer if the example has one. */
export function exchange(origin: string, request: ExampleRequest): Html {
  const { id, label, status, answer } = request;
  const texts = Object.fromEntries(languages.map((language) => [language, LANGUAGES[language].print(origin, request)]));
  return html`${codeTabs({ id, label, status, texts: texts as Record<Language, string> })}
${answer ? code(printJson(answer), `Answer, ${status}`) : ''}`;
}
