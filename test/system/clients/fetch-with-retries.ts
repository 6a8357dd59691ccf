// A `fetch` that repeats requests; its file is in the back office, whose folder works alone.
export { fetchWithRetries } from './back-office/src/api/fetch-with-retries.ts';
