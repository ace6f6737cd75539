import type { z } from 'zod';
import { decimal } from './decimal.ts';
import { priceBookSchema, type PriceBook } from './price-book.ts';
import { priceNames } from './price-names.ts';

export interface ReadBook {
  readonly book: PriceBook | null;
  /** Tells what is wrong with the file, by place. */
  readonly problems: readonly { readonly path: string; readonly problem: string }[];
}

/** Reads a price book from the text of a file. It has the form of `shared/pricing/price-book.ts`, as JSON. */
export function readPriceBook(text: string): ReadBook {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be parsed';
    return { book: null, problems: [{ path: 'the file', problem: `is no JSON: ${why}` }] };
  }
  const read = priceBookSchema.safeParse(parsed);
  if (read.success) return { book: read.data, problems: [] };
  return { book: null, problems: read.error.issues.slice(0, mostProblems).map(describeIssue) };
}

const mostProblems = 20;

function describeIssue(issue: z.core.$ZodIssue): ReadBook['problems'][number] {
  const path = issue.path.length === 0 ? 'the file' : issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return { path, problem: `has names that no price has: ${issue.keys.slice(0, 5).join(', ')}` };
  }
  return { path, problem: issue.message };
}

export interface ComparedPrice {
  readonly name: string;
  readonly unit: string | null;
  readonly per: number;
  readonly before: string | null;
  readonly after: string | null;
  readonly percent: number | null;
}

/** Lists the prices that differ between two books, those that only one of them has among them. */
export function comparePriceBooks(
  before: PriceBook,
  after: PriceBook,
): { readonly changed: readonly ComparedPrice[]; readonly same: number } {
  let same = 0;
  const changed: ComparedPrice[] = [];
  for (const name of priceNames) {
    const [one, other] = [before.prices[name], after.prices[name]];
    if (one === undefined && other === undefined) continue;
    const [was, is] = [one && one.usd, other && other.usd];
    const percent = one && other ? findChange(one, other) : null;
    if (percent === 0) {
      same += 1;
      continue;
    }
    const { unit, per } = other ?? one ?? { unit: null, per: 1 };
    changed.push({ name, unit, per, before: was ?? null, after: is ?? null, percent });
  }
  return { changed, same };
}

type Priced = NonNullable<PriceBook['prices'][keyof PriceBook['prices']]>;

/** Returns the change of the price of one unit in per cent; null where it was free. */
function findChange(one: Priced, other: Priced): number | null {
  const [was, is] = [decimal(one.usd), decimal(other.usd)];
  const [left, right] = [
    was.digits * 10n ** BigInt(is.places) * BigInt(other.per),
    is.digits * 10n ** BigInt(was.places) * BigInt(one.per),
  ];
  if (left === right) return 0;
  if (left === 0n) return null;
  const rounded = Math.round((Number(right) / Number(left) - 1) * 1_000) / 10;
  // A change too small to be shown is a change all the same.
  return rounded === 0 ? (right > left ? 0.1 : -0.1) : rounded;
}

/** Says how old a book's prices are by the months in which their sources were read, as of a day. */
export function describeBookAge({ prices, effectiveUntil }: PriceBook, today: string): string {
  const dates = Object.values(prices).map(({ asOf }) => asOf);
  const known = dates.flatMap((date) => date ?? []).toSorted();
  const [oldest, newest] = [known[0], known.at(-1)];
  const unknown = dates.length - known.length;
  const ended =
    effectiveUntil !== undefined && effectiveUntil <= today
      ? ` It no longer applies since ${effectiveUntil}.`
      : '';
  if (oldest === undefined || newest === undefined) return `No price says when it was read.${ended}`;
  const months = countMonths(oldest, today);
  const age = months === 0 ? 'this month' : months === 1 ? '1 month ago' : `${months} months ago`;
  const read =
    oldest.slice(0, 7) === newest.slice(0, 7)
      ? `Prices were read ${age}`
      : `The oldest price was read ${age}`;
  const rest = unknown === 0 ? '' : `, ${unknown} of ${dates.length} are from memory`;
  return `${read}${rest}.${months >= staleMonths ? ' Compare them with newer ones.' : ''}${ended}`;
}

/** AWS changes a price every few months, mostly downwards. */
export const staleMonths = 6;

function countMonths(from: string, to: string): number {
  const [year = 0, month = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number);
  return Math.max(0, (toYear - year) * 12 + toMonth - month);
}
