// What an error and its causes say: Prisma's, the adapter's, the driver's, the socket's.

type Cause = Partial<
  Record<'code' | 'originalCode' | 'kind' | 'message' | 'originalMessage' | 'cause', unknown>
> & {
  meta?: { driverAdapterError?: unknown };
};

/** An error and its causes. */
export function causesOf(error: unknown): Cause[] {
  if (typeof error !== 'object' || error === null) return [];
  const { meta, cause }: Cause = error;
  return [error, ...causesOf(meta?.driverAdapterError ?? cause)];
}

/** Codes, kinds and messages of an error and its causes. */
export const evidence = (error: unknown): string[] =>
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
 * The message of the server or driver, without Prisma's text around it; a kind such as `SocketTimeout` becomes words.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { meta }: Cause = error;
  if (meta?.driverAdapterError) return reasonOf(meta.driverAdapterError);
  const { originalMessage } = (error.cause ?? {}) as { originalMessage?: string };
  const reason = originalMessage ?? error.message;
  // For some socket errors, the adapters report only a kind.
  const isKind = /^(?:[A-Z][a-z]+)+$/.test(reason);
  return isKind ? reason.replaceAll(/(?!^)(?=[A-Z])/g, ' ').toLowerCase() : reason;
}
