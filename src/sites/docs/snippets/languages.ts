// The languages of the example requests, the choice of one, and the figures that show code in each of them.
import { html } from 'hono/html';
import type { Html } from '../../pages/frame.ts';
import { printCurl } from '../../pages/snippets/print-curl.ts';
import { highlighted } from '../highlight.ts';
import { printJavaScript, printPhp, printPython } from './print-code.ts';

export const LANGUAGES = {
  curl: { name: 'curl', grammar: 'bash', print: printCurl },
  javascript: { name: 'JavaScript', grammar: 'javascript', print: printJavaScript },
  python: { name: 'Python', grammar: 'python', print: printPython },
  php: { name: 'PHP', grammar: 'php', print: printPhp },
} as const;

export type Language = keyof typeof LANGUAGES;

export const languages = Object.keys(LANGUAGES) as Language[];

/** Radio buttons, which select a language without a script. */
export const languageChoice = (id: string, label: string): Html =>
  html`<fieldset class="choice-of-language"><legend>Language: ${label}</legend>
${languages.map(
  (language) =>
    html`<label><input type="radio" name="${id}-language" value="${language}"${language === 'curl' ? html` checked` : ''}>${LANGUAGES[language].name}</label>`,
)}
</fieldset>`;

/** The same code in each language. */
export const codeTabs = (id: string, label: string, texts: Readonly<Record<Language, string>>): Html =>
  html`<figure class="code block tabs" id="${id}">
<figcaption class="head">${label}</figcaption>
${languageChoice(id, label)}
${languages.map(
  (language) =>
    html`<pre data-language="${language}" tabindex="0" role="group" aria-label="${label}, ${LANGUAGES[language].name}"><code>${highlighted(texts[language], LANGUAGES[language].grammar)}</code></pre>`,
)}
</figure>`;
