// The entry of the process, in JavaScript: an older Node reads it too, and Node's TypeScript compiler is not loaded for it.
import module from 'node:module';
import { join } from 'node:path';
import v8 from 'node:v8';

const LEAST_NODE = 24;

/** The growth of the old generation of the heap, in percent of the objects in use, after which V8 collects it; 300 by default. */
const HEAP_GROWTH = 75;

// One package stands for all. The Node that npm ci installs is among them, so an older one is not complained of before.
try {
  module.createRequire(import.meta.url).resolve('zod');
} catch {
  process.stderr.write('Run `npm ci` first.\n');
  process.exit(1);
}

if (Number.parseInt(process.versions.node, 10) < LEAST_NODE) {
  process.stderr.write(
    `Node ${LEAST_NODE} or newer is needed, and this is ${process.version}. ` +
      'Install it, or the Node of the project by npm ci, with which npm start runs.\n',
  );
  process.exit(1);
}

// Lines that nobody reads on a terminal are JSON: the log has the warnings of Node.
if (!process.stderr.isTTY) process.removeAllListeners('warning');

// Modules compiled by an earlier start save the next one a third of its CPU time and 30 MB, that compiler among them.
module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node-compile-cache'));
v8.setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
await import('./main.ts');
