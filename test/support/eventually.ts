// How long a test waits for an event that must come, and the limit for one that must come soon.

/**
 * Milliseconds, far more than any limit of the service, because the machine may be busy. A test only exceeds it if
 * the event never comes; the drills measure how soon it comes on a quiet machine.
 */
export const EVENTUALLY = 60_000;
