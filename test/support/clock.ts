// Preloaded into a process (`node --import`) or set up in tests, it sets the clock CLOCK_OFFSET milliseconds ahead.
const ahead = Number(process.env.CLOCK_OFFSET ?? 0);
const RealDate = Date;

class AheadDate extends RealDate {
  constructor(...given: [] | [value: number | string | Date]) {
    super(...((given.length > 0 ? given : [RealDate.now() + ahead]) as [number]));
  }

  static override now(): number {
    return RealDate.now() + ahead;
  }
}

// The files of a test project share their worker's globals.
if (RealDate.name !== AheadDate.name) globalThis.Date = AheadDate as DateConstructor;
