// Tables of mistakes, and what a response says about each.
import { openTestApp } from '../../support/app.ts';

interface FieldFault {
  readonly variable?: string;
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

type AnyError = FieldFault & {
  readonly extensions?: { readonly code: string; readonly errors?: readonly FieldFault[] };
};

const told = ({ variable, field, code, message }: FieldFault): string =>
  `${[variable && `$${variable}`, field].filter(Boolean).join('.')} ${code}: ${message}`;

export async function openSend() {
  const app = await openTestApp();
  /** The status, and each error as `field CODE: message`, `$variable.field CODE: message` or `CODE: message`. */
  return async (
    path: string,
    body?: string | Uint8Array,
    type = 'application/json',
  ): Promise<readonly unknown[]> => {
    const init = body === undefined ? {} : { method: 'POST', body: body as BodyInit };
    const answer = await app.call(path, init, { headers: { 'Content-Type': type } });
    const { errors: found = [] } = answer.body as { errors?: readonly AnyError[] };
    const errors = found.flatMap((error) => {
      const { code, errors: faults = undefined } = error.extensions ?? {
        code: '',
        errors: [error],
      };
      return faults ? faults.map(told) : [`${code}: ${error.message}`];
    });
    return [answer.status, ...errors];
  };
}

/** The rows of a table: who makes the mistake, what is sent, and what each error says, with arrows between them. */
export const rows = (table: string): [by: string, sent: string, ...errors: string[]][] =>
  table
    .trim()
    .replaceAll(/\n\s*→/g, ' →')
    .split('\n')
    .map((row) => row.trim().split(/ +→ +/) as [string, string, ...string[]]);
