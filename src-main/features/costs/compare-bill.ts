import type { InputOf, OutputOf } from '#shared/contract/contract.ts';
import type { BillLine } from '#shared/contract/month-costs.ts';
import { ok, refused, type Receipt, type Result } from '#shared/contract/result.ts';
import {
  findServiceOfPrice,
  listCharges,
  notCounted,
  servicesWithoutTags,
  toBilledService,
} from '#shared/pricing/charges.ts';
import { compareDecimals, decimal, decimalText, sumDecimals, times } from '#shared/pricing/decimal.ts';
import { deploymentTag } from '#shared/domain/pipeline-names.ts';
import { readFigures } from '#shared/pricing/run-spend.ts';
import { findPriceBook, getBookInUse } from '#shared/pricing/book-in-use.ts';
import { stopped, type Billed } from '../../aws/bill.ts';
import { everyItem } from '../../reads/paid-reads.ts';
import { readRow } from '../../rows/read-row.ts';
import { sumBy } from './book-and-focus.ts';
import type { MonthParts } from './month-costs.ts';
import { readUsage } from './rank-tenants.ts';

/** One question by the stacks' tag, and one of the account, for the services whose calls carry no tag. */
export const questionsAsked = 2;
/** Tells what Cost Explorer takes for a question. */
const usdAQuestion = '0.01';
const aDay = 86_400_000;

/**
 * Asks Cost Explorer what was billed and lays it beside our estimate of the same days, service by service. It only runs
 * when a person has agreed to the price, and never asks more than that.
 */
export async function compareWithBill(
  { from, to, book: bookId, questions }: InputOf<'costs.bill'>,
  parts: MonthParts,
  signal?: AbortSignal,
): Promise<Result<OutputOf<'costs.bill'>>> {
  if (from > to) return refuse('The first day is after the last one.');
  if (questions < questionsAsked) {
    return refuse(`The comparison asks Cost Explorer ${questionsAsked} times, and ${questions} was agreed.`);
  }
  const { bill, reader } = parts.doors();
  const until = new Date(Date.parse(to) + aDay).toISOString().slice(0, 10);
  const isStopped = (): boolean => signal?.aborted === true;
  const days = { from, until, mostPages: 1, signal };
  const byTag = await bill.ask({ ...days, of: 'stacks' });
  if (!byTag.ok) return byTag;
  const tag = { key: deploymentTag, value: byTag.value.stage };
  if (isStopped()) return { ...stopped(byTag.value.pages), ...keepReceipt(byTag) };
  const ofAccount = await bill.ask({ ...days, of: 'account' });
  if (isStopped()) return { ...stopped(byTag.value.pages + 1), ...keepReceipt(byTag) };
  const own = await everyItem(
    async (cursor) => reader.run('extraction.spendByDays', { fromDay: from, toDay: to }, { cursor }),
    5,
  );
  const book = findPriceBook(bookId) ?? getBookInUse();
  const charges = own.ok
    ? own.value.items.flatMap((item) => listCharges(readFigures(readUsage(item)).usage, book))
    : [];
  const ours = sumBy(
    charges,
    ({ price }) => findServiceOfPrice(price).name,
    ({ usd }) => usd,
  );
  const lines = joinLines(ours, byTag.value, ofAccount.ok ? ofAccount.value : null);
  const asked = byTag.value.pages + (ofAccount.ok ? ofAccount.value.pages : 1);
  const isCut = byTag.value.isCut || (ofAccount.ok && ofAccount.value.isCut);
  const notes = [
    byTag.value.lines.length === 0 ? noTag(tag.value) : [],
    ofAccount.ok ? textractNote : `Textract and Bedrock were not asked: ${ofAccount.failure.message}`,
    isCut
      ? 'Cost Explorer has more pages, which were not asked for, because each costs a cent. Choose fewer days.'
      : [],
    own.ok
      ? countDays(
          own.value.items.map((item) => readRow(item, 'SpendOfDay').id('day')),
          from,
        )
      : own.failure.message,
    byTag.value.isEstimated ? 'Cost Explorer still changes figures of the newest days.' : [],
  ].flat();
  return ok(
    {
      from,
      to,
      tag,
      lines,
      notes,
      asked,
      ours: sum(lines.flatMap(({ ours: usd }) => usd ?? [])),
      billed: sum(lines.flatMap(({ billed }) => billed ?? [])),
      currency: byTag.value.currency,
      isEstimated: byTag.value.isEstimated || (ofAccount.ok && ofAccount.value.isEstimated),
      isTagUnseen: byTag.value.lines.length === 0,
      paid: decimalText(times(decimal(usdAQuestion), decimal(asked))),
      askedAt: new Date(parts.now()).toISOString(),
    },
    byTag.receipt,
  );
}

function keepReceipt({ receipt }: { readonly receipt?: Receipt }): { readonly receipt?: Receipt } {
  return receipt === undefined ? {} : { receipt };
}

function refuse(why: string): Result<never> {
  const message = `${why} Cost Explorer was not asked, so nothing was paid.`;
  return refused({ code: 'invalid-input', message, issues: [{ path: 'bill', problem: why }] });
}

function noTag(value: string): string {
  return `No cost carries the tag ${deploymentTag}=${value}. Activate it as a cost allocation tag in Billing, which takes up to a day, or deploy the stacks again if they were made before the tag was.`;
}

const textractNote =
  'Calls to Textract and Bedrock carry no tag, so these two lines are those of the whole account and may hold the use of others.';

/** Days before the pipeline kept sums are missing on our side only. */
function countDays(days: readonly string[], from: string): string | readonly [] {
  const [first] = days.toSorted();
  if (first === undefined) return 'The pipeline keeps no sums for these days, so our side is empty.';
  return first > from ? `Our sums begin on ${first}.` : [];
}

/** Untagged services come from the second answer, so that what both have is not counted twice. */
function joinLines(ours: ReadonlyMap<string, string>, byTag: Billed, ofAccount: Billed | null): BillLine[] {
  const isUntagged = (service: string): boolean =>
    ofAccount !== null && servicesWithoutTags.some((one) => one === toBilledService(service));
  const tagged = byTag.lines.filter(({ service }) => !isUntagged(service));
  const billed = sumBy(
    [...tagged, ...(ofAccount?.lines ?? []).filter(({ service }) => isUntagged(service))],
    ({ service }) => toBilledService(service),
    ({ usd }) => usd,
  );
  return [...new Set([...ours.keys(), ...billed.keys()])]
    .map((service) => ({
      service,
      ours: ours.get(service) ?? null,
      billed: billed.get(service) ?? null,
      isEstimated: byTag.isEstimated,
      isByTag: !isUntagged(service),
      notCounted: [...(notCounted[service] ?? [])],
    }))
    .toSorted(
      (a, b) =>
        compareDecimals(decimal(b.billed ?? b.ours ?? 0), decimal(a.billed ?? a.ours ?? 0)) ||
        (a.service < b.service ? -1 : 1),
    );
}

function sum(usd: readonly string[]): string {
  return decimalText(sumDecimals(usd.map(decimal)));
}
