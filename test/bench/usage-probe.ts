// Preloaded into a measured server: answers each message of the bench with the CPU time and memory of the process.

const SAMPLE_MILLISECONDS = 50;
const BYTES_PER_KILOBYTE = 1024;

export interface Usage {
  /** User and system time since the start. */
  readonly cpuMicroseconds: number;
  readonly rssBytes: number;
  /** The largest sample since the answer before. */
  readonly recentPeakRssBytes: number;
  /** The peak since the start. */
  readonly peakRssBytes: number;
}

let recentPeakRssBytes = 0;

function sample(): number {
  const rssBytes = process.memoryUsage.rss();
  recentPeakRssBytes = Math.max(recentPeakRssBytes, rssBytes);
  return rssBytes;
}

setInterval(sample, SAMPLE_MILLISECONDS).unref();

process.on('message', () => {
  const rssBytes = sample();
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const peakRssBytes = maxRSS * BYTES_PER_KILOBYTE;
  const cpuMicroseconds = userCPUTime + systemCPUTime;
  process.send?.({ cpuMicroseconds, rssBytes, recentPeakRssBytes, peakRssBytes } satisfies Usage);
  recentPeakRssBytes = 0;
});
// A server that stops need not wait for the channel, and ends when the bench has ended.
process.channel?.unref();
process.on('disconnect', () => process.exit());
