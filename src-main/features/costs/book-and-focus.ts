import type { InputOf, OutputOf } from '#shared/contract/contract.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { listOnlyTenants } from '#shared/permissions.ts';
import { listCharges } from '#shared/pricing/charges.ts';
import { comparePriceBooks, readPriceBook } from '#shared/pricing/compare-books.ts';
import { decimal, decimalText, sumDecimals } from '#shared/pricing/decimal.ts';
import { toFocusCsv, type FocusCharge } from '#shared/pricing/focus.ts';
import { readFigures } from '#shared/pricing/run-spend.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';
import { findPriceBook, getBookInUse } from '#shared/pricing/book-in-use.ts';
import { readFleetCosts } from './fleet-costs.ts';
import { readWorkflowDays, type MonthParts } from './month-costs.ts';

const aDay = 86_400_000;

/** Reads a book from a file's text and says which prices differ, and what the last 30 days would have cost by it. */
export async function compareBook(
  { text, against }: InputOf<'costs.compareBook'>,
  parts: MonthParts,
): Promise<Result<OutputOf<'costs.compareBook'>>> {
  const { book, problems } = readPriceBook(text);
  if (book === null) {
    const [first] = problems;
    const more = problems.length > 1 ? ` and ${problems.length - 1} more` : '';
    const message = `This file is no price book. ${first?.path ?? 'The file'} ${first?.problem ?? 'is wrong'}${more}. Nothing was compared. Correct the file, then load it again.`;
    return refused({ code: 'invalid-input', message, issues: problems.map((one) => ({ ...one })) });
  }
  const old = findPriceBook(against) ?? getBookInUse();
  const { changed, same } = comparePriceBooks(old, book);
  const spent = await readFleetCosts({ days: 30, day: null, book: old.id }, parts);
  const fleet = spent.ok ? spent.value.fleet : null;
  const whyNot = spent.ok ? spent.value.whyNot : spent.failure.message;
  return ok(
    {
      id: book.id,
      name: book.name,
      region: book.region,
      effectiveFrom: book.effectiveFrom,
      effectiveUntil: book.effectiveUntil ?? null,
      source: book.source,
      against: { id: old.id, name: old.name, effectiveFrom: old.effectiveFrom },
      changed: changed.map((one) => ({ ...one })),
      same,
      days: fleet && {
        from: fleet.from,
        to: fleet.to,
        before: totalsCost(fleet.all.usage, old).total,
        after: totalsCost(fleet.all.usage, book).total,
      },
      whyNot,
    },
    spent.receipt,
  );
}

/** Writes what workflows cost by day and price in the columns of FOCUS. */
export async function exportFocus(
  input: InputOf<'costs.focus'>,
  parts: MonthParts,
): Promise<Result<OutputOf<'costs.focus'>>> {
  const now = parts.now();
  const [from, to] = [toDay(now - (input.days - 1) * aDay), toDay(now)];
  // The session is read now, because the file names the account that its figures are of.
  const { connection, who } = parts.session();
  const read = await readWorkflowDays(input, from, parts);
  if (!read.ok) return read;
  const book = findPriceBook(input.book) ?? getBookInUse();
  const charges = read.value.days.flatMap((one): FocusCharge[] => {
    const { day, tenantId, projectId, workflowId } = one;
    return listCharges(readFigures(one.figures).usage, book).map((charge) => ({
      ...charge,
      day,
      tenantId,
      projectId,
      workflowId,
    }));
  });
  const csv = toFocusCsv(charges, {
    accountId: connection.accountId ?? 'unknown',
    accountName: connection.name,
    region: connection.region ?? book.region,
    book,
  });
  const { leftOut, trouble } = read.value;
  const isHeld = listOnlyTenants(who) !== null;
  const notes = [
    leftOut === 0
      ? []
      : `${leftOut} ${isHeld ? 'of your tenants' : 'tenants'} that spent less are not in it.`,
    trouble ?? [],
    charges.length === 0 ? 'No sums by workflow are kept for these days.' : [],
  ].flat();
  return ok(
    { csv, rows: charges.length, from, to, whyNot: notes.length === 0 ? null : notes.join(' ') },
    read.receipt,
  );
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Adds exact dollars by a name. */
export function sumBy<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  usdOf: (row: T) => string,
): ReadonlyMap<string, string> {
  const sums = new Map<string, string>();
  for (const row of rows) {
    const key = keyOf(row);
    sums.set(key, decimalText(sumDecimals([decimal(sums.get(key) ?? 0), decimal(usdOf(row))])));
  }
  return sums;
}
