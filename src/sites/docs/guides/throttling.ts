// Guide: the throttle on creates (section 8, D31, D37).
import { html } from 'hono/html';
import { API_BASE_PATH } from '../../../paths.ts';
import type { Section } from '../layout.ts';
import { codeTabs } from '../snippets/languages.ts';
import { printCurl } from '../snippets/print-curl.ts';
import type { DocsSource } from '../source.ts';
import { newTent } from './first-request.ts';

const curl = (origin: string): string =>
  printCurl(origin, {
    id: 'retry-after',
    label: '',
    method: 'POST',
    path: `${API_BASE_PATH}/product`,
    body: newTent,
    status: 201,
  }).replace('curl -i', 'curl -i --retry 4');

const JAVASCRIPT = `async function fetchWithRetries(url, options, attempts = 5) {
  const response = await fetch(url, options);
  if (response.status !== 429 || attempts === 1) return response;
  const seconds = Number(response.headers.get('Retry-After'));
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return fetchWithRetries(url, options, attempts - 1);
}`;

const PYTHON = `import time

import requests


def post_with_retries(url, attempts=5, **options):
    response = requests.post(url, **options)
    while response.status_code == 429 and attempts > 1:
        time.sleep(int(response.headers["Retry-After"]))
        attempts -= 1
        response = requests.post(url, **options)
    return response`;

const PHP = `<?php
function curl_exec_with_retries(CurlHandle $request, int $attempts = 5): string|bool
{
    $answer = curl_exec($request);
    while (curl_getinfo($request, CURLINFO_RESPONSE_CODE) === 429 && $attempts > 1) {
        sleep(curl_getinfo($request, CURLINFO_RETRY_AFTER));
        $attempts--;
        $answer = curl_exec($request);
    }
    return $answer;
}`;

export const throttling = ({ throttle, origin }: DocsSource): Section => ({
  id: 'throttling',
  title: 'Throttling',
  content: html`<p>Each user may create <strong>${throttle.points}</strong> products and bundles in ${throttle.windowSeconds} seconds here, over both
surfaces together; a refused input counts too. Reads and updates are not throttled.</p>
<p>Beyond that REST answers 429 and GraphQL <code>RATE_LIMITED</code>, both with <code>Retry-After</code>: the whole seconds after
which the next request passes. Wait for that long, and send the same request again:</p>
${codeTabs({
  id: 'retry-after',
  label: 'Wait for Retry-After, at most five attempts',
  texts: { curl: curl(origin), javascript: JAVASCRIPT, python: PYTHON, php: PHP },
})}
<p>A GraphQL request with several mutations is answered 429 only if none of them got through. Otherwise it is answered 200, and each
throttled mutation has an error with <code>extensions.retryAfter</code>: repeat those alone.</p>
<p>An address that sends too many unknown tokens is answered 429 as well; valid tokens still work.</p>`,
});
