// Random values of sessions and sign-in links, of which only the hashes are stored.
import { hash, randomBytes } from 'node:crypto';

const VALUE_BYTES = 32;

export const hashValue = (value: string) => hash('sha256', value, 'hex');

export const newValue = () => randomBytes(VALUE_BYTES).toString('base64url');
