// The pages with a form about a token: its frame, and the field of a name. After an error the first wrong field has the focus.
import { html } from 'hono/html';
import { TOKEN_NAME_MAX_LENGTH, type TokenRefusedError } from '../../accounts/token-rules.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { Html } from '../pages/frame.ts';
import type { PageContext } from './context.ts';
import { described, field, generalFault } from './fields.ts';
import { formTokenField } from './forms.ts';
import { respondPage } from './layout.ts';

/** The name of the form before, and the error for which it was refused. */
interface GivenName {
  readonly name?: string;
  readonly error?: TokenRefusedError;
}

interface TokenForm {
  readonly title: string;
  /** The path to which the form is sent. */
  readonly action: string;
  readonly error?: TokenRefusedError | undefined;
  readonly content: Html;
  readonly button: Html;
}

/** A form that leads back to the page of its token, or to the API settings for a new one. */
export function respondForm(c: PageContext, { title, action, error, content, button }: TokenForm) {
  const { formToken } = c.get('user');
  const token: TokenRow | undefined = c.get('token');
  const back = token ? DASHBOARD_PATHS.token(token.id) : DASHBOARD_PATHS.settings;
  return respondPage(c, {
    title: error ? `Error: ${title}` : title,
    section: 'API settings',
    status: error ? 400 : 200,
    content: html`<p class="up"><a href="${back}"><bdi>${token?.name ?? 'API settings'}</bdi></a></p>
<h1>${title}</h1>
<form method="post" action="${action}" class="card form">
${formTokenField(formToken)}
${error && !error.field && generalFault(error.message)}
${content}
<div class="buttons">${button}<a class="button quiet" href="${back}">Cancel</a></div>
</form>`,
  });
}

export function nameField({ name = '', error }: GivenName) {
  const about = {
    id: 'name',
    label: 'Name',
    hint: 'Name the software that uses it and its place, such as “Stock sync, warehouse server”.',
    error: error?.field === 'name' && error.message,
  };
  const control = html`<input id="name" name="name" value="${name}" required maxlength="${TOKEN_NAME_MAX_LENGTH}" autocomplete="off"${described(about, !error)}>`;
  return field(about, control);
}
