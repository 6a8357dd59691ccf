// How long usage and failed requests are kept (D50).

/** Including today. The dashboard shows 30 of them. */
export const USAGE_DAYS = 31;

/** After the last request of its kind. */
export const FAILED_REQUEST_DAYS = 7;

/** A batch of counts whose answer was lost is added once if it is sent again within this time. */
export const FLUSH_DAYS = 1;

/** The last kinds of failed requests of each token are kept, and the last requests of each kind. */
export const KINDS_KEPT = 100;
export const REQUESTS_KEPT = 10;
