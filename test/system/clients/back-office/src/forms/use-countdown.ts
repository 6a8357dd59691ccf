// Counts down the whole seconds until a point in time.
import { useLayoutEffect, useState } from 'react';

export function useCountdown(until: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  // Before the screen is painted, because `now` may be old.
  useLayoutEffect(() => {
    if (until === undefined) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [until]);
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}
