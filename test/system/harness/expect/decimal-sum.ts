// The exact sum of decimals (D19, D26).

/** The sum of the products of a rent and a quantity, computed with integers of the finest decimal place. */
export function decimalSum(lines: readonly (readonly [rent: number, quantity: number])[]): number {
  const parts = lines.map(([rent, quantity]) => ({ ...decimalOf(rent), quantity: BigInt(quantity) }));
  const places = Math.max(0, ...parts.map((part) => part.places));
  const total = parts.reduce(
    (sum, part) => sum + part.digits * 10n ** BigInt(places - part.places) * part.quantity,
    0n,
  );
  return Number(`${total}e-${places}`);
}

function decimalOf(value: number): { digits: bigint; places: number } {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}
