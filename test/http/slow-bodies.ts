// Bodies that take long to arrive, without waiting.
import { afterEach, beforeEach, vi } from 'vitest';
import { BodyReading } from '../../src/fairness/bodies.ts';

/** For all tests of a file, whose time passes only as they say. */
export function fakeTimers(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
}

/** Resolves once the service reads the next body. */
export function nextReading(): Promise<void> {
  const reading = Promise.withResolvers<void>();
  const { read } = BodyReading.prototype;
  vi.spyOn(BodyReading.prototype, 'read').mockImplementationOnce(function (
    this: BodyReading,
    ...of
  ) {
    setImmediate(reading.resolve);
    return read.apply(this, of);
  });
  return reading.promise;
}
