import { assumedReviewerRate } from '#shared/domain/review/reviewer-figures.ts';
import { dropGrouping } from '#shared/domain/formatting.ts';
import type { WorkflowSample } from '#shared/contract/workflows.ts';
import type { Thresholds } from '#shared/domain/statuses.ts';
import { countEscaped, perThousand, type Trust } from '#shared/domain/thresholds/escaped-errors.ts';
import type { ScoreBand } from '#shared/domain/thresholds/score-bands.ts';
import { intakeADay, whatIf } from '#shared/domain/thresholds/threshold-draft.ts';
import { daysPerMonth } from '#shared/pricing/cost-table.ts';
import {
  compareDecimals,
  decimal,
  decimalText,
  moneyText,
  plus,
  rounded,
  times,
} from '#shared/pricing/decimal.ts';
import { meanUsd } from '#shared/pricing/document-cost.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';
import { formatAmount, formatChange, formatSigned, formatSpan } from './editor-messages.ts';
import { messages } from '../messages.ts';

export interface WhatIfFigure {
  readonly id: 'reviews' | 'hours' | 'month' | 'failed' | 'escaped';
  readonly label: string;
  /** The present value; null if it does not change or is unknown. */
  readonly live: string | null;
  readonly draft: string;
  /** "+26"; null if there is no difference to show. */
  readonly difference: string | null;
  readonly tone: 'better' | 'worse' | null;
  /** The text after the difference, or instead of it. */
  readonly sub: string;
  /** The full explanation, shown as a tooltip. */
  readonly title: string;
}

interface Asked {
  readonly sample: WorkflowSample;
  readonly live: Thresholds | null;
  readonly draft: Thresholds;
  readonly assumptions: Assumptions;
  readonly trust: Trust;
  /** The bands of the sample, sorted once and not on every move. */
  readonly bands: readonly ScoreBand[];
  readonly book: PriceBook;
}

/** Returns the figures that the draft would change. */
export function listWhatIfFigures(asked: Asked): readonly WhatIfFigure[] {
  const { sample, live, draft, assumptions } = asked;
  const atLeast = sample.intake.isAtLeast;
  const now = live === null ? null : whatIf(sample, live, assumptions.seconds);
  const then = whatIf(sample, draft, assumptions.seconds);
  const otherwise = then.failedOtherwiseADay ?? 0;
  return [
    toCountFigure('reviews', 'Reviews a day', now?.reviewsADay, then.reviewsADay, {
      atLeast,
      title: messages.editor.reviewsTitle,
    }),
    toCountFigure('hours', 'Reviewer hours a week', now?.hoursAWeek, then.hoursAWeek, {
      atLeast,
      title: `Reviews a week at ${String(assumptions.seconds)} s each`,
    }),
    toMonthFigure(asked),
    toCountFigure('failed', 'FAILED a day', now?.failedADay, then.failedADay, {
      atLeast,
      title:
        otherwise === 0
          ? 'Documents a day whose score is under the confidence threshold'
          : messages.editor.otherReasons(formatAmount(otherwise)),
    }),
    toEscapedFigure(asked),
  ];
}

function toCountFigure(
  id: WhatIfFigure['id'],
  label: string,
  now: number | null | undefined,
  then: number | null,
  { atLeast, title }: { readonly atLeast: boolean; readonly title: string },
): WhatIfFigure {
  if (then === null) return toUnknownFigure(id, label, messages.editor.intakeUnknown);
  const before = now ?? null;
  const difference = before === null ? null : formatSigned(then - before);
  return {
    id,
    label: atLeast ? `${label}, at least` : label,
    live: difference === null || before === null ? null : formatAmount(before),
    draft: formatAmount(then),
    difference,
    tone: difference === null || before === null ? null : then > before ? 'worse' : 'better',
    sub:
      before === null ? '' : difference === null ? 'no change' : (formatChange(before, then) ?? 'from none'),
    title,
  };
}

function toMonthFigure({ sample, live, draft, assumptions, book }: Asked): WhatIfFigure {
  const label = 'Cost a month';
  const then = estimateMonthCost(sample, draft, assumptions, book);
  const now = live === null ? null : estimateMonthCost(sample, live, assumptions, book);
  if (then === null) return toUnknownFigure('month', label, messages.editor.intakeUnknown);
  const difference = now === null ? null : subtractCosts(then, now);
  const isSame = difference === null || difference === '0';
  return {
    id: 'month',
    label: then.isAtLeast || sample.intake.isAtLeast ? `${label}, at least` : label,
    live: isSame || now === null ? null : formatWholeMoney(now.total),
    draft: formatWholeMoney(then.total),
    difference: isSame ? null : formatSignedMoney(difference),
    tone: isSame ? null : difference.startsWith('-') ? 'better' : 'worse',
    sub:
      now === null
        ? ''
        : isSame
          ? 'no change'
          : (formatChange(Number(now.total), Number(then.total)) ?? 'from none'),
    title: `AI and infrastructure ${moneyText(then.running)}, review ${moneyText(then.review)}, by ${book.name}`,
  };
}

function toEscapedFigure({ live, draft, trust, bands }: Asked): WhatIfFigure {
  const label = 'Errors passing unseen';
  if (trust.verdict !== 'ranks') {
    return {
      ...toUnknownFigure('escaped', label, ''),
      draft: 'not shown',
      sub: trust.verdict === 'too few' ? messages.editor.tooFewReviewed : 'scores do not rank errors',
      title: messages.editor.rankTitle,
    };
  }
  const escaped = countEscaped(bands, draft.reviewThreshold);
  const then = perThousand(escaped);
  if (then === null) {
    return { ...toUnknownFigure('escaped', label, 'nothing would be accepted'), draft: 'none' };
  }
  const now = live === null ? null : perThousand(countEscaped(bands, live.reviewThreshold));
  const difference = now === null ? null : formatSigned(then.errors - now.errors);
  return {
    id: 'escaped',
    label: escaped.unknown > 0 ? `${label}, at least` : label,
    live: difference === null || now === null ? null : formatAmount(now.errors),
    draft: formatAmount(then.errors),
    difference,
    tone: difference === null || now === null ? null : then.errors > now.errors ? 'worse' : 'better',
    sub: `per 1,000, ${formatSpan(then.low, then.high)}`,
    title: `Of 1,000 accepted documents so many would be wrong: ${formatAmount(then.low)} to ${formatAmount(then.high)} with 95 %, n = ${String(escaped.n)} that were looked at`,
  };
}

function toUnknownFigure(id: WhatIfFigure['id'], label: string, sub: string): WhatIfFigure {
  return { id, label, live: null, draft: 'unknown', difference: null, tone: null, sub, title: sub };
}

function subtractCosts(then: MonthCost, now: MonthCost): string {
  const before = decimal(now.total);
  return decimalText(plus(decimal(then.total), { ...before, digits: -before.digits }));
}

function formatSignedMoney(difference: string): string {
  return difference.startsWith('-')
    ? `−${formatWholeMoney(difference.slice(1))}`
    : `+${formatWholeMoney(difference)}`;
}

/** Cents are shown only for small sums. */
function formatWholeMoney(usd: string): string {
  const isSmall = compareDecimals(decimal(usd), decimal(10)) < 0;
  return moneyText(usd, { places: isSmall ? 2 : 0, tiny: 'sign' });
}

/** Sums in dollars, as exact text. */
interface MonthCost {
  /**
   * The cost of AI and infrastructure does not depend on thresholds, because a document is read before its
   * score is known.
   */
  readonly running: string;
  readonly review: string;
  readonly total: string;
  /** True if some of the consumption has no price. */
  readonly isAtLeast: boolean;
}

/** Estimates the cost of a month; null if the intake or the cost of a document is unknown. */
export function estimateMonthCost(
  sample: WorkflowSample,
  thresholds: Thresholds,
  assumptions: Pick<Assumptions, 'seconds' | 'rate'>,
  book: PriceBook,
): MonthCost | null {
  const perDay = intakeADay(sample.intake);
  const { hoursAWeek } = whatIf(sample, thresholds, assumptions.seconds);
  const cost = totalsCost(sample.usage, book);
  // Waiting documents have cost nothing yet, but they will.
  const each = meanUsd(cost.total, sample.usage.processed);
  if (perDay === null || hoursAWeek === null || each === null) return null;
  const running = times(decimal(each), estimate(perDay * daysPerMonth));
  const review = times(decimal(assumptions.rate), estimate((hoursAWeek / 7) * daysPerMonth));
  return {
    running: decimalText(rounded(running, 8)),
    review: decimalText(rounded(review, 8)),
    total: decimalText(rounded(plus(running, review), 8)),
    isAtLeast: cost.unpriced > 0,
  };
}

/** Rounds an estimate and avoids exponents. */
function estimate(value: number) {
  return decimal(value.toFixed(6));
}

/** The assumptions as typed. */
export interface TypedAssumptions {
  /** Empty to use the measured or default value. */
  readonly seconds: string;
  readonly rate: string;
}

export const assumedSeconds = 90;
export const assumedRate = assumedReviewerRate;
export const atFirst: TypedAssumptions = { seconds: '', rate: '' };

export interface Assumptions {
  readonly seconds: number;
  readonly secondsFrom: 'measured' | 'typed' | 'assumed';
  /** The number of documents behind the measured median. */
  readonly n: number | null;
  /** Dollars an hour, as exact text. */
  readonly rate: string;
  readonly rateFrom: 'typed' | 'assumed';
  readonly secondsProblem: string | undefined;
  readonly rateProblem: string | undefined;
}

/**
 * Returns the assumptions behind the figures. A typed value that cannot be parsed is ignored, and its field
 * shows the error.
 */
export function readAssumptions(
  typed: TypedAssumptions,
  measured: WorkflowSample['reviewSeconds'],
): Assumptions {
  const seconds = parseFigure(typed.seconds, 1, 3_600);
  const rate = parseFigure(typed.rate, 0, 1_000);
  return {
    ...(seconds === null
      ? {
          seconds: measured?.median ?? assumedSeconds,
          secondsFrom: measured === null ? ('assumed' as const) : ('measured' as const),
          n: measured?.n ?? null,
        }
      : { seconds: Number(seconds), secondsFrom: 'typed', n: null }),
    rate: rate ?? assumedRate,
    rateFrom: rate === null ? 'assumed' : 'typed',
    secondsProblem: isBad(typed.seconds, seconds) ? 'Expected 1 to 3,600 seconds.' : undefined,
    rateProblem: isBad(typed.rate, rate) ? 'Expected 0 to 1,000 dollars, such as 42.50.' : undefined,
  };
}

function isBad(text: string, read: string | null): boolean {
  return text.trim() !== '' && read === null;
}

function parseFigure(text: string, least: number, most: number): string | null {
  const plain = toDecimalPoint(dropGrouping(text.trim().replace(/^\$/, '')));
  if (!/^\d{1,5}(\.\d{1,4})?$/.test(plain)) return null;
  const value = Number(plain);
  return value >= least && value <= most ? plain : null;
}

/** A comma that cannot stand before thousands is a decimal comma: "7,5" is 7.5. */
function toDecimalPoint(text: string): string {
  return text.replace(/^(?:0,|\d+,(?=\d{1,2}$|\d{4}$))/, (whole) => whole.replace(',', '.'));
}
