// What an error and its causes say: Prisma's, the adapter's, the driver's, the socket's.

type Cause = Partial<
  Record<'code' | 'originalCode' | 'kind' | 'message' | 'originalMessage' | 'cause', unknown>
> & {
  meta?: { driverAdapterError?: unknown };
};

/** An error and its causes. */
function causesOf(error: unknown): Cause[] {
  if (typeof error !== 'object' || error === null) return [];
  const { meta, cause }: Cause = error;
  return [error, ...causesOf(meta?.driverAdapterError ?? cause)];
}

/** Codes, kinds and messages of an error and its causes. */
export const evidence = (error: unknown) =>
  causesOf(error)
    .flatMap((one) => [
      one.code,
      one.originalCode,
      one.kind,
      one.message,
      one.originalMessage,
    ])
    .filter((one) => typeof one === 'string');

export const hasOneOf = (error: unknown, codes: readonly string[]) =>
  evidence(error).some((one) => codes.includes(one));

/**
 * The message of the first cause, the server or the driver, without the text of Prisma or the service around it; a kind
 * such as `SocketTimeout` becomes words.
 */
export function reasonOf(error: unknown) {
  const messages = causesOf(error).map((one) => one.originalMessage ?? one.message);
  const reason = messages.findLast((one) => typeof one === 'string') ?? String(error);
  // For some socket errors, the adapters report only a kind.
  const isKind = /^(?:[A-Z][a-z]+)+$/.test(reason);
  return isKind ? reason.replaceAll(/(?!^)(?=[A-Z])/g, ' ').toLowerCase() : reason;
}
