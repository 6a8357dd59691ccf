// Random values: of sessions and sign-in links, of which only the hashes are stored, and of sign-ins and forms.
import { randomBytes } from 'node:crypto';

const VALUE_BYTES = 32;

export const newValue = () => randomBytes(VALUE_BYTES).toString('base64url');
