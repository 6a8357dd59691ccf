// How long usage and failed requests are kept (D50).

/** Including today. The dashboard shows 30 of them. */
export const USAGE_DAYS = 31;

export const REFUSED_REQUEST_DAYS = 7;

/** A batch of counts whose answer was lost is added once if it is sent again within this time. */
export const FLUSH_DAYS = 1;

/** The last failed requests of each token are kept. */
export const REFUSED_KEPT = 100;
