// Preloaded, it writes the coverage since the last time to NODE_V8_COVERAGE whenever a client connects to COVERAGE_SOCKET.
import { createServer } from 'node:net';
import { takeCoverage } from 'node:v8';

createServer((socket) => {
  takeCoverage();
  socket.end();
})
  .listen(process.env.COVERAGE_SOCKET)
  .unref();
