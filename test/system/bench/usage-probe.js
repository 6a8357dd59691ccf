// Preloaded into a measured server: answers the bench with the CPU time and memory of the process.
// In JavaScript, so that it doesn't load the TypeScript compiler of Node into the process that is measured.

/** The message of the bench to the server. */
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
// A server that stops need not wait for the channel to the bench, and ends when the bench has ended.
process.channel?.unref();
process.on('disconnect', () => process.exit());
