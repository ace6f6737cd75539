import type { Randomness } from '../../randomness.ts';
import type { PrintedLine } from './contents.ts';
import type { Country } from './countries.ts';
import type { Goods } from './goods.ts';
import { writtenAmount } from './written.ts';

export interface AddedLines {
  readonly lines: readonly PrintedLine[];
  readonly sum: number;
  /** Of all quantities. */
  readonly pieces: number;
  /** What the first line is about. */
  readonly first: Goods | undefined;
}

/** Each amount is its quantity times its unit, to the cent, and they add up to `sum`. */
export function linesOf(
  dice: Randomness,
  goods: readonly Goods[],
  count: number,
  places: 1 | 2,
  separators: Country['separators'],
): AddedLines {
  /** What a thing costs does not change within a document. */
  const units = goods.map(({ unit }) => between(dice, unit));
  const lines: PrintedLine[] = [];
  let [sum, pieces] = [0, 0];
  let first: Goods | undefined;
  while (lines.length < count) {
    // Some of the list or all of it, in its own order, as often as there is room.
    let wanted = Math.min(count - lines.length, goods.length);
    for (let at = 0; wanted > 0; at += 1) {
      const one = goods[at];
      if (!one) break;
      if (dice.unit() * (goods.length - at) >= wanted) continue;
      wanted -= 1;
      first ??= one;
      const unit = units[at] ?? 0;
      const quantity = between(dice, one.quantity);
      sum += quantity * unit;
      pieces += quantity;
      lines.push({
        description: one.description,
        quantity: String(quantity),
        unit: writtenAmount(unit, places, separators),
        amount: writtenAmount(quantity * unit, places, separators),
      });
    }
  }
  return { lines, sum, pieces, first };
}

/** Prices end in 0 or 5 as they do. */
function between(dice: Randomness, [from, to]: Goods['unit']): number {
  const value = from + dice.integer(to - from + 1);
  return to > 1_000 ? Math.round(value / 5) * 5 : value;
}
