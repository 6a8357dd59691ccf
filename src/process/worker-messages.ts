// The messages between the primary process and its workers.
import type { DemoOwner } from '../demo/prepare-demo-owner.ts';
import type { StopRequest } from './stop-requests.ts';

/**
 * `alive`: a heartbeat; `ready`: the worker can take connections; `taken` answers `connection`; `closing`: the worker takes no
 * more connections, which `closed` answers after the last one.
 */
export type FromWorker = 'alive' | 'ready' | 'taken' | 'closing' | { readonly demoOwner: DemoOwner };

/** `connection` comes with a socket. */
export type ToWorker = StopRequest | 'connection' | 'closed';

export const HEARTBEAT_MILLISECONDS = 1_000;

export function startHeartbeat(): void {
  sendToPrimary('alive');
  setInterval(() => sendToPrimary('alive'), HEARTBEAT_MILLISECONDS).unref();
}

/** An error is ignored: the channel ends with the primary process, and the worker with the channel. */
export const sendToPrimary = (message: FromWorker): void => void process.send?.(message, undefined, {}, () => {});
