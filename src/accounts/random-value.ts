// Random values: of sessions and sign-in links, of which only the hashes are stored, and of sign-ins and forms.
import { randomBytes } from 'node:crypto';

export const newValue = () => randomBytes(32).toString('base64url');
