// prom-client's kinds of metrics, in one registry.
import {
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  type Registry,
} from 'prom-client';

export type Figures = ReturnType<typeof figuresOf>;

export function figuresOf(registry: Registry) {
  const registers = [registry];
  const gauge = (figure: GaugeConfiguration<string>) => new Gauge({ ...figure, registers });
  return {
    gauge,
    counter: (figure: CounterConfiguration<string>) => new Counter({ ...figure, registers }),
    histogram: (figure: HistogramConfiguration<string>) =>
      new Histogram({ ...figure, registers }),
    /** A gauge that is read at each scrape. */
    measured: (name: string, help: string, read: () => number) =>
      gauge({
        name,
        help,
        collect() {
          this.set(read());
        },
      }),
    /** A total that is read at each scrape. */
    counted: (name: string, help: string, read: () => number) =>
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      }),
  };
}
