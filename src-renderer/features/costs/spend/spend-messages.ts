import type { Costs } from '#shared/contract/costs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import type { CostPart } from '#shared/pricing/document-cost.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { usdFor } from '#shared/pricing/price-names.ts';
import { formatShortDay } from './days.ts';
import type { Forecast, Spend, Spending } from './spending.ts';

/** Names the two largest parts of all spending: "Textract 64 %, gap-fill 20 %". */
export function describeAi({ parts, total, documents }: Spend): string {
  const shares = [
    ['Textract', parts.textract],
    ['gap-fill', parts.gapFill],
    ['verify', parts.verify],
  ] as const;
  const words = shares
    .flatMap(([name, usd]) => {
      const share = calculateShare(usd, total);
      return share === null ? [] : [{ name, share }];
    })
    .toSorted((a, b) => b.share - a.share)
    .slice(0, 2)
    .map(({ name, share }) => `${name} ${percent(share)}`);
  if (words.length > 0) return words.join(', ');
  return documents === 0 ? 'no documents' : 'nothing with a price';
}

/** Returns "49 % of it estimated", or undefined where all of it was metered. */
export function describeEstimated(estimated: string | null, whole: string | null): string | undefined {
  const share = calculateShare(estimated, whole ?? '0');
  return share === null || share === 0 ? undefined : `${percent(share)} estimated`;
}

export function describeEach({ usage, unread }: Spend): string {
  if (usage.processed > 0) return `mean of ${grouped(usage.processed)} metered`;
  return unread > 0 ? 'none metered yet' : 'no documents processed';
}

/** "mean of 7 whole days × 30". `shown` is the number of days on the page. */
export function describePace(forecast: Forecast | null, shown: number): string {
  if (forecast === null) return shown > 1 ? 'no whole day summed yet' : 'needs a whole day; choose 7 days';
  const { wholeDays, daysOfMonth } = forecast;
  return `${wholeDays === 1 ? 'the last whole day' : `mean of ${String(wholeDays)} whole days`} × ${String(daysOfMonth)}`;
}

export function explainPace(forecast: Forecast | null, shown: number): string {
  if (forecast === null) {
    return shown > 1
      ? 'The sums of these days are not whole yet.'
      : 'Part of a day is too little to forecast a month.';
  }
  const { from, to, wholeDays, month, daysOfMonth } = forecast;
  const days = wholeDays === 1 ? formatShortDay(to) : `${formatShortDay(from)} to ${formatShortDay(to)}`;
  return `Daily average of ${days}, times the ${String(daysOfMonth)} days of ${month}. The pace may change.`;
}

/** Lists the gaps and assumptions of the figures, one sentence each. */
export function describeLeftOut(
  { all, undated }: Spending,
  { isWhole, waiting, anyOrder }: Pick<Costs, 'isWhole' | 'waiting' | 'anyOrder'>,
): readonly string[] {
  const { repeated, unpriced, unread, bases } = all;
  return [
    isWhole
      ? []
      : ['Some batches of these days are not listed or have no document count, so totals are lower bounds.'],
    repeated === 0
      ? []
      : [
          repeated === 1
            ? 'At least: 1 document was processed more than once, and only its last run is known.'
            : `At least: ${grouped(repeated)} documents were processed more than once, and only their last runs are known.`,
        ],
    unpriced === 0
      ? []
      : [`At least: a part of ${formatDocuments(unpriced)} has no price in this book or no figure.`],
    unread === 0
      ? []
      : [`${formatDocuments(unread)} processed but not metered: estimated ${describeBases(bases)}.`],
    waiting === 0
      ? []
      : [
          `${formatDocuments(waiting)} in unfinished batches, metered when the batch ends: estimated until then.`,
        ],
    anyOrder.projects === 0 ? [] : [describeAnyOrder(anyOrder)],
    undated === 0
      ? []
      : [
          `${formatBatches(undated)} ${undated === 1 ? 'has' : 'have'} no date: in the totals, but on no day.`,
        ],
  ].flat();
}

/** Explains why a list costs more than the batches in it. */
function describeAnyOrder({ projects, batches, project }: Costs['anyOrder']): string {
  const whose = projects === 1 ? `the project ${project ?? ''}` : `${grouped(projects)} projects`;
  const which = `all ${projects === 1 ? 'its' : 'their'} ${formatBatches(batches)} were read`;
  return `Batch ids of ${whose} do not contain a time, so ${which}.`;
}

function describeBases(bases: Spending['all']['bases']): string {
  const words = [
    bases.has('workflow') ? ['by the mean of their workflow'] : [],
    bases.has('all') ? ['by the mean of all metered'] : [],
    bases.has('planning') ? ['by planning figures, as there are no others'] : [],
  ].flat();
  return words.join(', else ');
}

/** The catalogue gives this size for a document's item; the next one is for a document that was not processed yet. */
const bytesOfDocument = 3_500;
const bytesOfArrival = 500;

/** Counts only documents that can be read now: "3,979 of 7,868 metered; the rest: about 1,667 read units, $0.0002". */
export function describeMetered(costs: Costs, book: PriceBook): string {
  const { meteredDocuments, rest } = costs;
  if (rest === 0) return `${formatDocuments(meteredDocuments)} metered`;
  const all = grouped(meteredDocuments + rest);
  return `${grouped(meteredDocuments)} of ${all} metered; the rest: ${describeRestPrice(costs, book)}`;
}

/** "about 430 read units, $0.0001" */
export function describeRestPrice({ rest, cells }: Pick<Costs, 'rest' | 'cells'>, book: PriceBook): string {
  const workedOn = Math.min(
    rest,
    cells.reduce((sum, { unread }) => sum + unread, 0),
  );
  const bytes = workedOn * bytesOfDocument + (rest - workedOn) * bytesOfArrival;
  const units = Math.ceil(bytes / bytesOfUnit);
  const usd = usdFor(book, 'dynamodb.read', units);
  const money = usd === null ? 'no price in this book' : moneyText(usd, { tiny: 'sign' });
  return `about ${grouped(units)} read units, ${money}`;
}
/** An eventually consistent read gets this many bytes for one unit. */
const bytesOfUnit = 8_192;

function formatDocuments(count: number): string {
  return count === 1 ? '1 document' : `${grouped(count)} documents`;
}

export function formatBatches(count: number): string {
  return count === 1 ? '1 batch' : `${grouped(count)} batches`;
}

/** The names for the middle of a sentence and for a legend. */
export const partNames: Readonly<Record<CostPart, string>> = {
  textract: 'Textract',
  gapFill: 'gap-fill',
  verify: 'verify',
  infrastructure: 'infrastructure',
};

export const partTitles: Readonly<Record<CostPart, string>> = {
  textract: 'Textract',
  gapFill: 'Gap-fill',
  verify: 'Verify',
  infrastructure: 'Infrastructure',
};

/** Divides two exact amounts, and returns null if there is nothing to divide by. */
export function calculateShare(part: string | null, whole: string): number | null {
  const all = Number(whole);
  return part === null || all <= 0 ? null : Number(part) / all;
}

/** "97.9 %", "64 %". */
export function percent(share: number | null, places: 0 | 1 = 0): string {
  if (share === null) return '';
  const text = (share * 100).toFixed(places);
  if (share > 0 && Number(text) === 0) return `<${places === 0 ? '1' : '0.1'} %`;
  return `${text} %`;
}
