// While both values of a rolled token work: which one a token of the list is.
import { html } from 'hono/html';
import { stateOf } from '../../accounts/authenticate.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import * as shown from './token-facts.ts';

/** The page of the other value says when it was last used. */
export function rollNote({ predecessor: old, successor }: TokenRow, now: Date) {
  if (successor)
    return html`<p class="hint">Old value, replaced by ${shown.valueLink(successor)}.</p>`;
  if (!old || stateOf(old, now) !== 'usable') return '';
  return html`<p class="hint">The old value ${shown.valueLink(old)} still works.</p>`;
}
