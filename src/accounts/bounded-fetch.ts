// Fetches what the sign-in provider responds, within a limit; openid-client would read a response without an end.
import type { CustomFetch } from 'openid-client';
import { GrowingBytes } from '../fairness/incoming-bytes.ts';
import { ProviderError } from './provider-error.ts';

/** Metadata, keys, tokens and claims of large organizations have a few dozen kilobytes. */
const MAX_BYTES = 1024 * 1024;

/** The signal in the options also ends a body that takes too long. */
export const boundedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit);
  const { body, status, headers } = response;
  if (!body) return response;
  const received = new GrowingBytes();
  // Leaving the loop closes the connection.
  for await (const chunk of body) {
    received.add(chunk);
    if (received.length > MAX_BYTES)
      throw new ProviderError('invalid', 'a response of the provider exceeds 1 MiB');
  }
  const whole = new Response(received.all() as Uint8Array<ArrayBuffer>, { status, headers });
  // The log names the endpoint.
  return Object.defineProperty(whole, 'url', { value: response.url });
};
