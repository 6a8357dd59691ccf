// The thread that creates the files of the embedded database, under a watchdog of its own.
import { workerData } from 'node:worker_threads';
import { createFiles, type NewFiles } from './embedded-files.ts';
import { OPENING_SECONDS, startWatchdog } from './watchdog.ts';

const files: NewFiles = workerData;
const watchdog = startWatchdog(files.directory, OPENING_SECONDS);
await createFiles(files).finally(() => watchdog.stop());
