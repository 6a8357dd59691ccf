// How long usage and failed requests are kept (D50).

/** The dashboard shows the usage of the last 30 days and of the current one. */
export const USAGE_DAYS = 31;

export const REFUSED_REQUEST_DAYS = 7;

/** The last failed requests of each token are kept. */
export const REFUSED_KEPT = 100;
