import { amountParts } from './printed-amount.ts';

/** `units` of ten to the power of minus `places`: 299160 with two is 2,991.60. No digit is lost in it. */
export interface ExactAmount {
  readonly units: bigint;
  readonly places: number;
}

export function exactAmount(text: string): ExactAmount | null {
  const parts = amountParts(text);
  if (parts === null) return null;
  const units = BigInt(parts.whole + parts.fraction);
  return { units: parts.negative ? -units : units, places: parts.fraction.length };
}

/** "1.250" and "1,250" are a thousand and more, or one and a quarter: where a table is checked, either may be meant. */
export function readingsOf(text: string): readonly ExactAmount[] {
  const [parts, amount] = [amountParts(text), exactAmount(text)];
  if (parts === null || amount === null) return [];
  const isEither = /^[.,]$/.test(parts.group ?? '') && parts.fraction === '' && parts.whole.length <= 6;
  return isEither ? [amount, { units: amount.units, places: 3 }] : [amount];
}

export function sumOf(amounts: readonly ExactAmount[]): ExactAmount {
  const places = Math.max(0, ...amounts.map((amount) => amount.places));
  const units = amounts.reduce((sum, amount) => sum + unitsAt(amount, places), 0n);
  return { units, places };
}

export function productOf(one: ExactAmount, other: ExactAmount): ExactAmount {
  return { units: one.units * other.units, places: one.places + other.places };
}

export function isSame(one: ExactAmount, other: ExactAmount): boolean {
  const places = Math.max(one.places, other.places);
  return unitsAt(one, places) === unitsAt(other, places);
}

/** Halves go away from nought, as on an invoice. */
export function rounded(amount: ExactAmount, places: number): ExactAmount {
  if (amount.places <= places) return { units: unitsAt(amount, places), places };
  const step = 10n ** BigInt(amount.places - places);
  const half = amount.units < 0n ? -step / 2n : step / 2n;
  return { units: (amount.units + half) / step, places };
}

/** As the document writes its amounts: with the separators of `samples`, and ungrouped where none of those is grouped. */
export function writtenLike(samples: readonly string[], { units, places }: ExactAmount): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const group = firstOf(samples, (sample) => amountParts(sample)?.group ?? undefined);
  const grouped = group === undefined ? whole : whole.replaceAll(/\B(?=(?:\d{3})+$)/g, () => group);
  const decimal = firstOf(samples, decimalIn) ?? (group === '.' ? ',' : '.');
  const fraction = places === 0 ? '' : decimal + digits.slice(digits.length - places);
  return `${units < 0n ? '-' : ''}${grouped}${fraction}`;
}

function decimalIn(sample: string): string | undefined {
  const fraction = amountParts(sample)?.fraction ?? '';
  return fraction === '' ? undefined : /[.,](?=\d+\D*$)/.exec(sample)?.[0];
}

function firstOf<T>(samples: readonly string[], read: (sample: string) => T | undefined): T | undefined {
  for (const sample of samples) {
    const found = read(sample);
    if (found !== undefined) return found;
  }
  return undefined;
}

function unitsAt({ units, places }: ExactAmount, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - places);
}
