// The lengths of an hour and of a day, in the units of their uses.

export const HOUR_MILLISECONDS = 3_600_000;
export const DAY_SECONDS = 86_400;
export const DAY_MILLISECONDS = 1_000 * DAY_SECONDS;
