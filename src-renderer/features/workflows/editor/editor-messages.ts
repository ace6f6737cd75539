import type { Receipt } from '#shared/contract/result.ts';
import type { ScoredDocument, WorkflowSample } from '#shared/contract/workflows.ts';
import { statusByScore, type Thresholds } from '#shared/domain/statuses.ts';
import { listed } from '#shared/domain/formatting.ts';
import { wilsonInterval } from '#shared/domain/review/observed-accuracy.ts';
import {
  fewestJudged,
  fewestWrong,
  leastAuroc,
  perThousand,
  type Advice,
  type Trust,
} from '#shared/domain/thresholds/escaped-errors.ts';
import { isWrong } from '#shared/domain/thresholds/score-bands.ts';
import { intakeADay, type Side } from '#shared/domain/thresholds/threshold-draft.ts';
import { readCost } from '#shared/pricing/request-costs.ts';
import { formatShare } from '../threshold-text.ts';
import type { Assumptions } from './what-if-figures.ts';
import type { SampleSize } from './workflow-sample.ts';

/** "1,884 documents with a score, 226 reviewed; of 7 batches, 24 Oct to 22 Nov. 48 have none: they failed otherwise." */
export function describeSample(sample: WorkflowSample): string {
  const { documents, batches, from, to, endedBy, days, cutAfter } = sample;
  const judged = documents.filter((one) => one.judged !== null).length;
  const end =
    endedBy === 'days'
      ? ` Batches older than ${String(days)} days are left out.`
      : endedBy === 'most'
        ? ' There are more.'
        : '';
  const origin = `of ${formatCounted(batches, 'batch', 'batches')}${formatDateSpan(from, to)}`;
  return `${formatCounted(documents.length, 'document', 'documents')} with a score, ${judged.toLocaleString('en')} reviewed; ${origin}.${describeWithoutScore(sample)}${end}${describeCut(cutAfter)}`;
}

/**
 * Batches are found newest first by their time, but ids need not carry it: then all batches of a project have
 * to be read.
 */
function describeCut(cutAfter: number | null): string {
  if (cutAfter === null) return '';
  return ` Only ${formatCounted(cutAfter, 'batch', 'batches')} of the project ${cutAfter === 1 ? 'was' : 'were'} read, in order of id, so newer ones may be missing.`;
}

function describeWithoutScore({ withoutScore, failedOtherwise }: WorkflowSample): string {
  if (withoutScore === 0) return '';
  const none = ` ${withoutScore.toLocaleString('en')} ${withoutScore === 1 ? 'has' : 'have'} none`;
  if (failedOtherwise === withoutScore) return `${none}: failed otherwise.`;
  const failed =
    failedOtherwise === 0 ? '' : `, ${failedOtherwise.toLocaleString('en')} of them failed otherwise`;
  return `${none}${failed}.`;
}

/** "1,204 RRU, $0.0002"; undefined if the answer came without a receipt. */
export function formatPaid(receipt: Receipt | undefined): string | undefined {
  return receipt && formatPrice(receipt.rru);
}

/**
 * "Read the sample again, about 1,204 RRU, $0.0002". The price is shown because nothing else on the page
 * costs as much.
 */
export function describeReadAgain(paid: string | undefined): string {
  return `Read the sample again${paid === undefined ? '' : `, about ${paid}`}`;
}

/** Estimates the price of another sample size from the price of this one; undefined if that is unknown. */
export function estimateSizePrice(
  size: SampleSize,
  { read, endedBy }: Pick<WorkflowSample, 'read' | 'endedBy'>,
  receipt: Receipt | undefined,
): string | undefined {
  if (receipt === undefined || read === 0 || receipt.rru === 0) return undefined;
  // The sample ended before it reached its size, so a larger one would read no more.
  const documents = endedBy === 'most' ? size : Math.min(size, read);
  return `about ${formatPrice(Math.ceil((receipt.rru / read) * documents))}`;
}

function formatPrice(rru: number): string {
  const { text } = readCost(rru);
  return `${Math.round(rru).toLocaleString('en')} RRU${text === '' ? '' : `, ${text}`}`;
}

/** ", 3 to 20 Nov". The sample covers recent days, so the year is shown only if there are two. */
function formatDateSpan(from: string | null, to: string | null): string {
  const [first, last] = [formatDay(from), formatDay(to)];
  if (first === null || last === null) return '';
  if (first === last) return `, ${last}`;
  const [dayFirst = '', monthFirst = '', yearFirst] = first.split(' ');
  const [dayLast = '', monthLast = '', yearLast] = last.split(' ');
  if (yearFirst !== yearLast) return `, ${first} to ${last}`;
  const since = monthFirst === monthLast ? dayFirst : `${dayFirst} ${monthFirst}`;
  return `, ${since} to ${dayLast} ${monthLast}`;
}

function formatDay(at: string | null): string | null {
  const ms = Date.parse(at ?? '');
  return Number.isNaN(ms) ? null : dayFormat.format(ms);
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

interface TrustText {
  readonly title: string;
  readonly text: string;
}

/** Says whether the score predicts errors here, with the figures that show it. */
export function describeTrust({ verdict, auroc, judged, wrong, covered }: Trust): TrustText {
  const seen = `${judged.toLocaleString('en')} reviewed documents, ${wrong.toLocaleString('en')} of them wrong`;
  const least = `${toPercent(leastAuroc)}\u00A0%`;
  if (verdict === 'too few') {
    return {
      title: 'Unknown yet.',
      text: `${seen}. Advice needs ${String(fewestJudged)}, of them ${String(fewestWrong)} wrong.`,
    };
  }
  const share = `${toPercent(auroc ?? 0)}\u00A0%`;
  if (verdict === 'does not rank') {
    return {
      title: 'No.',
      text: `It ranks right above wrong in ${share} of pairs, and a coin in 50\u00A0%: ${seen}. Under ${least} no advice is given, and no errors are estimated.`,
    };
  }
  const rest =
    covered > 0.995
      ? ''
      : ` No reviews yet for scores like those of ${toPercent(1 - covered)}\u00A0% of the sample.`;
  return {
    title: 'Yes.',
    text: `It ranks right above wrong in ${share} of pairs: ${seen}. Under ${least} no advice is given.${rest}`,
  };
}

function toPercent(share: number): string {
  return (share * 100).toFixed(share > 0 && share < 0.01 ? 1 : 0);
}

/** Returns the advice for at most this many errors in a thousand, or says why there is none. */
export function describeAdvice(advice: Advice, atMost: number): string {
  if (advice.kind === 'none') {
    const { fewest } = advice;
    const per = fewest && perThousand(fewest.escaped);
    const least =
      per === null || fewest === null
        ? 'nothing would be accepted'
        : `the fewest are about ${formatAmount(per.errors)}, from ${fewest.reviewThreshold.toFixed(2)}`;
    return `No review threshold keeps it to ${String(atMost)} per 1,000: ${least}.`;
  }
  if (advice.kind === 'not looked at') {
    return `No advice: documents scored ${formatBands(advice.bands)} would be accepted, but none were reviewed. Quality checks would tell.`;
  }
  const per = perThousand(advice.escaped);
  const errors = per === null ? '0' : formatAmount(per.errors);
  const upper = per === null ? '0' : formatAmount(per.high);
  return `From ${advice.reviewThreshold.toFixed(2)} about ${errors} of 1,000 accepted would be wrong, at most ${upper} with 95\u00A0% (n\u00A0=\u00A0${String(advice.escaped.n)}).`;
}

/** "0.80 to 0.85 and 0.95 to 1.00". Adjacent bands are merged. */
function formatBands(bands: readonly { readonly from: number; readonly to: number }[]): string {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of bands) {
    const last = joined.at(-1);
    if (last !== undefined && Math.abs(last.to - from) < 1e-9) last.to = to;
    else joined.push({ from, to });
  }
  return listed(joined.map(({ from, to }) => `${from.toFixed(2)} to ${to.toFixed(2)}`));
}

interface RightCount {
  readonly right: number;
  readonly n: number;
}

export function countRightBySide(
  documents: readonly ScoredDocument[],
  thresholds: Thresholds,
): Readonly<Record<Side, RightCount>> {
  const counts = {
    FAILED: { right: 0, n: 0 },
    REVIEW_REQUIRED: { right: 0, n: 0 },
    SUCCEEDED: { right: 0, n: 0 },
  };
  for (const document of documents) {
    if (document.judged === null) continue;
    const count = counts[statusByScore(document.score, thresholds)];
    count.n += 1;
    if (!isWrong(document)) count.right += 1;
  }
  return counts;
}

/** "61 % of 380" */
export function formatRight({ right, n }: RightCount): string {
  if (n === 0) return 'not reviewed';
  return `${formatRoundedShare(right / n)} of ${n.toLocaleString('en')}`;
}

/** "54 to 68 %", the interval with a confidence of 95 %. */
export function formatRange({ right, n }: RightCount): string {
  const { low, high } = wilsonInterval(right, n);
  return `${(low * 100).toFixed(0)} to ${formatRoundedShare(high)}`;
}

/** Never rounds to 100 % or 0 %, unless all or none were correct. */
export function formatRoundedShare(share: number): string {
  const percent = Math.round(share * 100);
  const shown =
    share < 1 && percent === 100 ? 'over 99' : share > 0 && percent === 0 ? 'under 1' : String(percent);
  return `${shown}\u00A0%`;
}

/** "2 running batches keep 0.56 / 0.84." */
export function describeRunning({ batches, isAtLeast }: WorkflowSample['running']): string {
  if (batches.length === 0) {
    return isAtLeast
      ? 'Batches submitted later take the new thresholds; whether more are running was not counted.'
      : 'No batch is running; those submitted later take the new thresholds.';
  }
  const byThresholds = new Map<string, number>();
  for (const { confidenceThreshold, reviewThreshold } of batches) {
    const kept =
      confidenceThreshold === null || reviewThreshold === null
        ? 'unknown thresholds'
        : `${formatShare(confidenceThreshold)} / ${formatShare(reviewThreshold)}`;
    byThresholds.set(kept, (byThresholds.get(kept) ?? 0) + 1);
  }
  const parts = [...byThresholds]
    .toSorted(([, a], [, b]) => b - a)
    .map(([kept, count], place) => {
      const batch = place > 0 ? '' : count === 1 ? ' running batch' : ' running batches';
      return `${String(count)}${batch} ${count === 1 ? 'keeps' : 'keep'} ${kept}`;
    });
  return `${isAtLeast ? 'At least ' : ''}${listed(parts)}.`;
}

/** "12.4 documents a day (372 in 30 days)" */
export function describeIntake(intake: WorkflowSample['intake']): string {
  const perDay = intakeADay(intake);
  if (perDay === null) return 'intake unknown';
  const days = intake.days < 1 ? 'under a day' : formatCounted(Math.round(intake.days), 'day', 'days');
  const atLeast = intake.isAtLeast ? 'at least ' : '';
  return `${atLeast}${formatAmount(perDay)} documents a day (${intake.documents.toLocaleString('en')} in ${days})`;
}

/** "74 s a review (median of 21), $38 an hour (assumed)" */
export function describeAssumptions({ seconds, secondsFrom, n, rate, rateFrom }: Assumptions): string {
  const from = {
    measured: `median of ${String(n ?? 0)}`,
    typed: 'as typed',
    assumed: 'assumed',
  }[secondsFrom];
  return `${formatAmount(seconds)} s a review (${from}), $${rate} an hour (${rateFrom === 'typed' ? 'as typed' : 'assumed'})`;
}

/** "77", "8.8", "under 0.1": an estimate gets no more digits than it can justify. */
export function formatAmount(value: number): string {
  const size = Math.abs(value);
  if (size >= 99.95) return Math.round(value).toLocaleString('en');
  if (size >= 0.05) return value.toFixed(1).replace(/\.0$/, '');
  return size < 1e-9 ? '0' : 'under 0.1';
}

/** "+26" or "−3.7"; null if rounding hides the difference. */
export function formatSigned(difference: number): string | null {
  const size = Math.abs(difference);
  if (size < 0.05) return size < 1e-9 ? null : `${pickSign(difference)}under 0.1`;
  return `${pickSign(difference)}${formatAmount(size)}`;
}

/** "up 50 %", "down 30 %"; null if the value before is zero. */
export function formatChange(before: number, after: number): string | null {
  if (before <= 0 || before === after) return null;
  const percent = Math.round((Math.abs(after - before) / before) * 100);
  const size = percent === 0 ? 'under 1' : percent > 999 ? 'over 999' : String(percent);
  return `${after > before ? 'up' : 'down'} ${size}\u00A0%`;
}

/** "24 to 102". A wide range is rounded more. */
export function formatSpan(low: number, high: number): string {
  const text = (value: number): string => formatAmount(high >= 20 ? Math.round(value) : value);
  return `${text(low)} to ${text(high)}`;
}

/** "37.3 %" */
export function formatPercent(part: number, whole: number): string {
  if (whole > 0 && (part === 0 || part === whole)) return part === 0 ? '0\u00A0%' : '100\u00A0%';
  return whole === 0 ? 'no documents' : `${((part / whole) * 100).toFixed(1)}\u00A0%`;
}

export function formatCounted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')}\u00A0${count === 1 ? one : many}`;
}

function pickSign(difference: number): '+' | '−' {
  return difference < 0 ? '−' : '+';
}
