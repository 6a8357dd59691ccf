// Preloaded into a measured server: sends the benchmark the CPU time and memory of the process and its workers. It is
// JavaScript, so that Node doesn't load its TypeScript compiler into the measured process.
import cluster from 'node:cluster';
import { once } from 'node:events';

/** The message from the benchmark to the server, and from the server to its workers. */
const USAGE_REQUEST = 'usage';

const SAMPLE_MILLISECONDS = 50;
const BYTES_PER_KILOBYTE = 1024;

let recentPeakRssBytes = 0;

function sample() {
  const rssBytes = process.memoryUsage.rss();
  recentPeakRssBytes = Math.max(recentPeakRssBytes, rssBytes);
  return rssBytes;
}

setInterval(sample, SAMPLE_MILLISECONDS).unref();

function usageOfProcess() {
  const rssBytes = sample();
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = {
    cpuMicroseconds: userCPUTime + systemCPUTime,
    rssBytes,
    recentPeakRssBytes,
    peakRssBytes: maxRSS * BYTES_PER_KILOBYTE,
  };
  recentPeakRssBytes = 0;
  return usage;
}

async function usageOfWorker(worker) {
  const answer = once(worker, 'message');
  worker.send(USAGE_REQUEST);
  const [usage] = await answer;
  return usage;
}

const sum = (one, other) => ({
  cpuMicroseconds: one.cpuMicroseconds + other.cpuMicroseconds,
  rssBytes: one.rssBytes + other.rssBytes,
  recentPeakRssBytes: one.recentPeakRssBytes + other.recentPeakRssBytes,
  peakRssBytes: one.peakRssBytes + other.peakRssBytes,
});

process.on('message', async (message) => {
  if (message !== USAGE_REQUEST) return;
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const usages = await Promise.all(workers.map(usageOfWorker));
  process.send?.(usages.reduce(sum, usageOfProcess()));
});
// A stopping server need not wait for the channel to the benchmark, and exits when the benchmark has ended.
if (cluster.isPrimary) process.channel?.unref();
process.on('disconnect', () => process.exit());
