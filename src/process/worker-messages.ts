// The messages between the primary process and its workers.
import type { DemoOwner } from '../demo/prepare-demo-owner.ts';
import type { StopRequest } from './stop-requests.ts';

/**
 * `alive` comes every second; `ready`: it can take connections; `taken` answers `connection`; `closing`: it wants no
 * connections any more, which `closed` answers behind the last one.
 */
export type FromWorker = 'alive' | 'ready' | 'taken' | 'closing' | { readonly demoOwner: DemoOwner };

/** `connection` has a socket. */
export type ToWorker = StopRequest | 'connection' | 'closed';

export const HEARTBEAT_MILLISECONDS = 1_000;

export function startHeartbeat(): void {
  sendToPrimary('alive');
  setInterval(() => sendToPrimary('alive'), HEARTBEAT_MILLISECONDS).unref();
}

/** The channel ends with the primary process, and the worker by it. */
export const sendToPrimary = (message: FromWorker): void => void process.send?.(message, undefined, {}, () => {});
