// The lengths of an hour and a day in various units.

export const HOUR_MILLISECONDS = 3_600_000;
export const DAY_SECONDS = 86_400;
export const DAY_MILLISECONDS = 1_000 * DAY_SECONDS;
