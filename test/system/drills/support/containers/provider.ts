// A sign-in provider whose certificate is of an authority that nobody knows, as far as a sign-in begins.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { shell } from './shell.ts';
import { ORIGIN } from './stack.ts';

const SIGN_IN = `${ORIGIN}/dashboard/sign-in`;

/** Its issuer, at an address of this machine, and the file of its authority. */
export async function startPrivateProvider(address: string, directory: string) {
  await shell(
    `openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=provider -addext subjectAltName=IP:${address} \
      -keyout provider.key -out provider.crt && chmod 644 provider.crt`,
    { cwd: directory },
  );
  const authority = join(directory, 'provider.crt');
  const cert = await readFile(authority, 'utf8');
  const key = await readFile(join(directory, 'provider.key'), 'utf8');
  const server = createServer({ cert, key }, (_, response) => {
    const metadata = { issuer: issuer(), authorization_endpoint: `${issuer()}/auth` };
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(metadata));
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const issuer = () => `https://${address}:${(server.address() as AddressInfo).port}`;
  return { issuer: issuer(), authority, close: () => void server.close() };
}

/** Where the button of the sign-in page leads. */
export async function beginSignIn(): Promise<string> {
  const page = await fetch(SIGN_IN);
  const [, token] = /[?;]form_token=([\w-]+)/.exec(await page.text()) ?? [];
  const cookies = page.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const begun = await fetch(`${SIGN_IN}/provider?form_token=${token}`, {
    headers: { Cookie: cookies.join('; ') },
    redirect: 'manual',
  });
  return begun.headers.get('location') ?? `status ${begun.status}`;
}
