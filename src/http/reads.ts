// Requests that only read (GET and HEAD), and the refusal of every other method where nothing can be written.
import { respondFailure } from './respond.ts';

const READ_METHODS = ['GET', 'HEAD'];

export const isRead = ({ method }: Pick<Request, 'method'>): boolean => READ_METHODS.includes(method);

/** 405 with `Allow`. */
export const refuseWrite = (): Response => respondFailure({ kind: 'methodNotAllowed', allow: READ_METHODS });
