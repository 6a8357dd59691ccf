// The fields of a submitted form, read within a bound.
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { BodyReading, BodyRoom } from '../../http/body-room.ts';

/** More than any form of the dashboard; it bounds the number of fields too. */
const MAX_BYTES = 16 * 1024;
/** No form is so large that it needs room. */
const ROOM = new BodyRoom();
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;

export type Form = Readonly<Record<string, string>>;

/** The fields of a form, the last one of each name. @throws {HTTPException} 400, 413, 415 */
export async function readForm({ req }: Context): Promise<Form> {
  if (!FORM_TYPE.test(req.header('content-type') ?? '')) throw new HTTPException(415);
  const body = await new BodyReading(ROOM, 0).read(req.raw, MAX_BYTES);
  if (body === 'tooLarge') throw new HTTPException(413);
  if (body === 'brokenOff') throw new HTTPException(400);
  return Object.fromEntries(new URLSearchParams(Buffer.from(body).toString('utf8')));
}
