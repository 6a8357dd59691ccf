// Limits WebAssembly to the baseline compiler of V8: the optimizing one takes 600 MB for one function of PGlite.
// Requests take the same CPU time with baseline code.
import { setFlagsFromString } from 'node:v8';

/** On the command line `--liftoff-only` implies the others; in a running process it does not. */
const FLAGS = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

for (const flag of FLAGS) setFlagsFromString(flag);
