import type { Receipt } from '#shared/contract/receipt.ts';
import type { WorkflowSample } from '#shared/contract/workflows/workflows.ts';
import { readCost } from '#shared/pricing/read-cost.ts';
import { countedText } from './figure-words.ts';
import type { SampleSize } from './use-sample.ts';

/** "1,884 documents with a score, 226 looked at; of 7 batches, 24 Oct to 22 Nov. 48 have none: they failed otherwise." */
export function sampleWords(sample: WorkflowSample): string {
  const { documents, batches, from, to, endedBy, days, cutAfter } = sample;
  const judged = documents.filter((one) => one.judged !== null).length;
  const end =
    endedBy === 'days'
      ? ` Older than ${String(days)} days is left out.`
      : endedBy === 'most'
        ? ' There are more.'
        : '';
  const origin = `of ${countedText(batches, 'batch', 'batches')}${spanWords(from, to)}`;
  return `${countedText(documents.length, 'document', 'documents')} with a score, ${judged.toLocaleString('en')} looked at; ${origin}.${withoutWords(sample)}${end}${describeCut(cutAfter)}`;
}

/** The newest are found by their time, which ids need not carry: then all batches of a project have to be read. */
function describeCut(cutAfter: number | null): string {
  if (cutAfter === null) return '';
  return ` Only ${countedText(cutAfter, 'batch', 'batches')} of the project ${cutAfter === 1 ? 'was' : 'were'} read, in order of id, so newer ones may be missing.`;
}

function withoutWords({ withoutScore, failedOtherwise }: WorkflowSample): string {
  if (withoutScore === 0) return '';
  const none = ` ${withoutScore.toLocaleString('en')} ${withoutScore === 1 ? 'has' : 'have'} none`;
  if (failedOtherwise === withoutScore) return `${none}: failed otherwise.`;
  const failed =
    failedOtherwise === 0 ? '' : `, ${failedOtherwise.toLocaleString('en')} of them failed otherwise`;
  return `${none}${failed}.`;
}

/** "1,204 RRU, $0.0002"; undefined where the answer came without a receipt. */
export function paidWords(receipt: Receipt | undefined): string | undefined {
  return receipt && priceWords(receipt.rru);
}

/** "Read the sample again, about 1,204 RRU, $0.0002": nothing else on the page costs as much. */
export function againWords(paid: string | undefined): string {
  return `Read the sample again${paid === undefined ? '' : `, about ${paid}`}`;
}

/** What another size would cost to read, by what this one did; undefined where that is not known. */
export function sizePrice(
  size: SampleSize,
  { read, endedBy }: Pick<WorkflowSample, 'read' | 'endedBy'>,
  receipt: Receipt | undefined,
): string | undefined {
  if (receipt === undefined || read === 0 || receipt.rru === 0) return undefined;
  // It ended before it was as many as were asked for: there is no more to pay for.
  const documents = endedBy === 'most' ? size : Math.min(size, read);
  return `about ${priceWords(Math.ceil((receipt.rru / read) * documents))}`;
}

function priceWords(rru: number): string {
  const { text } = readCost(rru);
  return `${Math.round(rru).toLocaleString('en')} RRU${text === '' ? '' : `, ${text}`}`;
}

/** ", 3 to 20 Nov": the sample is of the last days, so the year is said only where there are two. */
function spanWords(from: string | null, to: string | null): string {
  const [first, last] = [dayOf(from), dayOf(to)];
  if (first === null || last === null) return '';
  if (first === last) return `, ${last}`;
  const [dayFirst = '', monthFirst = '', yearFirst] = first.split(' ');
  const [dayLast = '', monthLast = '', yearLast] = last.split(' ');
  if (yearFirst !== yearLast) return `, ${first} to ${last}`;
  const since = monthFirst === monthLast ? dayFirst : `${dayFirst} ${monthFirst}`;
  return `, ${since} to ${dayLast} ${monthLast}`;
}

function dayOf(at: string | null): string | null {
  const ms = Date.parse(at ?? '');
  return Number.isNaN(ms) ? null : days.format(ms);
}

const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
