// How long a test waits for an event that must come, and which bound it gives to one that must come soon.

/**
 * Milliseconds, far more than any bound of the service, because the machine may be busy with other work. A test fails
 * past it only when the event never comes; the drills measure how soon it comes on a quiet machine.
 */
export const EVENTUALLY = 60_000;
