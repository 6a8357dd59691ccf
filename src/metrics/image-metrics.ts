// Counts the images that a probe checks, and times its checks (D29).
import { Counter, Histogram, type Registry } from 'prom-client';
import type { UrlProbe } from '../operation/context.ts';

/** Seconds; a check over the network takes 2 at most. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 2.5];

/** The same probe; the images of one check are probed in parallel. */
export function measuredProbe(probe: UrlProbe, registry: Registry): UrlProbe {
  const registers = [registry];
  const images = new Counter({
    name: 'owner_api_image_probes_total',
    help: 'Images that were probed, by result: reachable or unreachable.',
    labelNames: ['result'],
    registers,
  });
  const durations = new Histogram({
    name: 'owner_api_image_check_duration_seconds',
    help: 'Time for the images of one request, which are probed in parallel.',
    buckets: BUCKETS,
    registers,
  });
  return {
    async reachable(urls, userId) {
      const end = durations.startTimer();
      const results = await probe.reachable(urls, userId);
      end();
      for (const isReachable of results) images.inc({ result: isReachable ? 'reachable' : 'unreachable' });
      return results;
    },
  };
}
