// Keeps WebAssembly in the code of V8's baseline compiler: the optimizing one takes 600 MB for one function of PGlite.
// With the baseline code PGlite and the compiler of Prisma's queries take the same CPU time for a request.
import { setFlagsFromString } from 'node:v8';

/** The flags that `--liftoff-only` of the command line implies; those of a running process imply nothing. */
const FLAGS = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

for (const flag of FLAGS) setFlagsFromString(flag);
