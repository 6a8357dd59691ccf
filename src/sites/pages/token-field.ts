// The field of the API token on pages that send requests: kept by its script for the tab, and shared by all pages.
import { html } from 'hono/html';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { Html } from './frame.ts';

/** On a test deployment (`canMake`) a button makes a token for the user that is signed in to the dashboard. */
export const tokenField = (note: Html | string, canMake: boolean): Html => html`<form class="token" id="token-form">
<label for="token">API token</label>
<input id="token" type="password" placeholder="svc_…" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="token-note">
<button type="button" id="token-show" aria-pressed="false" aria-controls="token">Show</button>
${canMake ? html`<button type="button" id="token-make" data-path="${DASHBOARD_PATHS.docsToken}" data-sign-in="${DASHBOARD_PATHS.signIn}">Create a token</button>` : ''}
<p id="token-note" role="status">${note}</p>
</form>`;
