// Preloaded into a measured server: sends the benchmark the CPU time and memory of the process. It is JavaScript, so
// that Node doesn't load its TypeScript compiler into the measured process.

/** The message from the benchmark to the server. */
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

process.on('message', (message) => {
  if (message === USAGE_REQUEST) process.send?.(usageOfProcess());
});
// A stopping server need not wait for the channel to the benchmark, and exits when the benchmark has ended.
process.channel?.unref();
process.on('disconnect', () => process.exit());
