// Preloaded, it sends the coverage since the last time to whoever connects to COVERAGE_SOCKET.
import { Session } from 'node:inspector';
import { createServer } from 'node:net';

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

createServer((socket) => {
  session.post('Profiler.takePreciseCoverage', (_, { result }) =>
    socket.end(JSON.stringify(result)),
  );
})
  .listen(process.env.COVERAGE_SOCKET)
  .unref();
