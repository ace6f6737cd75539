import type { Randomness } from '../../randomness.ts';
import type { Subject } from '../sheet.ts';
import type { PrintedLine } from './contents.ts';
import type { Country } from './countries.ts';
import { goodsFor } from './goods.ts';
import { writtenAmount } from './written.ts';

export interface AddedLines {
  readonly lines: readonly PrintedLine[];
  readonly sum: number;
  /** Of all quantities. */
  readonly pieces: number;
}

/** Each amount is its quantity times its unit, to the cent, and they add up to `sum`. */
export function linesOf(
  dice: Randomness,
  about: Subject,
  count: number,
  written: { readonly isWeighed: boolean; readonly separators: Country['separators'] },
): AddedLines {
  const goods = goodsFor(about, written.isWeighed);
  const places = written.isWeighed ? 1 : 2;
  // Round the list from somewhere, so that what stands next to it is something else.
  const start = dice.integer(goods.length);
  const lines: PrintedLine[] = [];
  let [sum, pieces] = [0, 0];
  for (let at = 0; at < count; at += 1) {
    const one = goods[(start + at * stride(goods.length)) % goods.length] ?? goods[0];
    if (!one) break;
    const quantity = between(dice, one.quantity);
    const unit = between(dice, one.unit);
    sum += quantity * unit;
    pieces += quantity;
    lines.push({
      description: one.description,
      detail: `${details[at % details.length]} ${100_000 + dice.integer(900_000)}`,
      quantity: String(quantity),
      unit: writtenAmount(unit, places, written.separators),
      amount: writtenAmount(quantity * unit, places, written.separators),
    });
  }
  return { lines, sum, pieces };
}

const details = ['Ref.', 'Article', 'Job', 'Batch', 'Ticket'];

/** Has no divisor in common with any of the lists' lengths, which are 7 to 14. */
function stride(length: number): number {
  return length % 5 === 0 ? 3 : 5;
}

/** Prices end in 0 or 5 as they do. */
function between(dice: Randomness, [from, to]: readonly [number, number]): number {
  const value = from + dice.integer(to - from + 1);
  return to > 1_000 ? Math.round(value / 5) * 5 : value;
}
