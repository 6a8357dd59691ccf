// The lengths of an hour and a day in various units, and the day of a time.

export const HOUR_MILLISECONDS = 3_600_000;
export const DAY_SECONDS = 86_400;
export const DAY_MILLISECONDS = 1_000 * DAY_SECONDS;

/** `YYYY-MM-DD`, in UTC. */
export const isoDay = (date: Date) => date.toISOString().slice(0, 'YYYY-MM-DD'.length);
