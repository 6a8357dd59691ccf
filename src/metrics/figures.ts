// Metrics that are read at each scrape.
import { Counter, Gauge, type Registry } from 'prom-client';

export const measured = (
  registers: Registry[],
  name: string,
  help: string,
  read: () => number,
) =>
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read());
    },
  });

/** A total. */
export const counted = (
  registers: Registry[],
  name: string,
  help: string,
  read: () => number,
) =>
  new Counter({
    name,
    help,
    registers,
    collect() {
      this.reset();
      this.inc(read());
    },
  });
