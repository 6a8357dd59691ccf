// Reads a service's metrics over HTTP.

/** Values by series, such as `name{label="value"}`. */
export type Samples = ReadonlyMap<string, number>;

/** Uses its own connection, because a stopping server waits a second for idle ones. */
export async function scrape(port: number): Promise<Samples> {
  const headers = { Connection: 'close' };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.replace(/^.* /, ''))]),
  );
}

export const series = (samples: Samples, name: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...samples].flatMap(([key, value]) =>
      key.startsWith(`${name}{`) ? [[key.slice(name.length), value]] : [],
    ),
  );
