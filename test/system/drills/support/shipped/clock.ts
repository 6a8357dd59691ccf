// Preloaded into a process (`node --import`), it sets the clock CLOCK_OFFSET milliseconds ahead.
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

globalThis.Date = AheadDate as DateConstructor;
