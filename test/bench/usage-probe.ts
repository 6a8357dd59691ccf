// Preloaded into a measured server: answers each message of the bench with the CPU time and memory of the process.

const SAMPLE_MILLISECONDS = 50;

export interface Usage {
  /** User and system time since the start. */
  readonly cpuMicroseconds: number;
  readonly rssBytes: number;
  /** The largest sample since the answer before. */
  readonly peakRssBytes: number;
}

let peakRssBytes = 0;

function sample(): number {
  const rssBytes = process.memoryUsage.rss();
  peakRssBytes = Math.max(peakRssBytes, rssBytes);
  return rssBytes;
}

setInterval(sample, SAMPLE_MILLISECONDS).unref();

process.on('message', () => {
  const rssBytes = sample();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicroseconds: user + system, rssBytes, peakRssBytes } satisfies Usage);
  peakRssBytes = 0;
});
// The channel keeps neither the process alive when it stops, nor the process when the bench has gone.
process.channel?.unref();
process.on('disconnect', () => process.exit());
